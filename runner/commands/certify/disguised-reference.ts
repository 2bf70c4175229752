// Notices our own reference under another name: by texts that the record does not ask for and that no two programs write alike.
import type {HttpPort, HttpRequest} from '../../../model/http.ts';
import type {Machine} from '../../../model/machine.ts';
import type {TesteePort} from '../../../model/peer.ts';
import {ownWords} from '../../../model/redacted.ts';
import type {OpenTarget} from '../open/opening.ts';
import type {Refusal, RunHooks} from '../run/run-hooks.ts';
import {referenceName, type Certifying} from './no-certificate.ts';

/** Compares with a reference of our own; refuses when every text and the order of every header are equal. A hint, not a proof. */
export async function refuseDisguised(
  {target}: Pick<Parameters<NonNullable<RunHooks['refuse']>>[0], 'target'>,
  {options, profile}: Certifying,
  machine: Machine,
): Promise<Refusal | undefined> {
  if (target.isReference || options.implementation === referenceName) return undefined;
  const {hosting, peer} = target;
  if (profile.area === 'overlay-codec' && peer !== undefined) {
    const theirs = await refusalsOf(peer.testee);
    // What it does before the first case is part of what it does.
    if (theirs.kind === 'broke') return {exitCode: 1, why: theirs.why};
    if (!(await rejectsLikeOurs(theirs.texts, target, machine))) return undefined;
  } else if (profile.area !== 'hosting' || hosting === undefined || !(await answersLikeOurs(hosting, target, machine)))
    return undefined;
  return {
    exitCode: 2,
    why: `the target answers with the texts and the order of headers of touchstone's own reference, where the record asks for none, and --implementation says "${options.implementation ?? ''}"\n  our own reference is certified as --implementation "${referenceName}"; an implementation that shares its texts cannot be told from it`,
  };
}

type Hosting = NonNullable<OpenTarget['hosting']>;

async function answersLikeOurs({http, baseUrl}: Hosting, {bounds}: OpenTarget, machine: Machine): Promise<boolean> {
  const ours = await machine.startReference({role: 'hosting', faults: [], settings: [], isTracingRules: false});
  if (ours.kind === 'cannot-start') return false;
  const settings = {baseUrl: ours.url, bounds, tls: {insecure: false}, headers: [], redaction: ownWords};
  const own = await machine.openHttp(settings);
  try {
    return (await answersOf(http, baseUrl)) === (await answersOf(own, ours.url));
  } finally {
    await own.close();
    await ours.stop();
  }
}

/** Requests without credentials that change nothing and that the record says nothing of. */
const requests: readonly HttpRequest[] = [
  {method: 'GET', path: '/api/v1/user', headers: []},
  {method: 'GET', path: '/api/v1/repos/nobody/nothing', headers: []},
  {method: 'DELETE', path: '/api/v1/version', headers: []},
  {method: 'GET', path: '/no-such-page', headers: []},
];

async function answersOf(http: HttpPort, baseUrl: string): Promise<string> {
  const texts: unknown[] = [];
  for (const request of requests) {
    const seen = await http.exchange(request);
    if (seen.kind === 'no-reply') return `no reply to ${request.path} of ${baseUrl}`;
    const names = seen.headers.map(([name]) => name.toLowerCase()).filter(name => !ofConnection.has(name));
    const text = Buffer.from(seen.body)
      .toString('utf8')
      .replaceAll(/https?:\/\/[^"/\s]*/g, '');
    texts.push([seen.status, names, text]);
  }
  return JSON.stringify(texts);
}

/** Headers that a proxy in between adds or changes. */
const ofConnection = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
  'via',
  'server',
  'age',
]);

async function rejectsLikeOurs(theirs: readonly string[], {bounds}: OpenTarget, machine: Machine): Promise<boolean> {
  if (theirs.length === 0) return false;
  const ours = await machine.openTestee(machine.referencePeer([]), bounds);
  if (ours.kind === 'cannot-start') return false;
  try {
    const own = await refusalsOf(ours.port);
    return own.kind === 'texts' && JSON.stringify(theirs) === JSON.stringify(own.texts);
  } finally {
    await ours.port.close();
  }
}

/** Inputs that no decoder takes, each broken in another way. */
const brokenInputs = ['0a', '0a05', '07', '08ffffffffffffffffffff01', '12ff'];

type Refusals =
  | {readonly kind: 'texts'; readonly texts: readonly string[]}
  | {readonly kind: 'broke'; readonly why: string};

/** Gives the texts of all refusals; none where one of the inputs was not refused. */
async function refusalsOf(testee: TesteePort): Promise<Refusals> {
  const texts: string[] = [];
  for (const hex of brokenInputs) {
    const bytes = Buffer.from(hex, 'hex');
    const answer = await testee.ask({kind: 'decode', message: 'OverlayMeta', form: 'binary', bytes});
    if (answer.kind === 'broken' || answer.kind === 'lost')
      return {kind: 'broke', why: `the decoder was asked to read the bytes ${hex} as OverlayMeta: ${answer.detail}`};
    if (answer.kind !== 'reject') return {kind: 'texts', texts: []};
    texts.push(answer.text);
  }
  // Decoders that give no reason are alike and not the same.
  return {kind: 'texts', texts: new Set(texts).size > 1 ? texts : []};
}
