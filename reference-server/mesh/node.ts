// One node: takes datagrams and gives those that are sent because of them. It has no socket and no clock of its own.
import {randomInt} from 'node:crypto';
import type {Address} from '../overlay/rules/answer.ts';
import {addressText, introductionBytes, metaBytes, readIntroduction, readMeta} from './meta.ts';
import {certificateBytes, type Certificate} from './rules/certificate.ts';
import {
  metaTypes,
  type Dropped,
  type FirstSeen,
  type Heard,
  type Known,
  type MeshRules,
  type Purpose,
  type TunnelState,
  type Window,
} from './rules/mesh-rules.ts';
import {answerFirst, beginFirst, type Begun, type TunnelKeys} from './rules/noise.ts';
import {headerBytes, headerLength, headerOf, types, type Header} from './rules/packet.ts';
import {sealed, type Cipher, type Pair} from './rules/secrets.ts';

/** What a node is made of. */
export interface NodeParts {
  readonly rules: MeshRules;
  readonly cipher: Cipher;
  readonly certificate: Certificate;
  readonly pair: Pair;
  /** The CAs whose hosts are let in. */
  readonly authorities: readonly Certificate[];
  /** The lighthouse that it reports to; without one it is a lighthouse itself. */
  readonly lighthouse?: {readonly host: number; readonly at: Address};
  readonly nowMs: () => number;
  /** Sends a datagram, at once or later. */
  readonly send: (bytes: Buffer, to: Address, afterMs: number) => void;
  /** Says in a line what happened. */
  readonly log: (line: string) => void;
}

interface Tunnel extends TunnelState {
  readonly host: number;
  readonly index: number;
  readonly remote: number;
  readonly keys: TunnelKeys;
  /** The first packet that began it, and its answer; undefined where this node began it. */
  readonly welcome?: Welcome;
}

/** A handshake that this node began, and the host that is to answer it. */
interface Pending extends Begun {
  readonly wanted: number;
}

/** What is remembered of a host's last handshake. */
interface Welcome extends FirstSeen {
  readonly second: Buffer;
}

/** Types of sealed packets that this node does something with. */
const useful: ReadonlySet<number> = new Set([types.lightHouse, types.test, types.closeTunnel]);

/** Hosts and tunnels that are remembered; the oldest are forgotten. A run of every case makes some hundreds. */
const rememberedMax = 20_000;

/** A node of a mesh. */
export class MeshNode {
  private readonly parts: NodeParts;
  private readonly own: number;
  private readonly tunnels = new Map<number, Tunnel>();
  private readonly latest = new Map<number, Tunnel>();
  private readonly welcomes = new Map<number, Welcome>();
  private readonly known = new Map<number, Known>();
  private readonly pending = new Map<number, Pending>();
  private readonly wanted = new Set<number>();
  private before: Heard | undefined;

  constructor(parts: NodeParts) {
    this.parts = parts;
    this.own = parts.certificate.addresses[0] ?? 0;
  }

  /** Takes one datagram. */
  take(datagram: Buffer, from: Address): void {
    const {rules} = this.parts;
    const header = headerOf(datagram);
    rules.look({stage: 'datagram', header, bytes: datagram});
    if (header === undefined && datagram.length === 1 && rules.answersPunches) this.parts.send(datagram, from, 0);
    if (header === undefined || !rules.isKnownVersion(header)) return;
    const body = datagram.subarray(headerLength);
    if (header.type === types.handshake) return this.takeHandshake(header, body, from);
    if (header.type === types.recvError) {
      if (rules.answersErrors) this.answerError(header, from);
      return this.takeError(header, from);
    }
    const tunnel = this.tunnels.get(header.index);
    if (tunnel === undefined) return this.answerError(header, from);
    this.takeSealed(tunnel, header, {datagram, from});
  }

  private takeHandshake(header: Header, body: Buffer, from: Address): void {
    const {rules} = this.parts;
    rules.look({stage: 'handshake', header, bytes: body});
    if (rules.isFirstPacket(header)) return this.welcome(body, from);
    if (header.subtype === 0 && header.counter === 2n) this.finish(header, body, from);
  }

