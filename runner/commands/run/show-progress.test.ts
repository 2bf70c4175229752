// Shows what progress writes on a terminal and into a log, with a clock that stands still until it is told.
import {expect, test} from 'vitest';
import {progress} from './show-progress.ts';
import type {Machine} from '../../../model/machine.ts';

/** A machine that has what progress needs. */
function aMachine({isTalkTerminal}: {readonly isTalkTerminal: boolean}) {
  const said: string[] = [];
  let nowMs = 0;
  let beat: () => void = () => undefined;
  const machine: Pick<Machine, 'clock' | 'terminal' | 'talk'> = {
    talk: text => said.push(text),
    terminal: {isTalkTerminal, isPrintTerminal: false, columns: 100, talkColumns: 60},
    clock: {
      monotonicMs: () => nowMs,
      alarm: () => () => undefined,
      now: () => new Date(0),
      wait: (_, signal) =>
        new Promise(resolve => {
          beat = resolve;
          signal?.addEventListener('abort', () => {
            resolve();
          });
        }),
    },
  };
  return {
    machine,
    said,
    pass: (ms: number) => {
      nowMs += ms;
    },
    beat: async () => {
      beat();
      await Promise.resolve();
    },
  };
}

test('live lines are drawn over each other, and news stay above them', () => {
  const {machine, said, pass} = aMachine({isTalkTerminal: true});
  const shown = progress(machine, {total: 2, timed: [], isQuiet: false});
  pass(150);
  shown.started('a/b');
  pass(150);
  shown.started('a/c');
  shown.news(['red   a/b']);
  pass(150);
  shown.finished('a/b', 'fail');
  shown.stopped();
  expect(said).toEqual([
    '0/2 cases · 0 pass · 150 ms\n     0 ms  a/b',
    '\r\u001b[1A\u001b[J0/2 cases · 0 pass · 300 ms\n   150 ms  a/b\n     0 ms  a/c',
    '\r\u001b[2A\u001b[Jred   a/b\n',
    '1/2 cases · 0 pass · 1 fail · 450 ms\n   150 ms  a/c',
    '\r\u001b[1A\u001b[J',
  ]);
});

test('it is drawn at most ten times a second', () => {
  const {machine, said, pass} = aMachine({isTalkTerminal: true});
  const shown = progress(machine, {total: 1_000, timed: [], isQuiet: false});
  for (let n = 0; n < 1_000; n += 1) {
    pass(1);
    shown.finished(`c${n}`, 'pass');
  }
  shown.stopped();
  expect(said.length).toBeLessThanOrEqual(11);
});

test('a case that hangs is seen to hang, in a log by its name', async () => {
  const {machine, said, pass, beat} = aMachine({isTalkTerminal: false});
  const shown = progress(machine, {total: 1, timed: [], isQuiet: false});
  shown.started('a/hangs');
  pass(12_000);
  await beat();
  shown.stopped();
  expect(said).toEqual(['touchstone: 0/1 case · 0 pass · 12.0 s · since 12.0 s: a/hangs\n']);
});

test('--quiet shows nothing', async () => {
  const {machine, said, pass, beat} = aMachine({isTalkTerminal: true});
  const shown = progress(machine, {total: 1, timed: [], isQuiet: true});
  pass(12_000);
  shown.started('a');
  shown.news(['red a']);
  await beat();
  shown.stopped();
  expect(said).toEqual([]);
});

test('a property that is being shrunk says so until it waits for its repetition', () => {
  const {machine, said, pass} = aMachine({isTalkTerminal: false});
  const shown = progress(machine, {total: 9, timed: [], isQuiet: false});
  shown.started('a/b');
  pass(12_000);
  shown.shrinks('a/b');
  pass(12_000);
  shown.red('a/b');
  shown.started('a/c');
  pass(12_000);
  shown.started('a/d');
  shown.stopped();
  expect(said).toEqual([
    'touchstone: 0/9 cases · 0 pass · 12.0 s · since 12.0 s: a/b (red; a shorter story is looked for)\n',
    'touchstone: 0/9 cases · 0 pass · 1 red, to be repeated · 24.0 s\n',
    'touchstone: 0/9 cases · 0 pass · 1 red, to be repeated · 36.0 s · since 12.0 s: a/c\n',
  ]);
});

test('the rest is estimated while cases wait to begin, and neither while the last ones run nor while one is shrunk', () => {
  const {machine, said, pass} = aMachine({isTalkTerminal: false});
  const timed = Array.from({length: 22}, (_, n) => ({id: `c${n}`, requests: 10}));
  const shown = progress(machine, {total: 22, timed, isQuiet: false});
  const run = (from: number, to: number): void => {
    for (let n = from; n < to; n += 1) {
      shown.started(`c${n}`);
      pass(600);
      shown.finished(`c${n}`, 'pass');
    }
  };
  run(0, 9);
  run(9, 18);
  shown.started('c18');
  shown.shrinks('c18');
  pass(5_400);
  shown.started('c19');
  shown.finished('c18', 'fail');
  shown.started('c20');
  shown.started('c21');
  pass(5_400);
  shown.finished('c19', 'pass');
  shown.stopped();
  expect(said).toEqual([
    'touchstone: 9/22 cases · 9 pass · 5.4 s, about 7.8 s left\n',
    'touchstone: 18/22 cases · 18 pass · 10.8 s, about 2.4 s left\n',
    'touchstone: 18/22 cases · 18 pass · 16.2 s\n',
    'touchstone: 20/22 cases · 19 pass · 1 fail · 21.6 s\n',
  ]);
});
