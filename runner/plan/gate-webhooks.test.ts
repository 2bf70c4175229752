import fc from 'fast-check';
import {expect, test} from 'vitest';
import type {Offer} from '../../model/plan.ts';
import {property} from '../../model/property.ts';
import type {CaseDefinition} from '../../model/suite.ts';
import {gateCase} from './gate-case.ts';

function anOffer(changed: Partial<Offer> = {}): Offer {
  return {
    areas: new Set(['hosting']),
    actors: new Set(['alice', 'anonymous']),
    withoutPassword: new Set(),
    withoutSession: new Set(),
    absent: new Map(),
    found: new Map(),
    existing: new Set(),
    absentOperations: new Set(),
    variants: new Set(['']),
    isDestructiveAllowed: false,
    ...changed,
  };
}

function aCase(listen: readonly string[]): CaseDefinition {
  return {
    id: 'hosting/webhooks/one',
    title: 'a claim',
    proves: [],
    file: 'a.yaml',
    pointer: '/cases/0',
    lines: {first: 1, last: 2},
    probe: false,
    area: 'hosting',
    listen,
    given: [],
    steps: [],
    needs: [],
    exclusive: [],
    destructive: false,
    tags: [],
  };
}

const away = anOffer({noWebhookRoute: 'the target is another machine'});

test.each([
  ['a case with an inbox', ['inbox'], anOffer(), undefined],
  ['a case with an inbox', ['inbox'], away, {cause: 'no-webhook-route', why: 'the target is another machine'}],
  ['a case without one', [], away, undefined],
  [
    'a case with an inbox',
    ['inbox'],
    anOffer({absent: new Map([['webhooks', 'declared with --without']])}),
    {cause: 'capability-absent', why: 'webhooks: declared with --without'},
  ],
])('%s %j is gated by the offer: %#', (_what, listen, offer, skip) => {
  const definition = aCase(listen);
  const planned = gateCase(
    {kind: 'example', id: definition.id, definition},
    {offer, arrangements: new Map(), operations: new Map()},
  );
  expect(planned.skip).toEqual(skip);
});

test.each([
  ['that listens', ['inbox'], away, {cause: 'no-webhook-route', why: 'the target is another machine'}],
  ['that listens', ['inbox'], anOffer({actors: new Set(['alice', 'bob'])}), undefined],
  ['that does not', [], away, undefined],
])('a property %s, %j, is gated by the offer: %#', (_what, listen, offer, skip) => {
  const definition = property({
    id: 'law',
    title: 'a law',
    proves: [],
    area: 'overlay-codec',
    listen,
    runs: 1,
    floor: 1,
    input: fc.constant(0),
    check: () => Promise.resolve(),
  });
  const planned = gateCase(
    {kind: 'property', id: 'properties/a/law', file: 'a.ts', definition},
    {offer, arrangements: new Map(), operations: new Map()},
  );
  expect(planned.skip).toEqual(skip);
});
