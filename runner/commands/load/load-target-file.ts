// Loads a target file and lays the flags over it: what is given on the command line wins.
import type {readYamlFile as readYaml} from '../../../base/yaml/read-yaml-file.ts';
import {isJsonObject, jsonObject, type JsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import {runFileSettings} from '../../../model/run-settings.ts';
import type {TargetFile} from '../../../model/target-file.ts';
import type {TargetFileReading} from '../../read/target/read-target-file.ts';
import {actorRoles} from '../../../model/actor.ts';
import {keptValue} from './kept-value.ts';
import {capabilities} from './capabilities.ts';
import type {OptionSources} from '../words/command-line.ts';
import {parseSetting} from '../words/declare-settings.ts';
import {digestOf} from '../words/digest.ts';
import {shownProblems} from './linked-file.ts';
import {missingVariables} from './existing-things.ts';
import type {TargetOptions} from '../words/target-options.ts';
import {isColored} from '../words/colored.ts';

/** What loading comes to: options that know the file, or what is wrong with it, told whole. */
export type TargetFileLoad<Options> =
  | {readonly kind: 'loaded'; readonly options: Options}
  | {readonly kind: 'unusable'; readonly why: string};

/** The embedded reference is a target like any other, described by this file. */
const referenceFile = 'fixtures/targets/reference.yaml';

/**
 * Loads the file that the options name, or that of the embedded reference; without either, the options stay as they are.
 * With `sources`, the options are those of a run, and `run:` of the file gives what neither flag nor environment did.
 */
export async function loadTargetFile<Options extends TargetOptions>(
  flags: Options,
  machine: Machine,
  sources?: OptionSources,
): Promise<TargetFileLoad<Options>> {
  if (flags.targetFile === undefined && flags.reference !== true) return {kind: 'loaded', options: flags};
  if (flags.targetFile !== undefined && flags.reference === true)
    return {kind: 'unusable', why: '--reference and --target-file exclude each other'};
  const file = flags.targetFile ?? `${machine.packageRoot}/${referenceFile}`;
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable') return {kind: 'unusable', why: `--target-file ${file}: ${text.why}`};
  const target = await readKept(text.text, file, machine);
  if (target.kind === 'unusable') return target;
  const missing = missingVariables(target.file.existing, machine);
  if (missing.length > 0)
    return {kind: 'unusable', why: `${file}: "existing" names variables that are not set: ${missing.join(', ')}`};
  const words = runOptions(target.file, sources);
  return words.kind === 'unusable'
    ? words
    : {kind: 'loaded', options: {...layered(flags, target.file), ...words.options}};
}

// Raise it whenever reading the same text gives another result.
const targetCacheVersion = '5';

async function readKept(
  text: string,
  file: string,
  machine: Machine,
): Promise<{readonly kind: 'read'; readonly file: TargetFile} | {readonly kind: 'unusable'; readonly why: string}> {
  const isOurs = file === `${machine.packageRoot}/${referenceFile}`;
  const key = `target-${digestOf(JSON.stringify([targetCacheVersion, text]))}.json`;
  const known = isOurs ? (keptValue(machine, key) as TargetFile | undefined) : undefined;
  if (known !== undefined) return {kind: 'read', file: {...known, file}};
  const {target, problems} = await readTargetText(text, file, machine);
  if (target === undefined) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    return {
      kind: 'unusable',
      why: `the target file cannot be used:\n${renderProblems(shownProblems(problems, file, machine), {color: isColored(machine, machine.terminal.isTalkTerminal)})}`,
    };
  }
  if (isOurs) machine.cache.write(key, JSON.stringify(target));
  return {kind: 'read', file: target};
}

