// Wrongly written steps about sign-in and published contracts are told where, what and what to do.
import {expect, test} from 'vitest';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {readTestSuite} from '../../../test/support/read-our-suites.ts';

function suite(step: string): string {
  return `suite: labels\ntitle: Labels\ncases:\n  - id: one\n    title: a claim\n    proves: [LABEL-SCOPE]\n    steps:\n      - ${step}\n`;
}

const expecting = 'expect: {body: x}';

test.each([
  ['schema: fields', expecting],
  ['document: {path: /api.json, names: true}', expecting],
  ['document: {path: "${dialect.values.apiDocument}", operation: repoCreate}', 'expect: {at: {/body: X}}'],
  ['openid: {path: /in, user: "${case.name}", groups: [a, b]}', 'expect: {status: 2xx}'],
])('%s is fine', (step, expectation) => {
  expect(readTestSuite(suite(`{${step}, ${expectation}}`)).problems).toEqual([]);
});

test.each([
  ['schema: sintax', expecting, 'a decoder publishes no "sintax" of its schema  did you mean "syntax"?'],
  [
    'schema: fields',
    'expect: {status: 200}',
    '"status" cannot be observed in a "schema" step  expect one of: body, at',
  ],
  [
    'document: {path: /a}',
    expecting,
    '"document" needs exactly one of "operation", "names" and "misfits"  say what to look at',
  ],
  [
    'document: {path: /a, names: true, operation: repoCreate}',
    expecting,
    '"document" needs exactly one of "operation", "names" and "misfits"  say what to look at',
  ],
  ['document: {path: /a, names: false}', expecting, '"names" must be true  write true, or name an operation'],
  [
    'document: {path: /a, operation: repoCreat}',
    expecting,
    'unknown operation "repoCreat"  did you mean "repoCreate"?',
  ],
  [
    'openid: {path: "//elsewhere", user: a, groups: []}',
    'expect: {status: 2xx}',
    'the path "//elsewhere" is not relative to the base URL  begin it with one "/", or with ${dialect.values.…}',
  ],
  [
    'openid: {path: /in, user: a, groups: {a: 1}}',
    'expect: {status: 2xx}',
    '"groups" must be a list of texts, not a mapping  write e.g. [builders, bakers], or [] for none',
  ],
  ['openid: {path: /in, groups: []}', 'expect: {status: 2xx}', '"openid" has no "user"  add "user:"'],
])('%s with %s is refused', (step, expectation, message) => {
  const told = renderProblems(readTestSuite(suite(`{${step}, ${expectation}}`)).problems, {color: false});
  expect(told).toContain(message);
});
