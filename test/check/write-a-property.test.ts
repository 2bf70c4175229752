// The example of docs/write-a-property.md is a property like any other: it holds on the reference, and breaks with a fault.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {afterAll, beforeAll, expect, test} from 'vitest';
import {main} from '../../runner/commands/run.ts';
import type {Machine} from '../../model/machine.ts';
import {machineOf} from '../../runner/targets/machine.ts';

const root = join(fileURLToPath(import.meta.url), '../../..');
const folder = mkdtempSync(join(root, 'node_modules', '.write-a-property-'));
let properties: readonly unknown[] = [];

beforeAll(async () => {
  const page = readFileSync(join(root, 'docs/write-a-property.md'), 'utf8');
  const [, example = ''] = /```ts\n([^]*?)```/.exec(page) ?? [];
  const file = join(folder, 'example.ts');
  const door = pathToFileURL(join(root, 'model/property.ts')).href;
  writeFileSync(file, example.replace("'touchstone'", JSON.stringify(door)));
  properties = Object.values((await import(file)) as {readonly [name: string]: unknown});
});

afterAll(() => {
  rmSync(folder, {recursive: true, force: true});
});

async function runExample(...more: readonly string[]): Promise<{readonly exitCode: number; readonly text: string}> {
  let text = '';
  const machine: Machine = {
    ...machineOf({root, version: '0.0.0'}),
    loadProperties: () => Promise.resolve([{file: 'suites/properties/example.ts', exports: properties}]),
    print: printed => {
      text += printed;
    },
    talk: () => {},
  };
  const exitCode = await main(
    ['--reference', '--id', 'properties/example/*', '--seed', '7', '--output', join(folder, 'results'), ...more],
    machine,
  );
  return {exitCode, text};
}

test('the example of the page holds on the reference', async () => {
  expect((await runExample()).exitCode).toBe(0);
}, 60_000);

test('with a fault it tells the shortest story', async () => {
  const {exitCode, text} = await runExample('--fault', 'milestone-state-ignored');
  expect(exitCode).toBe(1);
  expect(text).toContain('FAIL  properties/example/closed-milestones-move');
  expect(text).toMatch(/\. close milestone 1\n\s+\d+\. bob lists the closed milestones\n/);
}, 60_000);
