// Holds our properties to the names of capabilities and to the statements of the record: a name that nobody knows gates nothing.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {capabilities} from '../../../runner/commands/load/capabilities.ts';
import {isProperty} from '../../../runner/commands/load/gather-runnables.ts';

const folder = new URL('../', import.meta.url);
const files = readdirSync(folder).filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const modules = await Promise.all(
  files.map(async name => Object.values((await import(new URL(name, folder).href)) as object)),
);
const properties = modules.flat().filter(isProperty);
const statements = new Set(
  (parse(readFileSync(new URL('../requirements.yaml', folder), 'utf8')) as readonly {readonly id: string}[]).map(
    ({id}) => id,
  ),
);

test('each property needs capabilities that exist', () => {
  expect(properties.length).toBeGreaterThan(60);
  const unknown = properties.flatMap(({id, needs = []}) =>
    needs.filter(name => capabilities[name] === undefined).map(name => `${id}: ${name}`),
  );
  expect(unknown).toEqual([]);
});

test('each property proves statements of the record', () => {
  const unknown = properties.flatMap(({id, proves}) =>
    proves.filter(name => !statements.has(name)).map(name => `${id}: ${name}`),
  );
  expect(unknown).toEqual([]);
});
