// `touchstone init`: writes a commented target file, after it has tried what it says.
import {program} from '../../base/text/program.ts';
import {defined} from '../../base/json/defined.ts';
import {dirname, relative} from 'node:path';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import {hasUrlCredentials} from '../../model/url-credentials.ts';
import {addressForms} from '../../model/peers/transports.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {quoted} from '../../base/text/quoted.ts';
import {visibleLines} from '../../base/text/visible-text.ts';
import {loadCatalog} from './load/catalog.ts';
import {readCommandLine} from './words/command-line.ts';
import {firstAnswer} from './doctor/any-api.ts';
import {isAdministrator} from './doctor/ask-server.ts';
import {enterTarget, type Entry} from './open/enter-target.ts';
import {redactorFor} from './open/given-secrets.ts';
import {initAnswers, type InitAnswers, type InitOptions} from './init/questions.ts';
import {openTarget} from './open/open-target.ts';
import {printProblems} from './words/print-problems.ts';
import {schemaPlace} from './load/schema-place.ts';
import {interruptible} from './words/stops.ts';
import {targetFileText, type NewTarget} from './init/target-file-text.ts';
import type {TargetOptions} from './words/target-options.ts';

/** The options as commander gives them. */
/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('init')
    .description(
      'Writes a target file: asks for what the flags leave open, tries it, and writes it down with comments. No secret goes into the file, only names of environment variables that begin with TOUCHSTONE_. Exit code 0: written; 5: unreachable, or the sign-in failed, and nothing is written; 2: wrong options.',
    )
    .optionsGroup('What is under test:')
    .option('--target <url>', 'a hosting server: the base URL under which /api/v1 is served')
    .option('--any-api', 'the server has nothing to do with the record: suites of your own test it')
    .option('--peer <address>', `a decoder under test: ${addressForms('decoder')}`)
    .option('--live-peer <url>', `a running overlay peer: ${addressForms('livePeer')}`)
    .optionsGroup('How to sign in (an administrator, who makes the other accounts):')
    .option('--admin-token-env <name>', 'environment variable that holds an access token')
    .option('--admin-user <name>', 'user name, with the password in the next one')
    .option('--admin-password-env <name>', 'environment variable that holds the password (default TOUCHSTONE_PASSWORD)')
    .optionsGroup('How to get there:')
    .option('--ca-file <file>', 'PEM file with the certificate authorities to trust')
    .option('--insecure', 'accept any certificate; every report says so')
    .optionsGroup('The file:')
    .option('--name <name>', 'what the target is called (default: after its host)')
    .option('--test-server', 'write that accounts and repositories may be made there; only for another machine')
    .option('--output <file>', 'where it is written', 'touchstone.yaml')
    .option('--force', 'replace a file that is there')
    .option('--no-try', 'write it without trying it');
}

/** Runs the command. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<InitOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  const {options} = line;
  const unwritable = whyNotWritten(options, machine);
  if (unwritable !== undefined) return refuse(machine, 2, unwritable);
  const answers = await initAnswers(options, machine);
  if (answers.kind === 'wrong') return refuse(machine, 2, answers.why);
  const trial = options.try ? await tryIt(answers, options, machine) : ({kind: 'found', notes: []} as const);
  if (trial.kind === 'failed')
    return refuse(
      machine,
      trial.exitCode,
      ...trial.problems,
      ...(options.target === undefined || options.anyApi === true ? [] : [anyApiHint]),
      'nothing was written; --no-try writes it all the same',
    );
  return write(answers, trial, options, machine);
}

function whyNotWritten({output, force, name, peer, livePeer}: InitOptions, {files}: Machine): string | undefined {
  for (const [flag, address] of Object.entries({'--peer': peer, '--live-peer': livePeer}))
    if (address !== undefined && hasUrlCredentials(address))
      return `${flag} holds a user or a password, and no secret goes into a target file\n  take them out`;
  if (name !== undefined && !namePattern.test(name))
    return `--name ${quoted(name)}: write small letters, digits and - only, e.g. staging`;
  if (files.exists(output) && force !== true)
    return `${output} is there already\n  name another file with --output FILE, or replace it with --force`;
  const why = files.whyNotWritable(output);
  return why === undefined ? undefined : `--output ${output}: ${why}`;
}

const namePattern = /^[a-z0-9][a-z0-9-]*$/;

type Answers = Extract<InitAnswers, {readonly kind: 'answers'}>;

type Trial =
  | {
      readonly kind: 'found';
      readonly version?: string;
      readonly accountNote?: string;
      readonly notes: readonly string[];
    }
  | {readonly kind: 'failed'; readonly exitCode: number; readonly problems: readonly string[]};

/** Opens the target and signs in; makes nothing there. */
async function tryIt(answers: Answers, options: InitOptions, given: Machine): Promise<Trial> {
  const {account, typed} = answers;
  const machine =
    account === undefined || typed === undefined ? given : {...given, env: {...given.env, [account.variable]: typed}};
  const isKnown = account !== undefined && (machine.env[account.variable] ?? '').trim() !== '';
  const stops = interruptible(machine);
  try {
    const tried = targetOptions(answers, options, isKnown);
    const redactor = redactorFor(tried, machine);
    const opening = await openTarget(tried, machine, {redactor, stop: stops.stop});
    if (opening.kind === 'failed') return {kind: 'failed', exitCode: opening.exitCode, problems: opening.problems};
    try {
      const catalog = await loadCatalog(machine, {own: false, users: []});
      const isAskingNobody = options.anyApi === true;
      const entering = {machine, options: {}, catalog, redactor, stops, isMakingNobody: true, isAskingNobody};
      const entry = await enterTarget(opening.target, entering);
      if (entry.kind === 'refused')
        return {kind: 'failed', exitCode: 5, problems: [redactor.redactText(`${entry.why}\n  ${entry.fix}`)]};
      if (isAskingNobody) return await tryAnyApi(entry);
      const admin = entry.actors.get('admin');
      const {version, door} = entry;
      const isAdmin = admin !== undefined && door !== undefined && (await isAdministrator(door, admin));
      const isUnknown = answers.url !== undefined && account === undefined && version === undefined;
      const unset =
        account !== undefined && !isKnown ? [`${account.variable} is not set, so the sign-in was not tried`] : [];
      return {
        kind: 'found',
        ...defined({version}),
        ...(admin === undefined ? {} : {accountNote: accountNote(isAdmin)}),
        notes: [
          ...found(version, admin?.login, isAdmin),
          ...(isUnknown ? [`it says no version; ${anyApiHint}`] : []),
          ...unset,
        ],
      };
    } finally {
      await opening.target.close();
    }
  } finally {
    stops.release();
  }
}

