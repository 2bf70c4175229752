import {expect, test} from 'vitest';
import {aFailedCase, aFinding} from '../../test/support/journal-lines.ts';
import {requirementVerdicts} from '../run/requirement-verdicts.ts';
import {accusedBy, shownOf, touchedBy} from './accused.ts';

const two = ['REACTIONS', 'ERR-REACTION-200'];

test('a failing case of several statements breaks those that a stated finding names, and touches the others', () => {
  const line = aFailedCase({requirements: two, findings: [aFinding({statement: 'ERR-REACTION-200'})]});
  expect(two.map(id => shownOf(id, line))).toEqual(['touched', 'fail']);
  expect([accusedBy(line), touchedBy(line)]).toEqual([['ERR-REACTION-200'], ['REACTIONS']]);
  const rows = requirementVerdicts(
    [line, aFailedCase({id: 'b', requirements: ['REACTIONS'], verdict: 'pass'})],
    new Map(),
  );
  expect(rows.map(({id, verdict, counts}) => [id, verdict, counts.fail, counts.touched, counts.pass])).toEqual([
    ['REACTIONS', 'touched', 0, 1, 1],
    ['ERR-REACTION-200', 'fail', 1, 0, 0],
  ]);
});

test('a finding that names none, or of what is only usual, touches all', () => {
  const usual = aFinding({basis: 'usual', statement: 'REACTIONS'});
  const line = aFailedCase({requirements: two, findings: [aFinding(), usual]});
  expect([accusedBy(line), touchedBy(line)]).toEqual([[], two]);
});

test('a case of one statement is about that one, also in a journal that names none', () => {
  expect(accusedBy(aFailedCase())).toEqual(['LABEL-SCOPE']);
});

test('a warning is of the statements that its findings name, if all name one', () => {
  const line = aFailedCase({requirements: two, verdict: 'warn'});
  const named = aFinding({basis: 'usual', statement: 'REACTIONS'});
  expect(two.map(id => shownOf(id, {...line, findings: [named]}))).toEqual(['warn', 'pass']);
  expect(two.map(id => shownOf(id, {...line, findings: [named, aFinding({basis: 'usual'})]}))).toEqual([
    'warn',
    'warn',
  ]);
});

test('what is not red says the same of all its statements', () => {
  for (const verdict of ['pass', 'warn', 'error', 'skip'] as const)
    expect(two.map(id => shownOf(id, aFailedCase({requirements: two, verdict})))).toEqual([verdict, verdict]);
});
