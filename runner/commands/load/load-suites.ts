// Loads suites, each from the cache when neither its text nor anything it refers to has changed.
import {defined} from '../../../base/json/defined.ts';
import type {Known} from '../../read/validate/known.ts';
import {overlayMessages} from '../../../model/peer.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Problem} from '../../../model/problem.ts';
import type {SuiteDefinition} from '../../../model/suite.ts';
import {deserializeSuite} from '../../read/suite/deserialize-suite.ts';
import {suiteCacheKey} from '../../read/suite/suite-cache-key.ts';
import {actorRoles, plainCast} from '../../../model/actor.ts';
import {capabilities} from './capabilities.ts';
import {digestOf} from '../words/digest.ts';
import type {UserCode} from './load-user-code.ts';
import type {Contract, LoadedContract} from './load-contract.ts';
import {meshFolder, type SuiteHome} from './suite-home.ts';
import type {TextSource} from '../words/text-source.ts';

/** Which suite files to load: our own, and files of the user. */
export interface SuiteFiles {
  readonly own: boolean;
  /** Our suites for nodes that seal their datagrams, with the statements that they are about. */
  readonly mesh?: boolean;
  /** Paths as the user wrote them. */
  readonly users: readonly string[];
  /** The folders that those stand in, with what belongs to them. */
  readonly homes?: readonly SuiteHome[];
  /** Who can act in the user's suites; any name when nothing is said. */
  readonly actors?: readonly string[];
  /** Variables that a run gives to the user's suites; any when nothing is said. */
  readonly vars?: readonly string[];
}

/** Everything that suites are loaded from. */
export interface SuiteSources {
  readonly texts: TextSource;
  readonly machine: Machine;
  /** What the user's suites speak of: our contract, and what the user's folders add to it. */
  readonly contract: Contract;
  readonly contractDigest: string;
  /** What our suites speak of. Nothing that is added changes how they are read, so that they are found in the cache beside any folder of a user. */
  readonly own: {
    readonly record: Pick<LoadedContract, 'contract' | 'digest'>;
    readonly mesh: Pick<LoadedContract, 'contract' | 'digest'>;
  };
  readonly wanted: SuiteFiles;
  readonly code: Pick<UserCode, 'matchers' | 'matchersDigestText'>;
}

/** Loads our own suites where they are wanted, and the user's files; problems of all files are collected. */
export async function loadSuites(
  sources: SuiteSources,
): Promise<{readonly suites: readonly SuiteDefinition[]; readonly problems: readonly Problem[]}> {
  const {texts, wanted} = sources;
  const folders = wanted.own ? ['suites/hosting', 'suites/overlay', ...(wanted.mesh === true ? [meshFolder] : [])] : [];
  const suites: SuiteDefinition[] = [];
  const problems: Problem[] = [];
  for (const folder of folders) {
    const {contract, digest} = folder === meshFolder ? sources.own.mesh : sources.own.record;
    const reading = {contract, contractDigest: digest, code: {matchers: new Map(), matchersDigestText: ''}};
    for (const file of texts.ownFiles(folder))
      await loadOne({file, text: texts.own(file), table: path => texts.own(path), reading});
  }
  for (const file of wanted.users) {
    const folder = file.replace(/[^/\\]*$/, '');
    const suiteName = suiteNameOf(file, wanted.homes ?? [], sources.machine);
    const users = {suiteName, ...defined({actors: wanted.actors, vars: wanted.vars})};
    const isBelow = (path: string): boolean =>
      sources.machine.files.isBelow(folder + path, folder === '' ? '.' : folder);
    await loadOne({
      file,
      text: texts.users(file),
      // A link in the folder of a suite must not lead out of it.
      table: path => (isBelow(path) ? texts.users(folder + path) : undefined),
      bytes: path => (isBelow(path) ? sources.machine.files.readBytes(folder + path, fileBytesMax) : undefined),
      users,
      reading: sources,
    });
  }
  return {suites, problems: [...problems, ...doubleIds(suites)]};

  async function loadOne({
    file,
    text,
    table,
    bytes = () => undefined,
    users,
    reading,
  }: {
    file: string;
    text: string | undefined;
    table: (path: string) => string | undefined;
    bytes?: (path: string) => Uint8Array | undefined;
    users?: Users;
    reading: Pick<SuiteSources, 'contract' | 'contractDigest' | 'code'>;
  }): Promise<void> {
    if (text === undefined) return;
    const key = suiteCacheKey({
      text,
      file,
      digests: [reading.contractDigest, reading.code.matchersDigestText, JSON.stringify(users ?? {})],
      digestOf,
    });
    const kept = sources.machine.cache.read(`suite-${key}.json`);
    const known =
      kept === undefined
        ? undefined
        : deserializeSuite(kept, ({path, isBytes}) =>
            digestOfText(isBytes === true ? hexOf(bytes(path)) : table(path)),
          );
    if (known !== undefined) {
      suites.push(known);
      return;
    }
    const read = await readSuiteText(
      {file, text, table, bytes, ...defined({users})},
      reading.contract,
      reading.code.matchers,
    );
    problems.push(...read.problems);
    if (read.suite === undefined) return;
    const suite = users === undefined ? read.suite : {...read.suite, isUsers: true};
    suites.push(suite);
    const {serializeSuite} = await import('../../read/suite/serialize-suite.ts');
    sources.machine.cache.write(`suite-${key}.json`, serializeSuite({suite, tables: read.tables}));
  }
}

