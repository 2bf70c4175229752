// Searches for datagrams that a node does not survive: draws, sends in batches, asks, and finds the one that it was.
import type {FuzzFinding, FuzzTally} from '../../../model/decoder-search.ts';
import {afterEarlier, cameOnce} from '../../../model/decoder-search.ts';
import type {LivePort} from '../../../model/peer.ts';
import {shrink, shrinkSequence} from '../../overlay/shrink/shrink-input.ts';
import {drawPacket, shapeOf, type PacketDraws, type PacketInput} from './draw-packet.ts';
import {isSameTrouble, openSession, type NodeSession, type NodeTrouble} from './node-session.ts';
import type {FuzzEnd, FuzzSettings, FuzzStanding} from './search-settings.ts';

/** What a search needs. */
export interface NodeSearchSettings extends Pick<
  FuzzSettings,
  'seed' | 'first' | 'shard' | 'clock' | 'stop' | 'tick' | 'ledger' | 'found' | 'bounds'
> {
  readonly port: LivePort;
  /** What findings call the node. */
  readonly name: string;
  readonly isKnown: (finding: FuzzFinding) => boolean;
  /** Called when the node was started again. */
  readonly restarted: () => void;
}

/** The end of the kind of a finding of a node that the run cannot start. */
export const unconfirmed = 'not confirmed on a fresh node';

/** Runs a search until a bound is reached, `stop` aborts, or the node is gone for good. */
export async function searchNode(settings: NodeSearchSettings): Promise<FuzzEnd> {
  const search = new NodeSearch(settings);
  const detail = await search.run();
  const {standing} = search;
  if (detail !== undefined) return {kind: 'gone', standing, detail};
  return {kind: settings.stop.aborted ? 'stopped' : 'over', standing};
}

/** So many fit into the buffer of a socket at once, with room for what the system adds to each. */
const batchMax = 192;
/** Of a node that cannot be started again, the batch that it died of is all that is known. */
const onlyBatchMax = 32;
const batchBytesMax = 60_000;
/** Inputs that are like one which ended something are sent once in so many draws, so that the node lives to see others. */
const avoidedOneIn = 512;
/** Most inputs have this shape, and many bugs may: they are left out when so many were alike. */
const mainShape = shapeOf({});
const mainDiedMax = 4;
/** What was sent to a node since it was started, as far as it is kept. */
const historyMax = 4_096;
const shrinkMsMax = 2_500;
const shrinksMax = 200;
const sequencesMax = 60;
const sequencesMsMax = 10_000;
/** How long a node that the run did not start may take to be there again. */
const backWithinMs = 5_000;

/** Inputs that are known to end something: of this shape, and at least this long. */
interface Avoided {
  readonly trouble: NodeTrouble;
  readonly length: number;
  readonly count: number;
}

class NodeSearch {
  readonly standing: FuzzStanding;
  private readonly settings: NodeSearchSettings;
  private readonly untilMs: number;
  private readonly avoided = new Map<string, Avoided>();
  private session: NodeSession | undefined;
  private history: PacketInput[] = [];
  private firmFindings = 0;
  /** Places at which a reply to another host differs, that are known by now. */
  private readonly seenPlaces = new Set<string>();

  constructor(settings: NodeSearchSettings) {
    const {first, clock, bounds} = settings;
    this.settings = settings;
    this.standing = {inputs: 0, judged: 0, unsupported: 0, next: first, inFlight: 0, examiningMs: 0};
    this.untilMs = clock.monotonicMs() + bounds.timeMs;
  }

  /** Gives why the node is gone for good, if it is. */
  async run(): Promise<string | undefined> {
    try {
      while (!this.isOver()) {
        const gone = this.session === undefined ? await this.open() : undefined;
        if (gone !== undefined) return gone;
        const ended = await this.sendBatch();
        if (ended !== undefined) return ended;
        this.settings.tick(this.standing);
      }
      return undefined;
    } finally {
      await this.drop();
    }
  }

  private isOver(): boolean {
    const {bounds, stop, clock} = this.settings;
    return (
      stop.aborted ||
      this.standing.inputs >= bounds.runsMax ||
      this.firmFindings >= bounds.findingsMax ||
      clock.monotonicMs() >= this.untilMs
    );
  }

