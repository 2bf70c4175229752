// Shows what a ledger still holds after a run that was killed: what was to be made and is not gone, whatever else stands in the file.
import {mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import type {LedgerEntry} from '../../../model/ledger.ts';
import type {Machine} from '../../../model/machine.ts';
import {machineFiles} from '../../targets/host/files.ts';
import {openLedger, readLedger} from './ledger-file.ts';

const account = (name: string): LedgerEntry => ({kind: 'account', name});

function make(n: number, entry: LedgerEntry, run = 'r1'): string {
  return JSON.stringify({ledger: 1, run, what: 'make', n, at: '2026-01-01T00:00:00.000Z', target: 'http://a', entry});
}

function gone(n: number, run = 'r1'): string {
  return JSON.stringify({ledger: 1, run, what: 'gone', n});
}

const names = (text: string): readonly string[] =>
  readLedger(text).map(({entry}) =>
    entry.kind === 'account' ? entry.name : entry.kind === 'request' ? entry.path : entry.arrangement,
  );

test.each<readonly [what: string, lines: readonly string[], left: readonly string[]]>([
  ['what is gone is not left', [make(1, account('a')), make(2, account('b')), gone(1)], ['b']],
  ['a number belongs to its run', [make(1, account('a')), make(1, account('b'), 'r2'), gone(1, 'r2')], ['a']],
  ['entry 1 is not entry 10', [make(1, account('ts-1')), make(10, account('ts-10')), gone(10)], ['ts-1']],
  ['a torn last line says nothing', [make(1, account('a')), make(2, account('b')).slice(0, 60)], ['a']],
  ['a torn "gone" removes nothing from the list', [make(1, account('a')), gone(1).slice(0, -3)], ['a']],
  ['lines of something else say nothing', ['{"type":"header"}', 'x', '[]', 'null', make(1, account('a'))], ['a']],
  ['an entry of an unknown kind says nothing', [make(1, {kind: 'disk'} as unknown as LedgerEntry)], []],
])('%s', (_what, lines, left) => {
  expect(names(lines.join('\n'))).toEqual(left);
});

test('what the answer of the create told is added', () => {
  const repository: LedgerEntry = {
    kind: 'arrangement',
    arrangement: 'repository',
    as: 'alice',
    login: 'alice-x',
    values: {name: 'ts-1'},
  };
  const made = JSON.stringify({ledger: 1, run: 'r1', what: 'made', n: 1, values: {owner: 'alice-x'}});
  expect(readLedger(`${make(1, repository)}\n${made}\n`)[0]?.entry).toEqual({
    ...repository,
    values: {name: 'ts-1', owner: 'alice-x'},
  });
});

function machineIn(): {readonly machine: Machine; readonly folder: string} {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-ledger-'));
  onTestFinished(() => {
    rmSync(folder, {recursive: true, force: true});
  });
  const machine = {files: machineFiles(), clock: {now: () => new Date(0)}} as unknown as Machine;
  return {machine, folder};
}

test('an entry is on the disk when intending it returns, and a later run keeps what an earlier one left', () => {
  const {machine, folder} = machineIn();
  const text = (): string => readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
  const first = openLedger(machine, folder).begin({run: 'one', target: 'http://a'});
  first.intend(account('a'));
  expect(names(text())).toEqual(['a']);
  const second = openLedger(machine, folder);
  const mark = second.begin({run: 'two', target: 'http://a', variant: 'v'}).intend(account('b'));
  expect(names(text())).toEqual(['a', 'b']);
  expect(readLedger(text())[1]).toMatchObject({run: 'two', variant: 'v'});
  mark.gone();
  second.close();
  expect(names(text())).toEqual(['a']);
});

test('a ledger that is all gone is begun anew, and a run that makes nothing writes none', () => {
  const {machine, folder} = machineIn();
  openLedger(machine, folder).begin({run: 'one', target: 'http://a'}).intend(account('a')).gone();
  openLedger(machine, folder).begin({run: 'two', target: 'http://a'}).intend(account('b'));
  const text = readFileSync(join(folder, 'ledger.jsonl'), 'utf8');
  expect(text).not.toContain('"one"');
  const other = machineIn();
  openLedger(other.machine, other.folder).begin({run: 'three', target: 'http://a'});
  expect(other.machine.files.exists(join(other.folder, 'ledger.jsonl'))).toBe(false);
});