function digestOfText(text: string | undefined): string | undefined {
  return text === undefined ? undefined : digestOf(text);
}

/** The largest file that a suite sends or compares with, in bytes; what is larger would be kept in the cache of suites as well. */
const fileBytesMax = 4 * 1024 * 1024;

function hexOf(bytes: Uint8Array | undefined): string | undefined {
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('hex');
}

type Users = NonNullable<Known['users']>;

/** Names a suite of the user by its file, as it stands below its folder. */
function suiteNameOf(file: string, homes: readonly SuiteHome[], {files}: Machine): string {
  const path = files.absolute(file);
  const home = homes.map(({folder}) => `${files.absolute(folder)}/`).find(folder => path.startsWith(folder)) ?? '';
  const words = (home === '' ? path.replace(/^.*[/\\]/, '') : path.slice(home.length))
    .replace(/\.ya?ml$/, '')
    .toLowerCase()
    .split(/[/\\]/)
    .map(part => part.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-|-$/g, ''))
    .filter(part => part !== '');
  return words.join('/') || 'suite';
}

/** Reads the text of one suite file with everything that suites may name; `table` gives the texts of data files. */
export async function readSuiteText(
  {
    file,
    text,
    table,
    bytes = () => undefined,
    users,
  }: {
    readonly file: string;
    readonly text: string;
    readonly table: (path: string) => string | undefined;
    readonly bytes?: (path: string) => Uint8Array | undefined;
    readonly users?: Users;
  },
  {operations, arrangements, requirements}: Contract,
  custom: UserCode['matchers'] = new Map(),
) {
  const {readSuite} = await import('../../read/suite/read-suite.ts');
  const {checkMatcherArgument, dataMatcherNames, matcherNames, patternMatcherNames} =
    await import('../../check/matchers.ts');
  const {prepareCheckers} = await import('../../check/checkers.ts');
  // Only a suite that writes a schema pays for compiling it.
  const engines = {custom, ...(await prepareCheckers(text.includes('$schema') ? ['schema'] : []))};
  return readSuite({
    text,
    file,
    digestOf,
    known: {
      operations,
      arrangements,
      requirements: new Set(requirements.keys()),
      actors: [...plainCast.keys(), ...actorRoles],
      matchers: [...matcherNames, ...custom.keys()],
      dataMatchers: [...dataMatcherNames, ...custom.keys()],
      patternMatchers: patternMatcherNames,
      matcherProblem: (keyword, argument) => checkMatcherArgument(keyword, argument, engines),
      capabilities: Object.keys(capabilities),
      messages: overlayMessages,
      ...defined({users}),
    },
    tables: path => {
      const found = table(path);
      return found === undefined ? {why: 'there is no such file in the folder of the suite'} : {text: found};
    },
    bytes: path => {
      const found = bytes(path);
      return found === undefined
        ? {why: 'there is no such file of at most 4 MiB in the folder of the suite'}
        : {bytes: found};
    },
  });
}

// Ids are compared over all suites: a journal with the same id twice could not be read.
function doubleIds(suites: readonly SuiteDefinition[]): readonly Problem[] {
  const seen = new Map<string, string>();
  const problems: Problem[] = [];
  for (const {name, file} of suites) {
    const other = seen.get(name);
    if (other !== undefined)
      problems.push({file, message: `the suite "${name}" is in ${other} too`, fix: 'give one of the two another name'});
    seen.set(name, file);
  }
  return problems;
}
