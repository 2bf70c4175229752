// Reads a target file: where a target is or how it is started, who acts there, what it lacks. Secrets never stand in it.
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Problem} from '../../../model/problem.ts';
import type {ServerPlace, TargetFile, TargetVariant} from '../../../model/target-file.ts';
import {nearestName, suggestName} from '../../../base/text/nearest-name.ts';
import {isDialectFile} from '../../../model/target-file.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asBoolean,
  asId,
  asMapping,
  asRecord,
  asText,
  asTexts,
  entriesOf,
  entryOf,
  note,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {checkValues} from './dialect-values.ts';
import {readAuth, readVars} from './read-auth.ts';
import {readBounds} from './read-bounds.ts';
import {readRun} from './read-run.ts';
import {noteSecret, readPeople, readSecretPlace, readVariable} from './read-people.ts';
import {readNodeStart, readStart, readTextsOrVariables, startOfVariant} from './read-start.ts';
import {openidPlaceKeys, targetFileKeys, tlsKeys, variantKeys, webhookKeys} from './target-keys.ts';
import {singleQuoted} from '../../../base/text/shell-word.ts';

/** What a target file may refer to. */
export interface TargetKnown {
  readonly dialects: readonly string[];
  /** The values that suites use, which `values:` may replace; asked for only where a file has them. */
  readonly values?: () => JsonObject;
  readonly capabilities: readonly string[];
  readonly actors: readonly string[];
}

/** What reading comes to: the file, or every problem of it. */
export interface TargetFileReading {
  readonly target?: TargetFile;
  readonly problems: readonly Problem[];
}

/** Reads the text of a target file. Paths in it are relative to its folder. */
export function readTargetFile({
  text,
  file,
  known,
}: {
  readonly text: string;
  readonly file: string;
  readonly known: TargetKnown;
}): TargetFileReading {
  const {content: target, problems} = readYamlFile({text, file}, root => readRoot(root, file, known), {
    what: 'a target file',
    keys: ['target'],
  });
  return target === undefined ? {problems} : {target, problems};
}

function readRoot(root: Place, file: string, known: TargetKnown): TargetFile | undefined {
  if (asRecord(root, 'a target file', targetFileKeys) === undefined) return undefined;
  const folder = /^.*[/\\]/.exec(file)?.[0] ?? '';
  const namePlace = entryOf(root, 'target');
  const name = namePlace === undefined ? '' : (asId(namePlace, 'the target name', undefined, nameForm) ?? '');
  const server = readServer(root, folder);
  const people = readPeople(root, folder, known.actors);
  const peer = readPeer(entryOf(root, 'peer'));
  const livePeer = textOf(entryOf(root, 'livePeer'), '"livePeer"');
  if (root.source.notes.length === 0 && server === undefined && peer === undefined && livePeer === undefined)
    note(
      root,
      'a target file names no target',
      'add "url:", "start:", "reference: true", "peer:" or "livePeer:"',
      'key',
    );
  const nodePlace = entryOf(root, 'node');
  const node = readNodeStart(nodePlace, folder);
  if (nodePlace !== undefined && !(livePeer ?? '').startsWith('nebula:'))
    note(
      nodePlace,
      '"node" says how the node at "livePeer" is started, and there is none',
      'add "livePeer: nebula://127.0.0.1:{port}"',
      'key',
    );
  const auth = readAuth(entryOf(root, 'auth'), folder);
  return {
    name,
    title: textOf(entryOf(root, 'title'), '"title"') ?? name,
    file,
    people,
    absent: readAbsent(entryOf(root, 'absent'), known.capabilities),
    existing: readExisting(entryOf(root, 'existing')),
    variants: readVariants(entryOf(root, 'variants'), {server, people, folder, actors: known.actors}),
    webhook: readWebhook(entryOf(root, 'webhook')),
    openid: readOpenidPlace(entryOf(root, 'openid'), folder),
    tls: readTls(entryOf(root, 'tls'), folder),
    headers: Object.entries(readTextsOrVariables(entryOf(root, 'headers'), '"headers"')).map(([header, value]) => ({
      name: header,
      value,
    })),
    proxyExcept: textsOf(entryOf(root, 'proxyExcept'), '"proxyExcept"'),
    isTestServer: booleanOf(entryOf(root, 'testServer'), '"testServer"'),
    bounds: readBounds(entryOf(root, 'bounds')),
    ...defined({
      server,
      peer,
      livePeer: livePeer === undefined ? undefined : withMeshFiles(livePeer, folder),
      node,
      auth,
      vars: readVars(entryOf(root, 'vars'), folder),
    }),
    ...given('dialect', readDialectName(entryOf(root, 'dialect'), folder, known.dialects)),
    ...given('values', readValues(entryOf(root, 'values'), known)),
    ...given('edition', readEdition(entryOf(root, 'edition'))),
    ...given(
      'run',
      readRun(entryOf(root, 'run'), path => resolved(folder, path)),
    ),
    ...given('proxy', textOf(entryOf(root, 'proxy'), '"proxy"')),
    ...given('emailDomain', readDomain(entryOf(root, 'emailDomain'))),
  };
}

