// Reads how a server is started for a run: command, readiness, log, stop, environment; and how a variant differs in that.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject} from '../../../model/json.ts';
import type {NodeStart, ServerPlace, StartCommand, TextOrVariable} from '../../../model/target-file.ts';
import {
  asMapping,
  asRecord,
  asText,
  asTexts,
  entriesOf,
  entryOf,
  note,
  noteUnknownKey,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readRange} from './read-bounds.ts';
import {readVariable} from './read-people.ts';
import {nodeKeys, readyKeys, startKeys} from './target-keys.ts';

// A server in containers may fetch and build first; one that needs longer says so.
const readyWithinMs = 60_000;

/** Reads `start:`. The command runs in the folder of the target file. */
export function readStart(place: Place, folder: string): StartCommand | undefined {
  if (asRecord(place, '"start"', startKeys) === undefined) return undefined;
  const command = readCommand(entryOf(place, 'command'), '"command"');
  const stop = readCommand(entryOf(place, 'stop'), '"stop"');
  const logs = readCommand(entryOf(place, 'logs'), '"logs"');
  const ready = readReady(entryOf(place, 'ready'));
  if (command === undefined) return undefined;
  return {
    command,
    env: readTextsOrVariables(entryOf(place, 'env'), '"env"'),
    folder: folder === '' ? '.' : folder,
    ready,
    ...defined({stop, logs}),
  };
}

/** Reads `node:`. The command runs in the folder of the target file. */
export function readNodeStart(place: Place | undefined, folder: string): NodeStart | undefined {
  if (place === undefined || asRecord(place, '"node"', nodeKeys) === undefined) return undefined;
  const command = readCommand(entryOf(place, 'command'), '"command"');
  const configuration = textOf(entryOf(place, 'configuration'), '"configuration"');
  if (command === undefined) return undefined;
  return {command, folder: folder === '' ? '.' : folder, ...defined({configuration})};
}

function readCommand(place: Place | undefined, what: string): readonly string[] | undefined {
  if (place === undefined) return undefined;
  if (typeof place.value === 'string')
    return note(place, `${what} must be a list, because no shell splits it`, 'write [program, argument, argument]');
  const words = asTexts(place, what).map(({value}) => value);
  return words.length === 0 ? note(place, `${what} is empty`, 'write [program, argument, argument]') : words;
}

function readReady(place: Place | undefined): StartCommand['ready'] {
  const usual = {path: '/api/v1/version', withinMs: readyWithinMs};
  if (place === undefined || asRecord(place, '"ready"', readyKeys) === undefined) return usual;
  const pathPlace = entryOf(place, 'path');
  const path = textOf(pathPlace, '"path"') ?? usual.path;
  if (pathPlace !== undefined && !path.startsWith('/'))
    note(pathPlace, `"path" is "${path}"`, 'begin it with /, e.g. /api/v1/version');
  const within = entryOf(place, 'within');
  const range = {unit: 'duration', least: 1, most: 3_600_000} as const;
  return {
    path,
    withinMs: within === undefined ? usual.withinMs : (readRange(within, '"within"', range) ?? usual.withinMs),
  };
}

/** Reads a mapping of texts, each written out or taken from an environment variable of ours. */
export function readTextsOrVariables(
  place: Place | undefined,
  what: string,
): {readonly [name: string]: TextOrVariable} {
  const result = Object.create(null) as Record<string, TextOrVariable>;
  if (place === undefined || asMapping(place, what) === undefined) return result;
  for (const [name, at] of entriesOf(place)) {
    const value = readTextOrVariable(at, `"${name}"`);
    if (value !== undefined) result[name] = value;
  }
  return result;
}

function readTextOrVariable(place: Place, what: string): TextOrVariable | undefined {
  if (!isJsonObject(place.value)) {
    if (place.value === '') return {kind: 'text', text: ''};
    const text = asText(place, what);
    return text === undefined ? undefined : {kind: 'text', text};
  }
  for (const key of Object.keys(place.value)) if (key !== 'env') noteUnknownKey(place, key, what, ['env']);
  const env = entryOf(place, 'env');
  if (env === undefined) return note(place, `${what} names no variable`, 'write a text, or {env: TOUCHSTONE_NAME}');
  const variable = readVariable(env, '"env"');
  return variable === undefined ? undefined : {kind: 'variable', variable};
}

/** Reads a variant that is the same start command with more arguments or other variables. */
export function startOfVariant(
  at: Place,
  {
    name,
    url,
    server,
  }: {
    readonly name: string;
    readonly url: string | undefined;
    readonly server: Extract<ServerPlace, {readonly kind: 'start'}>;
  },
): ServerPlace {
  const argsPlace = entryOf(at, 'args');
  const args = argsPlace === undefined ? [] : asTexts(argsPlace, '"args"').map(({value}) => value);
  const env = readTextsOrVariables(entryOf(at, 'env'), '"env"');
  const address = url ?? server.url;
  if (url === undefined && !address.includes('{port}'))
    note(
      at,
      `the variant "${name}" would be started at the address of the plain target`,
      'give it a "url:" of its own, or let the address and the command use {port}',
      'key',
    );
  const {start} = server;
  return {
    kind: 'start',
    url: address,
    start: {...start, command: [...start.command, ...args], env: {...start.env, ...env}},
  };
}
