// Holds the script that the HTML report has in it against its source.
import {expect, test} from 'vitest';
import {htmlScript} from '../reports/html/page-script.ts';
import {makePageScript} from './make-page-script.ts';

test('reports/html/page-script.ts is what reports/browser compiles to (npm run generate makes it)', () => {
  expect(htmlScript).toBe(makePageScript());
});

test('no text in the script can end its element', () => {
  expect(htmlScript).not.toMatch(/<[/!]/);
});
