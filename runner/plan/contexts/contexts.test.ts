// Contexts: which values a case is open to, how it is rewritten, and that every value is seen for each statement.
import {expect, test} from 'vitest';
import {contextOfId, idInContext, idWithoutContext, otherValues, readContext} from '../../../model/contexts/context.ts';
import {packageRoot} from '../../../test/support/in-process.ts';
import {loadCatalog} from '../../commands/load/catalog.ts';
import {gatherRunnables} from '../../commands/load/gather-runnables.ts';
import {machineOf} from '../../targets/machine.ts';
import {namedInContext, onlyIn, withContexts} from './assign-contexts.ts';
import {whyClosed} from './open-values.ts';

const machine = machineOf({root: packageRoot, version: '0.0.0'});
const catalog = await loadCatalog(machine, {own: true, users: []});
const data = {arrangements: catalog.arrangements, rights: catalog.rights};
const plain = await gatherRunnables(catalog, machine, {withProperties: false});
const values = withContexts(plain, {level: 'values', salt: '', data});

test('an id names its context, dimensions in alphabetical order, and the plain one has no suffix', () => {
  const id = idInContext('hosting/labels/x[a]', {visibility: 'private', actor: 'collaborator'});
  expect(id).toBe('hosting/labels/x[a]@actor=collaborator,visibility=private');
  expect(idWithoutContext(id)).toBe('hosting/labels/x[a]');
  expect(contextOfId(id)).toEqual({actor: 'collaborator', visibility: 'private'});
  expect(idInContext('a/b', {})).toBe('a/b');
});

test.each([
  ['owner=organization,visibility=private', {kind: 'context', context: {owner: 'organization', visibility: 'private'}}],
  ['owner=user', {kind: 'context', context: {}}],
  ['colour=red', {kind: 'unusable', why: expect.stringMatching(/^unknown dimension "colour"/) as unknown}],
  ['owner=team', {kind: 'unusable', why: 'unknown value "owner=team"; values of owner are user, organization'}],
])('%s is read', (text, wanted) => {
  expect(readContext(text)).toEqual(wanted);
});

test('each value that a statement has a case for is seen once for it, and no value that is closed', () => {
  const seen = new Set<string>();
  for (const one of values) {
    if (one.kind !== 'example' || one.context === undefined) continue;
    for (const {dimension, value} of otherValues) {
      if (one.context[dimension] !== value || one.written === undefined) continue;
      expect([one.id, whyClosed(one.written, dimension, value, data)]).toEqual([one.id, undefined]);
      for (const id of one.definition.proves) seen.add(`${id} ${dimension}=${value}`);
    }
  }
  const missing = plain.flatMap(one =>
    one.kind !== 'example' || one.written === undefined
      ? []
      : otherValues
          .filter(
            ({dimension, value}) =>
              dimension !== 'settings' &&
              whyClosed(one.written ?? one.definition, dimension, value, data) === undefined,
          )
          .flatMap(({dimension, value}) => one.definition.proves.map(id => `${id} ${dimension}=${value}`))
          .filter(text => !seen.has(text)),
  );
  expect([...new Set(missing)]).toEqual([]);
});

test('the same suites give the same contexts, another salt gives others, and the ids of plain cases stay', () => {
  const again = withContexts(plain, {level: 'values', salt: '', data}).map(({id}) => id);
  expect(again).toEqual(values.map(({id}) => id));
  expect(withContexts(plain, {level: 'values', salt: '7', data}).map(({id}) => id)).not.toEqual(again);
  expect(withContexts(plain, {level: 'plain', salt: '', data}).map(({id}) => id)).toEqual(plain.map(({id}) => id));
  expect(again.slice(0, plain.length)).toEqual(plain.map(({id}) => id));
  expect(new Set(again).size).toBe(again.length);
});

test('values take about three runs a statement, and pairs more', () => {
  const statements = new Set(
    plain.filter(({definition}) => definition.area === 'hosting').flatMap(({definition}) => definition.proves),
  );
  expect(values.length - plain.length).toBeLessThan(4 * statements.size);
  expect(withContexts(plain, {level: 'pairs', salt: '', data}).length).toBeGreaterThan(values.length);
});

test('a case in a context is the one that its id names', () => {
  const ids = new Set(values.filter(({id}) => id.includes('@')).map(({id}) => id));
  const named = new Map(namedInContext(plain, ids, data).map(one => [one.id, one.definition]));
  expect(named.size).toBe(ids.size);
  for (const {id, definition} of values.filter(one => ids.has(one.id))) expect(named.get(id)).toEqual(definition);
});

test('an organization owns the repository, a collaborator acts with the right to it, and who could read still can', () => {
  const context = {owner: 'organization', visibility: 'private', actor: 'collaborator'};
  const [one] = onlyIn(
    plain.filter(({id}) => id === 'hosting/labels/exclusive-is-kept-by-other-edits'),
    context,
    data,
  );
  expect(one).toMatchObject({
    id: 'hosting/labels/exclusive-is-kept-by-other-edits@actor=collaborator,owner=organization,visibility=private',
    definition: {
      given: [
        {name: 'context_public_organization', arrange: 'organization', isShared: true},
        {arrange: 'collaborator', inputs: {repo: '${repo}', login: '${actors.carol.login}', permission: 'write'}},
        {arrange: 'collaborator', inputs: {repo: '${repo}', login: '${actors.bob.login}', permission: 'read'}},
        {
          name: 'repo',
          arrange: 'organization-repository',
          inputs: {private: true, org: '${context_public_organization}'},
        },
        {name: 'label', arrange: 'label'},
      ],
    },
  });
});

test('at most a quarter of the hosting cases fix owner, visibility or actor', () => {
  const hosting = plain.filter(({definition}) => definition.area === 'hosting');
  const fixing = hosting.filter(
    ({kind, definition}) =>
      kind === 'example' && ['owner', 'visibility', 'actor'].some(name => definition.fixed?.[name] !== undefined),
  );
  expect(fixing.length / hosting.length).toBeLessThanOrEqual(0.25);
});
