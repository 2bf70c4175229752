// One cell of the matrix: what one run shows of one statement.
import {defined} from '../../base/json/defined.ts';
import {counted} from '../../base/text/counted.ts';
import {cutText} from '../../base/text/visible-text.ts';
import type {CaseLine, ExchangeLine} from '../../model/journal.ts';
import type {RequirementId} from '../../model/requirement.ts';
import {shownOf, type Shown} from '../case/accused.ts';
import type {CaseStory} from '../case/details.ts';
import {saidOf, type Annotate} from '../case/exchange-text.ts';

/**
 * `in-part`: it breaks in certain contexts or only sometimes. `unusual`: no standard demands it, and the target does not do what most do.
 * `not-offered`: the target has no such function.
 */
export type CellState = 'holds' | 'fails' | 'in-part' | 'unusual' | 'not-offered' | 'not-judged';

export const cellStates = [
  'holds',
  'fails',
  'in-part',
  'unusual',
  'not-offered',
  'not-judged',
] as const satisfies readonly CellState[];

/** What one run shows of one statement. */
export interface MatrixCell {
  readonly state: CellState;
  /** How many cases are about it, and how many of them are green and red. */
  readonly cases: number;
  readonly passed: number;
  readonly failed: number;
  /** How many gave a warning that says that it is not done. */
  readonly unusual?: number;
  /** Of a rule of the wire that is not kept: in how many cases a decoder goes wrong in which way. */
  readonly ways?: Ways;
  /** Why it is not judged, or the contexts in which it breaks: whole sentences. */
  readonly notes: readonly string[];
  /** Of a cell that is red: the case that shows it best, and the others. */
  readonly shown?: ShownCase;
  readonly others: readonly string[];
}

/** In how many cases a decoder goes wrong in which way, the most frequent first. */
interface Ways {
  readonly [way: string]: number;
}

/** One red case. */
interface ShownCase {
  readonly id: string;
  readonly title: string;
  readonly message: string;
  /** What was changed on the target before: the last requests, a line each. */
  readonly before?: readonly string[];
  readonly asked?: string;
  readonly answered?: string;
  /** The shell line that repeats the exchange. */
  readonly repeat?: string;
}

const othersMax = 12;
const notesMax = 4;
const beforeMax = 4;
const beforeTextMax = 240;
// A cell is read beside fifty others; the report of the run has the whole exchange.
const textMax = 1_200;

/** What a cell is about. */
export interface CellSubject {
  /** The statement that the cases cite. */
  readonly id: RequirementId;
  /** No standard demands it, so that a miss is a warning. */
  readonly isCustom?: boolean;
  /** A rule of the wire, which counts the ways in which it is broken. */
  readonly isRule?: boolean;
}

/** Makes the cell of a statement from the cases of one run that prove it. */
export function cellOf(
  {id, isCustom = false, isRule = false}: CellSubject,
  lines: readonly CaseLine[],
  {storyOf, annotate}: {readonly storyOf: (line: CaseLine) => CaseStory; readonly annotate: Annotate},
): MatrixCell {
  const all = lines.map(line => ({line, shown: shownOf(id, line)}));
  const of = (...wanted: readonly Shown[]) => all.filter(({shown}) => wanted.includes(shown)).map(({line}) => line);
  // In an order that does not hang on which case ended first.
  const sorted = (given: readonly CaseLine[]) => given.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const [failed, flaky] = [sorted(of('fail')), sorted(of('flaky'))];
  const unusual = isCustom ? sorted(of('warn').filter(line => warnsOf(id, line))) : [];
  const passed = of('pass', 'warn').filter(line => !unusual.includes(line));
  const unclear = of('error', 'touched');
  const red = [...failed.filter(isPlain), ...failed.filter(line => !isPlain(line)), ...flaky];
  const [first, ...others] = [...red, ...unusual];
  const ways = isRule ? waysOf([...red, ...unusual]) : {};
  const state = stateOf({failed, flaky, unusual, passed, unclear, skipped: of('skip')});
  const notes = [
    ...Object.entries(ways).map(([way, count]) => `${way} ${String(count)} of ${counted(lines.length, 'input')}`),
    ...notesOf(state, {red, unclear, skipped: of('skip')}),
  ];
  return {
    state,
    cases: lines.length,
    passed: passed.length,
    failed: red.length,
    ...(unusual.length === 0 ? {} : {unusual: unusual.length}),
    ...(Object.keys(ways).length === 0 ? {} : {ways}),
    notes: notes.slice(0, notesMax),
    ...defined({shown: first === undefined ? undefined : shownCase(storyOf(first), annotate)}),
    others: others.slice(0, othersMax).map(line => line.id),
  };
}

