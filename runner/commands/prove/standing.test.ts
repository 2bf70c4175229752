import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import type {ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {CaseDefinition} from '../../../model/suite.ts';
import {machineFiles} from '../../targets/host/files.ts';
import {rowStanding, standings, type Standings} from './standing.ts';

const packageRoot = mkdtempSync(join(tmpdir(), 'touchstone-standing-'));
afterAll(() => rmSync(packageRoot, {recursive: true, force: true}));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(packageRoot, file)), {recursive: true});
  writeFileSync(join(packageRoot, file), text);
}

function aCase(id: string, area: CaseDefinition['area'], title = 'a claim'): Runnable {
  const definition: Partial<CaseDefinition> = {id, area, title};
  return {kind: 'example', id, definition: definition as CaseDefinition};
}

const label = aCase('hosting/label', 'hosting');
const ping = aCase('overlay/ping', 'overlay-codec');

function standing(runnables: readonly Runnable[] = [label, ping], contractDigest = 'c'): Standings {
  return standings(runnables, {machine: {files: machineFiles(), packageRoot}, catalog: {contractDigest}});
}

/** Which of the two cases stand on something else after a change. */
function moved(before: Standings, after: Standings): readonly string[] {
  return ['hosting/label', 'overlay/ping'].filter(id => before.ofCase(id) !== after.ofCase(id));
}

test.each<[string, () => Standings, readonly string[]]>([
  ['nothing', () => standing(), []],
  ['one case', () => standing([aCase('hosting/label', 'hosting', 'another claim'), ping]), ['hosting/label']],
  ['the contract', () => standing([label, ping], 'd'), ['hosting/label', 'overlay/ping']],
  ...(
    [
      ['reference-server/serve/app.ts', ['hosting/label']],
      ['reference-server/start.ts', ['hosting/label']],
      ['reference-server/overlay/codec.ts', ['overlay/ping']],
      ['runner/check/match.ts', ['hosting/label', 'overlay/ping']],
      ['fixtures/targets/reference.yaml', ['hosting/label']],
      ['reference-server/faults/labels.ts', []],
      ['reference-server/overlay/faults/value.ts', []],
      ['runner/check/match.test.ts', []],
      ['runner/commands/run.ts', []],
      ['docs/page.md', []],
    ] as const
  ).map(([file, ids]): [string, () => Standings, readonly string[]] => [
    file,
    () => {
      write(file, `changed ${file}`);
      return standing();
    },
    ids,
  ]),
])('a change of %s moves what stands on it and nothing else', (_name, change, expected) => {
  const before = standing();
  expect(moved(before, change())).toEqual(expected);
});

const fault: ReferenceFault = {
  role: 'hosting',
  name: 'wrong',
  requirement: 'R',
  basis: 'stated',
  says: 'Does it wrong.',
  rules: [],
  carries: [],
  digest: 'one',
};

test('a row stands on its fault and on the cases that may notice it, in any order', () => {
  const known = standing();
  const ids = ['hosting/label', 'overlay/ping'];
  const row = rowStanding(fault, ids, known);
  expect(rowStanding(fault, ids.toReversed(), known)).toBe(row);
  expect(rowStanding({...fault, digest: 'two'}, ids, known)).not.toBe(row);
  expect(rowStanding(fault, ['hosting/label'], known)).not.toBe(row);
  expect(rowStanding(fault, ids, standing([aCase('hosting/label', 'hosting', 'other'), ping]))).not.toBe(row);
});
