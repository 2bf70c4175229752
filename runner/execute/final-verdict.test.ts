// One verdict from one or two attempts.
import {expect, test} from 'vitest';
import {anAttempt} from '../../test/support/attempts.ts';
import type {Attempt} from '../../model/outcome.ts';
import {finalVerdict} from './final-verdict.ts';

const red = anAttempt({
  verdict: 'fail',
  cause: 'expectation',
  findings: [{basis: 'stated', path: 'status', message: 'expected 201, got 200'}],
});

test.each<[string, readonly Attempt[], object]>([
  ['red twice', [red, red], {verdict: 'fail', cause: 'expectation'}],
  ['red alone, where nothing is repeated', [red], {verdict: 'fail', cause: 'expectation'}],
  [
    'red, then green',
    [red, anAttempt({})],
    {verdict: 'flaky', detail: 'failed, and was green when repeated alone: expected 201, got 200'},
  ],
  [
    'red, then the target is gone',
    [red, anAttempt({verdict: 'error', cause: 'connect-refused', detail: 'nobody listens'})],
    {
      verdict: 'error',
      cause: 'connect-refused',
      detail: 'failed once (expected 201, got 200), and could not be judged when repeated alone: nobody listens',
    },
  ],
  [
    'red, then interrupted',
    [red, anAttempt({verdict: 'error', cause: 'interrupted', detail: 'the run was interrupted'})],
    {verdict: 'fail', cause: 'expectation', told: red},
  ],
])('%s', (_what, attempts, wanted) => {
  const planned = {runnable: {id: 'a/b'}} as never;
  expect(finalVerdict({planned, attempts})).toMatchObject(wanted);
});
