import {describe, expect, test} from 'vitest';
import type {HeaderLine} from '../../model/journal.ts';
import {aCaseLine, aFailedCase, aHeaderLine, aJournalText} from '../../test/support/journal-lines.ts';
import {readJournal, type Journal} from '../journal/reader.ts';
import {cleanCommand, nextCommand, replayCommand, runCommand} from './next-command.ts';

function journal(line = aCaseLine(), header: Partial<HeaderLine> = {}): Journal {
  const reading = readJournal(aJournalText([line]));
  if (reading.kind === 'refused') throw new Error(reading.why);
  return {...reading, header: aHeaderLine(header)};
}

const target = '--target http://127.0.0.1:3000';
const at = (file: string) => ({file, line: 7, column: 1, sourceLine: '- id: a'});

describe('one red case', () => {
  test.each([
    ['a case of a suite', 'x/y', 'suites/x.yaml', [], 'suites/x.yaml:7'],
    ['a row in place', 'x/y[a]', 'suites/x.yaml', [], 'suites/x.yaml:7'],
    ['a row of a table file', 'x/y[a]', 'fixtures/x.yaml', [], "--id 'x/y[a]'"],
    ['a row of a table below suites', 'x/y[a]', 'suites/tables/x.yaml', [], "--id 'x/y[a]'"],
    ['a row of a user', 'x/y[a]', 'mine/t.yaml', ['mine/s.yaml:3', '--tags', 'q'], "mine/s.yaml --id 'x/y[a]'"],
    ['a row with drawn values', 'x/y[a]', 'fixtures/x.yaml', ['--variants'], "--id 'x/y[a]' --variants"],
  ])('%s', (_what, id, file, selection, words) => {
    const line = aFailedCase({id, source: at(file)});
    const {command} = nextCommand(journal(line, selection.length === 0 ? {} : {selection}));
    expect(command).toBe(
      `npx --no-install touchstone run ${words} ${target} --seed 42 --output touchstone-results/again`,
    );
  });

  test.each([
    ['touchstone-results/results.jsonl', 'touchstone-results/again'],
    ['touchstone-results/again/results.jsonl', 'touchstone-results/again'],
    ['results.jsonl', './again'],
    ['my results/results.jsonl', "'my results/again'"],
  ])('of %s is repeated in %s, so that the whole run stays', (from, folder) => {
    const line = aFailedCase({source: at('suites/x.yaml')});
    expect(nextCommand(journal(line), from).command).toMatch(new RegExp(` --output ${folder}$`));
  });
});

test.each([
  ['our own', ['suites/hosting/labels.yaml:3', '--tags', 'q'], ''],
  ['a folder and a line of a user', ['my suites', 'mine.yaml:7'], " --suite 'my suites' --suite mine.yaml"],
  ['a folder that is called as ours is', ['suites/mine'], ' --suite suites/mine'],
  ['all', [], ''],
])('a property is replayed with the suites that it came from: %s', (_what, selection, words) => {
  const line = aFailedCase({id: 'x/y'});
  expect(replayCommand(journal(line, {selection}), line)).toBe(
    `npx --no-install touchstone replay x/y${words} ${target}`,
  );
});

test('a green run is repeated with what it had selected', () => {
  const {why, command} = nextCommand(journal(aCaseLine(), {selection: ['a b.yaml', '--id', 'x/*']}));
  expect(why).toBe('To repeat this run');
  expect(command).toBe(`npx --no-install touchstone run 'a b.yaml' --id 'x/*' ${target} --seed 42`);
  expect(runCommand(journal())).toBe(`npx --no-install touchstone run ${target} --seed 42`);
});

test('after a green run of certify the certificate is checked', () => {
  const {command} = nextCommand(journal(aCaseLine(), {isSelfTest: true, certifies: {profile: 'p'}}), 'c/results.jsonl');
  expect(command).toBe('npx --no-install touchstone verify c/certificate.json --results c/results.jsonl');
});

test('what was left is cleaned by the run, save that of our own server', () => {
  const clean = `npx --no-install touchstone clean --run r-0001 ${target}`;
  expect(cleanCommand(journal())).toBe(`${clean} --yes`);
  expect(cleanCommand(journal(), 'out/results.jsonl')).toBe(`${clean} --output out --yes`);
  expect(cleanCommand(journal(aCaseLine(), {isSelfTest: true}))).toBeUndefined();
});
