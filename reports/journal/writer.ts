// Writes the journal of a run: redacts at the door, counts what it wrote, and never splits a case from its exchanges.
import {defined} from '../../base/json/defined.ts';
import type {
  BaselineFacts,
  CaseLine,
  ChangeBeside,
  ExchangeLine,
  FooterLine,
  HeaderLine,
  JournalFinding,
  JournalLine,
  ProbeLine,
} from '../../model/journal.ts';
import {isJsonList, isJsonObject, jsonText, type Json, type JsonObject} from '../../model/json.ts';
import type {SourcePosition} from '../../model/problem.ts';
import type {RawExchange} from '../../model/raw-exchange.ts';
import {verdicts, type Verdict} from '../../model/verdict.ts';
import {journalRecord, keptBytesMax, type RecordTools} from './record.ts';
import type {Redactor} from '../redaction/redaction.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Where the lines and bodies go, and how much is kept of exchanges. */
export interface JournalDoor {
  /** Appends text to results.jsonl; called once per case. */
  readonly append: (text: string) => void;
  /** Writes `bodies/<sha256>`; called at most once per hash. */
  readonly writeBody: (sha256: string, bytes: Uint8Array) => void;
  readonly redactor: Redactor;
  /** `failed`: whole exchanges of cases that did not pass, heads of the rest. */
  readonly record: HeaderLine['record'];
}

/** What the writer counts itself, so that the counts add up. */
interface JournalCounts {
  readonly counts: {readonly [verdict in Verdict]: number};
  readonly skips: {readonly [cause: string]: number};
  readonly lines: FooterLine['lines'];
  readonly statuses: NonNullable<FooterLine['statuses']>;
}

export interface JournalWriter {
  header(line: HeaderLine): void;
  /** Writes the exchanges of every attempt and then the case, in one append. */
  case(line: CaseLine, attempts: readonly {readonly exchanges: readonly RawExchange[]}[]): void;
  probe(line: ProbeLine): void;
  /** Gives exchanges as they would be written, and writes nothing; the secrets that replies show are known from then on. */
  told(exchanges: readonly RawExchange[]): readonly ExchangeLine['exchange'][];
  /** What was counted so far; the exit code is made from it. */
  counted(): JournalCounts;
  /** Writes the last line; counts are the writer's own. */
  footer(facts: Omit<FooterLine, 'type' | keyof JournalCounts>): FooterLine;
}

/** Makes the writer of one journal. */
export function journalWriter({append, writeBody, redactor, record}: JournalDoor): JournalWriter {
  const counts = Object.fromEntries(verdicts.map(verdict => [verdict, 0])) as Record<Verdict, number>;
  const skips: Record<string, number> = {};
  const statuses: Record<string, number> = {};
  const lines = {case: 0, exchange: 0, probe: 0};
  const stored = new Set<string>();
  const bodyBytesMax = record === 'all' ? Number.POSITIVE_INFINITY : keptBytesMax;

  function store(sha256: string, bytes: Uint8Array): void {
    if (stored.has(sha256)) return;
    stored.add(sha256);
    writeBody(sha256, bytes);
  }

  return {
    header(line) {
      append(lineText(redactHeader(line, redactor)));
    },
    case(line, attempts) {
      // Exchanges first: a token that a reply shows under its name is then known when the findings are written.
      // Even when nothing is kept, replies are looked through before findings are written: they show which texts are secrets.
      const detail = record === 'all' || line.verdict !== 'pass' ? 'whole' : 'heads';
      const whole = exchangeLines(line.id, attempts, {
        redactor,
        store: record === 'none' ? () => undefined : store,
        detail,
        bodyBytesMax,
      });
      const exchanges = record === 'none' ? [] : whole;
      append([...exchanges, redactCase(line, redactor)].map(lineText).join(''));
      countStatuses(attempts, statuses);
      lines.exchange += exchanges.length;
      lines.case += 1;
      counts[line.verdict] += 1;
      if (line.verdict === 'skip') skips[line.cause ?? 'harness'] = (skips[line.cause ?? 'harness'] ?? 0) + 1;
    },
    probe(line) {
      const detail = line.detail === undefined ? {} : {detail: redactor.redactText(line.detail)};
      append(lineText({...line, outcome: redactor.redactText(line.outcome), ...detail}));
      lines.probe += 1;
    },
    told: exchanges =>
      exchanges.map(exchange =>
        journalRecord(exchange, {redactor, store: () => undefined, detail: 'whole', bodyBytesMax}),
      ),
    counted: () => ({counts: {...counts}, skips: {...skips}, lines: {...lines}, statuses: {...statuses}}),
    footer(facts) {
      const counted = {counts: {...counts}, skips: {...skips}, lines: {...lines}, statuses: {...statuses}};
      const line: FooterLine = {...facts, type: 'footer', ...counted, ...redactFooter(facts, redactor)};
      append(lineText(line));
      return line;
    },
  };
}

