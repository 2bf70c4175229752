// Judges what a target publishes about itself against the expectations of a step.
import {checkValue, toFinding} from '../../check/check-reply.ts';
import type {Json} from '../../../model/json.ts';
import type {Step} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {fillExpectation} from '../http/fill.ts';
import {literalLookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {stepOf, type Story} from '../attempt/story.ts';
import {CaseEnded} from '../attempt/failures.ts';
import {judgeEach} from './judge-each.ts';

/** Gives all findings of `body` and `at`. */
export function judgePublished(
  story: Story,
  step: Pick<Step, 'expect' | 'usual'>,
  value: Json,
  scope: Scope,
): readonly Finding[] {
  return judgeEach(step, (expectation, basis) => {
    const {body, at, pointer} = fillExpectation(expectation, literalLookupIn(story, scope));
    const found = checkValue({body, at, pointer, checkers: story.run.contract.checkers}, value);
    return found.map(finding =>
      toFinding(finding, {basis, file: story.file, step: stepOf(story).step, cause: undefined}),
    );
  });
}

/** Ends the case: the target publishes nothing that it could be judged on. */
export function noContract(why: string): CaseEnded {
  return new CaseEnded('skip', 'no-contract', why);
}
