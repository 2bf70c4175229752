// Shows that every schema is printed whole, holds for real files of its kind, and refuses broken ones.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv2020, type AnySchemaObject} from 'ajv/dist/2020.js';
import {expect, test} from 'vitest';
import {main} from '../../runner/commands/schema.ts';
import {readData} from '../../base/yaml/read-data.ts';
import {readBaseline} from '../../reports/baseline/read-entries.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {inProcess, packageRoot} from '../support/in-process.ts';

async function schemaOf(kind: string): Promise<AnySchemaObject> {
  const {exitCode, stdout} = await inProcess(main, [kind]);
  expect(exitCode).toBe(0);
  return JSON.parse(stdout) as AnySchemaObject;
}

const text = (file: string): string => readFileSync(join(packageRoot, file), 'utf8');
const dataOf = (yaml: string) => readData({text: yaml, file: 'data.yaml'}).content;

test.each([
  ['target', 'fixtures/targets/example.yaml'],
  ['suite', 'suites/hosting/labels.yaml'],
  ['baseline', 'test/golden/baseline-init.yaml'],
  ['requirements', 'suites/requirements.yaml'],
  ['table', 'fixtures/overlay/enums.yaml'],
  ...readdirSync(join(packageRoot, 'fixtures/arrangements')).map(name => [
    'arrangement',
    `fixtures/arrangements/${name}`,
  ]),
])('the schema of a %s holds for %s and not for something else', async (kind, file) => {
  const isValid = new Ajv2020({allowUnionTypes: true}).compile(await schemaOf(kind));
  expect({valid: isValid(dataOf(text(file))), errors: isValid.errors}).toEqual({valid: true, errors: null});
  expect(isValid({nothing: 'of this kind'})).toBe(false);
});

test.each([
  ['journal', 'journal'],
  ['comparison', 'compare'],
  ['certificate', 'certificate'],
])('the schema of a %s is the published one', async (kind, folder) => {
  expect(await schemaOf(kind)).toEqual(JSON.parse(text(`reports/${folder}/${kind}.schema.json`)));
});

const wholeEntry = 'case: a/b, finding: x, reason: y';
test.each([
  [`baseline: 1\nknown: [{${wholeEntry}}]`, true],
  [`baseline: 1\nknown: [{${wholeEntry}, expires: "2026-01-02", flaky: true, issue: 7}]`, true],
  [`baseline: 1\nknown: [{${wholeEntry}, finding: [x, y]}]`.replace('finding: x, ', ''), true],
  [`baseline: 2\nknown: []`, false],
  ['baseline: 1', false],
  ['baseline: 1\nknown: [{case: a/b, reason: y}]', false],
  [`baseline: 1\nknown: [{${wholeEntry}, more: z}]`, false],
  [`baseline: 1\nknown: [{${wholeEntry}, flaky: often}]`, false],
  [`baseline: 1\nknown: [{${wholeEntry}, expires: soon}]`, false],
  ['baseline: 1\nknown: [{case: a/b, finding: [], reason: y}]', false],
])('the schema and the reader agree on %j', async (baseline, isRight) => {
  const isValid = new Ajv2020({allowUnionTypes: true}).compile(await schemaOf('baseline'));
  expect(isValid(dataOf(baseline))).toBe(isRight);
  expect(readBaseline({text: baseline, file: 'b.yaml'}).problems.length === 0).toBe(isRight);
});

test('a kind that there is not is refused, and a file is written once', async () => {
  expect(await inProcess(main, ['baselin'])).toMatchObject({
    exitCode: 2,
    stderr: 'touchstone schema: there is no schema "baselin"\n  did you mean "baseline"?\n',
  });
  const file = join(temporaryFolder(), 'target.schema.json');
  expect(await inProcess(main, ['target', '--output', file])).toMatchObject({exitCode: 0, stdout: ''});
  expect(await inProcess(main, ['target', '--output', file])).toMatchObject({exitCode: 2});
  expect(readFileSync(file, 'utf8')).toBe(text('fixtures/targets/target.schema.json'));
});

test.each([
  ['arrangement', 'arrangement: note\ntitle: a note\nsteps: [{as: carol, requst: POST /notes}]\noutputs: {}'],
  ['requirements', '[{id: X-1, area: elsewhere, level: must, observe: api, quote: q}]'],
  ['table', '[{name: x}]'],
  ['table', 'rows: []'],
])('the schema of a %s refuses %j', async (kind, yaml) => {
  const isValid = new Ajv2020({allowUnionTypes: true}).compile(await schemaOf(kind));
  expect(isValid(dataOf(yaml))).toBe(false);
});
