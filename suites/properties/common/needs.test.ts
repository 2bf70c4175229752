// Holds our properties to the names of capabilities and to the statements of the record: a name that nobody knows gates nothing.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {parse} from 'yaml';
import {capabilities} from '../../../runner/commands/load/capabilities.ts';
import {whyFixed} from '../../../runner/plan/contexts/property-contexts.ts';
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

const dimensions = ['owner', 'visibility', 'actor'] as const;

test('each property of the hosting API says which contexts its runs draw, and why not the others', () => {
  const hosting = properties.filter(({area, probe}) => area === 'hosting' && probe !== true);
  const wrong = hosting.flatMap(({id, contexts}) => {
    if (contexts === undefined) return [`${id}: no contexts`];
    const reasons = typeof contexts === 'string' ? [contexts] : Object.values(contexts.fixed ?? {});
    const isShort = reasons.some(reason => reason.split(' ').length < 3);
    const isActorSilent =
      typeof contexts !== 'string' && (contexts.right === undefined) !== (contexts.fixed?.actor !== undefined);
    return isShort || isActorSilent ? [`${id}: a dimension is fixed without a reason`] : [];
  });
  expect(wrong).toEqual([]);
  for (const dimension of dimensions) {
    const open = hosting.filter(
      ({contexts}) => typeof contexts === 'object' && whyFixed(contexts, dimension) === undefined,
    );
    expect(open.length).toBeGreaterThan(15);
  }
});