  private async open(): Promise<string | undefined> {
    const {port, clock} = this.settings;
    const start = await openSession(port, clock);
    // What was tried last may have left it so.
    const again = start.kind === 'open' ? start : ((await this.renew()) ?? (await openSession(port, clock)));
    if (typeof again === 'string') return again;
    if (again.kind === 'gone') return again.detail;
    this.session = again.session;
    return undefined;
  }

  private async drop(): Promise<void> {
    await this.session?.close();
    this.session = undefined;
  }

  private async sendBatch(): Promise<string | undefined> {
    const {session, standing} = this;
    if (session === undefined) return undefined;
    const batch = this.nextBatch(session);
    await session.send(batch);
    const trouble = batch.some(endsTunnel) ? await this.begunAgain() : await session.ask();
    standing.inputs += batch.length;
    standing.judged += batch.length;
    if (trouble === undefined) {
      this.history.push(...batch);
      if (this.history.length > 2 * historyMax) this.history = this.history.slice(-historyMax);
      return undefined;
    }
    // The sender's next tunnel is not there either: a fresh node has one.
    if (trouble.kind === 'tunnel' && batch.some(endsTunnel)) {
      await this.drop();
      return this.renew();
    }
    // It shows after most batches, and is told once.
    if (trouble.kind === 'other host' && this.seenPlaces.has(trouble.place)) {
      session.takeAsUsual();
      return undefined;
    }
    return this.examine(trouble, batch);
  }

  /** What ended the sender's tunnel may have ended the node. */
  private async begunAgain(): Promise<NodeTrouble | undefined> {
    await this.drop();
    const start = await openSession(this.settings.port, this.settings.clock);
    if (start.kind === 'gone') return start.trouble;
    this.session = start.session;
    return undefined;
  }

  private nextBatch(session: NodeSession): readonly PacketInput[] {
    const {settings, standing} = this;
    const {index: part, count} = settings.shard ?? {index: 1, count: 1};
    const draws = this.drawsFor(session);
    const batch: PacketInput[] = [];
    const left = settings.bounds.runsMax - standing.inputs;
    let bytes = 0;
    const most = Math.min(left, settings.port.node?.restart === undefined ? onlyBatchMax : batchMax);
    while (batch.length < most && bytes < batchBytesMax) {
      const index = standing.next * count + part - 1;
      standing.next += 1;
      const input = drawPacket(draws, index);
      if (this.isAvoided(input) && index % avoidedOneIn !== 0) continue;
      batch.push(input);
      bytes += input.bytes.length;
      // Nothing that comes after it in this tunnel would be read.
      if (endsTunnel(input)) break;
    }
    return batch;
  }

  private drawsFor({addresses, hasRelays}: NodeSession): PacketDraws {
    const {port, seed} = this.settings;
    return {
      seed,
      addresses,
      hasRelays,
      hasAuthority: port.node?.absent.has('certificate-authority') !== true,
      isLighthouse: port.node?.openLighthouse !== undefined,
    };
  }

  private isAvoided({sending, bytes}: PacketInput): boolean {
    const shape = shapeOf(sending);
    const known = this.avoided.get(shape);
    if (known === undefined || bytes.length < known.length) return false;
    return shape !== mainShape || known.count >= mainDiedMax;
  }

  /** One that is known to end the node like this, and was sent all the same. */
  private known(trouble: NodeTrouble, batch: readonly PacketInput[]): Avoided | undefined {
    return batch
      .filter(input => this.isAvoided(input))
      .map(({sending}) => this.avoided.get(shapeOf(sending)))
      .find(one => one !== undefined && isSameTrouble(one.trouble, trouble));
  }

  // The node is in trouble: which of the batch was it, does it show on a fresh node, and how short can it be?
  private async examine(trouble: NodeTrouble, batch: readonly PacketInput[]): Promise<string | undefined> {
    const {clock} = this.settings;
    const beganMs = clock.monotonicMs();
    const {history} = this;
    await this.drop();
    const isDead = trouble.kind === 'crash' || trouble.kind === 'hang';
    const isKnown = this.known(trouble, batch) !== undefined;
    const back = isDead ? await this.renew() : undefined;
    this.history = [];
    if (isKnown) return back;
    const examiner = new Examiner(this.settings, () => this.renew(), trouble);
    const shown = back === undefined ? await examiner.find(batch, history) : undefined;
    this.standing.examiningMs += clock.monotonicMs() - beganMs;
    this.settle(
      trouble,
      shown ?? {input: lastOf(batch), before: batch.slice(0, -1), how: back === undefined ? 'once' : 'unconfirmed'},
    );
    if (back !== undefined) return back;
    return undefined;
  }