/** A warning of a case of several statements is about those that its findings name. */
function warnsOf(id: RequirementId, {requirements, findings}: CaseLine): boolean {
  return requirements.length < 2 || findings.some(({statement}) => statement === id);
}

function waysOf(lines: readonly CaseLine[]): Ways {
  const counts = new Map<string, number>();
  for (const line of lines) {
    const way = wayOf(line);
    counts.set(way, (counts.get(way) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].toSorted(([, a], [, b]) => b - a));
}

function wayOf({cause, findings}: CaseLine): string {
  if (cause === 'crash' || cause === 'hang' || cause === 'memory' || cause === 'noise') return cause;
  const answer = findings.find(({path}) => path === 'answer');
  if (answer?.actual === 'reject') return 'refuses';
  if (answer?.expected === 'reject') return 'accepts';
  return 'misreads';
}

function isPlain({context, narrowed}: CaseLine): boolean {
  return context === undefined || (narrowed !== undefined && Object.keys(narrowed.left).length === 0);
}

function stateOf({
  failed,
  flaky,
  unusual,
  passed,
  unclear,
  skipped,
}: {
  readonly [kind in 'failed' | 'flaky' | 'unusual' | 'passed' | 'unclear' | 'skipped']: readonly CaseLine[];
}): CellState {
  if (failed.some(isPlain)) return 'fails';
  if (failed.length + flaky.length > 0) return passed.length > 0 || flaky.length > 0 ? 'in-part' : 'fails';
  if (unusual.length > 0) return 'unusual';
  // A statement of which one case passed and another could not be judged is not shown to hold.
  if (unclear.length > 0) return 'not-judged';
  if (passed.length > 0) return 'holds';
  return skipped.some(({cause}) => cause !== undefined && absent.has(cause)) ? 'not-offered' : 'not-judged';
}

const absent: ReadonlySet<string> = new Set(['capability-absent', 'not-in-dialect', 'no-contract']);

function notesOf(
  state: CellState,
  {red, unclear, skipped}: {readonly [kind in 'red' | 'unclear' | 'skipped']: readonly CaseLine[]},
): readonly string[] {
  switch (state) {
    case 'holds':
    case 'fails':
    case 'unusual':
      return [];
    case 'in-part':
      return unique(
        red.map(line => (line.verdict === 'flaky' ? 'sometimes fails and passes when repeated' : contextText(line))),
      );
    case 'not-offered':
      return unique(skipped.map(reasonOf));
    case 'not-judged':
      return unclear.length + skipped.length === 0
        ? ['no case of this run is about it']
        : unique([...unclear, ...skipped].map(reasonOf));
  }
}

function contextText({context = {}, narrowed}: CaseLine): string {
  const values = Object.entries(narrowed?.left ?? context).map(([dimension, value]) => `${dimension}: ${value}`);
  return `fails with ${values.join(', ')}`;
}

function reasonOf({verdict, cause, detail, id}: CaseLine): string {
  if (verdict === 'fail' || verdict === 'flaky') return `${id} failed without naming the statement that it breaks`;
  return cutText(detail ?? cause ?? verdict, 300);
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function shownCase({line, findings, before, exchange, repeat}: CaseStory, annotate: Annotate): ShownCase {
  const said = exchange === undefined ? undefined : saidOf(exchange.exchange, annotate);
  const led = before.slice(-beforeMax).map(one => changeText(one, annotate));
  return {
    id: line.id,
    title: line.title,
    message: cutText(findings[0]?.message ?? line.detail ?? line.verdict, 600),
    ...(led.length === 0 ? {} : {before: led}),
    ...defined({
      asked: said === undefined ? undefined : sides(said.asked, said.askedBody),
      answered: said === undefined ? undefined : sides(said.answered, said.answeredBody),
      repeat: repeat === undefined || repeat.length > 2 * textMax ? undefined : repeat,
    }),
  };
}

/** One request and how it was answered, in one line: `alice: POST /api/v1/user/repos {"name":"one"} → 201`. */
function changeText({actor, exchange}: ExchangeLine, annotate: Annotate): string {
  const {asked, askedBody = '', answered} = saidOf(exchange, annotate);
  const first = (text: string): string => text.split('\n', 1)[0] ?? '';
  const who = actor === undefined ? '' : `${actor}: `;
  const sent = cutText(`${first(asked).replace(/ https?:\/\/[^/]+/, ' ')} ${askedBody}`.trimEnd(), beforeTextMax);
  return `${who}${sent} → ${first(answered).replace(/^status /, '')}`;
}

function sides(head: string, body: string | undefined): string {
  return cutText(body === undefined || body === '' ? head : `${head}\n\n${body}`, textMax);
}