  /** Answers a first packet, or says nothing. */
  private welcome(body: Buffer, from: Address): void {
    const {rules, nowMs} = this.parts;
    const first = rules.firstMessage(body);
    const read = first === undefined ? undefined : rules.readIntroduction(first.payload);
    if (first === undefined || read === undefined) return;
    const {value: theirs, hasUnknown} = read;
    if (!theirs.hasDetails && rules.needsDetails) return;
    if (hasUnknown && !rules.readsUnknownHandshakes) return;
    const host = this.hostOf(theirs.certificate, first.fixed);
    if (host === undefined) return this.refuse(theirs.certificate, from);
    const before = rules.lastOf(this.welcomes, host);
    if (before !== undefined && rules.isSameFirst({first: body, time: theirs.time}, before)) {
      const again = rules.answerAgain(before.second, host);
      if (again !== undefined) this.parts.send(again, from, 0);
      return this.drop('repeated', this.latest.get(host), from);
    }
    if (!rules.isTimely(theirs.time, rules.nowNanoseconds(nowMs()))) return;
    if (!rules.isIndexWelcome(theirs.initiator, this.indexesBeside(host))) return;
    if (before !== undefined && !rules.isWelcome(theirs.time, before.time)) return;
    const index = this.freeIndex(host);
    const time = rules.nowNanoseconds(nowMs());
    const mine = rules.introduction(
      {certificate: this.shown(), initiator: theirs.initiator, responder: index, time},
      theirs,
    );
    const {pair, cipher} = this.parts;
    const payload = introductionBytes(mine);
    const ephemeral = rules.freshEphemeral();
    const answer = answerFirst(cipher, {own: pair, first, payload, agree: rules.agree, ephemeral});
    if (answer === undefined) return;
    const header = rules.secondHeader({
      version: 1,
      type: types.handshake,
      subtype: 0,
      reserved: 0,
      index: theirs.initiator,
      counter: 2n,
    });
    const second = Buffer.concat([headerBytes(header), answer.message]);
    rules.look({stage: 'answer', host, second});
    const welcome: Welcome = {time: theirs.time, first: Buffer.from(body), second};
    remember(this.welcomes, host, welcome);
    this.open({host, index, remote: theirs.initiator, keys: answer.keys, at: from, welcome});
    for (let count = 0; count < rules.answersPerFirst; count += 1) this.parts.send(second, from, 0);
  }

  /** What a refused certificate claims counts for nothing. */
  private refuse(certificate: Buffer, from: Address): void {
    const host = this.parts.rules.readCertificate(certificate)?.addresses[0];
    this.drop('refused', host === undefined ? undefined : this.latest.get(host), from);
  }

  private drop(what: Dropped, tunnel: Tunnel | undefined, from: Address): void {
    const close = (): void => {
      if (tunnel !== undefined) this.close(tunnel);
    };
    this.parts.rules.onDropped(what, {tunnel, from, close});
  }

  /** The indexes of other initiators than this host. */
  private indexesBeside(host: number): ReadonlySet<number> {
    return new Set([...this.latest.values()].filter(one => one.host !== host).map(({remote}) => remote));
  }

  /** Says whose certificate this is; undefined where it lets nobody in. */
  private hostOf(bytes: Buffer, fixed: Buffer): number | undefined {
    const {rules, authorities, nowMs} = this.parts;
    const shown = rules.presence(rules.readCertificate(bytes));
    if (shown === undefined) return undefined;
    const certificate = rules.withKey(shown, fixed);
    const issuer = rules.issuerOf(certificate, authorities);
    const isGood =
      issuer !== undefined &&
      rules.isInTime(certificate, nowMs() / 1_000) &&
      rules.isWithin(certificate, issuer) &&
      rules.isSigned(certificate, issuer) &&
      rules.isAllowed(rules, certificate, issuer) &&
      rules.isHost(certificate) &&
      rules.isOther(certificate, this.own);
    if (!isGood) this.parts.log(`refuses the certificate of "${certificate.name}"`);
    return isGood ? rules.hostAddress(certificate) : undefined;
  }

