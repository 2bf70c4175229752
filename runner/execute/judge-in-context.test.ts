// What a context alone broke is no failure: a missing arrangement is a hole, and a refusal that no sentence excludes is a warning.
import {expect, test} from 'vitest';
import {anAttempt} from '../../test/support/attempts.ts';
import type {Attempt} from '../../model/outcome.ts';
import type {PlannedExample} from '../../model/plan.ts';
import type {Finding} from '../../model/verdict.ts';
import {judgeInContext} from './judge-in-context.ts';

function inContext(mayBeRefused: readonly number[] = []): PlannedExample {
  return {
    kind: 'example',
    id: 'a/b@actor=collaborator',
    definition: {} as never,
    context: {actor: 'collaborator'},
    mayBeRefused,
  };
}

function missed(step: number | undefined, path: string, actual: unknown, more: Partial<Finding> = {}): Finding {
  const at = step === undefined ? {} : {step};
  return {basis: 'stated', path, message: 'it differs', actual: actual as never, ...at, ...more};
}

function failed(...findings: readonly Finding[]): Attempt {
  return anAttempt({verdict: 'fail', cause: 'expectation', findings});
}

test.each([401, 403, 404, 422])('%i to somebody whose right no sentence states is a warning', status => {
  const judged = judgeInContext(failed(missed(1, 'status', status)), inContext([1]));
  expect(judged).toMatchObject({verdict: 'warn', cause: 'context-refused'});
  expect(judged.findings).toMatchObject([{basis: 'usual', cause: 'context-refused'}]);
});

test('what follows from such a refusal is a warning too', () => {
  const judged = judgeInContext(
    failed(missed(1, 'status', 403), missed(2, '/name', 'old'), missed(3, 'status', 404)),
    inContext([1]),
  );
  expect(judged.verdict).toBe('warn');
  expect(judged.findings.map(({basis}) => basis)).toEqual(['usual', 'usual', 'usual']);
});

test.each<[string, readonly Finding[], readonly number[]]>([
  ['another status', [missed(1, 'status', 500)], [1]],
  ['a wrong body', [missed(1, '/name', 'other')], [1]],
  ['a refusal where a sentence gives the right, or in a step of somebody else', [missed(1, 'status', 403)], []],
  ['a refusal in another step', [missed(2, 'status', 403)], [1]],
  ['a miss before the refusal', [missed(0, '/name', 'other'), missed(1, 'status', 403)], [1]],
])('%s stays a failure', (_name, findings, mayBeRefused) => {
  const attempt = failed(...findings);
  expect(judgeInContext(attempt, inContext(mayBeRefused))).toBe(attempt);
});

test.each<[string, Attempt]>([
  ['an arrangement that failed', failed(missed(undefined, 'status', 500))],
  ['a case that was blocked', anAttempt({verdict: 'error', cause: 'blocked'})],
])('%s is a hole, never green and never red', (_name, attempt) => {
  expect(judgeInContext(attempt, inContext())).toMatchObject({
    verdict: 'skip',
    cause: 'context-unavailable',
    findings: [],
  });
});

test('in the plain context nothing is softened', () => {
  const {context: _none, ...plain} = inContext([1]);
  for (const attempt of [failed(missed(1, 'status', 403)), anAttempt({verdict: 'error', cause: 'blocked'})])
    expect(judgeInContext(attempt, plain)).toBe(attempt);
});
