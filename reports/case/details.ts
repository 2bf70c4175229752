// Gathers what a reader needs to understand one case that did not pass; every report tells the same story in its own form.
import {defined} from '../../base/json/defined.ts';
import type {CaseLine, ExchangeLine, JournalFinding} from '../../model/journal.ts';
import type {Requirement, RequirementId} from '../../model/requirement.ts';
import type {SourcePosition} from '../../model/problem.ts';
import {accusedBy, touchedBy} from './accused.ts';
import type {Journal} from '../journal/reader.ts';
import {isToldAsStory, replayCommand} from '../words/next-command.ts';
import {repeatLine} from './repeat-line.ts';

/** The statements of the record by id. */
export type Requirements = ReadonlyMap<RequirementId, Requirement>;

/** One statement; `isOfUser` when it is none of the record. */
interface ToldStatement {
  readonly id: RequirementId;
  readonly quote?: string;
  readonly reading?: string;
  readonly isOfUser: boolean;
  /** Where the sentence is from, when it is neither the record's nor the user's. */
  readonly source?: string;
}

/** One case as a story. */
export interface CaseStory {
  readonly line: CaseLine;
  /** The statements that the case breaks or, where it does not say that of any, proves; one that is unknown has no quote. */
  readonly statements: readonly ToldStatement[];
  /** Statements of a red case that it does not say to be broken. */
  readonly touched: readonly RequirementId[];
  readonly findings: readonly JournalFinding[];
  /** Where the expectation (or the case) stands. */
  readonly position?: SourcePosition;
  /** The exchange that the first finding is about, else the last one. */
  readonly exchange?: ExchangeLine;
  /** Of a step that waited for deliveries: the others that came. */
  readonly further: readonly ExchangeLine[];
  /** What the same attempt had changed on the target before this exchange, in order. */
  readonly before: readonly ExchangeLine[];
  /** The shell line that repeats this exchange. */
  readonly repeat?: string;
  /** The clean-up removed something that the case had made, which a repeated request does not find. */
  readonly isRemoved: boolean;
  /** Of a property that failed: the requests of its story, in order. */
  readonly requests: readonly ToldRequest[];
  /** Of a property that failed: the command that does exactly that run again. */
  readonly replay?: string;
}

/** A request of a story. */
interface ToldRequest {
  /** The sentence of the story that it belongs to, from 0. */
  readonly step?: number;
  /** The shell line that repeats it. */
  readonly line: string;
  /** How often it was made, one time after the other. */
  readonly times: number;
}

/** Makes the stories of cases; exchanges are grouped once. `from` is the file of the journal, where a reader can be told. */
export function caseStories(
  journal: Journal,
  requirements: Requirements,
  from = journal.path,
): (line: CaseLine) => CaseStory {
  const byCase = exchangesByCase(journal);
  return line => {
    const own = toldExchanges(line, byCase.get(line.id) ?? []);
    const exchange = tellingOf(line, own);
    const findings = statedFirst(line.findings);
    const position = findings.find(({source}) => source !== undefined)?.source ?? line.source;
    const repeat = exchange === undefined ? undefined : repeatLine(exchange, journal.header.target, from);
    return {
      line,
      touched: touchedBy(line),
      statements: saidOf(line).map(id => statement(id, requirements, journal)),
      findings,
      ...defined({position, exchange}),
      further: exchange?.exchange.kind === 'delivery' ? furtherDeliveries(exchange, own) : [],
      before: exchange === undefined ? [] : changesBefore(exchange, own),
      ...defined({repeat}),
      isRemoved: own.some(isRemoval),
      ...(isToldAsStory(line)
        ? {requests: requestsOf(own, journal, from), replay: replayCommand(journal, line, from)}
        : {requests: []}),
    };
  };
}

function changesBefore({attempt, index}: ExchangeLine, own: readonly ExchangeLine[]): readonly ExchangeLine[] {
  return own.filter(
    one => one.attempt === attempt && one.index < index && one.phase !== 'clean-up' && changesSomething(one),
  );
}

function changesSomething({exchange}: ExchangeLine): boolean {
  return exchange.kind === 'http' && !/^(?:GET|HEAD)$/.test(exchange.request.method);
}