/** Writes the exchanges of every attempt as lines of a case. */
function exchangeLines(
  id: string,
  attempts: readonly {readonly exchanges: readonly RawExchange[]}[],
  tools: RecordTools,
): readonly ExchangeLine[] {
  return attempts.flatMap(({exchanges}, attempt) =>
    exchanges.map((raw, index) => {
      const {phase, step, actor, operation, durationMs} = raw;
      return {
        type: 'exchange',
        case: id,
        attempt: attempt + 1,
        index,
        phase,
        // A request can be signed with a token in the place of a user's name.
        ...defined({step, actor: actor === undefined ? undefined : tools.redactor.redactText(actor), operation}),
        durationMs,
        exchange: journalRecord(raw, tools),
      } as const;
    }),
  );
}

function redactHeader(line: HeaderLine, redactor: Redactor): HeaderLine {
  return {
    ...line,
    ...redactWords(line, redactor),
    notes: line.notes.map(redactor.redactText),
    target: redactTarget(line.target, redactor),
  };
}

type FooterTexts = Pick<FooterLine, 'leftovers' | 'contractNotes' | 'vacuous' | 'baseline'>;

function redactFooter({leftovers, contractNotes, vacuous, baseline}: FooterTexts, redactor: Redactor): FooterTexts {
  const {redactText} = redactor;
  return {
    leftovers: leftovers.map(redactText),
    contractNotes: contractNotes.map(note => ({...note, message: redactText(note.message)})),
    ...(vacuous === undefined ? {} : {vacuous: vacuous.map(sign => ({...sign, likely: redactText(sign.likely)}))}),
    ...(baseline === undefined ? {} : {baseline: redactBaseline(baseline, redactor)}),
  };
}

