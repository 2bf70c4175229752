// What a case says of contexts is read, and what says nothing, or what a rule says already, is refused where it stands.
import {expect, test} from 'vitest';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {readTestSuite} from '../../../test/support/read-our-suites.ts';

function aSuite(...lines: readonly string[]): string {
  return [
    'suite: labels',
    'title: Labels',
    'cases:',
    '  - id: one',
    '    title: a claim',
    '    proves: [LABEL-SCOPE]',
    ...lines.map(line => `    ${line}`),
    '    steps:',
    '      - {call: issueGetLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 200}}',
    '',
  ].join('\n');
}

function problemsOf(...lines: readonly string[]): readonly string[] {
  const {problems} = readTestSuite(aSuite(...lines));
  return renderProblems(problems, {color: false})
    .split('\n')
    .filter(line => line.startsWith('labels.yaml:'));
}

test('fixed values and opened dimensions are kept', () => {
  const read = readTestSuite(aSuite('fixed:', '  siblings: {is: none, because: "it compares the whole list"}'));
  expect(read.problems).toEqual([]);
  expect(read.suite?.cases[0]?.fixed).toEqual({siblings: {is: 'none', because: 'it compares the whole list'}});
  const opened = readTestSuite(aSuite('exclusive: [it]', 'contexts: [owner, actor]'));
  expect(opened.problems).toEqual([]);
  expect(opened.suite?.cases[0]?.contexts).toEqual(['owner', 'actor']);
});

test.each<[string, readonly string[], string]>([
  [
    'an unknown dimension',
    ['fixed: {sibling: {is: none, because: "it counts"}}'],
    'labels.yaml:7:13  unknown dimension "sibling"  did you mean "siblings"?',
  ],
  [
    'an unknown value',
    ['fixed: {siblings: {is: non, because: "it counts"}}'],
    'labels.yaml:7:28  unknown value "non" of siblings  did you mean "none"?',
  ],
  ['no reason', ['fixed: {siblings: {is: none}}'], 'labels.yaml:7:13  "siblings" has no "because"  add "because:"'],
  [
    'what "variant" fixes',
    ['variant: small-pages', 'fixed: {settings: {is: default, because: "it says so"}}'],
    'labels.yaml:8:13  "settings" is fixed already: "variant" fixes settings  remove it here',
  ],
  [
    'what "exclusive" fixes',
    ['exclusive: [it]', 'fixed: {owner: {is: user, because: "it says so"}}'],
    'labels.yaml:8:13  "owner" is fixed already: "exclusive" and "destructive" fix all dimensions  remove it here',
  ],
  [
    'opening a case that is open',
    ['contexts: [owner]'],
    'labels.yaml:7:5  the case is open to all contexts anyway  remove "contexts"; it is for exclusive and destructive cases',
  ],
  [
    'opening an unknown dimension',
    ['destructive: true', 'contexts: [owners]'],
    'labels.yaml:8:16  unknown dimension "owners"  did you mean "owner"?',
  ],
])('%s is refused', (_name, lines, problem) => {
  expect(problemsOf(...lines)).toEqual([problem]);
});
