// Starts the embedded reference in a process of its own, which dies with us.
import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {ReferenceSettings, ReferenceStart} from '../../../model/machine.ts';
import {newestProgram} from '../process/newest-program.ts';
import {readReadyLine, startProcess, type RunningProcess} from '../process/child.ts';
import type {PeerCommand} from '../../../model/peer.ts';
import {tellingLines} from '../../../base/text/telling-lines.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** From source, tsx compiles the server first; on two busy cores that takes several seconds. */
const readyTimeoutMs = 30_000;

/** Starts the reference on a free port of the loopback and waits until it says where it listens. */
export async function startReference(settings: ReferenceSettings, build?: InstrumentedBuild): Promise<ReferenceStart> {
  const {env, token: adminToken, oldToken, ...admin} = newAdmin();
  const {command, args} = referenceCommand(settings.role, build);
  const started = await startProcess({
    command,
    args: [...args, ...flagsOf(settings)],
    env: {...process.env, ...env},
  });
  if (started.kind === 'cannot-start') return started;
  const child = started.process;
  const ready = await readReadyLine(child, readyTimeoutMs);
  const url = ready.kind === 'line' ? readUrl(ready.line) : undefined;
  if (url !== undefined) return {kind: 'started', url, admin, adminToken, oldToken, stop: () => stopped(child)};
  await child.stop();
  const why =
    ready.kind === 'none' ? ready.detail : `its first line is not the ready line: ${quoted(ready.line.slice(0, 200))}`;
  return {kind: 'cannot-start', detail: `the reference cannot be started: ${why}${lastWords(child.stderrTail())}`};
}

/** The administrator of a reference server, and the environment that tells it so. */
export interface ReferenceAdmin {
  readonly user: string;
  readonly password: string;
  readonly token: string;
  /** An access token of the administrator that is older than scopes. */
  readonly oldToken: string;
  readonly env: {readonly [name: string]: string};
}

/** Draws an administrator's secrets anew. */
export function newAdmin(): ReferenceAdmin {
  const user = 'reference-admin';
  const password = randomBytes(18).toString('base64url');
  const token = randomBytes(20).toString('hex');
  const oldToken = randomBytes(20).toString('hex');
  const env = {
    REFERENCE_ADMIN_USER: user,
    REFERENCE_ADMIN_PASSWORD: password,
    REFERENCE_ADMIN_TOKEN: token,
    REFERENCE_OLD_TOKEN: oldToken,
    REFERENCE_PARENT_PIPE: '1',
  };
  return {user, password, token, oldToken, env};
}

type Role = ReferenceSettings['role'];

/** Gives the command that runs a program of the reference: compiled when we are compiled or the build is newer than every source, else through tsx. */
export function referenceCommand(
  role: Role,
  build?: InstrumentedBuild,
): {readonly command: string; readonly args: readonly string[]} {
  if (build !== undefined) return instrumentedCommand(role, build);
  const program = join('reference-server', ...folderOf[role], 'main');
  return {command: process.execPath, args: newestProgram(program)};
}

/** Where the program of each role is, below reference-server. */
const folderOf: {readonly [role in Role]: readonly string[]} = {hosting: [], 'live-peer': ['overlay'], mesh: ['mesh']};

/** A build of the reference that holds all mutants. */
export interface InstrumentedBuild {
  /** The folder that holds `reference-server`. */
  readonly folder: string;
  /** For the switch, which takes them off the command line. */
  readonly flags: readonly string[];
}

function instrumentedCommand(
  role: Role,
  {folder, flags}: InstrumentedBuild,
): {readonly command: string; readonly args: readonly string[]} {
  const server = join(folder, 'reference-server');
  const preload = pathToFileURL(join(server, 'mutants', 'preload.js')).href;
  const program = join(server, ...folderOf[role], 'main.js');
  return {command: process.execPath, args: ['--import', preload, program, ...flags]};
}

/** Gives the program of the reference's decoder under test, started with these flags, for `openTestee`. */
export function peerCommand(flags: readonly string[], build?: InstrumentedBuild): PeerCommand {
  const {command, args} = referenceCommand('live-peer', build);
  return {command, args: [...args, '--testee', ...flags]};
}

/** The flags of a node that is a plain host of a run's mesh; the run fills in what is in braces. */
export const hostFlags: readonly string[] =
  '--ca {ca} --cert {cert} --key {key} --cipher {cipher} --host {host} --port {port} --lighthouse {lighthouse}@{lighthouseAddress} --interval 0.5'.split(
    ' ',
  );

/** Writes the settings as the flags of the program that serves the role. */
export function flagsOf({role, faults, settings, isTracingRules, mutant}: ReferenceSettings): string[] {
  const switched = mutant === undefined ? [] : [`--mutant=${String(mutant)}`];
  const faultFlags = [...switched, ...faults.flatMap(fault => ['--fault', fault])];
  if (role === 'live-peer') return ['--live', 'udp://127.0.0.1:0', ...faultFlags];
  if (role === 'mesh') return faultFlags;
  const setFlags = settings.flatMap(setting => ['--set', setting]);
  return ['--port', '0', ...faultFlags, ...setFlags, ...(isTracingRules ? ['--trace-rules'] : [])];
}

function readUrl(line: string): string | undefined {
  try {
    const ready = JSON.parse(line) as {readonly ready?: unknown; readonly url?: unknown} | null;
    return ready?.ready === true && typeof ready.url === 'string' ? ready.url : undefined;
  } catch {
    return undefined;
  }
}

function lastWords(stderrTail: string): string {
  const lines = tellingLines(stderrTail);
  return lines === '' ? '' : `; it said: ${lines}`;
}

async function stopped(child: RunningProcess): Promise<void> {
  await child.stop();
}
