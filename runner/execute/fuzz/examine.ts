// Looks closely at one difference: does it come again, how small can the input be, does a fresh decoder show it too, what is it called?
import {defined} from '../../../base/json/defined.ts';
import {afterEarlier, cameOnce, type FuzzFinding, type FuzzInput} from '../../../model/decoder-search.ts';
import type {NewlyReached, TesteeAnswer, TesteePort, TesteeQuestion} from '../../../model/peer.ts';
import type {Clock} from '../../../model/ports.ts';
import {tellingLines} from '../../../base/text/telling-lines.ts';
import {generateWay} from '../../overlay/generate-way.ts';
import {causesOf} from './causes.ts';
import type {Difference} from '../../overlay/judge-answer.ts';
import {judgeInput} from '../../overlay/judge-input.ts';
import {inputOf, questionOf, readInput} from '../../overlay/read-input.ts';
import type {Reading} from '../../overlay/reading.ts';
import {shrink, shrinkSequence, shrinkText} from '../../overlay/shrink/shrink-input.ts';

/** A decoder in a search: one process or connection per job. */
export interface FuzzDecoder {
  readonly name: string;
  readonly ports: readonly TesteePort[];
}

/** A difference that is to be examined. */
export interface FuzzSuspect {
  readonly decoder: FuzzDecoder;
  readonly port: TesteePort;
  readonly input: FuzzInput;
  readonly index?: number;
  /** What the same process was asked before, oldest first. */
  readonly before: readonly TesteeQuestion[];
  readonly difference: Difference;
  readonly answer: TesteeAnswer;
  readonly brokenBy?: Extract<TesteeAnswer, {kind: 'broken'}>['cause'];
  readonly replyTimeoutMs: number;
}

export interface ExamineSettings {
  readonly seed: number;
  readonly clock: Clock;
  readonly replyTimeoutMs: number;
  /** From here on nothing more is asked or waited for: the suspect becomes a finding as it is. */
  readonly stop: AbortSignal;
  /** When that is at the latest, on the monotonic clock; work that leaves no time for alarms looks at it. */
  readonly untilMs: number;
  /** Called with an input, whatever it is asked for, that reached code and says so: the process says it once. */
  readonly reached: (input: FuzzInput, reached: NewlyReached) => void;
  /** Whether a fresh decoder is asked as well, which costs its start. */
  readonly isAskingFresh: boolean;
}

/** What became of a suspect. */
export interface Examined {
  readonly finding: FuzzFinding;
  /** A fresh decoder that is asked this alone does right. */
  readonly dependsOnOthers: boolean;
}

/** How often the decoder may be asked about a smaller input; what breaks it costs its restart or a whole reply timeout each time. */
const asksMax = {difference: 1_500, breaks: 120, hangs: 12} as const;
/** A smaller input that breaks a decoder which did not break before costs a restart as well, for nothing. */
const strayBreaksMax = 30;
/** How many smaller inputs may be thought of; most of them need no asking. */
const triesMax = 30_000;
const shrinkMsMax = 5_000;

/**
 * Examines a suspect by asking its decoder again; nothing else may be in flight there meanwhile. Ends at once, and gives the suspect as it was met,
 * when there is no time left: a decoder may be slow with every single question.
 */
export function examine(suspect: FuzzSuspect, settings: ExamineSettings): Promise<Examined> {
  return new Promise((resolve, reject) => {
    const {seed, stop} = settings;
    const giveUp = (): void => resolve({finding: findingAsMet(suspect, seed), dependsOnOthers: false});
    if (stop.aborted) return giveUp();
    stop.addEventListener('abort', giveUp, {once: true});
    return void examineWhole(suspect, settings)
      .then(resolve, reject)
      .finally(() => stop.removeEventListener('abort', giveUp));
  });
}