function readEdition(place: Place | undefined): string | undefined {
  const edition = textOf(place, '"edition"');
  if (place === undefined || edition === undefined || /^\d{4}\.\d+$/.test(edition)) return edition;
  return note(place, `the edition "${edition}" is not of the form YEAR.NUMBER`, 'write it in quotes, e.g. "2026.1"');
}

function readServer(root: Place, folder: string): ServerPlace | undefined {
  const urlPlace = entryOf(root, 'url');
  const startPlace = entryOf(root, 'start');
  const referencePlace = entryOf(root, 'reference');
  const settingsPlace = entryOf(root, 'settings');
  const url = textOf(urlPlace, '"url"');
  if (referencePlace !== undefined) {
    if (referencePlace.value !== true)
      note(referencePlace, '"reference" must be true', 'write true, or take the key out');
    for (const place of [urlPlace, startPlace])
      if (place !== undefined)
        note(place, 'the embedded reference needs no address and no command', 'take it out', 'key');
    return {kind: 'reference', settings: readSettings(settingsPlace)};
  }
  if (settingsPlace !== undefined)
    note(settingsPlace, '"settings" belongs to the embedded reference', 'add "reference: true", or take it out', 'key');
  if (startPlace !== undefined) {
    const start = readStart(startPlace, folder);
    if (urlPlace === undefined)
      note(startPlace, 'a server that is started needs its address', 'add "url:", e.g. http://127.0.0.1:{port}', 'key');
    return start === undefined || url === undefined ? undefined : {kind: 'start', url, start};
  }
  if (url?.includes('{port}') === true && urlPlace !== undefined)
    note(urlPlace, '{port} is a free port for a server that is started', 'add "start:", or write the port');
  return url === undefined ? undefined : {kind: 'url', url};
}

function readSettings(place: Place | undefined): readonly string[] {
  if (place === undefined || asMapping(place, '"settings"') === undefined) return [];
  return entriesOf(place).map(([name, at]) => {
    if (!/^[^.=\s]+\.[^=\s]+$/.test(name))
      note(at, `the setting "${name}" has no section`, 'write section.KEY, e.g. actions.ENABLED', 'key');
    if (typeof at.value === 'object')
      note(at, `the setting "${name}" must be a text, a number, true or false`, 'write one value');
    return `${name}=${plainText(at.value)}`;
  });
}

function plainText(value: Json): string {
  return typeof value === 'object' ? '' : String(value);
}

interface VariantInputs {
  readonly server: ServerPlace | undefined;
  readonly people: TargetFile['people'];
  readonly folder: string;
  readonly actors: readonly string[];
}

function readVariants(place: Place | undefined, inputs: VariantInputs): readonly TargetVariant[] {
  if (place === undefined || asMapping(place, '"variants"') === undefined) return [];
  return entriesOf(place).flatMap(([name, at]) => {
    if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name))
      note(at, `the variant name "${name}" is not of the form of an id`, 'write lower-case words with dashes', 'key');
    if (asRecord(at, 'a variant', variantKeys) === undefined) return [];
    const own = readPeople(at, inputs.folder, inputs.actors);
    const server = readVariantServer(at, name, inputs);
    if (server === undefined) return [];
    const isOwn = own.admin !== undefined || Object.keys(own.accounts).length > 0;
    return [
      {name, title: textOf(entryOf(at, 'title'), '"title"') ?? name, server, people: isOwn ? own : inputs.people},
    ];
  });
}

