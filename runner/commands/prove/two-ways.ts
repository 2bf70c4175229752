// The two ways to prove: all faults after a whole healthy run that shows what each touches, or some faults and only what they need.
import {counted} from '../../../base/text/counted.ts';
import {defined} from '../../../base/json/defined.ts';
import type {ReferenceFault, ReferenceHouse} from '../../../model/machine.ts';
import type {PlannedExample, Runnable} from '../../../model/plan.ts';
import {isForNode} from '../../../model/suite.ts';
import type {KillList} from '../../../reports/coverage/kill-list.ts';
import type {FaultRow, Noticed} from '../../../reports/coverage/kill-matrix.ts';
import {
  caseOf,
  faultProblems,
  isNoticed,
  isToBeNoticed,
  isUsual,
  neverRed,
  ownWitnessesOf,
  witnessesShown,
} from '../../../reports/coverage/kill-matrix.ts';
import {runAgainst, type ProveRun, type Proved} from './against-reference.ts';
import type {KnownCase, LastMatrix} from './last-matrix.ts';
import {seenBefore} from './seen-before.ts';
import {rowStanding, type Standings} from './standing.ts';

/** What proving stands on. */
export interface ProofInputs extends Pick<ProveRun, 'machine' | 'catalog' | 'target' | 'seed' | 'stop'> {
  /** Every case and property that there is, in the plain context. */
  readonly runnables: readonly Runnable[];
  /** The cases that run in other contexts; faults that show only there need them. */
  readonly inContexts: readonly PlannedExample[];
  readonly jobs: number;
  /** Every case runs against every fault. */
  readonly isFull: boolean;
  readonly standings: Standings;
  /** The cases that noticed each fault in the last published matrix: some run first, and nothing else where they notice it again. */
  readonly kills: KillList;
  /** What an earlier matrix knows; with it, only what has changed since is run. */
  readonly last: LastMatrix | undefined;
}

/** What proving comes to; refused when a healthy reference cannot be run. */
export type Proof =
  | {
      readonly kind: 'proved';
      readonly rows: readonly FaultRow[];
      /** Cases that are not green on the healthy reference. */
      readonly healthy: readonly Noticed[];
      /** What the next `--changed` may take over. */
      readonly cases: readonly KnownCase[];
    }
  | {readonly kind: 'refused'; readonly why: string}
  /** Nothing can be said: the healthy reference was not asked to the end. */
  | {readonly kind: 'interrupted'};

/**
 * Proves every fault: runs all cases on the healthy reference; then against each fault the cases that prove what its rules carry, and all others that
 * touched its rules only when those do not notice it; and then the cases that no fault turned red against the other faults whose rules they touched.
 */
export async function proveAll(inputs: ProofInputs, faults: readonly ReferenceFault[]): Promise<Proof> {
  const {machine, standings, last, stop} = inputs;
  const values = new Set(faults.flatMap(({onlyIn}) => (onlyIn === undefined ? [] : [onlyIn.dimension])));
  const runnables = [
    ...inputs.runnables,
    ...inputs.inContexts.filter(({context = {}}) => [...values].some(dimension => context[dimension] !== undefined)),
  ];
  const known = new Map(
    (last?.cases ?? []).filter(({id, standing}) => standings.ofCase(id) === standing).map(one => [one.id, one]),
  );
  const unknown = runnables.filter(({id}) => !known.has(id));
  if (last !== undefined && known.size === 0)
    machine.talk('--changed: touchstone itself or every case changed since that matrix, so everything is proved\n');
  const taken = known.size === 0 ? '' : `; ${String(known.size)} are known from before`;
  machine.talk(
    `the healthy reference runs ${String(unknown.length)} of ${counted(runnables.length, 'case')}${taken}\n`,
  );
  const healthy = await inHouse(inputs, house => runAgainst({...inputs, house, runnables: unknown, fault: undefined}));
  if (stop.aborted) return {kind: 'interrupted'};
  if (healthy.kind === 'refused') return healthy;
  // A case that was not green is never taken over, so everything that is not noticed here was green.
  const red = new Set(healthy.noticed.map(({case: id}) => id));
  const touched = new Map([...[...known].map(([id, {rules}]) => [id, new Set(rules)] as const), ...healthy.touched]);
  const chosenFor = (fault: ReferenceFault): readonly Runnable[] =>
    candidates(inputs, fault).filter(runnable => inputs.isFull || mayNotice(runnable, fault, touched));
  const seen = seenBefore(faults, inputs.isFull ? new Map() : inputs.kills, {runnables, took: healthy.took});
  const first = await eachFault(inputs, faults, async (fault, house) => {
    const chosen = chosenFor(fault);
    const standing = rowStanding(
      fault,
      chosen.map(({id}) => id),
      standings,
    );
    const before = last?.rows.find(row => row.fault.name === fault.name && row.standing === standing);
    if (before !== undefined) return {...before, fault};
    const row = {...inputs, house, runnables: chosen, took: healthy.took};
    const again = await sameAsSeen({...row, seen: seen.get(fault.name)}, fault, red);
    if (again.isSame || stop.aborted) return {...again.row, standing};
    const left = {...row, runnables: chosen.filter(({id}) => !again.ran.has(id))};
    const proved = isWhole(inputs, fault)
      ? await rowOf(left, fault, red)
      : await (isUsual(fault) ? quickThenSlow : nearThenOthers)(left, fault, red, again.row);
    return {...joined(again.row, proved), standing};
  });
  const rows = inputs.isFull ? first : await turnRed(inputs, {rows: first, red, chosenFor});
  const cases = runnables
    .filter(({id}) => !red.has(id))
    .map(({id}) => ({id, standing: standings.ofCase(id), rules: [...(touched.get(id) ?? [])]}));
  return {kind: 'proved', rows, healthy: healthy.noticed, cases};
}

