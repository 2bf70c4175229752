// Turns suites into vitest tests, one per case, so that a JavaScript server is gated in its own test run.
import {beforeAll, describe, test as declareTest, type TestContext} from 'vitest';
import {listCases} from './list-cases.ts';
import type {Surroundings} from './machine-for.ts';
import {run, type FinishedRun} from './run-suites.ts';
import type {CaseSelection, RunSettings} from './run-settings.ts';
import {judgeCase, type CaseEnd} from './judge-case.ts';
import {tellCase} from './tell-case.ts';

/** Which cases become tests, and how they are run. */
export interface TouchstoneTests extends Surroundings {
  /** Which cases; known before anything is started, because vitest wants its tests by name. */
  readonly cases: CaseSelection;
  /** Gives the settings of the one run that all tests share; called once, after the `beforeAll` of the file that stand before it. */
  readonly run: () => Omit<RunSettings, keyof CaseSelection> | Promise<Omit<RunSettings, keyof CaseSelection>>;
  /** How long that run may take; 10 minutes when nothing is said. */
  readonly timeoutMs?: number;
}

/** Declares the tests; await it at the top of a test file, or in a `describe`. */
export async function touchstoneTests({cases, run: settings, timeoutMs, ...rest}: TouchstoneTests): Promise<void> {
  const listed = await listCases(cases);
  describe('touchstone', () => {
    let finished: FinishedRun | undefined;
    let ends: ReadonlyMap<string, CaseEnd> = new Map();
    beforeAll(async () => {
      finished = await run({...(await settings()), ...cases}, rest);
      const {journal} = finished;
      if (journal === undefined) throw new Error(`touchstone did not run:\n${finished.talk.trimEnd()}`);
      const tell = await tellCase(journal);
      ends = new Map(listed.map(({id}) => [id, judgeCase(id, journal, tell)]));
    }, timeoutMs ?? runMs);
    for (const {id, title} of listed)
      // oxlint-disable-next-line vitest/expect-expect -- the case is the assertion
      declareTest(`${id}: ${title}`, async context => {
        await conclude(ends.get(id), context);
      });
    // What costs an exit code without a red case: something that could not be removed, a stale baseline, a run that was cut short.
    // oxlint-disable-next-line vitest/expect-expect -- the exit code of the run is
    declareTest('the run finished and left nothing behind', () => {
      const isRed = [...ends.values()].some(({kind}) => kind === 'red');
      if (finished === undefined) throw new CaseFailed('nothing ran');
      const {exitCode, talk, printed} = finished;
      if (!isRed && exitCode !== 0) throw new CaseFailed(`exit code ${String(exitCode)}\n${talk}\n${printed}`);
    });
  });
}

const runMs = 600_000;

async function conclude(end: CaseEnd | undefined, context: TestContext): Promise<void> {
  switch (end?.kind) {
    case 'green':
      if (end.warning !== undefined) await context.annotate(end.warning, 'warning');
      return;
    case 'skipped':
      context.skip(end.why);
      return;
    case 'red':
      throw new CaseFailed(end.why);
    case undefined:
      throw new CaseFailed('the run said nothing about this case');
  }
}

/** What a red test throws; its text is the whole story of the case. */
class CaseFailed extends Error {
  constructor(story: string) {
    super(story);
    this.name = 'CaseFailed';
    // Our own stack is no news to anybody: the story names the place in the suite.
    this.stack = `${this.name}: ${story}`;
  }
}