function countStatuses(
  attempts: readonly {readonly exchanges: readonly RawExchange[]}[],
  statuses: Record<string, number>,
): void {
  for (const {traffic} of attempts.flatMap(({exchanges}) => exchanges)) {
    if (traffic.kind !== 'http' || traffic.observation.kind !== 'reply') continue;
    const status = String(traffic.observation.status);
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

/** What is said of an entry may quote a finding; it is cut only here, since half a secret is not recognized. */
function redactBaseline(facts: BaselineFacts, {redactText}: Redactor): BaselineFacts {
  return {...facts, stale: facts.stale.map(entry => ({...entry, message: cutText(redactText(entry.message), 1_000)}))};
}

/** The words of the command line are written down too, for the line that repeats the run. */
function redactWords(
  {selection, options, idle}: HeaderLine,
  {redactText}: Redactor,
): Pick<HeaderLine, 'selection' | 'options' | 'idle'> {
  return {
    ...(selection === undefined ? {} : {selection: selection.map(redactText)}),
    ...(options === undefined ? {} : {options: options.map(redactText)}),
    ...(idle === undefined ? {} : {idle: idle.map(redactText)}),
  };
}

function redactTarget({hosting, peer, livePeer}: HeaderLine['target'], {redactText}: Redactor): HeaderLine['target'] {
  return {
    ...(hosting === undefined
      ? {}
      : {
          hosting: {
            ...hosting,
            url: redactText(hosting.url),
            ...(hosting.version === undefined ? {} : {version: redactText(hosting.version)}),
          },
        }),
    ...(peer === undefined
      ? {}
      : {
          peer: {
            ...peer,
            address: redactText(peer.address),
            name: redactText(peer.name),
            version: redactText(peer.version),
          },
        }),
    ...(livePeer === undefined ? {} : {livePeer: {...livePeer, address: redactText(livePeer.address)}}),
  };
}

/** A case keeps this many findings; a list with a thousand wrong items says nothing more after that. */
const findingsMax = 200;

function redactCase(line: CaseLine, redactor: Redactor): CaseLine {
  const {redactText} = redactor;
  const {findings, property, changedBeside} = line;
  return {
    ...line,
    title: redactText(line.title),
    ...(line.detail === undefined ? {} : {detail: redactText(line.detail)}),
    ...(changedBeside === undefined ? {} : {changedBeside: changedBeside.map(one => redactChange(one, redactor))}),
    findings: findings.slice(0, findingsMax).map(finding => redactFinding(finding, redactor)),
    findingsOmitted: line.findingsOmitted + Math.max(0, findings.length - findingsMax),
    ...(line.source === undefined ? {} : {source: redactPosition(line.source, redactor)}),
    ...(property === undefined ? {} : {property: {...property, ...redactStory(property, redactor)}}),
    notes: line.notes.map(redactText),
  };
}

function redactChange(change: ChangeBeside, redactor: Redactor): ChangeBeside {
  const {what, path, before, after} = change;
  return {
    ...change,
    what: redactor.redactText(what),
    path: redactor.redactText(path),
    ...redactNamed(path, {before, after}, redactor),
  };
}

/** The name that says that a value is a secret is in the path here, so the values are redacted as members of that name. */
function redactNamed<Name extends string>(
  path: string,
  values: {readonly [name in Name]: Json | undefined},
  redactor: Redactor,
): {readonly [name in Name]?: Json} {
  const key = /[^/.[\]]+$/.exec(path.replace(/^headers\//, ''))?.[0] ?? '';
  const redacted = (value: Json): Json =>
    Object.values(redactor.redactJson({[key]: value}) as {readonly [key: string]: Json})[0] ?? null;
  const present = Object.entries(values) as [Name, Json | undefined][];
  return Object.fromEntries(
    present.flatMap(([name, value]) => (value === undefined ? [] : [[name, redacted(value)]])),
  ) as {readonly [name in Name]?: Json};
}

function redactFinding(finding: JournalFinding, redactor: Redactor): JournalFinding {
  const {path, message, expected, actual, source} = finding;
  return {
    ...finding,
    path: redactor.redactText(path),
    ...redactNamed(path, {expected, actual}, redactor),
    message: redactor.redactText(message),
    ...(source === undefined ? {} : {source: redactPosition(source, redactor)}),
  };
}

// Cut only here, since half a secret is not recognized.
const counterexampleMax = 4_000;

function redactStory(
  {counterexample, story, notPromotable, example}: NonNullable<CaseLine['property']>,
  {redactText}: Redactor,
) {
  return {
    ...(notPromotable === undefined ? {} : {notPromotable: redactText(notPromotable)}),
    ...(example === undefined ? {} : {example: redactedTexts(example, redactText)}),
    ...(counterexample === undefined ? {} : {counterexample: redactText(counterexample).slice(0, counterexampleMax)}),
    ...(story === undefined ? {} : {story: story.map(redactText)}),
  };
}

// By value alone: under the name of a secret a case has the name of an earlier value, e.g. `${token.sha1}`.
function redactedTexts(tree: JsonObject, redactText: Redactor['redactText']): JsonObject {
  const redacted = (item: Json): Json => {
    if (typeof item === 'string') return redactText(item);
    if (isJsonList(item)) return item.map(one => redacted(one));
    return isJsonObject(item) ? redactedTexts(item, redactText) : item;
  };
  return Object.fromEntries(Object.entries(tree).map(([key, item]) => [key, redacted(item)]));
}

function redactPosition(position: SourcePosition, {redactText}: Redactor): SourcePosition {
  return {...position, sourceLine: redactText(position.sourceLine)};
}

/** Writes one line of a journal, line break included. */
export function lineText(line: JournalLine): string {
  return plainText(line) + '\n';
}

/** JSON.stringify is several times as fast as our own writer but knows no bigint. */
function plainText(line: JournalLine): string {
  try {
    return JSON.stringify(line);
  } catch (problem) {
    if (problem instanceof TypeError) return jsonText(withoutAbsent(asJson(line)));
    throw problem;
  }
}

/** Drops members that are undefined, as JSON.stringify does. */
function withoutAbsent(value: Json): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (isJsonList(value)) return value.map(item => withoutAbsent(item));
  const object = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries(value) as [string, Json | undefined][])
    if (item !== undefined) object[key] = withoutAbsent(item);
  return object;
}

function asJson(value: object): Json {
  return value as unknown as Json;
}
