// What `prove --changed` takes over: a whole matrix, and one that an interrupt cut short.
import {mkdtempSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {machineFiles} from '../../targets/host/files.ts';
import {readLastMatrix} from './last-matrix.ts';

const aMatrix = (name: string, cases: readonly string[]) => ({
  schema: 1,
  rows: [
    {fault: {name, requirement: 'LABEL-SCOPE', basis: 'stated', says: 's'}, ran: 1, noticed: [], isNoticed: false},
  ],
  cases: cases.map(id => ({id, standing: 's', rules: []})),
});

function remembered(files: Readonly<Record<string, object>>) {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-'));
  for (const [name, matrix] of Object.entries(files)) writeFileSync(join(folder, name), JSON.stringify(matrix));
  let said = '';
  const last = readLastMatrix({files: machineFiles(), talk: text => (said += text)}, folder);
  return {
    faults: last?.rows.map(({fault}) => fault.name),
    cases: last?.cases.map(({id}) => id),
    isSaid: said.includes('holds no matrix of this version, so everything is proved'),
  };
}

test.each([
  ['nothing', {}, {isSaid: true}],
  ['a whole matrix', {'kill-matrix.json': aMatrix('a', ['x'])}, {faults: ['a'], cases: ['x'], isSaid: false}],
  ['one cut short', {'kill-matrix-part.json': aMatrix('b', ['y'])}, {faults: ['b'], cases: ['y'], isSaid: false}],
  [
    'a whole one and a later one cut short',
    {'kill-matrix.json': aMatrix('a', ['x']), 'kill-matrix-part.json': aMatrix('b', ['y'])},
    {faults: ['a', 'b'], cases: ['x', 'y'], isSaid: false},
  ],
  ['one of chosen faults, which has no whole healthy run', {'kill-matrix-part.json': aMatrix('b', [])}, {isSaid: true}],
  [
    'one whose rows are something else',
    {'kill-matrix.json': {...aMatrix('a', ['x']), rows: [{fault: {name: 'a'}}]}},
    {isSaid: true},
  ],
  ['one of another version', {'kill-matrix.json': {...aMatrix('a', ['x']), schema: 2}}, {isSaid: true}],
])('%s', (_what, files, told) => {
  expect(remembered(files)).toEqual(told);
});