  /** Gives a fresh node, or why there is none: one that the run started is started again, another one may come back by itself. */
  private async renew(): Promise<string | undefined> {
    const {port, clock, restarted} = this.settings;
    const {node} = port;
    if (node?.restart !== undefined) {
      const again = await node.restart();
      if (again.kind === 'failed') return `the node cannot be started again: ${again.detail}`;
      restarted();
      return undefined;
    }
    const untilMs = clock.monotonicMs() + backWithinMs;
    while (clock.monotonicMs() < untilMs) {
      const arrival = await node?.askAlive(Math.max(1, untilMs - clock.monotonicMs()));
      if (arrival?.kind === 'frame') return undefined;
      if (arrival?.kind === 'refused') await clock.wait(backWithinMs / 50);
    }
    return `the node is gone, and the run did not start it: what it died of is in the finding, ${unconfirmed}`;
  }

  private settle(trouble: NodeTrouble, shown: Shown): void {
    const {ledger, isKnown, found, seed, name} = this.settings;
    const finding = findingOf(trouble, shown, {seed, name});
    const same = ledger.tallies().find(({finding: {kind, mark}}) => kind === finding.kind && mark === finding.mark);
    if (trouble.kind === 'other host') this.seenPlaces.add(trouble.place);
    else this.avoid(trouble, shown);
    if (same !== undefined) {
      same.count += 1;
      if (finding.bytes.length < same.finding.bytes.length && finding.before.length === same.finding.before.length)
        same.finding = finding;
      return;
    }
    const tally: FuzzTally = {finding, count: 1, isKnown: isKnown(finding), also: new Set(), alike: new Set()};
    const isAnother = !ledger.tallies().some(other => other.finding.causes[0] === finding.causes[0]);
    ledger.restore(tally);
    if (!tally.isKnown && finding.basis === 'protocol' && isAnother) this.firmFindings += 1;
    found(tally, isAnother);
  }

  private avoid(trouble: NodeTrouble, {input, before}: Shown): void {
    const shape = shapeOf(input.sending);
    const known = this.avoided.get(shape);
    // Each look at a tunnel that ended takes its time, so that the input may be longer than it has to be.
    const length = before.length > 0 || trouble.kind === 'tunnel' ? 0 : input.bytes.length;
    this.avoided.set(shape, {
      trouble,
      length: Math.min(length, known?.length ?? Infinity),
      count: (known?.count ?? 0) + 1,
    });
  }
}

function lastOf(batch: readonly PacketInput[]): PacketInput {
  return batch.at(-1) ?? {message: 'OverlayMeta', way: 'binary', bytes: new Uint8Array(), sending: {}};
}

/** What ends or replaces the sender's tunnel, as it should. */
function endsTunnel({sending: {packet = {}, handshake}}: PacketInput): boolean {
  if (handshake !== undefined) return packet.relayed === true;
  return packet.type === 'closeTunnel' && packet.damage === undefined;
}

/** An input with what has to come before it, and how sure that is. */
interface Shown {
  readonly input: PacketInput;
  readonly before: readonly PacketInput[];
  readonly how: 'fresh' | 'unconfirmed' | 'once';
}

/** Looks for the input behind one trouble. */
class Examiner {
  private readonly settings: NodeSearchSettings;
  private readonly renew: () => Promise<string | undefined>;
  private readonly trouble: NodeTrouble;
  private readonly untilMs: number;
  private readonly isDead: boolean;

  constructor(settings: NodeSearchSettings, renew: () => Promise<string | undefined>, trouble: NodeTrouble) {
    this.settings = settings;
    this.renew = renew;
    this.trouble = trouble;
    this.untilMs = settings.clock.monotonicMs() + shrinkMsMax;
    this.isDead = trouble.kind === 'crash' || trouble.kind === 'hang';
  }

