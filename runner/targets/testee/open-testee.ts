// Opens a decoder under test: starts the program or connects, finds out which form it speaks, and waits until it has described itself.
import {availableParallelism} from 'node:os';
import type {Bounds} from '../../../model/bounds.ts';
import type {TesteeStart, PeerCommand} from '../../../model/peer.ts';
import {missingHere} from '../process/missing-here.ts';
import {openChannel} from './open-channel.ts';
import {Spares} from './warm-processes.ts';
import {tellingLines} from '../../../base/text/telling-lines.ts';
import {readTesteeAddress, type TesteeAddress} from './decoder-address.ts';
import type {ChannelOpening} from './channel.ts';
import type {TesteeForm} from './form.ts';
import {framedForm} from './framed.ts';
import {lineForm} from './line.ts';
import {testeePort} from './port.ts';
import type {Launch, OnBroken} from './sessions.ts';
import {startSession, type Breakage, type TesteeSession} from './conversation.ts';

/** How a decoder is opened. */
export interface TesteeOptions {
  readonly bounds: Bounds;
  /** The folder of our own package.json. */
  readonly packageRoot: string;
  /** What the decoder and its children may hold; default 1 GiB. Not watched on Windows. */
  readonly memoryBytesMax?: number;
  /** The branches of a module are counted, and its answers say what they reached. */
  readonly isCounted?: boolean;
}

/** Opens a decoder that is a command, or at an address of transports.ts; `line:` before it asks for the line form without trying frames first. */
export async function openTestee(
  peer: string | PeerCommand,
  {bounds, memoryBytesMax = gibibyte, isCounted = false}: TesteeOptions,
): Promise<TesteeStart> {
  if (typeof peer !== 'string') {
    const text = [peer.command, ...peer.args].join(' ');
    return open({text, address: {kind: 'exec', ...peer, isLine: false}, bounds, memoryBytesMax, isCounted});
  }
  const missing = missingHere(peer);
  if (missing !== undefined) return {kind: 'cannot-start', detail: missing, isWrongAddress: true};
  const reading = readTesteeAddress(peer);
  if (reading.kind === 'problem') return {kind: 'cannot-start', detail: reading.detail, isWrongAddress: true};
  return open({text: peer, address: reading.address, bounds, memoryBytesMax, isCounted});
}

async function open(door: Door): Promise<TesteeStart> {
  const {text} = door;
  const tried = await firstForm(door);
  if (tried.kind === 'started') {
    foundForms.set(text, tried.form.name);
    return started(door, tried);
  }
  if (tried.kind === 'cannot-open') return {kind: 'cannot-start', detail: tried.detail, isWrongAddress: false};
  return cannotStart(text, tried.tries);
}

/** The forms that decoders were found to speak in this process, so that nobody waits for it twice. */
const foundForms = new Map<string, TesteeForm['name']>();

/** Who answers frames does so at once when it is loaded; after this time the line form is tried beside it. */
const framesAloneMs = 1_500;

type FoundForm =
  | StartedTry
  | Extract<Try, {kind: 'cannot-open'}>
  | {readonly kind: 'none'; readonly tries: readonly FailedTry[]};

/** Tries the forms until one is answered. A decoder that reads lines is silent when it gets a frame, so the second form does not wait for the first to fail. */
async function firstForm(door: Door): Promise<FoundForm> {
  const [form, other] = formsOf(door);
  if (form === undefined) return {kind: 'none', tries: []};
  const first = beginForm(door, form);
  if (other === undefined) return asFound(await first.tried);
  const early = await Promise.race([first.tried, waited(framesAloneMs)]);
  if (early !== undefined && (early.kind !== 'failed' || early.isFrames)) return asFound(early);
  const second = beginForm(door, other);
  const both = Promise.all([first.tried, second.tried]);
  const winner = await Promise.race([
    onlyStarted(first.tried),
    onlyStarted(second.tried),
    onlyFrames(first.tried),
    both.then(() => undefined),
  ]);
  if (winner === undefined) return bothFailed(await both);
  if (winner.kind === 'failed') {
    await second.giveUp();
    return asFound(winner);
  }
  await (winner.form === form ? second : first).giveUp();
  return winner;
}

const gibibyte = 1024 * 1024 * 1024;

/** Where the decoder is and what bounds it. */
interface Door {
  readonly text: string;
  readonly address: TesteeAddress;
  readonly bounds: Bounds;
  readonly memoryBytesMax: number;
  readonly isCounted: boolean;
}

function formsOf({text, address, bounds}: Door): readonly TesteeForm[] {
  const line = lineForm(bounds.frameBytesMax);
  if (address.isLine) return [line];
  const framed = framedForm(bounds.frameBytesMax);
  const found = foundForms.get(text);
  if (address.kind === 'module') return [framed];
  return found === undefined ? [framed, line] : [framed, line].filter(({name}) => name === found);
}

function asFound(tried: Try): FoundForm {
  return tried.kind === 'failed' ? {kind: 'none', tries: [tried]} : tried;
}

function bothFailed(tries: readonly Try[]): FoundForm {
  const closed = tries.find(tried => tried.kind === 'cannot-open');
  return closed ?? {kind: 'none', tries: tries.filter(tried => tried.kind === 'failed')};
}

/** Never settles when the form is not the one. */
async function onlyStarted(trying: Promise<Try>): Promise<StartedTry | undefined> {
  const tried = await trying;
  return tried.kind === 'started' ? tried : new Promise(() => undefined);
}

