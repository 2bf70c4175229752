// Set-up and tear-down of a suite: once a run, before its first case and after its last one.
import {defined} from '../../../base/json/defined.ts';
import {BadMatcher} from '../../check/match-tree.ts';
import type {CaseDefinition, SuiteCommon} from '../../../model/suite.ts';
import {cleanUp} from '../arrange/clean-up.ts';
import {withDeadline} from '../attempt/deadline.ts';
import {leftoversIn, type Scope} from '../attempt/events.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import type {BegunSuite, RunContext} from '../attempt/run-context.ts';
import {beginStory, enter, type Story} from '../attempt/story.ts';
import {runHttpStep} from './http-step.ts';

/** Gives what the set-up of a suite captured; the first case of the suite runs it, the others wait for it. */
export async function suiteScope(run: RunContext, {common, file}: CaseDefinition): Promise<BegunSuite['scope']> {
  if (common === undefined) return new Map();
  let begun = run.learnt.begunSuites.get(common.suite);
  if (begun === undefined) {
    begun = begin(run, common, file);
    run.learnt.begunSuites.set(common.suite, begun);
  }
  const {failed, scope} = await begun;
  if (failed !== undefined)
    throw ended('blocked', `the set-up of the suite ${common.suite} did not succeed: ${failed}`);
  return scope;
}

async function begin(run: RunContext, common: SuiteCommon, file: string): Promise<BegunSuite> {
  const story = storyOf(run, common, file);
  const scope: Scope = new Map();
  const failed = await tell(story, common.setup, scope);
  return {
    scope,
    ...defined({failed}),
    end: async () => {
      // Who had no set-up has nothing to tear down.
      const wrong = failed === undefined ? await tell(story, common.teardown, scope) : undefined;
      await cleanUp(story);
      const left = leftoversIn(story.events);
      return wrong === undefined ? left : [`the tear-down of the suite ${common.suite}: ${wrong}`, ...left];
    },
  };
}

/** Ends every suite that has begun; what is left is added to the run's leftovers. */
export async function endSuites({learnt}: Pick<RunContext, 'learnt'>): Promise<void> {
  for (const begun of learnt.begunSuites.values()) learnt.leftovers.push(...(await (await begun).end()));
  learnt.begunSuites.clear();
}

function storyOf(run: RunContext, {suite, vars}: SuiteCommon, file: string): Story {
  const {abandon} = run.policy;
  return beginStory(run, {caseId: `${suite} (set-up)`, file, proves: [], vars, signal: abandon});
}

/** Carries the steps out in order; gives what went wrong. */
async function tell(story: Story, steps: SuiteCommon['setup'], scope: Scope): Promise<string | undefined> {
  const {ports, policy} = story.run;
  const deadline = withDeadline(ports.clock, policy.bounds.caseTimeoutMs, {interrupt: policy.abandon});
  const timed = {...story, signal: deadline.signal};
  try {
    for (const [index, step] of steps.entries()) {
      enter(timed, {phase: 'act', step: index});
      const findings = await runHttpStep(timed, step, scope);
      const [missed] = findings.filter(({basis}) => basis === 'stated');
      if (missed !== undefined) return `step ${String(index + 1)}: ${missed.path}: ${missed.message}`;
    }
    return undefined;
  } catch (problem) {
    if (problem instanceof CaseEnded) return problem.message;
    // A value that arrived made a matcher wrong, or the code of a matcher of the user's broke.
    if (problem instanceof BadMatcher) return `${story.file} ${problem.message}`;
    throw problem;
  } finally {
    deadline.clear();
  }
}
