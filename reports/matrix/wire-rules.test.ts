// Each rule of the wire shows an input of its own, and no wire case that has a right answer is left out.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {wireRules, type RuleRow} from './wire-rules.ts';

const folder = fileURLToPath(new URL('../../fixtures/overlay/', import.meta.url));
const rows = readdirSync(folder)
  .filter(file => file.endsWith('.yaml') && file !== 'json.yaml')
  .flatMap(file => (parse(readFileSync(join(folder, file), 'utf8')) as {readonly rows: readonly RuleRow[]}).rows);

test.each(wireRules.filter(({byHand}) => byHand === undefined))('"$does" shows $shown, one of its inputs', rule => {
  const row = rows.find(({id}) => id === rule.shown);
  expect(row === undefined ? 'no row' : wireRules.find(({takes}) => takes(row))?.does).toBe(rule.does);
});

test('every wire case with a right answer belongs to a rule', () => {
  const isJudged = ({verdict, preferred}: RuleRow): boolean => verdict !== 'open' || preferred === 'reject';
  const left = rows.filter(isJudged).filter(row => !wireRules.some(({takes}) => takes(row)));
  expect(left.map(({id}) => id)).toEqual([]);
});
