// Pins what is said of differences that were counted with their likes: what came down to a finding, and what only looks like it.
import {expect, test} from 'vitest';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {Difference} from '../../overlay/judge-answer.ts';
import {fuzzLedger, type FuzzLedger} from './difference-counts.ts';

test('what was examined came down to a finding, what was not only looks like it', () => {
  const ledger = fuzzLedger(() => false);
  const kinds = ['reads a', 'reads b', 'reads c'];
  for (const kind of kinds) settle(ledger, kind, 'reads a');
  expect(meet(ledger, 'reads d')).toBe('alike');
  ledger.leave(difference('reads d'), finding('reads d'));
  meet(ledger, 'reads d');
  const [tally] = ledger.tallies();
  expect([tally!.finding.kind, tally!.count, [...tally!.also], [...tally!.alike]]).toEqual([
    'reads a',
    5,
    ['reads b', 'reads c'],
    ['reads d'],
  ]);
  expect(ledger.unexamined()).toBe(1);
});

test('what turns out to be something else takes along all that was counted with its likeness', () => {
  const ledger = fuzzLedger(() => false);
  for (const kind of ['reads a', 'reads b', 'reads c']) settle(ledger, kind, 'reads a');
  meet(ledger, 'reads d');
  ledger.leave(difference('reads d'), finding('reads d'));
  meet(ledger, 'reads d');
  ledger.settle(difference('reads d'), finding('reads z'));
  expect(ledger.tallies().map(({finding: {kind}, count, alike}) => [kind, count, alike.size])).toEqual([
    ['reads a', 3, 0],
    ['reads z', 2, 0],
  ]);
  expect(ledger.unexamined()).toBe(0);
});

test('a known kind that stood for others alone is gone when they turn out to be something else', () => {
  const ledger = fuzzLedger(({kind}) => kind === 'reads a');
  meet(ledger, 'reads a');
  ledger.leave(difference('reads a'), finding('reads a'));
  expect(ledger.tallies().map(({finding: {kind}}) => kind)).toEqual(['reads a']);
  meet(ledger, 'reads a');
  ledger.settle(difference('reads a'), finding('reads z'));
  expect(ledger.tallies().map(({finding: {kind}, count}) => [kind, count])).toEqual([['reads z', 2]]);
});

function settle(ledger: FuzzLedger, met: string, turnedOut: string): void {
  meet(ledger, met);
  ledger.settle(difference(met), finding(turnedOut));
}

function meet(ledger: FuzzLedger, kind: string): string {
  return ledger.meet(difference(kind), {decoder: 'decoder', asFound: () => finding(kind)});
}

function difference(kind: string): Difference {
  return {kind, family: 'reads', basis: 'protocol', expected: '', got: ''};
}

function finding(kind: string): FuzzFinding {
  const input = {message: 'OverlayPing', way: 'binary', bytes: new Uint8Array()} as const;
  return {
    ...input,
    kind,
    basis: 'protocol',
    causes: [kind],
    expected: '',
    got: '',
    decoder: 'decoder',
    seed: 1,
    before: [],
  };
}
