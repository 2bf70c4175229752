// Holds docs/suite-keys.md: every key of the reader's tables is on it, and `check` accepts each example.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {main as check} from '../runner/commands/check.ts';
import * as tables from '../runner/read/validate/suite-keys.ts';
import {inProcess} from '../test/support/in-process.ts';
import {folderWith} from '../test/support/notes-api.ts';
import {keySections, templates, type ExampleKind} from './key-examples.ts';
import {asItem, keyDocsFile, renderKeyDocs} from './make-key-docs.ts';

test('docs/suite-keys.md is what its tables say (npm run generate makes it anew)', () => {
  expect(readFileSync(keyDocsFile, 'utf8')).toBe(renderKeyDocs());
});

test('every key of every table has an entry', () => {
  const shown = new Set(keySections.flatMap(({keys}) => Object.keys(keys)));
  const {stepKeys, observableKeys: _o, possibleAnswers: _a, authWords: _w, ...plain} = tables;
  const all = [...Object.values(plain), ...Object.values(stepKeys)].flatMap(keys => Object.keys(keys));
  expect(all.filter(key => !shown.has(key))).toEqual([]);
});

const names = 'vars: {title: t, token: t, key: k, sid: s, password: p, pem: x}\n';

function suiteOf(example: string, kind: ExampleKind): string {
  const indented = (text: string, by: number): string => text.replaceAll(/^/gm, ' '.repeat(by));
  if (kind === 'suite') return example;
  if (kind === 'case') return `${names}cases:\n${indented(asItem(example), 2)}\n`;
  const listen = example.includes('${inbox.') ? '    listen: [inbox]\n' : '';
  const table = example.includes('${row.') ? '    table: [{id: a, title: b}]\n' : '';
  const first =
    example.includes('${id}') && !example.includes('capture: {id')
      ? '      - {request: POST /notes, expect: {status: 201}, capture: {id: /id}}\n'
      : '';
  const last = listen === '' ? '' : '      - {deliveries: {of: inbox}, expect: {count: 1}}\n';
  return `${names}cases:\n  - id: example\n${listen}${table}    steps:\n${first}${indented(asItem(example), 6)}\n${last}`;
}

const beside = {
  'titles.csv': 'id,kind,title\na,short,x\nb,long,xx\n',
  'data/cat.png': 'no picture',
};

test('check accepts every example', async () => {
  const examples = [
    ...keySections.flatMap(({title, kind, examples: own}) =>
      Object.entries(own).map(([key, example]) => ({what: `${title} ${key}`, text: suiteOf(example, kind)})),
    ),
    ...Object.entries(templates).flatMap(([name, {example, kind}]) =>
      kind === undefined ? [{what: name, text: suiteOf(example, 'step')}] : [],
    ),
  ];
  const files = examples.map(({text}, index): readonly [string, string] => [
    `e${String(index)}.yaml`,
    text.startsWith('suite:') ? text : `suite: e${String(index)}\n${text}\n`,
  ]);
  const arrangements = Object.fromEntries(
    Object.values(templates).flatMap(({example, kind}, index) =>
      kind === undefined ? [] : [[`arrangements/a${String(index)}.yaml`, example]],
    ),
  );
  const {folder, remove} = folderWith({...beside, ...arrangements, ...Object.fromEntries(files)});
  const {stderr, exitCode} = await inProcess(check, [folder]);
  remove();
  const problems = stderr
    .replaceAll(`${folder}/`, '')
    .replaceAll(/^e(\d+)\.yaml/gm, (_, index: string) => `${examples[Number(index)]?.what ?? ''}: `);
  expect(problems.split('\n').filter(line => /:\d+:\d+ /.test(line))).toEqual([]);
  expect(exitCode).toBe(0);
});

test('an example uses its key', () => {
  const all = keySections.flatMap(({title, examples}) =>
    Object.entries(examples).map(([key, example]) => ({what: `${title} ${key}`, key, example})),
  );
  const idle = all.filter(({key, example}) => !new RegExp(`(?:^|[\\s{,])${key}:`).test(example));
  expect(idle).toEqual([]);
});