  /** Our certificate as it travels: the Noise message has its key. */
  private shown(): Buffer {
    return certificateBytes(this.parts.rules.shown(this.parts.certificate));
  }

  private freeIndex(host: number): number {
    return this.parts.rules.newIndex(() => {
      for (;;) {
        const index = randomInt(1, 0xffff_ffff);
        if (!this.tunnels.has(index) && !this.pending.has(index)) return index;
      }
    }, host);
  }

  private open(tunnel: Omit<Tunnel, 'counter' | 'window'>): void {
    const {rules} = this.parts;
    const opened = {...tunnel, counter: rules.firstCounter, window: {newest: 0n, taken: new Set<bigint>()}};
    rules.look({stage: 'tunnel', opened, before: this.latest.get(tunnel.host), known: this.known});
    remember(this.tunnels, tunnel.index, opened);
    remember(this.latest, tunnel.host, opened);
    this.parts.log(`has a tunnel with ${addressText(tunnel.host)}`);
  }

  private close(tunnel: Tunnel): void {
    const {rules} = this.parts;
    const {host, index} = tunnel;
    const wasLatest = this.latest.get(host) === tunnel;
    this.tunnels.delete(index);
    const left = this.tunnelsOf(host).at(-1);
    if (left === undefined) this.latest.delete(host);
    else if (wasLatest) this.latest.set(host, left);
    // A host that has another tunnel has not left.
    if (rules.hasLeft(left !== undefined)) rules.forgets(this.known, host);
    // Known nodes compare the Time of a first packet with that of the newest tunnel that is left.
    if (!rules.forgetsHandshakes || !(wasLatest || left === undefined)) return;
    if (left?.welcome === undefined) this.welcomes.delete(host);
    else this.welcomes.set(host, left.welcome);
  }

  /** The tunnels of a host, the oldest first. */
  private tunnelsOf(wanted: number): readonly Tunnel[] {
    return [...this.tunnels.values()].filter(({host}) => host === wanted);
  }

  private answerError(header: Header, from: Address): void {
    const isFromHost = [...this.latest.values()].some(({at}) => at.ip === from.ip && at.port === from.port);
    for (const bytes of this.parts.rules.recvError(header, isFromHost)) this.parts.send(bytes, from, 0);
  }

  private takeError({index}: Header, from: Address): void {
    for (const one of this.parts.rules.endedByError({index, from}, [...this.tunnels.values()])) this.close(one);
  }

  private takeSealed(
    tunnel: Tunnel,
    header: Header,
    {datagram, from}: {readonly datagram: Buffer; readonly from: Address},
  ): void {
    const {rules, cipher} = this.parts;
    if (!rules.isFresh(tunnel.window, header)) return this.drop('stale', tunnel, from);
    const beside = datagram.subarray(0, headerLength);
    const body = datagram.subarray(headerLength);
    const texts = rules.keysFor(tunnel.keys).map(key => {
      return rules.unsealed(cipher, {key, counter: rules.nonce(cipher, header.counter, 'receive'), beside}, body);
    });
    const text = texts.find(one => one !== undefined);
    if (rules.moves(text !== undefined, header)) {
      if (tunnel.at.port !== from.port) tunnel.counter = rules.counterAfterMove(tunnel.counter);
      tunnel.at = from;
    }
    if (text === undefined) {
      rules.markForged(tunnel.window, header.counter);
      if (header.type === types.closeTunnel && rules.endsOnForgedClose) this.close(tunnel);
      return this.drop('forged', tunnel, from);
    }
    mark(tunnel.window, header.counter);
    rules.look({stage: 'text', header, bytes: text});
    this.act(tunnel, header, {text, from});
  }

  private act(tunnel: Tunnel, header: Header, {text, from}: {readonly text: Buffer; readonly from: Address}): void {
    const {rules} = this.parts;
    if (!useful.has(header.type)) return this.drop('useless', tunnel, from);
    if (header.type === types.closeTunnel && rules.endsOnClose)
      for (const one of rules.endedByClose(tunnel, [...this.tunnels.values()])) this.close(one);
    if (header.type === types.test)
      for (const {subtype, bytes} of rules.testReply(header, text))
        this.say(this.wayTo(tunnel, 'test'), {type: types.test, subtype}, bytes);
    if (header.type !== types.lightHouse) return;
    const read = readMeta(text);
    if (read === undefined || (read.hasUnknown && !rules.readsUnknownFields))
      return this.drop('unreadable', tunnel, from);
    const heard = rules.heard(read.value, this.before);
    this.before = read.value;
    this.hear(tunnel, heard);
  }