async function examineWhole(suspect: FuzzSuspect, settings: ExamineSettings): Promise<Examined> {
  const {input, difference, port, brokenBy} = suspect;
  const finding = (smallest: FuzzInput, shown: Shown): FuzzFinding =>
    findingOf(suspect, settings.seed, {smallest, shown, before: []});
  // What broke in a decoder that was asked others as well, e.g. at its hundredth question, may have nothing to do with the input.
  const again = await (brokenBy === undefined ? askedAgain(port, input, settings) : brokenAlone(port, input));
  if (again?.difference.family !== difference.family) return notAgain(suspect, settings);
  const small = await shrunk(suspect, again, settings);
  if (brokenBy !== undefined) {
    const alone = small.input.bytes === input.bytes ? again : await brokenAlone(port, small.input);
    const isItself = alone?.difference.family === difference.family;
    return {finding: isItself ? finding(small.input, alone) : finding(input, again), dependsOnOthers: false};
  }
  if (!settings.isAskingFresh) return {finding: finding(small.input, small.shown), dependsOnOthers: false};
  const fresh = await inFreshDecoder(suspect, [], small.input, settings);
  // Where no other decoder can be had, nobody knows; then it is what it is here.
  if (fresh === 'none' || fresh?.difference.family === difference.family)
    return {finding: finding(small.input, small.shown), dependsOnOthers: false};
  return afterOthers(suspect, settings, {input: small.input, shown: small.shown});
}

/** A difference as it showed; `stderr` is what a decoder that broke had said, `''` of one that did not break. */
interface Shown {
  readonly difference: Difference;
  readonly answer: TesteeAnswer;
  readonly stderr: string;
}

function withKind(shown: Shown, kind: string): Shown {
  return {...shown, difference: {...shown.difference, kind}};
}

/** Gives a suspect as it was met, unexamined. */
export function findingAsMet(suspect: FuzzSuspect, seed: number): FuzzFinding {
  const shown = {difference: suspect.difference, answer: suspect.answer, stderr: stderrOf(suspect.answer)};
  return findingOf(suspect, seed, {smallest: suspect.input, shown, before: [], isUnexamined: true});
}

function findingOf(
  {decoder, index, brokenBy, replyTimeoutMs}: FuzzSuspect,
  seed: number,
  {
    smallest,
    shown: {difference, answer, stderr},
    before,
    isUnexamined = false,
  }: {
    readonly smallest: FuzzInput;
    readonly shown: Shown;
    readonly before: readonly FuzzInput[];
    readonly isUnexamined?: boolean;
  },
): FuzzFinding {
  const said = tellingLines(stderr);
  let causes: readonly string[] | undefined;
  return {
    ...smallest,
    bytes: Uint8Array.from(smallest.bytes),
    kind: difference.kind,
    ...defined({mark: difference.mark}),
    basis: difference.basis === 'protocol' ? 'protocol' : 'usual',
    // Most of what is met is only counted; nobody asks what is behind it.
    get causes() {
      return (causes ??= hasEarlier(difference.kind)
        ? [earlierCause(answer)]
        : causesOf(smallest, readInput(smallest), {answer, difference}));
    },
    expected: difference.expected,
    got: difference.got,
    ...(brokenBy === 'hang' ? {replyTimeoutMs} : {}),
    ...(isUnexamined ? {isUnexamined} : {}),
    ...(said === '' ? {} : {stderr: said}),
    decoder: decoder.name,
    seed,
    ...defined({index}),
    before,
  };
}

/** Gives a finding that nobody could examine, of a decoder that is known to keep something from one input to the next. */
export function perhapsEarlier(finding: FuzzFinding, answer: TesteeAnswer): FuzzFinding {
  return {...finding, causes: [earlierCause(answer), ...finding.causes]};
}

function earlierCause({kind}: TesteeAnswer): string {
  return `${kind === 'broken' ? 'breaks' : 'another answer'} ${afterEarlier}`;
}

/** Whatever a decoder keeps in mind shows in any field, so that nothing in one input tells what it is. */
function hasEarlier(kind: string): boolean {
  return kind.endsWith(afterEarlier) || kind.endsWith(cameOnce);
}

