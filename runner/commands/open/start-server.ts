// Starts the server of a target file, waits until it is ready, says what its log says when it never is, and stops it.
import type {Redaction} from '../../../model/redacted.ts';
import type {HttpPort} from '../../../model/http.ts';
import type {Machine, RunningCommand} from '../../../model/machine.ts';
import type {ServerPlace, StartCommand, TextOrVariable} from '../../../model/target-file.ts';

/** A server that was started, or why it could not be. */
export type ServerStart =
  | {
      readonly kind: 'started';
      readonly url: string;
      /** Aborts when the server ends by itself. */
      readonly died: AbortSignal;
      /** Stops it. */
      close(): Promise<void>;
    }
  | {readonly kind: 'failed'; readonly exitCode: 2 | 5; readonly message: string};

export interface StartInputs {
  readonly machine: Machine;
  /** Opens the way to an address, to ask whether it is ready. */
  readonly openHttp: (url: string) => Promise<HttpPort>;
  readonly redaction: Redaction;
  /** Ends waiting. */
  readonly stop: AbortSignal;
}

const logLines = 50;

/** Starts it. Its log is shown when it does not get ready and when it ends by itself later. */
export async function startServer(
  place: Extract<ServerPlace, {readonly kind: 'start'}>,
  {machine, openHttp, stop, redaction}: StartInputs,
): Promise<ServerStart> {
  const port = String(await machine.freePort());
  const filled = (text: string): string => text.replaceAll('{port}', port);
  const env = valuesOf(place.start.env, machine, filled);
  if (env.kind === 'missing') return failed(2, env.message);
  const settings = (command: readonly string[]) => ({
    command: command.map(filled),
    env: env.values,
    folder: place.start.folder,
  });
  const url = filled(place.url);
  const shown = place.start.command.map(filled).join(' ');
  const started = await machine.startCommand(settings(place.start.command));
  if (started.kind === 'cannot-start') return failed(5, `the target cannot be started: ${started.detail}`);
  const {command} = started;
  const hideValues = secretsHidden(place.start.env, env.values);
  const server: Server = {
    machine,
    start: place.start,
    command,
    run: words => runToItsEnd(machine, settings(words)),
    hide: line => redaction.text(hideValues(line)),
  };
  const died = new AbortController();
  let isClosing = false;
  const close = async (): Promise<void> => {
    if (isClosing) return;
    isClosing = true;
    await stopServer(server);
  };
  const http = await openHttp(url);
  const trouble = await waitUntilReady({http, url, server, stop});
  await http.close();
  if (trouble !== undefined) {
    const log = await logOf(server);
    await close();
    return failed(5, `the target was started with "${shown}", and ${trouble}${log}`);
  }
  void command.ended.then(async ({detail, isClean}) => {
    if (isClosing || (isClean && place.start.stop !== undefined)) return;
    died.abort(detail);
    machine.talk(
      `\nthe target, started with "${redaction.text(shown)}", ended by itself (${detail})${await logOf(server)}\n`,
    );
  });
  return {kind: 'started', url, died: died.signal, close};
}

interface Server {
  readonly machine: Machine;
  readonly start: StartCommand;
  readonly command: RunningCommand;
  readonly run: (command: readonly string[]) => Promise<readonly string[]>;
  /** Hides what came from environment variables of ours: servers like to log what they were given. */
  readonly hide: (line: string) => string;
}

interface Waiting {
  readonly http: HttpPort;
  readonly url: string;
  readonly server: Server;
  readonly stop: AbortSignal;
}

const pollMs = 50;

/** Asks until it is ready; gives what went wrong, as the second half of a sentence. */
async function waitUntilReady({http, url, server, stop}: Waiting): Promise<string | undefined> {
  const {machine, start, command} = server;
  const ended = new AbortController();
  void command.ended.then(({detail, isClean}) => {
    if (!isClean || start.stop === undefined) ended.abort(detail);
  });
  const {path, withinMs} = start.ready;
  const {clock} = machine;
  const untilMs = clock.monotonicMs() + withinMs;
  const signal = AbortSignal.any([stop, ended.signal]);
  const request = {method: 'GET', path, headers: [['Accept', 'application/json']] as const};
  const leftMs = (): number => Math.ceil(untilMs - clock.monotonicMs());
  let last = 'it was not asked';
  // What has hardly any time to answer says nothing, and would hide what the server answered before.
  while (leftMs() >= Math.min(pollMs, withinMs)) {
    const observation = await http.exchange(request, {signal, timeoutMs: leftMs()});
    if (stop.aborted) return 'waiting for it was interrupted';
    // What answers after our command has ended is somebody else's server at that address.
    if (ended.signal.aborted) return `it ended (${String(ended.signal.reason)}) before it was ready`;
    if (observation.kind === 'reply' && isReady(observation.status)) return undefined;
    last = observation.kind === 'reply' ? `answered ${String(observation.status)}` : `got: ${observation.detail}`;
    await clock.wait(pollMs, signal);
  }
  return `it was not ready within ${String(withinMs / 1_000)} s: GET ${url.replace(/\/$/, '')}${path} ${last}`;
}

// A server that wants a sign-in for everything is ready too.
function isReady(status: number): boolean {
  return (status >= 200 && status < 300) || status === 401 || status === 403;
}

async function logOf({start, command, run, hide}: Server): Promise<string> {
  const lines = start.logs === undefined ? command.lastLines(logLines) : (await run(start.logs)).slice(-logLines);
  const said = lines.filter(line => line.trim() !== '');
  if (said.length === 0) return '\n  it wrote nothing';
  return `\n  the last lines of its log:${said.map(line => `\n  | ${hide(line)}`).join('')}`;
}

function secretsHidden(
  env: {readonly [name: string]: TextOrVariable},
  values: {readonly [name: string]: string},
): (line: string) => string {
  const secrets = Object.entries(env).flatMap(([name, {kind}]) => (kind === 'variable' ? [values[name] ?? ''] : []));
  return line => secrets.reduce((shown, secret) => (secret === '' ? shown : shown.replaceAll(secret, '***')), line);
}

async function stopServer({start, command, run}: Server): Promise<void> {
  if (start.stop !== undefined) await run(start.stop);
  await command.stop();
}

// A log or a stop that takes longer is given up; what it left is shown by the next start.
const commandWithinMs = 60_000;

async function runToItsEnd(
  machine: Machine,
  settings: Parameters<Machine['startCommand']>[0],
): Promise<readonly string[]> {
  const started = await machine.startCommand(settings);
  if (started.kind === 'cannot-start') return [started.detail];
  const over = new AbortController();
  void started.command.ended.then(() => {
    over.abort();
  });
  await machine.clock.wait(commandWithinMs, over.signal);
  const lines = started.command.lastLines(logLines);
  await started.command.stop();
  return lines;
}

type Values =
  | {readonly kind: 'values'; readonly values: {readonly [name: string]: string}}
  | {readonly kind: 'missing'; readonly message: string};

function valuesOf(
  env: {readonly [name: string]: TextOrVariable},
  machine: Machine,
  filled: (text: string) => string,
): Values {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    const text = value.kind === 'text' ? filled(value.text) : machine.env[value.variable];
    if (text === undefined && value.kind === 'variable')
      return {kind: 'missing', message: `start.env ${name}: the variable ${value.variable} is not set`};
    values[name] = text ?? '';
  }
  return {kind: 'values', values};
}

function failed(exitCode: 2 | 5, message: string): Extract<ServerStart, {readonly kind: 'failed'}> {
  return {kind: 'failed', exitCode, message};
}
