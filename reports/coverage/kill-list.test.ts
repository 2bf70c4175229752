// Shows what the package keeps of a kill matrix, and that it is read back.
import {expect, test} from 'vitest';
import type {Noticed} from './kill-matrix.ts';
import {readKillList, renderKillList} from './kill-list.ts';

const fault = {
  role: 'hosting',
  name: 'a-fault',
  requirement: 'LABEL-SCOPE',
  basis: 'stated',
  says: 'It is wrong.',
  rules: [],
  carries: [],
  digest: '',
} as const;

function noticed(id: string, verdict: Noticed['verdict'], detail: string): Noticed {
  return {case: id, proves: ['LABEL-SCOPE'], verdict, detail};
}

test('cases stand once for all their rows, fails first, and the first three say what they found', () => {
  const rows = [
    {
      fault,
      ran: 9,
      isNoticed: true,
      noticed: [
        noticed('s/warned', 'warn', 'w'),
        noticed('s/broken', 'error', 'no evidence'),
        noticed('s/table[one]', 'fail', 'first\nand more'),
        noticed('s/table[two]', 'fail', 'second'),
        noticed('s/b', 'fail', 'x'.repeat(300)),
        noticed('s/c', 'fail', 'c'),
      ],
    },
  ];
  const text = renderKillList({rows});
  expect(text.split('\n').filter(line => line.includes('a-fault'))).toHaveLength(1);
  expect(readKillList(text).get('a-fault')).toEqual([
    {case: 's/b', verdict: 'fail', detail: `${'x'.repeat(200)}…`},
    {case: 's/c', verdict: 'fail', detail: 'c'},
    {case: 's/table', verdict: 'fail', detail: 'first'},
    {case: 's/warned', verdict: 'warn'},
  ]);
});

test('an empty matrix is a list as well', () => {
  expect(readKillList(renderKillList({rows: []})).size).toBe(0);
});