// It did wrong among others, and does right alone: either something before it matters, or it happens now and then.
function notAgain(suspect: FuzzSuspect, settings: ExamineSettings): Promise<Examined> {
  const {input, difference, brokenBy, answer} = suspect;
  // What an input is about says nothing where it is another one that matters.
  const kind = brokenBy === undefined ? difference.kind : difference.family.replace(/ on$/, '');
  return afterOthers(suspect, settings, {input, shown: {difference: {...difference, kind}, answer, stderr: ''}});
}

/** Looks for what has to come before. Where nothing that is known shows it again, that is said, and nobody can take it for fixed later. */
async function afterOthers(
  suspect: FuzzSuspect,
  settings: ExamineSettings,
  {input, shown}: {readonly input: FuzzInput; readonly shown: Shown},
): Promise<Examined> {
  const found = await whatMustComeBefore(suspect, input, settings);
  const {kind} = shown.difference;
  const named = suspect.brokenBy === undefined && found !== undefined ? found.shown.difference.kind : kind;
  const when = found === undefined ? cameOnce : afterEarlier;
  const told = withKind(found?.shown ?? shown, `${named}, ${when}`);
  return {
    finding: findingOf(suspect, settings.seed, {smallest: input, shown: told, before: found?.before ?? []}),
    dependsOnOthers: true,
  };
}

interface Preceded {
  readonly before: readonly FuzzInput[];
  readonly shown: Shown;
}

/** Tries single inputs first, then everything that the process was asked, which is made as short as there is time for. */
async function whatMustComeBefore(
  suspect: FuzzSuspect,
  input: FuzzInput,
  settings: ExamineSettings,
): Promise<Preceded | undefined> {
  const {brokenBy} = suspect;
  const all = suspect.before.flatMap(question => inputOf(question) ?? []);
  const single = [
    ...all.slice(-1),
    ...(brokenBy === undefined ? [suspect.input, ...sampleInputs(input, settings.seed)] : []),
  ];
  for (const one of single) {
    const found = await shownAfter(suspect, [one], input, settings);
    if (found !== undefined) return found;
  }
  const whole = await shownAfter(
    suspect,
    all.length > 0 && brokenBy === undefined ? [...all, suspect.input] : all,
    input,
    settings,
  );
  return whole === undefined ? undefined : shortest(suspect, whole, input, settings);
}

/** How often a sequence is asked again to make it shorter: each time costs the start of a process, and of a decoder that hangs the reply timeout. */
const sequencesMax = {other: 60, hang: 8} as const;

async function shortest(
  suspect: FuzzSuspect,
  whole: Preceded,
  input: FuzzInput,
  settings: ExamineSettings,
): Promise<Preceded> {
  const {clock} = settings;
  const untilMs = Math.min(clock.monotonicMs() + shrinkMsMax, settings.untilMs);
  let shortestYet = whole;
  const stillShows = async (before: readonly FuzzInput[]): Promise<boolean> => {
    if (settings.stop.aborted || clock.monotonicMs() > untilMs) return false;
    const found = await shownAfter(suspect, before, input, settings);
    if (found !== undefined) shortestYet = found;
    return found !== undefined;
  };
  await shrinkSequence(whole.before, stillShows, sequencesMax[suspect.brokenBy === 'hang' ? 'hang' : 'other']);
  return shortestYet;
}

/** Gives what shows in a fresh decoder that is asked these inputs before; of a decoder that broke, only the same way to break. */
async function shownAfter(
  suspect: FuzzSuspect,
  before: readonly FuzzInput[],
  input: FuzzInput,
  settings: ExamineSettings,
): Promise<Preceded | undefined> {
  const shown = await inFreshDecoder(suspect, before, input, settings);
  if (shown === undefined || shown === 'none') return undefined;
  const isSame = suspect.brokenBy === undefined || shown.difference.family === suspect.difference.family;
  return isSame ? {before, shown} : undefined;
}

