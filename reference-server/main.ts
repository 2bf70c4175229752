#!/usr/bin/env node
/** Starts the reference server as a program: one JSON line on standard output when it is ready, words for people on standard error. */
import {createHash, randomBytes} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {Fault} from './faults/fault.ts';
import {faults} from './faults/faults.ts';
import {serverName, serverVersion} from './hosting/server-version.ts';
import {helpText, readOptions} from './options.ts';
import type {Options} from './options.ts';
import {takeMutant} from './mutants/switch.ts';
import {patchedRules} from './rules/make-rules.ts';
import {requirementsOfRule} from './rules/requirements.ts';
import {readSettings} from './settings/read-ini.ts';
import type {Settings} from './settings/settings.ts';
import type {Seed} from './seed/seed.ts';
import {survivesLostOutput} from './serve/survive-lost-output.ts';
import {answerOrders} from './serve-many.ts';
import {SeedRefused, startReferenceServer} from './start.ts';
import type {ReferenceServer} from './start.ts';

await main();

async function main(): Promise<void> {
  survivesLostOutput();
  const reading = readOptions(process.argv.slice(2));
  if (reading.kind === 'problem') return refuse([reading.message]);
  const {options} = reading;
  if (options.showsHelp) return void process.stdout.write(helpText);
  if (options.listsFaults) return void process.stdout.write(`${JSON.stringify(faults.map(describeFault), null, 2)}\n`);
  if (options.servesMany) return serveMany();
  const preparation = await prepare(options);
  if (preparation.kind === 'problems') return refuse(preparation.problems);
  await run(preparation.start);
}

type Preparation =
  | {readonly kind: 'start'; readonly start: Start}
  | {readonly kind: 'problems'; readonly problems: readonly string[]};

async function prepare(options: Options): Promise<Preparation> {
  const problems: string[] = [];
  const settings = settingsOf(options, problems);
  const chosen = options.faults.flatMap(name => faultNamed(name, problems));
  const seed = await seedOf(options, problems);
  if (settings === undefined || problems.length > 0) return {kind: 'problems', problems};
  return {kind: 'start', start: {options, settings, chosen, seed}};
}

function refuse(messages: readonly string[]): void {
  for (const message of messages) tell(message);
  process.exitCode = 2;
}

function tell(text: string): void {
  process.stderr.write(`${text}\n`);
}

function describeFault({patch, ...fault}: Fault): Record<string, unknown> {
  const rules = patchedRules(patch);
  const carries = [...new Set(rules.flatMap(rule => requirementsOfRule[rule]))];
  const digest = createHash('sha256').update(JSON.stringify(fault)).update(String(patch)).digest('hex');
  return {...fault, rules, carries, digest};
}

function settingsOf({ini, overrides}: Options, problems: string[]): Settings | undefined {
  const file = ini === undefined ? undefined : readFile('--ini', ini, problems);
  const reading = readSettings(file, overrides);
  if (reading.kind === 'settings') return reading.settings;
  problems.push(...reading.problems);
  return undefined;
}

async function seedOf({seedFile}: Options, problems: string[]): Promise<Seed | undefined> {
  const file = seedFile === undefined ? undefined : readFile('--seed-file', seedFile, problems);
  if (file === undefined) return undefined;
  // Few servers have a seed, and what reads YAML takes as long to load as a tenth of a start.
  const {readSeed} = await import('./seed/read-seed.ts');
  const reading = readSeed(file);
  if (reading.kind === 'seed') return reading.seed;
  problems.push(...reading.problems);
  return undefined;
}

function readFile(flag: string, file: string, problems: string[]): {file: string; text: string} | undefined {
  try {
    return {file, text: readFileSync(file, 'utf8')};
  } catch (problem) {
    problems.push(`${flag} ${file}  cannot be read: ${problem instanceof Error ? problem.message : String(problem)}`);
    return undefined;
  }
}

function faultNamed(name: string, problems: string[]): readonly Fault[] {
  const found = faults.filter(fault => fault.name === name);
  if (found.length === 0)
    problems.push(`--fault ${name}  there is no such fault; --list-faults lists the ${faults.length} there are`);
  return found;
}

