/**
 * The switch of a build that holds all mutants: says which one is active, and notes which of them each request reaches. In a
 * plain build nothing is switched on and nothing is noted.
 */
import {AsyncLocalStorage} from 'node:async_hooks';
import {createHash} from 'node:crypto';
import {appendFileSync, readFileSync} from 'node:fs';

/** What the instrumented files look at, under the name that StrykerJS's instrumenter gives it. */
interface Namespace {
  activeMutant?: string | undefined;
  /** Nothing is counted where there is no `static`. */
  mutantCoverage: {readonly static: Hits | undefined; readonly perTest: object};
  hitCount: number;
  readonly hitLimit: number;
}

/** How often each mutant was reached, by its number. */
type Hits = Uint32Array;

/** Which mutants are to be noted, as the runner writes it into `watch.json` of the folder. */
interface Watch {
  /** How many mutants the build holds. */
  readonly count: number;
  readonly ids: readonly number[];
  /** The first number of each instrumented file, and the one after its last. */
  readonly files: readonly (readonly [file: string, from: number, to: number])[];
}

/** One line of what was noted: the mutants that are watched, and the files any of whose mutants was reached. */
interface Noted {
  readonly unit: string;
  readonly ids: readonly number[];
  readonly files: readonly string[];
}

/** The unit of what runs while modules are loaded. */
const loadUnit = 'load';

/** The unit of what runs outside every request: starting a server, and timers of its own. */
export const startUnit = 'start';

/** The code of a process that ended itself because its mutant went round and round. */
const endlessExitCode = 86;

// A loop that does not end reaches its own mutant in each round; no honest work reaches one so often before it yields (a message of
// 1 MiB reaches one some 1,000,000 times).
const hitLimit = 20_000_000;
const yieldMs = 20;

// What a request still does after its reply, such as deliveries, counts for it while it is among the last so many.
const openUnitsMax = 400;

const flags = {mutant: '--mutant=', reach: '--reach='} as const;

let namespace: Namespace | undefined;
let recorder: Recorder | undefined;

/** Takes the switch's own flags off the command line; to be called before any instrumented module is loaded. */
export function beginSwitching(): void {
  const [mutant, reach] = [takeFlag(flags.mutant, process.argv), takeFlag(flags.reach, process.argv)];
  if (reach !== undefined) recorder = makeRecorder(reach);
  let hits = 0;
  namespace = {
    activeMutant: mutant,
    mutantCoverage: {
      get static() {
        return recorder?.hits();
      },
      perTest: {},
    },
    get hitCount() {
      return hits;
    },
    set hitCount(count: number) {
      hits = count;
      if (count > hitLimit) process.exit(endlessExitCode);
    },
    hitLimit: Number.POSITIVE_INFINITY,
  };
  setInterval(() => (hits = 0), yieldMs).unref();
  Object.assign(globalThis, {__stryker__: namespace});
}

/** Switches to the mutant that the arguments of one server name, or to none, and gives the other arguments; a plain build refuses it later. */
export function takeMutant(args: readonly string[]): readonly string[] {
  if (namespace === undefined) return args;
  const rest = [...args];
  namespace.activeMutant = takeFlag(flags.mutant, rest);
  return rest;
}

/** Says that what runs from now on, outside every request, belongs to this unit. */
export function beginUnit(unit: string): void {
  recorder?.begin(unit);
}

/** Gives the function as one that notes what it reaches under the unit that its first argument says. */
export function perUnit<First, Rest extends readonly unknown[], Result>(
  unitOf: (first: First) => string,
  work: (first: First, ...rest: Rest) => Result,
): (first: First, ...rest: Rest) => Result {
  return (first, ...rest) =>
    recorder === undefined ? work(first, ...rest) : recorder.within(unitOf(first), () => work(first, ...rest));
}

/** Begins the unit of one question to a decoder; what the same question reaches later is added. */
export function beginQuestion(question: {
  readonly kind: string;
  readonly message?: string;
  readonly form?: string;
  readonly input?: Uint8Array;
  readonly value?: string;
}): void {
  if (recorder === undefined) return;
  const {kind, message = '', form = '', input, value} = question;
  const content = input === undefined ? canonical(value ?? '') : Buffer.from(input).toString('hex');
  recorder.begin(kind === 'describe' ? kind : digest([kind, message, form, content].join('|')));
}

/** Begins the unit of one bare message that arrives. */
export function beginMessage(bytes: Uint8Array): void {
  recorder?.begin(digest(`live|${Buffer.from(bytes).toString('hex')}`));
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

// The runner writes the members of a value in an order of its own.
function canonical(text: string): string {
  try {
    return JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return text;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

// A process of its own for one mutant is told it twice: by its build, and as the server or peer that it is.
function takeFlag(flag: string, args: string[]): string | undefined {
  const given = args.filter(arg => arg.startsWith(flag));
  args.splice(0, args.length, ...args.filter(arg => !arg.startsWith(flag)));
  return given[0]?.slice(flag.length);
}

interface Recorder {
  /** Where the hits of this moment are counted. */
  hits(): Hits;
  begin(unit: string): void;
  within<Result>(unit: string, work: () => Result): Result;
}

function makeRecorder(folder: string): Recorder {
  const watch = JSON.parse(readFileSync(`${folder}/watch.json`, 'utf8')) as Watch;
  const storage = new AsyncLocalStorage<Hits>();
  const open: {readonly unit: string; readonly hits: Hits}[] = [];
  let lines: string[] = [];
  const write = (): void => {
    if (lines.length > 0) appendFileSync(`${folder}/${process.pid}.jsonl`, lines.join(''));
    lines = [];
  };
  const fold = (): void => {
    const oldest = open.shift();
    if (oldest === undefined) return;
    lines.push(`${JSON.stringify(notedOf(oldest, watch))}\n`);
    if (lines.length > openUnitsMax) write();
  };
  const opened = (unit: string): Hits => {
    const same = open.find(one => one.unit === unit);
    if (same !== undefined) return same.hits;
    const hits = new Uint32Array(watch.count);
    open.push({unit, hits});
    if (open.length > openUnitsMax) fold();
    return hits;
  };
  let outside = opened(loadUnit);
  process.on('exit', () => {
    while (open.length > 0) fold();
    write();
  });
  return {
    hits: () => storage.getStore() ?? outside,
    begin: unit => {
      outside = opened(unit);
    },
    within: (unit, work) => storage.run(opened(unit), work),
  };
}

function notedOf({unit, hits}: {readonly unit: string; readonly hits: Hits}, watch: Watch): Noted {
  const isReached = (from: number, to: number): boolean => hits.subarray(from, to).some(count => count > 0);
  return {
    unit,
    ids: watch.ids.filter(id => (hits[id] ?? 0) > 0),
    files: watch.files.filter(([, from, to]) => isReached(from, to)).map(([file]) => file),
  };
}