/**
 * Proves some faults: runs against each the cases that prove what its rules carry, and all others only when those do not
 * notice it; then sees whether the cases that noticed are green on the healthy reference.
 */
export async function proveSome(inputs: ProofInputs, faults: readonly ReferenceFault[]): Promise<Proof> {
  const {machine, stop} = inputs;
  const rows = await eachFault(inputs, faults, async (fault, house) => {
    const ofArea = candidates(inputs, fault).filter(runnable => inputs.isFull || isOfRole(runnable, fault));
    return inputs.isFull
      ? rowOf({...inputs, house, runnables: ofArea}, fault, new Set())
      : nearThenOthers({...inputs, house, runnables: ofArea}, fault, new Set());
  });
  if (stop.aborted) return {kind: 'interrupted'};
  const witnesses = new Set(rows.flatMap(({noticed}) => noticed.map(({case: id}) => id)));
  const doubted = [...inputs.runnables, ...inputs.inContexts].filter(({id}) => witnesses.has(id));
  machine.talk(`the healthy reference runs the ${counted(doubted.length, 'case')} that noticed something\n`);
  const healthy = await inHouse(inputs, house => runAgainst({...inputs, house, runnables: doubted, fault: undefined}));
  if (stop.aborted) return {kind: 'interrupted'};
  if (healthy.kind === 'refused') return healthy;
  const red = new Set(healthy.noticed.map(({case: id}) => id));
  return {
    kind: 'proved',
    rows: rows.map(row => ({...row, noticed: row.noticed.filter(({case: id}) => !red.has(id))})),
    healthy: healthy.noticed,
    cases: [],
  };
}

/** The plain context is enough for most faults. One that shows in one context only is shown to cases there, and to plain ones, which must not notice it. */
function candidates({runnables, inContexts}: ProofInputs, {onlyIn}: ReferenceFault): readonly Runnable[] {
  if (onlyIn === undefined) return runnables;
  // Properties draw worlds of their own, and what asks for that variant of the server is never in the plain context.
  const isThere = (variant: string | undefined): boolean => variant !== undefined && variant === onlyIn.value;
  const plain = runnables.filter(({kind, definition}) => kind === 'example' && !isThere(definition.variant));
  return [...plain, ...inContexts.filter(({context}) => context?.[onlyIn.dimension] === onlyIn.value)];
}

function isOfRole({definition}: Runnable, {role}: ReferenceFault): boolean {
  if (definition.area === 'hosting') return role === 'hosting';
  return role === (isForNode(definition) ? 'mesh' : 'overlay');
}

// What is only usual is often judged by a case that proves nothing.
function isNear(fault: ReferenceFault, proves: readonly string[]): boolean {
  if (proves.length === 0) return isUsual(fault);
  return proves.includes(fault.requirement) || fault.carries.some(id => proves.includes(id));
}

// A fault of a hosting rule can be noticed by cases whose healthy requests touched that rule; a fault of the codec by any overlay case. Most cases of a node wait
// for silence, so a fault of the node is shown to those of its statement.
function mayNotice(
  runnable: Runnable,
  fault: ReferenceFault,
  touched: ReadonlyMap<string, ReadonlySet<string>>,
): boolean {
  if (!isOfRole(runnable, fault)) return false;
  if (fault.role === 'mesh') return isNear(fault, runnable.definition.proves);
  return fault.role === 'overlay' || fault.rules.some(rule => touched.get(runnable.id)?.has(rule) === true);
}

type RowInputs = Omit<ProveRun, 'fault' | 'isEnough'>;