interface Start {
  readonly options: Options;
  readonly settings: Settings;
  readonly chosen: readonly Fault[];
  readonly seed: Seed | undefined;
}

async function run(start: Start): Promise<void> {
  const admin = adminOfEnvironment();
  const listening = await listen(start, admin);
  if (listening.kind === 'problems') return refuse(listening.problems);
  endWithParent();
  announce({...start, url: listening.server.url, admin});
}

async function listen(
  {options, settings, chosen, seed}: Start,
  admin: Admin,
): Promise<
  | {readonly kind: 'listening'; readonly server: ReferenceServer}
  | {readonly kind: 'problems'; readonly problems: readonly string[]}
> {
  try {
    const server = await startReferenceServer({
      port: options.port,
      host: options.host,
      settings,
      faults: chosen,
      ...(seed === undefined ? {} : {seed}),
      tracesRules: options.tracesRules,
      admin,
      log: tell,
    });
    return {kind: 'listening', server};
  } catch (problem) {
    if (problem instanceof SeedRefused) return {kind: 'problems', problems: problem.problems};
    const text = problem instanceof Error ? problem.message : String(problem);
    return {
      kind: 'problems',
      problems: [`The reference server cannot listen on ${options.host} port ${options.port}: ${text}`],
    };
  }
}

/** Starts and stops servers as the lines of standard input say; all have the administrator of the environment. */
async function serveMany(): Promise<void> {
  const admin = adminOfEnvironment();
  endWithParent();
  await answerOrders(process.stdin, process.stdout, async args => {
    const reading = readOptions(takeMutant(args));
    if (reading.kind === 'problem') return {kind: 'problems', problems: [reading.message]};
    const preparation = await prepare(reading.options);
    return preparation.kind === 'problems' ? preparation : listen(preparation.start, admin);
  });
}

interface Admin {
  readonly name: string;
  readonly password: string;
  readonly token?: string;
  readonly oldToken?: string;
  readonly isGenerated: boolean;
}

function adminOfEnvironment(): Admin {
  const password = process.env['REFERENCE_ADMIN_PASSWORD'] ?? '';
  const token = process.env['REFERENCE_ADMIN_TOKEN'] ?? '';
  const oldToken = process.env['REFERENCE_OLD_TOKEN'] ?? '';
  return {
    name: process.env['REFERENCE_ADMIN_USER'] ?? 'root',
    password: password === '' ? randomBytes(12).toString('base64url') : password,
    ...(token === '' ? {} : {token}),
    ...(oldToken === '' ? {} : {oldToken}),
    isGenerated: password === '',
  };
}

/** Ends at once on a signal, and with its parent when the parent holds our standard input. */
function endWithParent(): void {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(0));
  if (process.env['REFERENCE_PARENT_PIPE'] !== '1') return;
  process.stdin.on('end', () => process.exit(0)).on('error', () => process.exit(0));
  process.stdin.resume();
}

interface Announcement {
  readonly url: string;
  readonly options: Options;
  readonly chosen: readonly Fault[];
  readonly admin: Admin;
}

function announce({url, options, chosen, admin}: Announcement): void {
  const passwordFrom = admin.isGenerated ? 'standard error' : 'REFERENCE_ADMIN_PASSWORD';
  const ready = {ready: true, url, name: serverName, version: serverVersion, api: `${url}/api/v1`};
  process.stdout.write(`${JSON.stringify({...ready, admin: {user: admin.name, passwordFrom}})}\n`);
  tell(`The ${serverName} answers at ${url}/api/v1`);
  tell(`Administrator: ${admin.name}${admin.isGenerated ? `, password: ${admin.password}` : ''}`);
  for (const fault of chosen) tell(`FAULT ${fault.name}: ${fault.says}`);
  const isLoopback = /^(127\.|localhost$|::1$)/.test(options.host);
  if (!isLoopback)
    tell(
      `WARNING: it listens on ${options.host}, so everybody who reaches this machine can use it. It is made for tests.`,
    );
}