  async find(batch: readonly PacketInput[], history: readonly PacketInput[]): Promise<Shown | undefined> {
    const at = await this.firstThatShows(batch);
    if (at === undefined) return (await this.withBefore(batch)) ?? this.withBefore([...history, ...batch]);
    const input = batch[at]!;
    const alone = await this.shows([], input);
    if (!alone) return this.withBefore(batch.slice(0, at + 1));
    // Another way to a death that is known by its place needs no short input.
    if (this.isMarkKnown()) return this.confirmed(input, []);
    const bytes = await shrink(input.bytes, bytes => this.stillShows([], {...input, bytes}), {triesMax: shrinksMax});
    return this.confirmed({...input, bytes}, []);
  }

  private isMarkKnown(): boolean {
    const {trouble} = this;
    const mark = 'mark' in trouble ? trouble.mark : undefined;
    return mark !== undefined && this.settings.ledger.tallies().some(({finding}) => finding.mark === mark);
  }

  /** Asks after each one; the node is fresh at first. */
  private async firstThatShows(batch: readonly PacketInput[]): Promise<number | undefined> {
    let session = await this.openAnyway();
    try {
      for (const [at, input] of batch.entries()) {
        if (session === undefined) return undefined;
        await session.send([input]);
        const trouble = await this.askFor(session);
        if (trouble === undefined) continue;
        if (isSameTrouble(trouble, this.trouble)) return at;
        await session.close();
        session = await this.openAnyway();
      }
      return undefined;
    } finally {
      await session?.close();
    }
  }

  /** What is wrong, but for a reply to another host that nobody looks for here. */
  private async askFor(session: NodeSession): Promise<NodeTrouble | undefined> {
    const trouble = await session.ask();
    if (trouble?.kind !== 'other host' || isSameTrouble(trouble, this.trouble)) return trouble;
    session.takeAsUsual();
    return undefined;
  }

  // One after the other they do nothing: all that the node got since it was started is sent again, and what is not needed is left out.
  private async withBefore(inputs: readonly PacketInput[]): Promise<Shown | undefined> {
    const showsAll = (all: readonly PacketInput[]): Promise<boolean> => this.shows(all.slice(0, -1), lastOf(all));
    if (!(await showsAll(inputs))) return undefined;
    const untilMs = this.settings.clock.monotonicMs() + sequencesMsMax;
    const shortest = await shrinkSequence(
      inputs,
      async shorter => this.settings.clock.monotonicMs() <= untilMs && shorter.length > 0 && (await showsAll(shorter)),
      sequencesMax,
    );
    return this.confirmed(lastOf(shortest), shortest.slice(0, -1));
  }

  private async confirmed(input: PacketInput, before: readonly PacketInput[]): Promise<Shown | undefined> {
    if (this.settings.port.node?.restart === undefined) return {input, before, how: 'unconfirmed'};
    return (await this.showsFresh(before, input)) ? {input, before, how: 'fresh'} : undefined;
  }

  /** Whether something shorter shows it, as long as there is time to look. */
  private async stillShows(before: readonly PacketInput[], input: PacketInput): Promise<boolean> {
    return this.settings.clock.monotonicMs() <= this.untilMs && this.shows(before, input);
  }

  /** Sends them and asks. After a death the node is started again; else it goes on in new tunnels. */
  private async shows(before: readonly PacketInput[], input: PacketInput): Promise<boolean> {
    if (this.settings.stop.aborted) return false;
    return this.isDead && before.length > 0 ? this.showsFresh(before, input) : this.showsHere(before, input);
  }

  private async showsFresh(before: readonly PacketInput[], input: PacketInput): Promise<boolean> {
    return (await this.renew()) === undefined && this.showsHere(before, input);
  }

  private async showsHere(before: readonly PacketInput[], input: PacketInput): Promise<boolean> {
    const start = await this.openAnyway();
    if (start === undefined) return false;
    let trouble: NodeTrouble | undefined;
    for (let at = 0; at < before.length && trouble === undefined; at += batchMax) {
      await start.send(before.slice(at, at + batchMax));
      trouble = await this.askFor(start);
    }
    if (trouble === undefined) {
      await start.send([input]);
      trouble = await this.askFor(start);
    }
    await start.close();
    if (trouble?.kind === 'crash' || trouble?.kind === 'hang') await this.renew();
    return trouble !== undefined && isSameTrouble(trouble, this.trouble);
  }

