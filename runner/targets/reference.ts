// Starts the embedded reference server in a process of its own; it dies with us.
import {randomBytes} from 'node:crypto';
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {ReferenceSettings, ReferenceStart} from '../model/machine.ts';
import {readReadyLine, startProcess, type RunningProcess} from './process.ts';


/** From source, tsx compiles the server first; on two busy cores that took up to 6 s. */
const readyTimeoutMs = 30_000;

/** Starts the reference on a free port of the loopback and waits until it says where it listens. */
export async function startReference(settings: ReferenceSettings): Promise<ReferenceStart> {
  const admin = {user: 'reference-admin', password: randomBytes(18).toString('base64url')};
  const {command, args} = referenceCommand(settings.role);
  const started = await startProcess({
    command,
    args: [...args, ...flagsOf(settings)],
    env: {...process.env, REFERENCE_ADMIN_USER: admin.user, REFERENCE_ADMIN_PASSWORD: admin.password, REFERENCE_PARENT_PIPE: '1'},
  });
  if (started.kind === 'cannot-start') return started;
  const child = started.process;
  const ready = await readReadyLine(child, readyTimeoutMs);
  const url = ready.kind === 'line' ? readUrl(ready.line) : undefined;
  if (url === undefined) {
    await child.stop();
    const detail = ready.kind === 'none' ? ready.detail : `its first line is not the ready line: ${JSON.stringify(ready.line.slice(0, 200))}`;
    const tail = child.stderrTail().trimEnd().slice(-1_000);
    return {kind: 'cannot-start', detail: tail === '' ? detail : `${detail}\n  it wrote on stderr: ${tail}`};
  }
  return {kind: 'started', url, admin, stop: () => stopped(child)};
}

/** Gives the command that runs a reference program: compiled when we are compiled, through tsx when we run from source. */
export function referenceCommand(role: ReferenceSettings['role']): {readonly command: string; readonly args: readonly string[]} {
  const own = fileURLToPath(import.meta.url);
  const isSource = own.endsWith('.ts');
  const root = packageRoot(dirname(own));
  const program = role === 'hosting' ? ['main'] : ['overlay', 'main'];
  const file = join(root, ...(isSource ? [] : ['dist']), 'reference-server', ...program) + (isSource ? '.ts' : '.js');
  return {command: process.execPath, args: isSource ? ['--import', import.meta.resolve('tsx'), file] : [file]};
}

function packageRoot(folder: string): string {
  const file = join(folder, 'package.json');
  if (existsSync(file) && isOurs(readFileSync(file, 'utf8'))) return folder;
  const parent = dirname(folder);
  if (parent === folder) throw new Error('the package root of touchstone was not found');
  return packageRoot(parent);
}

function isOurs(text: string): boolean {
  return (JSON.parse(text) as {readonly name?: unknown}).name === 'touchstone';
}

function flagsOf({role, faults, settings, isTracingRules}: ReferenceSettings): readonly string[] {
  const faultFlags = faults.flatMap(fault => ['--fault', fault]);
  if (role === 'live-peer') return ['--live', 'udp://127.0.0.1:0', ...faultFlags];
  return ['--port', '0', ...faultFlags, ...settings.flatMap(setting => ['--set', setting]), ...(isTracingRules ? ['--trace-rules'] : [])];
}

function readUrl(line: string): string | undefined {
  try {
    const ready = JSON.parse(line) as {readonly ready?: unknown; readonly url?: unknown} | null;
    return ready?.ready === true && typeof ready.url === 'string' ? ready.url : undefined;
  } catch {
    return undefined;
  }
}

async function stopped(child: RunningProcess): Promise<void> {
  await child.stop();
}