function readVariantServer(at: Place, name: string, {server}: VariantInputs): ServerPlace | undefined {
  const url = textOf(entryOf(at, 'url'), '"url"');
  const settingsPlace = entryOf(at, 'settings');
  const changes = ['args', 'env'].map(key => entryOf(at, key)).filter(place => place !== undefined);
  if (server?.kind === 'reference') {
    for (const place of changes)
      note(place, 'a variant of the embedded reference has "settings" alone', 'take it out', 'key');
    if (url !== undefined)
      note(at, `the variant "${name}" of the embedded reference has an address`, 'take "url" out', 'key');
    return {kind: 'reference', settings: [...server.settings, ...readSettings(settingsPlace)]};
  }
  if (settingsPlace !== undefined)
    note(
      settingsPlace,
      '"settings" belongs to the embedded reference',
      'use "args" or "env" of the start command',
      'key',
    );
  if (server?.kind === 'start' && changes.length > 0) return startOfVariant(at, {name, url, server});
  for (const place of changes)
    note(place, 'there is no start command to add to', 'add "start:" above, or give "url:" here', 'key');
  if (url !== undefined) return {kind: 'url', url};
  if (changes.length === 0)
    note(
      at,
      `nothing is different in the variant "${name}"`,
      server?.kind === 'start' ? 'add "args:", "env:" or "url:"' : 'add "url:"',
      'key',
    );
  return undefined;
}

function readPeer(place: Place | undefined): string | undefined {
  if (place === undefined) return undefined;
  if (!isJsonObject(place.value)) return asText(place, '"peer"');
  const command = entryOf(place, 'command');
  if (command === undefined || Object.keys(place.value).length > 1)
    return note(
      place,
      '"peer" as a mapping holds "command" and nothing else',
      'write peer: {command: [program, argument]}',
    );
  const words = textsOf(command, '"command"').map(singleQuoted);
  return words.length === 0 ? undefined : `exec:${words.join(' ')}`;
}

function readAbsent(place: Place | undefined, capabilities: readonly string[]): {readonly [name: string]: string} {
  const absent: Record<string, string> = {};
  if (place === undefined || asMapping(place, '"absent"') === undefined) return absent;
  for (const [name, at] of entriesOf(place)) {
    if (!capabilities.includes(name))
      note(at, `unknown capability "${name}"`, suggestName(name, capabilities, 'capabilities'), 'key');
    absent[name] = asText(at, `the reason why "${name}" is absent`) ?? '';
  }
  return absent;
}

function readExisting(place: Place | undefined): TargetFile['existing'] {
  if (place === undefined || asMapping(place, '"existing"') === undefined) return jsonObject([]);
  for (const [name, at] of entriesOf(place)) {
    if (asMapping(at, `the existing "${name}"`) === undefined) continue;
    for (const [key, value] of entriesOf(at)) checkExistingValue(value, key);
  }
  return jsonObject(entriesOf(place).map(([name, at]) => [name, at.value] as const));
}

function checkExistingValue(place: Place, key: string): void {
  const env = entryOf(place, 'env');
  if (env !== undefined) readVariable(env, '"env"');
  else if (/token|password|secret|cookie/i.test(key) && typeof place.value === 'string')
    noteSecret(place, `the ${key} is in the file itself`, `write ${key}: {env: TOUCHSTONE_NAME}`);
}

function readWebhook(place: Place | undefined): TargetFile['webhook'] {
  return place === undefined || asRecord(place, '"webhook"', webhookKeys) === undefined
    ? {}
    : readDoor(place, {examplePort: 8099});
}

function readOpenidPlace(place: Place | undefined, folder: string): TargetFile['openid'] {
  if (place === undefined || asRecord(place, '"openid"', openidPlaceKeys) === undefined) return {};
  return {
    ...readDoor(place, {examplePort: 8098}),
    ...given('clientSecret', readSecretPlace(place, 'clientSecret', folder)),
  };
}