  private async openAnyway(): Promise<NodeSession | undefined> {
    const {port, clock} = this.settings;
    const start = await openSession(port, clock);
    if (start.kind === 'open') return start.session;
    const again = (await this.renew()) === undefined ? await openSession(port, clock) : start;
    return again.kind === 'open' ? again.session : undefined;
  }
}

function findingOf(
  trouble: NodeTrouble,
  {input, before, how}: Shown,
  {seed, name}: {readonly seed: number; readonly name: string},
): FuzzFinding {
  const isOneOfMany = how === 'unconfirmed' && before.length > 0;
  const shape = isOneOfMany ? `one of ${String(before.length + 1)} datagrams` : shapeOf(input.sending);
  const {kind, got, cause} = wordsOf(trouble, shape);
  const ending = how === 'once' ? `, ${cameOnce}` : before.length > 0 && !isOneOfMany ? `, ${afterEarlier}` : '';
  return {
    ...input,
    bytes: Uint8Array.from(input.bytes),
    kind: `${kind}${ending}${how === 'unconfirmed' ? `, ${unconfirmed}` : ''}`,
    ...('mark' in trouble && trouble.mark !== undefined ? {mark: trouble.mark} : {}),
    basis: trouble.kind === 'tunnel' ? 'usual' : 'protocol',
    causes: [cause],
    expected: expectations[trouble.kind],
    got,
    ...('said' in trouble && trouble.said !== '' ? {stderr: trouble.said} : {}),
    decoder: name,
    seed,
    before,
  };
}

const expectations: {readonly [kind in NodeTrouble['kind']]: string} = {
  crash: 'the node answers a test packet after it (MESH-ALIVE)',
  hang: 'the node answers a test packet after it (MESH-ALIVE)',
  tunnel: 'the tunnel of the sender is there after it (MESH-CLEAR)',
  'other host': 'the node answers another host as before (MESH-APART)',
};

/** Tells whether a finding is about what another host is answered. */
export function isAboutOtherHost({expected}: Pick<FuzzFinding, 'expected'>): boolean {
  return expected === expectations['other host'];
}

/** Tells whether a finding is about the tunnel of the sender. */
export function isAboutTunnel({expected}: Pick<FuzzFinding, 'expected'>): boolean {
  return expected === expectations.tunnel;
}

/** Sends what a finding was about to a node, and gives what is wrong with it then; `gone` where it does not get as far. */
export async function replayOnNode(
  {port, clock}: Pick<NodeSearchSettings, 'port' | 'clock'>,
  {before, ...last}: Pick<FuzzFinding, 'before' | 'message' | 'way' | 'bytes' | 'sending'>,
): Promise<{readonly kind: string; readonly got: string; readonly expected: string} | 'gone' | 'fine'> {
  const start = await openSession(port, clock);
  if (start.kind === 'gone') return 'gone';
  const inputs = [...before, last].map(input => ({...input, sending: input.sending ?? {}}));
  let trouble: NodeTrouble | undefined;
  for (let at = 0; at < inputs.length && trouble === undefined; at += batchMax) {
    await start.session.send(inputs.slice(at, at + batchMax));
    trouble = await start.session.ask();
  }
  await start.session.close();
  if (trouble === undefined) return 'fine';
  return {...wordsOf(trouble, shapeOf(last.sending ?? {})), expected: expectations[trouble.kind]};
}

function wordsOf(
  trouble: NodeTrouble,
  shape: string,
): {readonly kind: string; readonly got: string; readonly cause: string} {
  switch (trouble.kind) {
    case 'crash': {
      const {said, mark = ''} = trouble;
      const kind = `crashes on ${shape}`;
      return {
        kind,
        got: `it is gone${said === '' ? '' : `: ${said}`}`,
        cause: mark === '' ? kind : `a crash at the same place (${mark})`,
      };
    }
    case 'hang': {
      const kind = `hangs on ${shape}`;
      return {kind, got: 'it answers no test packet in a new tunnel any more', cause: kind};
    }
    case 'tunnel': {
      const kind = `ends the tunnel on ${shape}`;
      return {kind, got: 'the tunnel is gone, and the node begins another one', cause: kind};
    }
    case 'other host': {
      const kind = `answers another host otherwise after ${shape}`;
      return {
        kind,
        got: `the reply to another host differs: ${trouble.place}`,
        cause: `a reply to another host that differs: ${trouble.place}`,
      };
    }
  }
}