/** Two inputs of a message that are accepted, and one that is not: whatever a decoder keeps in mind, one of them leaves something else. */
function sampleInputs({message, way}: FuzzInput, seed: number): readonly FuzzInput[] {
  const drawn = Array.from({length: 40}, (_, index) => generateWay(seed, index, way, [message]));
  const isAccepted = (input: FuzzInput): boolean => readInput(input).kind === 'accept';
  const accepted = drawn.filter(input => input.bytes.length > 0 && isAccepted(input));
  return [...accepted.slice(0, 2), ...drawn.filter(input => !isAccepted(input)).slice(0, 1)];
}

/** Gives the difference that a fresh decoder shows; `none` when no fresh one can be had, or it does not get as far as the input. */
async function inFreshDecoder(
  {port}: FuzzSuspect,
  before: readonly FuzzInput[],
  input: FuzzInput,
  settings: ExamineSettings,
): Promise<Shown | 'none' | undefined> {
  if (settings.stop.aborted) return 'none';
  const answer = await port.askFresh(questionOf(input), before.map(questionOf));
  return answer.kind === 'lost' ? 'none' : shownBy(input, answer);
}

async function shrunk(
  {input, port, brokenBy}: FuzzSuspect,
  first: Shown,
  settings: ExamineSettings,
): Promise<{readonly input: FuzzInput; readonly shown: Shown}> {
  const {message, way} = input;
  const {clock, stop} = settings;
  const untilMs = Math.min(clock.monotonicMs() + shrinkMsMax, settings.untilMs);
  const firstReading = readInput(input);
  let asksLeft: number = asksMax[brokenBy === undefined ? 'difference' : brokenBy === 'hang' ? 'hangs' : 'breaks'];
  let strayBreaksLeft = strayBreaksMax;
  let shown = first;
  const isOver = (): boolean => asksLeft <= 0 || strayBreaksLeft <= 0 || stop.aborted || clock.monotonicMs() > untilMs;
  const stillShows = async (bytes: Uint8Array): Promise<boolean> => {
    const smaller = {message, way, bytes};
    const reading = readInput(smaller);
    if (brokenBy === undefined && !isOfSameKind(firstReading, reading)) return false;
    asksLeft -= 1;
    const answer = await answerTo(port, smaller, settings);
    if (brokenBy === undefined && answer.kind === 'broken') strayBreaksLeft -= 1;
    const difference = judgeInput(smaller, reading, answer);
    if (difference?.family !== first.difference.family || difference.mark !== first.difference.mark) return false;
    shown = {difference, answer, stderr: stderrOf(answer)};
    return true;
  };
  const bytes = await (way === 'binary' ? shrink : shrinkText)(input.bytes, stillShows, {triesMax, isOver});
  return {input: {message, way, bytes}, shown};
}

// What our model says tells which inputs cannot show the same difference. What is firm must not shrink to what only known decoders say.
function isOfSameKind(first: Reading, second: Reading): boolean {
  if (first.basis === 'protocol' && second.basis !== 'protocol') return false;
  if (first.kind === 'accept') return second.kind === 'accept';
  return second.kind === first.kind ? second.why === first.why : first.kind === 'open' && second.kind === 'accept';
}

async function askedAgain(port: TesteePort, input: FuzzInput, settings: ExamineSettings): Promise<Shown | undefined> {
  return shownBy(input, await answerTo(port, input, settings));
}

/** Asks in a fresh process or connection that is asked nothing else. */
async function brokenAlone(port: TesteePort, input: FuzzInput): Promise<Shown | undefined> {
  return shownBy(input, await port.askFresh(questionOf(input)));
}

function shownBy(input: FuzzInput, answer: TesteeAnswer): Shown | undefined {
  const difference = judgeInput(input, readInput(input), answer);
  return difference === undefined ? undefined : {difference, answer, stderr: stderrOf(answer)};
}

function stderrOf(answer: TesteeAnswer): string {
  return answer.kind === 'broken' ? answer.stderrTail : '';
}

function answerTo(port: TesteePort, input: FuzzInput, settings: ExamineSettings): Promise<TesteeAnswer> {
  return port.ask(questionOf(input), {
    timeoutMs: settings.replyTimeoutMs,
    reached: reached => settings.reached(input, reached),
  });
}
