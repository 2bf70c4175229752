// Judges what came of an overlay step against one expectation of it.
import {checkAnswer, type ObservedAnswer} from '../../check/check-overlay.ts';
import type {Expectation} from '../../../model/suite.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import {fillExpectation} from '../http/fill.ts';
import {literalLookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {stepOf, type Story} from '../attempt/story.ts';

/** Gives the findings of one expectation. */
export function judgeAnswer(
  story: Story,
  {
    expectation,
    basis,
    message,
    answer,
    scope,
  }: {
    readonly expectation: Expectation;
    readonly basis: Basis;
    readonly message: string;
    readonly answer: ObservedAnswer;
    readonly scope: Scope;
  },
): readonly Finding[] {
  return checkAnswer({
    expectation: fillExpectation(expectation, literalLookupIn(story, scope)),
    basis,
    file: story.file,
    ...stepOf(story),
    message,
    answer,
    checkers: story.run.contract.checkers,
  });
}