/** Never settles when it is not sure that the decoder speaks frames, however late that is seen. */
async function onlyFrames(trying: Promise<Try>): Promise<FailedTry | undefined> {
  const tried = await trying;
  return tried.kind === 'failed' && tried.isFrames ? tried : new Promise(() => undefined);
}

function waited(ms: number): Promise<undefined> {
  return new Promise(resolve => {
    setTimeout(resolve, ms, undefined).unref();
  });
}

type FailedTry = {
  readonly kind: 'failed';
  readonly form: TesteeForm['name'];
  readonly breakage: Breakage;
  readonly isFrames: boolean;
};
type StartedTry = {
  readonly kind: 'started';
  readonly form: TesteeForm;
  readonly session: TesteeSession;
  readonly handOver: (onBroken: OnBroken) => Breakage | undefined;
};
type Try = FailedTry | StartedTry | {readonly kind: 'cannot-open'; readonly detail: string};

/** A try that is under way. */
interface Trying {
  readonly tried: Promise<Try>;
  /** Ends it, however far it is; resolves when nothing of it is left. */
  giveUp(): Promise<void>;
}

function tryForm(door: Door, form: TesteeForm): Promise<Try> {
  return beginForm(door, form).tried;
}

function beginForm(door: Door, form: TesteeForm): Trying {
  const opened = openChannel(door.address, door);
  const giveUp = async (): Promise<void> => {
    const opening = await opened;
    if (opening.kind === 'open') await opening.channel.kill();
  };
  return {tried: greet(door, form, opened), giveUp};
}

async function greet(door: Door, form: TesteeForm, opened: Promise<ChannelOpening>): Promise<Try> {
  const opening = await opened;
  if (opening.kind === 'cannot-open') return opening;
  let earlier: Breakage | undefined;
  let onBroken: OnBroken = breakage => {
    earlier = breakage;
  };
  const start = await startSession({
    channel: opening.channel,
    form,
    startTimeoutMs: startTimeoutMs(door),
    depthMax: door.bounds.jsonDepthMax,
    memoryBytesMax: door.memoryBytesMax,
    onBroken: (...happened) => onBroken(...happened),
  });
  if (start.kind === 'failed')
    return {kind: 'failed', form: form.name, breakage: start.breakage, isFrames: start.isFrames};
  const handOver = (next: OnBroken): Breakage | undefined => {
    onBroken = next;
    return earlier;
  };
  return {kind: 'started', form, session: start.session, handOver};
}

function started(door: Door, first: StartedTry): TesteeStart {
  let unasked: StartedTry | undefined = first;
  const start = (): Promise<Try> => tryForm(door, first.form);
  const spares = new Spares(start, isProcess(door) ? sparesMax : 0);
  const launch = async (onBroken: OnBroken): Promise<Launch> => {
    const isAgain = unasked === undefined;
    const ready: Try | undefined = unasked ?? (await spares.take());
    unasked = undefined;
    // It may have ended while nobody asked anything, e.g. a listening decoder that was started anew.
    const isAlive = ready?.kind === 'started' && ready.handOver(onBroken) === undefined;
    const tried = isAlive ? ready : await start();
    if (tried.kind === 'cannot-open') return {kind: 'failed', detail: tried.detail};
    if (tried.kind === 'failed') return {kind: 'failed', detail: `the decoder ${tried.breakage.how}.`};
    const breakage = tried.handOver(onBroken);
    if (breakage !== undefined) return {kind: 'failed', detail: `the decoder ${breakage.how}.`};
    // Who had to be started again will have to be once more, most likely.
    if (isAgain) spares.refill();
    return {kind: 'started', session: tried.session};
  };
  const {description} = first.session;
  const port = testeePort({description, replyTimeoutMs: door.bounds.replyTimeoutMs, launch});
  const close = async (): Promise<void> => {
    const left = await spares.close();
    await Promise.all(left.flatMap(one => (one.kind === 'started' ? [one.session.close()] : [])));
    await unasked?.session.close();
    await port.close();
  };
  return {kind: 'started', port: {...port, close}};
}

/** Each takes memory; more than cores are there cannot start at once. */
const sparesMax = Math.min(4, availableParallelism());

function isProcess({address}: Door): boolean {
  return address.kind === 'exec' || address.kind === 'module';
}

// A process of ours has to be loaded first: a JVM or a compiling interpreter on a busy machine takes several seconds.
function startTimeoutMs(door: Door): number {
  const {connectTimeoutMs} = door.bounds;
  return isProcess(door) ? 3 * connectTimeoutMs : connectTimeoutMs;
}

function cannotStart(text: string, tries: readonly FailedTry[]): TesteeStart {
  const ways = [...new Set(tries.map(({breakage}) => breakage.how))];
  const how =
    ways.length === 1
      ? `the decoder ${ways[0]}${tries.length > 1 ? ', asked in frames and in the line form alike' : ''}`
      : tries
          .map(({form, breakage}) => `asked ${form === 'framed' ? 'in frames' : 'in the line form'} it ${breakage.how}`)
          .join('; ');
  const said = tries.map(({breakage}) => tellingLines(breakage.stderrTail)).findLast(lines => lines !== '');
  const quoted = said === undefined ? '' : ` It said on stderr: ${said}`;
  return {
    kind: 'cannot-start',
    detail: `${text} is not a usable decoder: ${how}.${quoted}`,
    isWrongAddress: false,
  };
}
