// Finds the signs that a run may have shown nothing, although nothing in it is red: each with its likely cause.
import {counted} from '../../base/text/counted.ts';
import {program} from '../../base/text/program.ts';
import type {CaseLine, Vacuity} from '../../model/journal.ts';
import {baseId, rowOf} from '../case/alike.ts';

/** What the signs are looked for in; all of it stands in a journal. */
export interface VacuityInputs {
  /** Selectors that fitted no case. */
  readonly idle?: readonly string[];
  /** Replies of the target by HTTP status. */
  readonly statuses?: {readonly [status: string]: number};
  readonly cases: readonly Pick<CaseLine, 'id' | 'verdict' | 'cause' | 'detail' | 'property'>[];
}

/** Gives every sign, in the order in which a reader should look into them. */
export function vacuityOf({idle = [], statuses = {}, cases}: VacuityInputs): readonly Vacuity[] {
  return [
    ...refusals(statuses),
    ...mostlySkipped(cases),
    ...nothingPassed(cases),
    ...idle.map(idleSelector),
    ...unreachedRows(cases),
    ...shortProperties(cases),
  ];
}

// A few replies may well all be refusals that were asked for.
const repliesMin = 20;
const refusedShare = 0.9;

const likelyCauses = {
  '401': `the credentials are not accepted, or none were given; ${program} doctor says who each actor is for the target`,
  '403': 'the accounts have no right to act, or something in front of the server turns us away',
  '404': 'the base URL is another one, the API is switched off, or the dialect is of another kind of server',
} as const;

function refusals(statuses: {readonly [status: string]: number}): readonly Vacuity[] {
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0);
  const counts = (['401', '403', '404'] as const).map(status => ({status, count: statuses[status] ?? 0}));
  const refused = counts.reduce((sum, {count}) => sum + count, 0);
  if (all < repliesMin || refused < all * refusedShare) return [];
  const [most] = counts.toSorted((a, b) => b.count - a.count);
  return [
    {
      kind: 'refused',
      message: `${refused} of ${counted(all, 'reply was', 'replies were')} 401, 403 or 404 (${counts.map(({status, count}) => `${status}: ${count}`).join(', ')})`,
      likely: likelyCauses[most?.status ?? '404'],
    },
  ];
}

// A target may well lack some of what there is; of one that lacks nearly all, little was shown.
const casesMin = 20;
const skippedShare = 0.75;

const nobodyActs = `no credentials were given for those who act; with those of an administrator their accounts are made; ${program} doctor says who each actor is for the target`;

function mostlySkipped(all: VacuityInputs['cases']): readonly Vacuity[] {
  // A case that a context is not to be had for ran in the plain one.
  const cases = all.filter(({cause}) => cause !== 'context-unavailable');
  const skipped = cases.filter(({verdict}) => verdict === 'skip');
  if (cases.length < casesMin || skipped.length < cases.length * skippedShare) return [];
  const byCause = new Map<string, number>();
  for (const {cause = 'no cause given'} of skipped) byCause.set(cause, (byCause.get(cause) ?? 0) + 1);
  const [most] = [...byCause].toSorted(([, a], [, b]) => b - a);
  if (most === undefined) return [];
  const [cause, count] = most;
  const first = skipped.find(line => (line.cause ?? 'no cause given') === cause);
  return [
    {
      kind: 'mostly-skipped',
      message: `${skipped.length} of ${counted(cases.length, 'case was', 'cases were')} skipped, ${count} of them by ${cause}`,
      likely: cause === 'needs-credentials' ? nobodyActs : (first?.detail ?? cause),
    },
  ];
}

// A few cases may well all be about what one server does in its own way.
const warnedMin = 10;

function nothingPassed(cases: VacuityInputs['cases']): readonly Vacuity[] {
  const judged = cases.filter(({verdict}) => verdict !== 'skip' && verdict !== 'error');
  if (judged.length < warnedMin || judged.some(({verdict}) => verdict !== 'warn')) return [];
  return [
    {
      kind: 'nothing-passed',
      message: `none of the ${judged.length} judged cases passed; each differs from what is usual`,
      likely: 'no peer answers there, or one that means something else: is the address right, and is it up?',
    },
  ];
}

function idleSelector(said: string): Vacuity {
  return {
    kind: 'idle-selector',
    message: `${said} fits no case`,
    likely: `it is mistyped, or the case has another name now; ${program} list shows what there is`,
  };
}

/** Rows that came to no judgement while other rows of their table did. */
function unreachedRows(cases: VacuityInputs['cases']): readonly Vacuity[] {
  const tables = new Map<string, {readonly unreached: VacuityInputs['cases'][number][]; judged: number}>();
  for (const line of cases) {
    const id = baseId(line.id);
    if (id === line.id) continue;
    const table = tables.get(id) ?? {unreached: [], judged: 0};
    tables.set(id, table);
    if (line.verdict === 'error' || line.verdict === 'skip') table.unreached.push(line);
    else table.judged += 1;
  }
  return [...tables].flatMap(([id, {unreached, judged}]) => {
    const [first] = unreached;
    if (first === undefined || judged === 0) return [];
    const rows = unreached.slice(0, rowsShown).map(line => rowOf(line.id).slice(1, -1));
    const more = unreached.length > rowsShown ? ` and ${unreached.length - rowsShown} more` : '';
    return [
      {
        kind: 'unreached-row',
        message: `${unreached.length} of ${counted(unreached.length + judged, 'row')} of ${id} never reached what they expect: ${rows.join(', ')}${more}`,
        likely: `${first.cause ?? first.verdict}${first.detail === undefined ? '' : `: ${first.detail}`}`,
      },
    ];
  });
}

const rowsShown = 5;

// What a red property left undone does not matter; what a green one did is all that it has shown. Floors lie at two thirds and below.
const runsShare = 0.75;

function shortProperties(cases: VacuityInputs['cases']): readonly Vacuity[] {
  return cases.flatMap(({id, verdict, property}) => {
    if (property === undefined || (verdict !== 'pass' && verdict !== 'warn')) return [];
    if (property.done >= property.asked * runsShare) return [];
    return [
      {
        kind: 'short-property',
        message: `${id} did ${property.done} of ${counted(property.asked, 'run')}${property.cut === undefined ? '' : `: ${property.cut}`}`,
        likely:
          property.cut === undefined
            ? 'most of the inputs that were drawn could not be used'
            : 'the target is slow, or this machine was busy, also with touchstone itself; --property-time 60s gives each property more',
      },
    ];
  });
}
