// Says what a run is: the journal's header, and the lines before the first case.
import {defined} from '../../../base/json/defined.ts';
import {counted} from '../../../base/text/counted.ts';
import type {HeaderLine, TargetFacts} from '../../../model/journal.ts';
import {journalSchemaVersion} from '../../../model/journal.ts';
import type {Dialect} from '../../../model/operation.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Plan} from '../../../model/plan.ts';
import {isForNode, nodeRoleOf} from '../../../model/suite.ts';
import {lostStatements, skipReasons} from '../../plan/skip-reasons.ts';
import {nameAndVersion, unnamed} from '../../../reports/words/decoder-name.ts';
import type {Catalog} from '../load/catalog.ts';
import type {Entry} from '../open/enter-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {planTime} from './plan-time.ts';
import {repeatOptions, selectionWords} from './repeat-options.ts';
import type {RunOptions} from '../load/run-options.ts';

/** Gives the journal's header. */
export function headerOf(
  target: OpenTarget,
  entry: Entry,
  {
    machine,
    catalog,
    plan,
    options,
    operands,
    idle,
  }: {
    readonly machine: Machine;
    readonly catalog: Catalog;
    readonly plan: Plan;
    readonly options: RunOptions;
    /** The places on the command line. */
    readonly operands: readonly string[];
    /** Selectors that fit no case. */
    readonly idle: readonly string[];
  },
): Omit<HeaderLine, 'type'> {
  const {contexts: level} = options;
  const repeated = [...repeatOptions(options), ...(level === undefined ? [] : ['--contexts', level])];
  const selection = selectionWords(operands, options, plan);
  return {
    schema: journalSchemaVersion,
    tool: {name: 'touchstone', version: machine.version, node: process.version},
    run: entry.run,
    startedAt: machine.clock.now().toISOString(),
    isSelfTest: target.isReference,
    suites: {digest: catalog.suitesDigest, edition: catalog.edition},
    requirementsDigest: catalog.requirementsDigest,
    contractDigest: catalog.contractDigest,
    target: targetFacts(target, entry),
    ...(target.hosting === undefined || entry.isUnasked === true ? {} : {dialect: spokenName(entry.dialect)}),
    seed: plan.seed,
    planned: plan.cases.length,
    bounds: target.bounds,
    record: options.record,
    ...defined({shard: plan.shard}),
    ...(options.requireAll === true ? {isRequiringAll: true} : {}),
    ...(options.strict === true ? {isStrict: true} : {}),
    ...defined({maxWarnings: options.maxWarnings}),
    ...(idle.length === 0 ? {} : {idle}),
    ...(selection.length === 0 ? {} : {selection}),
    ...(repeated.length === 0 ? {} : {options: repeated}),
    ...(catalog.statements.length === 0 ? {} : {statements: catalog.statements}),
    ...(isAboutOurRecord(plan, catalog) ? {} : {isWithoutRecord: true}),
    notes: [...target.notes, ...entry.notes],
  };
}

/** Names a dialect so that own names under the same name are told apart. */
function spokenName({name, own}: Dialect): string {
  return own === undefined ? name : `${name} (own names ${own})`;
}

function isAboutOurRecord({cases}: Plan, {statements}: Catalog): boolean {
  const theirs = new Set(statements.map(({id}) => id));
  return cases.some(
    ({runnable: {isUsers, definition}}) => isUsers !== true || definition.proves.some(id => !theirs.has(id)),
  );
}

/** Says what was under test. */
export function targetFacts({hosting, peer, livePeer}: OpenTarget, {version}: Pick<Entry, 'version'>): TargetFacts {
  return {
    ...(hosting === undefined
      ? {}
      : {hosting: {url: hosting.baseUrl, ...defined({version}), isInsecure: hosting.isInsecure}}),
    ...(peer === undefined
      ? {}
      : {
          peer: {
            address: peer.address,
            name: peer.testee.description.name ?? unnamed,
            version: peer.testee.description.version,
            encodes: peer.testee.description.encodes,
          },
        }),
    ...(livePeer === undefined ? {} : {livePeer: {address: livePeer.address}}),
  };
}

/** Says how much a plan is; `pace` is how long it takes, where that is known. */
export function planText(plan: Plan, pace = ''): string {
  return `${casesText(plan)}, about ${counted(plan.requests, 'request')}${made(plan)}${pace}, seed ${String(plan.seed)}${skipped(plan)}${lost(plan)}`;
}

/** Gives e.g. `1725 cases, 2013 with contexts`. */
function casesText({cases}: Plan): string {
  const plain = cases.filter(({runnable}) => runnable.kind === 'property' || runnable.context === undefined).length;
  if (plain === cases.length || plain === 0) return counted(cases.length, 'case');
  return `${counted(plain, 'case')}, ${String(cases.length)} with contexts`;
}

/** Gives the lines that people read before the first case. */
export function headOf(target: OpenTarget, entry: Entry, plan: Plan): string {
  const what = [
    ...(target.hosting === undefined
      ? []
      : [
          `${entry.isUnasked === true ? 'server' : 'hosting server'} ${target.hosting.baseUrl}${entry.version === undefined ? '' : ` (version ${entry.version}, dialect ${entry.dialect.name})`}`,
        ]),
    ...(target.peer === undefined ? [] : [`decoder ${nameAndVersion(target.peer.testee.description)}`]),
    ...(target.livePeer === undefined ? [] : [`live peer ${target.livePeer.address}`]),
    ...nodesOf(target, plan),
  ];
  const notes = [...target.notes, ...entry.notes].map(note => `\nnote: ${note}`).join('');
  return `${target.isReference ? 'REFERENCE SELF-TEST\n' : ''}testing ${what.join(', ')}\n${planText(plan, timeOf(target, entry, plan))}${notes}`;
}

/** Names the nodes of the reference that the cases need; each is started when the first of them begins. */
function nodesOf({openNode}: OpenTarget, {cases}: Plan): readonly string[] {
  if (openNode === undefined) return [];
  const definitions = cases.map(({runnable}) => runnable.definition).filter(isForNode);
  const roles = new Set(definitions.map(nodeRoleOf));
  return [...roles].toSorted().map(role => `a ${role} of a mesh`);
}

function made({objects}: Plan): string {
  return objects === 0 ? '' : `, about ${counted(objects, 'thing')} made and removed`;
}

// So many statements are told before the first case; `touchstone coverage` has them all.
const lostShown = 12;

/** Names the statements that no case can show here. */
function lost(plan: Plan): string {
  const ids = lostStatements(plan);
  if (ids.length === 0) return '';
  const more = ids.length > lostShown ? ` and ${String(ids.length - lostShown)} more` : '';
  const what = ids.length === 1 ? '1 statement that' : `${String(ids.length)} statements that`;
  return `\nlost: ${what} no case can show here: ${ids.slice(0, lostShown).join(', ')}${more}`;
}

function timeOf(target: OpenTarget, {isUnasked}: Entry, {requests}: Plan): string {
  const took = planTime(target, requests, isUnasked);
  return took === undefined ? '' : `, ${took}`;
}

// So many reasons are told before the first case; the report has them all.
const reasonsShown = 6;

/** Says how many cases are skipped before they begin, by reason, most first. */
function skipped(plan: Plan): string {
  const reasons = skipReasons(plan);
  const shown = reasons.slice(0, reasonsShown).map(([why, count]) => `\nskipped: ${String(count)} because ${why}`);
  const more = reasons.length - shown.length;
  return shown.join('') + (more > 0 ? `\nskipped: others for ${counted(more, 'more reason')}` : '');
}
