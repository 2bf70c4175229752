// The contexts that a property draws: which there are, and what its repositories are made of there.
import fc from 'fast-check';
import {expect, test} from 'vitest';
import {contextText} from '../../../model/contexts/context.ts';
import {noRights, type Rights} from '../../../model/operation.ts';
import type {DrawnContexts} from '../../../model/plan.ts';
import {property, type PropertyDefinition} from '../../../model/property.ts';
import {ableToDraw} from './property-contexts.ts';

const rights: Rights = {
  ...noRights,
  operations: new Map([
    ['issueEditIssue', 'write'],
    ['repoEdit', 'admin'],
  ]),
  stated: new Map([['MERGE-ADMIN', 'admin']]),
};

function drawnBy(changes: Partial<PropertyDefinition<number>>): DrawnContexts | undefined {
  const definition = property<number>({
    id: 'law',
    title: 'a law',
    proves: [],
    area: 'hosting',
    runs: 1,
    floor: 1,
    input: fc.nat(),
    check: () => Promise.resolve(),
    ...changes,
  });
  return ableToDraw({kind: 'property', id: 'properties/x/law', file: 'x.ts', definition}, rights).drawn;
}

const textsOf = (drawn: DrawnContexts | undefined): readonly string[] => (drawn?.all ?? []).map(contextText);

test('a value that needs an organization comes with one, and the plain context is not among them', () => {
  const all = textsOf(drawnBy({contexts: {right: 'write'}}));
  expect(all).toHaveLength(21);
  expect(all).not.toContain('');
  const needy = all.filter(text => /team-member|in-/.test(text));
  expect(needy).toHaveLength(10);
  expect(needy.every(text => text.includes('owner=organization'))).toBe(true);
});

test.each([
  ['nothing is said', undefined, undefined],
  ['a sentence says why nothing varies', 'it makes its own', undefined],
  ['no right is named', {fixed: {visibility: 'it reads without credentials'}}, ['owner=organization']],
  ['the owner is fixed', {fixed: {owner: 'only users have it'}}, ['visibility=private']],
] as const)('%s', (_what, contexts, wanted) => {
  const drawn = drawnBy(contexts === undefined ? {} : {contexts});
  expect(drawn === undefined ? undefined : textsOf(drawn)).toEqual(wanted);
});

test('its repository is that of an organization, with readers and a subject who has exactly the right', () => {
  const drawn = drawnBy({contexts: {right: 'write'}});
  const given = {name: 'made', arrange: 'repository', inputs: {auto_init: false}, pointer: ''};
  const placed = drawn?.place(given, {owner: 'organization', visibility: 'private', actor: 'collaborator'}) ?? [];
  expect(placed.map(({name, arrange, inputs}) => [name, arrange, inputs['permission'] ?? inputs['private']])).toEqual([
    ['context_public_organization', 'organization', undefined],
    ['context_made_subject', 'collaborator', 'write'],
    ['context_made_other', 'collaborator', 'read'],
    ['made', 'organization-repository', true],
  ]);
  expect(drawn?.place(given, {})).toBeUndefined();
  expect(drawn?.place({...given, arrange: 'issue'}, {owner: 'organization'})).toBeUndefined();
});

test('what alice does must be within the right that its subject gets', () => {
  const drawn = drawnBy({contexts: {right: 'write'}});
  expect(drawn?.whyBeyondRight('issueEditIssue')).toBeUndefined();
  expect(drawn?.whyBeyondRight('repoEdit')).toBe('its contexts name the right "write", and repoEdit needs "admin"');
  expect(drawnBy({contexts: {}})?.whyBeyondRight('repoEdit')).toBeUndefined();
  expect([drawn?.isRightStated, drawnBy({contexts: {}, proves: ['MERGE-ADMIN']})?.isRightStated]).toEqual([
    false,
    true,
  ]);
});
