// Shows what keeps a case from running on a target: each lack with its cause and a reason that names it.
import {expect, test} from 'vitest';
import type {Arrangement} from '../../model/arrangement.ts';
import type {Offer, Runnable} from '../../model/plan.ts';
import type {AnyProperty} from '../../model/property.ts';
import type {CaseDefinition, Step} from '../../model/suite.ts';
import {gateCase} from './gate-case.ts';

const offer: Offer = {
  areas: new Set(['hosting']),
  actors: new Set(['anonymous', 'alice']),
  withoutPassword: new Set(),
  withoutSession: new Set(),
  absent: new Map(),
  found: new Map(),
  absentOperations: new Set(),
  existing: new Set(),
  variants: new Set(['']),
  isDestructiveAllowed: false,
} as const;

const webSession: Arrangement = {
  name: 'web-session',
  title: '',
  file: '',
  inputs: {as: {type: 'string', default: 'alice', about: ''}},
  given: [],
  signIn: {kind: 'actor', as: '${as}'},
  steps: [],
  outputs: {},
  needs: [],
  requires: [],
};
const arrangements = new Map([['web-session', webSession]]);

function aCase(step: object = {}, more: object = {}): Runnable {
  const steps = [
    {kind: 'call', operation: 'repoGet', as: 'alice', params: {}, expect: [], usual: [], ...step} as unknown as Step,
  ];
  const usual = {id: 's/c', area: 'hosting', given: [], needs: [], listen: [], destructive: false};
  return {kind: 'example', id: 's/c', definition: {...usual, steps, ...more} as unknown as CaseDefinition};
}

function aProperty(variant: string): Runnable {
  const definition = {id: 'law', title: '', proves: [], area: 'hosting', actors: [], variant, runs: 1, floor: 1};
  return {kind: 'property', id: 's/law', file: 'law.ts', definition: definition as unknown as AnyProperty};
}

function gated(runnable: Runnable, more: Partial<Offer> = {}) {
  return gateCase(runnable, {offer: {...offer, ...more}, arrangements, operations: new Map()}).skip;
}

test('a case that lacks nothing runs', () => {
  expect(gated(aCase())).toBeUndefined();
});

test.each<readonly [what: string, runnable: Runnable, more: Partial<Offer>, cause: string, why: string]>([
  [
    'a capability',
    aCase({}, {needs: ['oauth2']}),
    {absent: new Map([['oauth2', 'switched off by policy']])},
    'capability-absent',
    'oauth2: switched off by policy',
  ],
  [
    'an operation',
    aCase(),
    {absentOperations: new Set(['repoGet'])},
    'not-in-dialect',
    'the dialect has no name for operation repoGet',
  ],
  ['an actor', aCase({as: 'admin'}), {}, 'needs-credentials', 'it acts as admin, and no administrator was given'],
  [
    'the usual actor',
    aCase(),
    {actors: new Set(['bob'])},
    'needs-credentials',
    'it acts as alice, and no credentials were given for that (a step that says nothing acts as alice; "defaults: {as: anonymous}" in the suite, or "as: anonymous" at a step, needs no account)',
  ],
  [
    'another actor',
    aCase({as: 'bob'}),
    {actors: new Set(['alice'])},
    'needs-credentials',
    'it acts as bob, and no credentials were given for that',
  ],
  [
    'a way to sign in at pages, for the actor that the case names',
    aCase({}, {given: [{name: 'session', arrange: 'web-session', inputs: {as: 'admin'}, pointer: ''}]}),
    {actors: new Set(['alice', 'admin']), withoutSession: new Set(['admin'])},
    'needs-credentials',
    'admin signs in at the pages of the target, and neither a password nor a cookie was given for that',
  ],
  [
    'a way to sign in at pages, for the usual actor',
    aCase({}, {given: [{name: 'session', arrange: 'web-session', inputs: {}, pointer: ''}]}),
    {withoutSession: new Set(['alice'])},
    'needs-credentials',
    'alice signs in at the pages of the target, and neither a password nor a cookie was given for that',
  ],
  [
    'a password',
    aCase({auth: {kind: 'actor-basic'}}),
    {withoutPassword: new Set(['alice'])},
    'needs-credentials',
    'it signs in with the password of alice, and none was given',
  ],
  [
    'a variant',
    aCase({}, {variant: 'small-pages'}),
    {},
    'needs-variant',
    'it needs the target\'s variant "small-pages"',
  ],
  [
    'a variant, of a property',
    aProperty('small-pages'),
    {},
    'needs-variant',
    'it needs the target\'s variant "small-pages"',
  ],
  [
    'a thing that only the target file can name',
    aCase({params: {sha: '${existing.noted.sha}'}}),
    {existing: new Set(['other'])},
    'needs-existing',
    'it needs "noted", which the API cannot make; "existing:" in a target file says where it is',
  ],
  [
    'leave to change the instance',
    aCase({}, {destructive: true}),
    {},
    'destructive-not-allowed',
    'it changes the whole instance; --allow-destructive lets it run',
  ],
])('a case that lacks %s is skipped', (_what, runnable, more, cause, why) => {
  expect(gated(runnable, more)).toEqual({cause, why});
});

test('what is there lets the same cases run', () => {
  expect(gated(aCase({}, {variant: 'small-pages'}), {variants: new Set(['', 'small-pages'])})).toBeUndefined();
  expect(gated(aCase({params: {sha: '${existing.noted.sha}'}}), {existing: new Set(['noted'])})).toBeUndefined();
  expect(gated(aCase({auth: {kind: 'actor-basic'}}))).toBeUndefined();
  expect(gated(aCase({as: 'anonymous', auth: {kind: 'none'}}), {actors: new Set()})).toBeUndefined();
});

test('a property runs where its variant is', () => {
  expect(gated(aProperty('small-pages'), {variants: new Set(['', 'small-pages'])})).toBeUndefined();
});