// People write the address here.
const nameForm = 'lower-case words with dashes, e.g. staging; the address belongs to "url:"';

/** Reads where something that targets reach listens, and what they are told. */
function readDoor(
  place: Place,
  {examplePort}: {readonly examplePort: number},
): {readonly listen?: string; readonly url?: string} {
  const listen = textOf(entryOf(place, 'listen'), '"listen"');
  const listenPlace = entryOf(place, 'listen');
  if (listen !== undefined && listenPlace !== undefined && !/^(\[[0-9a-fA-F:]+\]|[^\s:/]+):\d{1,5}$/.test(listen))
    note(
      listenPlace,
      `"listen" is "${listen}", which is not an address to listen on`,
      `write HOST:PORT, e.g. 0.0.0.0:${String(examplePort)}; port 0 takes a free one`,
    );
  const url = textOf(entryOf(place, 'url'), '"url"');
  const urlPlace = entryOf(place, 'url');
  if (url !== undefined && urlPlace !== undefined && !/^https?:\/\//.test(url))
    note(
      urlPlace,
      `"url" is "${url}", which is not a web address`,
      'write http://HOST:PORT as the target reaches this machine',
    );
  return {...given('listen', listen), ...given('url', url)};
}

function readTls(place: Place | undefined, folder: string): TargetFile['tls'] {
  if (place === undefined || asRecord(place, '"tls"', tlsKeys) === undefined) return {isInsecure: false};
  const path = (key: string): string | undefined => {
    const file = textOf(entryOf(place, key), `"${key}"`);
    return file === undefined ? undefined : resolved(folder, file);
  };
  const [clientCert, clientKey] = [path('clientCert'), path('clientKey')];
  if ((clientCert === undefined) !== (clientKey === undefined))
    note(place, '"clientCert" and "clientKey" go together', 'give both, or none', 'key');
  return {
    isInsecure: booleanOf(entryOf(place, 'insecure'), '"insecure"'),
    ...given('caFile', path('caFile')),
    ...given('clientCert', clientCert),
    ...given('clientKey', clientKey),
  };
}

function readDomain(place: Place | undefined): string | undefined {
  const domain = textOf(place, '"emailDomain"');
  if (domain !== undefined && place !== undefined && !/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(domain))
    note(place, `"emailDomain" is "${domain}", which is not a domain`, 'write it like example.org');
  return domain;
}

/** A dialect is named, or its file is: what has a slash in it or ends as YAML files do. */
function readDialectName(place: Place | undefined, folder: string, known: readonly string[]): string | undefined {
  const name = textOf(place, '"dialect"');
  if (place === undefined || name === undefined) return undefined;
  if (isDialectFile(name)) return resolved(folder, name);
  // A name that is unknown here may be one of a folder `dialects` beside the user's suites, so only a run can tell.
  const near = known.includes(name) ? undefined : nearestName(name, known);
  if (near !== undefined) note(place, `there is no dialect "${name}"`, `did you mean "${near}"?`);
  return name;
}

function readValues(place: Place | undefined, known: TargetKnown): JsonObject | undefined {
  if (place === undefined || asMapping(place, '"values"') === undefined || !isJsonObject(place.value)) return undefined;
  checkValues(place, known.values?.(), {isClosed: true});
  return place.value;
}

function textsOf(place: Place | undefined, what: string): readonly string[] {
  return place === undefined ? [] : asTexts(place, what).map(({value}) => value);
}

function booleanOf(place: Place | undefined, what: string): boolean {
  return place === undefined ? false : (asBoolean(place, what) ?? false);
}

/** Puts the files that the address of a node names into the folder of the target file. */
function withMeshFiles(address: string, folder: string): string {
  if (!address.startsWith('nebula:')) return address;
  return address.replaceAll(
    /([?&](?:ca|key)=)([^&]+)/g,
    (_, name: string, path: string) => name + resolved(folder, path),
  );
}

/** Puts a relative path into the folder of the target file. */
function resolved(folder: string, path: string): string {
  return /^([/\\]|[A-Za-z]:[/\\])/.test(path) ? path : folder + path;
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): {readonly [key in Key]?: Value} {
  return value === undefined ? {} : ({[key]: value} as {readonly [key in Key]: Value});
}