const anyApiHint = 'where suites of your own test it, and none of ours, --any-api writes the file for that';

async function tryAnyApi({door}: Entry): Promise<Trial> {
  if (door === undefined) return {kind: 'found', notes: []};
  const {weight, says} = await firstAnswer(door);
  return weight === 'obstacle' ? {kind: 'failed', exitCode: 5, problems: [says]} : {kind: 'found', notes: [says]};
}

// To try an address is no writing there, whoever it belongs to.
function targetOptions(
  {url, origin, account}: Answers,
  {peer, livePeer, caFile, insecure}: InitOptions,
  isKnown: boolean,
): TargetOptions {
  const signing: TargetOptions =
    account === undefined || !isKnown
      ? {}
      : account.kind === 'token'
        ? {adminTokenEnv: account.variable}
        : {adminUser: account.user, adminPasswordEnv: account.variable};
  return {
    ...defined({target: url, allowWrites: origin, peer, livePeer, caFile}),
    ...(insecure === true ? {insecure} : {}),
    ...signing,
  };
}

function accountNote(isAdmin: boolean): string {
  return isAdmin
    ? ''
    : 'This account is not an administrator, so no other accounts can be created; cases that need a second account are skipped.';
}

function found(version: string | undefined, login: string | undefined, isAdmin: boolean): readonly string[] {
  return [
    ...(version === undefined ? [] : [`the server answers: version ${version}`]),
    ...(login === undefined
      ? []
      : [`signed in as ${login}, ${isAdmin ? 'an administrator' : 'who is not an administrator'}`]),
  ];
}

function write(
  answers: Answers,
  trial: Extract<Trial, {readonly kind: 'found'}>,
  options: InitOptions,
  machine: Machine,
): number {
  const {output, peer, livePeer, caFile, insecure} = options;
  const {url, account, isLoopback, isTestServer} = answers;
  const schema = schemaPlace('fixtures/targets/target.schema.json', output, machine);
  const target: NewTarget = {
    name: options.name ?? nameOf(url),
    ...defined({url, peer, livePeer, account, accountNote: trial.accountNote, version: trial.version}),
    // The file says where things are from its own folder.
    ...(caFile === undefined ? {} : {caFile: relative(dirname(output), caFile)}),
    isInsecure: insecure === true,
    isLoopback,
    isTestServer,
    isAnyApi: options.anyApi === true,
    schema,
  };
  machine.files.writeWhole(output, targetFileText(target));
  if (schema.beside !== undefined) machine.files.writeWhole(schema.beside.file, schema.beside.text);
  for (const note of trial.notes) machine.talk(`${visibleLines(note).join('\n')}\n`);
  const named = shellWord(output);
  const secret =
    account === undefined || (machine.env[account.variable] ?? '') !== '' ? '' : `  export ${account.variable}=…\n`;
  machine.print(
    `${output} is written${schema.beside === undefined ? '' : `, and beside it ${schema.beside.file}, with which editors check it`}\n${secret}  ${program} doctor --target-file ${named}\n  ${program} run ${target.isAnyApi ? 'FOLDER ' : ''}--target-file ${named}\n`,
  );
  return 0;
}

function nameOf(url: string | undefined): string {
  if (url === undefined) return 'decoder';
  const name = new URL(url).hostname
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return /^[a-z]/.test(name) ? name : 'server';
}

function refuse(machine: Machine, exitCode: number, ...problems: readonly string[]): number {
  printProblems(machine, 'init', problems);
  return exitCode;
}
