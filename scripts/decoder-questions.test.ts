// Each question of docs/decoders.md shows an input of its own, and no wire case that has a right answer is left out.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {questions, type WireRow} from './decoder-questions.ts';

const folder = fileURLToPath(new URL('../fixtures/overlay/', import.meta.url));
const rows = readdirSync(folder)
  .filter(file => file.endsWith('.yaml') && file !== 'json.yaml')
  .flatMap(file => (parse(readFileSync(join(folder, file), 'utf8')) as {readonly rows: readonly WireRow[]}).rows);

test.each(questions.filter(({byHand}) => byHand === undefined))('"$does" shows $shown, one of its inputs', question => {
  const row = rows.find(({id}) => id === question.shown);
  expect(row === undefined ? 'no row' : questions.find(({takes}) => takes(row))?.does).toBe(question.does);
});

test('every wire case with a right answer belongs to a question', () => {
  const isJudged = ({verdict, preferred}: WireRow): boolean => verdict !== 'open' || preferred === 'reject';
  const left = rows.filter(isJudged).filter(row => !questions.some(({takes}) => takes(row)));
  expect(left.map(({id}) => id)).toEqual([]);
});