// A clean-up may look for what it removes before.
function isRemoval({phase, exchange}: ExchangeLine): boolean {
  if (phase !== 'clean-up' || exchange.kind !== 'http') return false;
  const status = exchange.reply?.status ?? 0;
  return status >= 200 && status < 300 && !/^(?:GET|HEAD)$/.test(exchange.request.method);
}

function requestsOf(exchanges: readonly ExchangeLine[], {header}: Journal, from?: string): readonly ToldRequest[] {
  const requests: ToldRequest[] = [];
  for (const one of exchanges) {
    const line = one.phase === 'clean-up' ? undefined : repeatLine(one, header.target, from);
    if (line === undefined) continue;
    const last = requests.at(-1);
    if (last?.line === line && last.step === one.step) requests.splice(-1, 1, {...last, times: last.times + 1});
    else requests.push({...defined({step: one.step}), line, times: 1});
  }
  return requests;
}

/** Groups the exchanges of a journal by case, in the order of their attempts. */
export function exchangesByCase({exchanges}: Journal): ReadonlyMap<string, readonly ExchangeLine[]> {
  const known = grouped.get(exchanges);
  if (known !== undefined) return known;
  const groups = groupedByCase(exchanges);
  grouped.set(exchanges, groups);
  return groups;
}

/** Every report of a run wants them. */
const grouped = new WeakMap<readonly ExchangeLine[], ReadonlyMap<string, readonly ExchangeLine[]>>();

function groupedByCase(exchanges: readonly ExchangeLine[]): ReadonlyMap<string, readonly ExchangeLine[]> {
  const byCase = new Map<string, ExchangeLine[]>();
  for (const exchange of exchanges) {
    const siblings = byCase.get(exchange.case);
    if (siblings === undefined) byCase.set(exchange.case, [exchange]);
    else siblings.push(exchange);
  }
  return byCase;
}

/** What the record states comes before what is only usual: a case fails for the former. */
export function statedFirst(findings: readonly JournalFinding[]): readonly JournalFinding[] {
  return [...findings.filter(({basis}) => basis === 'stated'), ...findings.filter(({basis}) => basis !== 'stated')];
}

/** A red case was repeated: its second attempt is told, a flaky one's first, since the second was green. */
function toldExchanges({verdict}: CaseLine, exchanges: readonly ExchangeLine[]): readonly ExchangeLine[] {
  const attempts = exchanges.map(({attempt}) => attempt);
  const told = verdict === 'flaky' ? Math.min(...attempts) : Math.max(...attempts);
  return exchanges.filter(({attempt}) => attempt === told);
}

/** Finds the exchange of a case that its first finding is about, else the one that broke, else the last one before the clean-up. */
export function tellingExchange(line: CaseLine, exchanges: readonly ExchangeLine[]): ExchangeLine | undefined {
  return tellingOf(line, toldExchanges(line, exchanges));
}

const furtherMax = 4;

function furtherDeliveries(told: ExchangeLine, own: readonly ExchangeLine[]): readonly ExchangeLine[] {
  return own
    .filter(one => one !== told && one.step === told.step && one.exchange.kind === 'delivery')
    .slice(-furtherMax);
}

function tellingOf({findings}: CaseLine, own: readonly ExchangeLine[]): ExchangeLine | undefined {
  const step = statedFirst(findings).find(finding => finding.step !== undefined)?.step;
  const ofStep = own.findLast(line => line.phase === 'act' && line.step === step);
  const broken = own.find(({exchange}) => exchange.kind === 'http' && exchange.noReply !== undefined);
  return (
    (step === undefined ? undefined : ofStep) ?? broken ?? own.findLast(({phase}) => phase !== 'clean-up') ?? own.at(-1)
  );
}

/** Where a red case does not say which of its statements it breaks, all are told. */
function saidOf(line: CaseLine): readonly RequirementId[] {
  const accused = accusedBy(line);
  return accused.length === 0 ? line.requirements : accused;
}

function statement(id: RequirementId, requirements: Requirements, {header}: Journal): ToldStatement {
  const isOfUser = (header.statements ?? []).some(one => one.id === id);
  const known = requirements.get(id);
  if (known === undefined) return {id, isOfUser};
  return {id, isOfUser, quote: known.quote, ...defined({reading: known.reading, source: known.source})};
}