  private hear(tunnel: Tunnel, heard: Heard): void {
    const {rules, lighthouse} = this.parts;
    const {host} = tunnel;
    if (rules.tells(heard.type)) return this.learn(tunnel, heard);
    if (heard.type === metaTypes.query && rules.answersLookups(lighthouse === undefined))
      return this.lookUp(tunnel, heard.about);
    if (!rules.isFromLighthouse(host, lighthouse?.host)) return;
    if (heard.type === metaTypes.punch) this.punch(heard);
    if (heard.type === metaTypes.queryReply) this.meet(heard);
  }

  private learn(tunnel: Tunnel, {about, addresses}: Heard): void {
    const {rules, lighthouse, log} = this.parts;
    const {host} = tunnel;
    if (lighthouse !== undefined || !rules.mayTell(about, host)) return;
    if (!rules.learnsIn(tunnel, () => this.tunnelsOf(host))) return;
    const before = this.known.get(about);
    const kept = rules.kept(addresses, before?.told ?? []);
    const told = kept.filter(one => rules.isOutside(one, this.parts.certificate.addresses));
    remember(this.known, about, {seen: undefined, told}, rules.hostsKnown);
    log(
      `hears from ${addressText(host)} where it is (${String(addresses.length)} ${addresses.length === 1 ? 'address' : 'addresses'})`,
    );
  }

  private lookUp(asker: Tunnel, wanted: number): void {
    const {rules, log} = this.parts;
    log(`is asked by ${addressText(asker.host)} for ${addressText(wanted)}`);
    if (!rules.isNear(asker.host, this.parts.certificate.addresses)) return;
    const known = rules.found(this.known, wanted, this.latest.has(wanted));
    if (known === undefined) return;
    const addresses = rules.addressesOf(this.seen(wanted, known));
    for (const reply of rules.lookupReplies(wanted, addresses, asker.host))
      this.say(this.wayTo(asker, 'reply'), {type: types.lightHouse}, metaBytes(reply));
    const own = this.seen(asker.host, this.known.get(asker.host) ?? {seen: undefined, told: []});
    const request = rules.punchRequest({wanted, asker: asker.host, addresses: rules.addressesOf(own)});
    const to = request === undefined ? undefined : this.latest.get(request.to);
    if (request === undefined || to === undefined) return;
    const others = [...this.latest.values()].filter(one => one !== to && one !== asker);
    for (const one of [this.wayTo(to, 'punch'), ...rules.alsoTold(others)])
      this.say(one, {type: types.lightHouse}, metaBytes(request.meta));
  }

  private wayTo(tunnel: Tunnel, purpose: Purpose): Tunnel {
    return this.parts.rules.speaksIn(tunnel, purpose, () => this.tunnelsOf(tunnel.host));
  }

  /** The address that a host's packets come from is the one of its tunnel. */
  private seen(host: number, known: Known): Known {
    return {...known, seen: this.latest.get(host)?.at};
  }

  private punch({about, addresses}: Heard): void {
    const {rules, log} = this.parts;
    log(`punches for ${addressText(about)}`);
    for (const to of rules.punched(addresses)) this.parts.send(rules.punch, to, rules.punchAfterMs);
    if (!this.latest.has(about)) this.punchedFor?.(about);
  }

  /** Is called when it punched for a host that it has no tunnel with. */
  punchedFor: ((host: number) => void) | undefined;

  /** Begins a tunnel with a host that was looked up. */
  private meet({about, addresses}: Heard): void {
    const isWanted = this.wanted.delete(about);
    if (!this.parts.rules.meets(isWanted)) return;
    const places = this.parts.rules.met(addresses);
    for (const at of places) this.begin(about, at);
    this.metAt?.(about, places);
  }