/** A fault that shows in one context only is shown to all: those of other contexts must not notice it. */
function isWhole({isFull}: ProofInputs, fault: ReferenceFault): boolean {
  return isFull || fault.onlyIn !== undefined;
}

/** Cases that take longer on the healthy reference are shown to a fault only when the others did not notice it often enough: they wait, or start processes. */
const quickMs = 100;
/** The same where no healthy run came first: those that say that one run of theirs sends more. */
const quickRequests = 100;

interface TimedInputs extends RowInputs {
  /** How long each case took on the healthy reference, where that is known, in milliseconds. */
  readonly took?: ReadonlyMap<string, number>;
}

function isQuick({id, definition}: Runnable, {took}: TimedInputs): boolean {
  const ms = took?.get(id);
  if (ms !== undefined) return ms <= quickMs;
  return !('requestsPerRun' in definition) || (definition.requestsPerRun ?? 0) <= quickRequests;
}

/** What the cases that noticed a fault before show now. */
interface Again {
  readonly row: FaultRow;
  readonly ran: ReadonlySet<string>;
  /** Each of them notices it as before, and it is noticed as it should be: no more has to be run. */
  readonly isSame: boolean;
}

/** Runs cases that noticed the fault in the last published matrix, with all rows of their tables and in every context that is proved. */
async function sameAsSeen(
  {seen, ...inputs}: TimedInputs & {readonly seen: ReadonlySet<string> | undefined},
  fault: ReferenceFault,
  red: ReadonlySet<string>,
): Promise<Again> {
  const nothing = {row: {fault, ran: 0, noticed: []}, ran: new Set<string>(), isSame: false};
  if (seen === undefined || !isToBeNoticed(fault)) return nothing;
  const runnables = inputs.runnables.filter(({id}) => seen.has(caseOf(id)));
  const ran = new Set(runnables.map(({id}) => id));
  const row = await rowOf({...inputs, runnables}, fault, red);
  const noticed = new Set(row.noticed.map(({case: id}) => caseOf(id)));
  const areAll = [...seen].every(id => noticed.has(id));
  const isSame = areAll && row.refusal === undefined && faultProblems({...row, isNoticed: isNoticed(row)}).length === 0;
  return {row, ran, isSame};
}

/** A fault of something usual must make no case fail: all quick cases run, and the others only when those do not notice it. */
async function quickThenSlow(inputs: TimedInputs, fault: ReferenceFault, red: ReadonlySet<string>): Promise<FaultRow> {
  const quick = await rowOf({...inputs, runnables: inputs.runnables.filter(one => isQuick(one, inputs))}, fault, red);
  if (quick.refusal !== undefined || isNoticed(quick) || !isToBeNoticed(fault) || inputs.stop.aborted) return quick;
  const slow = inputs.runnables.filter(one => !isQuick(one, inputs));
  return joined(quick, await rowOf({...inputs, runnables: slow}, fault, red));
}

/** Runs the quick cases of what the fault's rules carry until enough of them notice it, the slow ones of it only when none does, and then all others. */
async function nearThenOthers(
  inputs: TimedInputs,
  fault: ReferenceFault,
  red: ReadonlySet<string>,
  known: FaultRow = {fault, ran: 0, noticed: []},
): Promise<FaultRow> {
  const {machine, stop, runnables} = inputs;
  const isOfFault = ({definition: {proves}}: Runnable): boolean => isNear(fault, proves);
  const near = runnables.filter(isOfFault);
  const quick = near.filter(one => isQuick(one, inputs));
  const slow = near.filter(one => !isQuick(one, inputs));
  const stages = [quick, slow, runnables.filter(one => !isOfFault(one))];
  let row: FaultRow = {fault, ran: 0, noticed: []};
  const isEnough = (noticed: readonly Noticed[]): boolean =>
    ownWitnessesOf(fault, [...known.noticed, ...row.noticed, ...noticed]).filter(({case: id}) => !red.has(id)).length >=
    witnessesShown;
  for (const [n, stage] of stages.entries()) {
    const isLast = n === stages.length - 1;
    if (isEnough([]) || row.refusal !== undefined || stop.aborted) break;
    // What has been noticed quickly is not shown to cases that take longer.
    if (n > 0 && isNoticed(joined(known, row))) break;
    if (isLast && !isToBeNoticed(fault)) break;
    if (isLast)
      machine.talk(`${fault.name}: the cases of ${fault.carries.join(', ')} do not notice it; now all others\n`);
    row = joined(row, await rowOf({...inputs, runnables: stage}, fault, red, isEnough));
  }
  return row;
}

function joined(first: FaultRow, then: FaultRow): FaultRow {
  return {...first, ...then, ran: first.ran + then.ran, noticed: [...first.noticed, ...then.noticed]};
}

