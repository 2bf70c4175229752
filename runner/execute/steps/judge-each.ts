// Judges every expectation of a step, so that each finding says which statement it breaks.
import type {Expectation, Step} from '../../../model/suite.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';

type Expecting = Pick<Step, 'expect' | 'usual'>;

/** Gives all findings, stated ones first. `idOf` fills in the id of a statement that a table row names. */
export function judgeEach(
  {expect, usual}: Expecting,
  judge: (expectation: Expectation, basis: Basis) => readonly Finding[],
  idOf: (template: string) => string = id => id,
): readonly Finding[] {
  const judged = (one: Expectation, basis: Basis): readonly Finding[] =>
    withStatement(
      one.proves === undefined ? one : {proves: idOf(one.proves)},
      judge(one, basis).map(finding => inWords(one, finding)),
    );
  return [...expect.flatMap(one => judged(one, 'stated')), ...usual.flatMap(one => judged(one, 'usual'))];
}

/** A tree of matchers that must not hold says less than the sentence that goes with it. What was got is still shown. */
function inWords({because}: Expectation, finding: Finding): Finding {
  if (because === undefined) return finding;
  const {expected: _, ...rest} = finding;
  return {...rest, message: because};
}

/** Marks findings with the statement that their expectation is for. */
export function withStatement({proves}: Pick<Expectation, 'proves'>, findings: readonly Finding[]): readonly Finding[] {
  return proves === undefined ? findings : findings.map(finding => ({...finding, statement: proves}));
}

/** Tells whether a step is a set-up step, which has to succeed. */
export function expectsNothing({expect, usual}: Expecting): boolean {
  return expect.length === 0 && usual.length === 0;
}