  /** Is called when it began a tunnel with a host that was looked up, at these places. */
  metAt: ((host: number, places: readonly Address[]) => void) | undefined;

  /** Begins the tunnel with a host again, where there was no answer. */
  meetAgain(host: number, places: readonly Address[]): void {
    if (!this.latest.has(host)) for (const at of places) this.begin(host, at);
  }

  private say(
    tunnel: Tunnel,
    {type, subtype = 0}: {readonly type: number; readonly subtype?: number},
    text: Buffer,
  ): void {
    const {rules, cipher, send} = this.parts;
    const {counter} = tunnel;
    tunnel.counter = rules.nextCounter(counter);
    const beside = headerBytes(rules.packetHeader({type, subtype, index: tunnel.remote, counter}));
    const body = sealed(cipher, {key: tunnel.keys.send, counter: rules.nonce(cipher, counter, 'send'), beside}, text);
    send(Buffer.concat([beside, body]), tunnel.at, 0);
  }

  /** Begins a handshake with this host, at this place. */
  private begin(wanted: number, at: Address): void {
    const {rules, cipher, pair, nowMs, send} = this.parts;
    const index = this.freeIndex(0);
    const time = rules.nowNanoseconds(nowMs());
    const mine = rules.opening({certificate: this.shown(), initiator: index, responder: 0, time});
    const payload = introductionBytes(mine);
    const begun = beginFirst(cipher, {own: pair, payload, agree: rules.agree, open: rules.unsealed});
    remember(this.pending, index, {...begun, wanted});
    const header = rules.firstHeader({type: types.handshake, counter: 1n}, this.pending.size);
    send(Buffer.concat([headerBytes(header), begun.message]), at, 0);
  }

  private finish({index}: Header, body: Buffer, from: Address): void {
    const {rules} = this.parts;
    const begun = rules.takesAnswer(index, [...this.pending.keys()]) ? this.pending.get(index) : undefined;
    const answer = begun?.finish(body);
    const read = answer === undefined ? undefined : readIntroduction(answer.payload);
    if (begun !== undefined && answer === undefined) rules.onBadAnswer(begun.wanted);
    if (begun === undefined || answer === undefined || read === undefined || read.value.initiator !== index) return;
    const {certificate} = read.value;
    const host = rules.hostThatAnswers(() => this.hostOf(certificate, answer.fixed), certificate);
    if (host === undefined || !rules.isWanted(host, begun.wanted)) return;
    if (rules.endsAfterAnswer) this.pending.delete(index);
    this.open({host, index, remote: read.value.responder, keys: answer.keys, at: from});
    if (rules.isFromLighthouse(host, this.parts.lighthouse?.host)) this.lighthouseIsThere?.();
  }

  /** Is called when the tunnel with the lighthouse is there. */
  lighthouseIsThere: (() => void) | undefined;

  /** Says to the lighthouse where this node is; begins a tunnel where there is none. */
  report(addresses: readonly Address[]): void {
    this.toLighthouse(this.parts.rules.report(this.own, addresses));
  }

  /** Asks the lighthouse for a host; true while there was no answer. */
  askFor(host: number, isFirst: boolean): boolean {
    if (isFirst) this.wanted.add(host);
    if (!this.wanted.has(host)) return false;
    this.toLighthouse({type: metaTypes.query, about: host, addresses: []});
    return true;
  }

  private toLighthouse(meta: Heard): void {
    const {lighthouse} = this.parts;
    if (lighthouse === undefined) return;
    const tunnel = this.latest.get(lighthouse.host);
    if (tunnel === undefined) this.begin(lighthouse.host, lighthouse.at);
    else this.say(tunnel, {type: types.lightHouse}, metaBytes(meta));
  }
}

// What lies before the window is refused by its number, so it need not be kept.
function mark(window: Window, counter: bigint): void {
  window.taken.add(counter);
  if (counter > window.newest) window.newest = counter;
  if (window.taken.size > 4_096)
    for (const one of window.taken) if (one <= window.newest - 2_048n) window.taken.delete(one);
}

function remember<Key, Value>(map: Map<Key, Value>, key: Key, value: Value, most = rememberedMax): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