interface FirstRound {
  readonly rows: readonly FaultRow[];
  /** Cases that are not green on the healthy reference. */
  readonly red: ReadonlySet<string>;
  /** The cases that may notice a fault. */
  readonly chosenFor: (fault: ReferenceFault) => readonly Runnable[];
}

/** Shows the cases of a must that no fault turned red, and only those, to the faults that may do so. */
async function turnRed(inputs: ProofInputs, {rows, red, chosenFor}: FirstRound): Promise<readonly FaultRow[]> {
  const cases = inputs.runnables.map(({id, definition}) => ({id, proves: definition.proves}));
  const left = new Set(neverRed(rows, cases, inputs.catalog.requirements));
  const rowOfFault = new Map(rows.map(row => [row.fault.name, row]));
  const wanted = rows.filter(({fault, refusal}) => refusal === undefined && !isWhole(inputs, fault));
  const mayTurn = (fault: ReferenceFault): readonly Runnable[] =>
    chosenFor(fault).filter(({id}) => left.has(caseOf(id)));
  const touching = wanted.flatMap(({fault}) => (mayTurn(fault).length > 0 ? [fault] : []));
  // Those of the cases' own statements come first: most are turned red by one of them, and the others are then shown less.
  const near = new Set(
    touching.filter(fault => mayTurn(fault).some(({definition}) => isNear(fault, definition.proves))),
  );
  const faults = [...near, ...touching.filter(fault => !near.has(fault))];
  if (left.size > 0)
    inputs.machine.talk(
      `${counted(left.size, 'case was', 'cases were')} turned red by no fault yet; ${counted(faults.length, 'other fault')} may do so\n`,
    );
  await eachFault(inputs, faults, async (fault, house) => {
    const before = rowOfFault.get(fault.name) ?? {fault, ran: 0, noticed: []};
    const runnables = mayTurn(fault);
    const then = await rowOf({...inputs, house, runnables}, fault, red);
    const row = joined(before, then);
    // What a run showed that was ended is nothing.
    if (inputs.stop.aborted) return row;
    for (const {case: id, verdict} of then.noticed)
      if (verdict === 'fail' || verdict === 'warn') left.delete(caseOf(id));
    rowOfFault.set(fault.name, row);
    return row;
  });
  return rows.map(row => rowOfFault.get(row.fault.name) ?? row);
}

async function rowOf(
  inputs: RowInputs,
  fault: ReferenceFault,
  red: ReadonlySet<string>,
  isEnough?: ProveRun['isEnough'],
): Promise<FaultRow> {
  if (inputs.runnables.length === 0 || fault.noticedBy !== undefined) return {fault, ran: 0, noticed: []};
  const run: Proved = await runAgainst({...inputs, fault, ...defined({isEnough})});
  if (run.kind === 'refused') return {fault, ran: 0, noticed: [], refusal: run.why};
  return {fault, ran: inputs.runnables.length, noticed: run.noticed.filter(({case: id}) => !red.has(id))};
}

// Each worker has a process of its own, in which its faulty servers come and go.
async function eachFault(
  inputs: ProofInputs,
  faults: readonly ReferenceFault[],
  proveOne: (fault: ReferenceFault, house: ReferenceHouse) => Promise<FaultRow>,
): Promise<readonly FaultRow[]> {
  const rows: FaultRow[] = [];
  const work = (queue: ReferenceFault[]): Promise<void> =>
    inHouse(inputs, async house => {
      for (let fault = queue.shift(); fault !== undefined && !inputs.stop.aborted; fault = queue.shift()) {
        const row = await proveOne(fault, house);
        if (inputs.stop.aborted) return;
        rows.push(row);
        const seen = row.refusal === undefined ? String(row.noticed.length) : `no case (${row.refusal})`;
        inputs.machine.talk(`${String(rows.length)}/${String(faults.length)} ${fault.name}: noticed by ${seen}\n`);
      }
    });
  const queues = [faults.filter(({role}) => role !== 'mesh'), faults.filter(({role}) => role === 'mesh')] as const;
  const workers = queues.flatMap((queue, at) =>
    Array.from({length: Math.min(inputs.jobs * (at === 0 ? 1 : nodesPerJob), queue.length)}, () => work(queue)),
  );
  await Promise.all(workers);
  return rows;
}

/** Cases of a node mostly wait for its silence: so many run beside one of another kind. */
const nodesPerJob = 4;

async function inHouse<Result>(
  {machine}: Pick<ProofInputs, 'machine'>,
  live: (house: ReferenceHouse) => Promise<Result>,
): Promise<Result> {
  const house = await machine.openReferenceHouse();
  try {
    return await live(house);
  } finally {
    await house.close();
  }
}