/** Reads the text of a target file with everything that it may name; gives every problem. */
export async function readTargetText(text: string, file: string, machine: Machine): Promise<TargetFileReading> {
  const {readTargetFile} = await import('../../read/target/read-target-file.ts');
  const {readYamlFile} = await import('../../../base/yaml/read-yaml-file.ts');
  return readTargetFile({
    text,
    file,
    known: {
      dialects: dialectNames(machine),
      values: () => knownValues(machine, readYamlFile),
      capabilities: Object.keys(capabilities),
      actors: actorRoles,
    },
  });
}

function dialectNames({files, packageRoot}: Machine): readonly string[] {
  const listed = files.list(`${packageRoot}/fixtures/dialects`, ['.yaml']);
  return listed.kind === 'files' ? listed.files.map(file => file.replace(/^.*[/\\]|\.yaml$/g, '')) : [];
}

// The values that our suites use are those of the dialect that unknown servers are taken to speak.
function knownValues({files, packageRoot}: Machine, readYamlFile: typeof readYaml): JsonObject {
  const file = `${packageRoot}/fixtures/dialects/gitea.yaml`;
  const text = files.readText(file);
  const {content} = readYamlFile({text: text.kind === 'text' ? text.text : '', file}, ({value}) => value);
  const part = (key: string): JsonObject => {
    const found = isJsonObject(content) ? content[key] : undefined;
    return isJsonObject(found) ? found : jsonObject([]);
  };
  return jsonObject([...Object.entries(part('values')), ['botNameCapitalised', ''], ['scopes', part('scopes')]]);
}

type RunOptionsOfFile =
  | {readonly kind: 'read'; readonly options: {readonly [name: string]: unknown}}
  | {readonly kind: 'unusable'; readonly why: string};

function runOptions({run = {}, file}: TargetFile, sources: OptionSources | undefined): RunOptionsOfFile {
  if (sources === undefined) return {kind: 'read', options: {}};
  const options: Record<string, unknown> = {};
  for (const [name, words] of Object.entries(run)) {
    const setting = runFileSettings[name];
    if (setting === undefined || (sources.get(name) ?? 'default') !== 'default') continue;
    try {
      options[name] = words.reduce<unknown>((before, word) => parseSetting(setting.value, word, before), undefined);
    } catch (problem) {
      if (!(problem instanceof Error)) throw problem;
      return {kind: 'unusable', why: `${file}: "${name}" of "run" cannot be read\n  ${problem.message}`};
    }
  }
  return {kind: 'read', options};
}

/** Lays the flags over the file. A server named by flag replaces that of the file, and with it the leave to write there. */
function layered<Options extends TargetOptions>(flags: Options, file: TargetFile): Options {
  const {server, tls, webhook, openid} = file;
  const isReplaced = flags.target !== undefined;
  const from: TargetFile = isReplaced ? {...withoutServer(file), isTestServer: false} : file;
  const fromFile: TargetOptions = {
    ...file.bounds,
    ...(server?.kind === 'url' ? {target: server.url} : {}),
    ...(server?.kind === 'reference' && !isReplaced ? {reference: true} : {}),
    ...given('peer', server?.kind === 'reference' ? undefined : file.peer),
    ...given('livePeer', server?.kind === 'reference' ? undefined : file.livePeer),
    ...given('dialect', file.dialect),
    ...given('proxy', file.proxy),
    ...given('proxyExcept', file.proxyExcept.length === 0 ? undefined : file.proxyExcept),
    ...given('caFile', tls.caFile),
    ...given('clientCert', tls.clientCert),
    ...given('clientKey', tls.clientKey),
    ...given('insecure', tls.isInsecure ? true : undefined),
    ...given('webhookListen', webhook.listen),
    ...given('webhookUrl', webhook.url),
    ...given('openidListen', openid.listen),
    ...given('openidUrl', openid.url),
  };
  return {...fromFile, ...flags, from};
}

function withoutServer({server: _server, ...rest}: TargetFile): TargetFile {
  return rest;
}

function given<Key extends string, Value>(key: Key, value: Value | undefined): {readonly [key in Key]?: Value} {
  return value === undefined ? {} : ({[key]: value} as {readonly [key in Key]: Value});
}
