import {expect, test} from 'vitest';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {readTestSuite} from '../../../test/support/read-our-suites.ts';

function aSuite(steps: readonly string[], listen = '    listen: [inbox]\n'): string {
  const lines = steps.map(step => `      - ${step}\n`).join('');
  return `suite: labels\ntitle: Labels\ncases:\n  - id: one\n    title: a claim\n    proves: [LABEL-SCOPE]\n${listen}    steps:\n${lines}`;
}

const goodStep = '{deliveries: {of: inbox}, expect: {count: 1}}';

function firstStep(suite: string): unknown {
  const read = readTestSuite(suite, {}, {matchers: ['$gte', '$in']});
  expect(read.problems).toEqual([]);
  return read.suite?.cases[0]?.steps[0];
}

test('a case with inboxes speaks to a hosting server, and its steps know the inbox', () => {
  const read = readTestSuite(
    aSuite(['{call: repoCreate, body: {url: "${inbox.url}", secret: "${inbox.secret}"}}', goodStep]),
  );
  expect(read.problems).toEqual([]);
  expect(read.suite?.cases[0]).toMatchObject({listen: ['inbox'], area: 'hosting'});
});

test('what is given may use the address of an inbox', () => {
  const given = '    listen: [inbox]\n    given: {repo: {arrange: repository, name: "${inbox.url}"}}\n';
  expect(readTestSuite(aSuite([goodStep], given)).problems).toEqual([]);
});

test.each([
  ['{count: 1}', '', {withinMs: 10_000, settleMs: 1_000}],
  ['{count: {$gte: 1}}', '', {withinMs: 10_000, settleMs: 0}],
  ['{count: {$in: [1, 2]}}', '', {withinMs: 10_000, settleMs: 1_000}],
  ['{body: {a: 1}}', '', {withinMs: 10_000, settleMs: 0}],
  ['{count: 1}', ', within: 2s, settle: 500ms', {withinMs: 2_000, settleMs: 500}],
])('who expects %s%s waits %j', (expectation, waits, step) => {
  expect(firstStep(aSuite([`{deliveries: {of: inbox${waits}}, expect: ${expectation}}`]))).toMatchObject(step);
});

test('deliveries are chosen by payload and headers', () => {
  const where = '{at: {/action: closed}, body: {number: 1}, headers: {x-event: issues}}';
  expect(firstStep(aSuite([`{deliveries: {of: inbox, where: ${where}}, expect: {count: 1}}`]))).toMatchObject({
    of: 'inbox',
    where: {at: {'/action': 'closed'}, body: {number: 1}, headers: {'x-event': 'issues'}},
  });
});

const problems: readonly (readonly [what: string, first: string, text: string])[] = [
  [
    'an inbox without listen',
    'labels.yaml:8:27  unknown inbox "inbox"  add "listen: [inbox]" to the case',
    aSuite([goodStep], ''),
  ],
  [
    'an inbox with another name',
    'labels.yaml:9:27  unknown inbox "inbx"  did you mean "inbox"?',
    aSuite(['{deliveries: {of: inbx}, expect: {count: 1}}', goodStep]),
  ],
  [
    'an inbox that nobody asks about',
    'labels.yaml:7:21  no step asks for deliveries of "other"  add a step "deliveries: {of: …}"',
    aSuite([goodStep], '    listen: [inbox, other]\n'),
  ],
  [
    'an inbox twice',
    'labels.yaml:7:21  the inbox "inbox" appears twice  take one of the two away',
    aSuite([goodStep], '    listen: [inbox, inbox]\n'),
  ],
  [
    'an inbox with a reserved name',
    'labels.yaml:7:14  the name "run" is taken: it stands for something in every case  choose another name',
    aSuite(['{deliveries: {of: run}, expect: {count: 1}}'], '    listen: [run]\n'),
  ],
  [
    'an inbox with the name of something given',
    'labels.yaml:7:14  the inbox "repo" would hide what is given under this name  choose another name',
    aSuite(
      ['{deliveries: {of: repo}, expect: {count: 1}}'],
      '    listen: [repo]\n    given: {repo: {arrange: repository}}\n',
    ),
  ],
  [
    'a value that an inbox has not',
    'labels.yaml:9:40  inbox "inbox" has no "uri" for "${inbox.uri}"  did you mean "url"?',
    aSuite(['{call: repoCreate, body: {url: "${inbox.uri}"}}', goodStep]),
  ],
  [
    'absence without a marker',
    'labels.yaml:9:9  that nothing came to "inbox" shows nothing, because nothing else came to it before  do something that must be delivered after what must not, and expect that in a step before this one',
    aSuite(['{deliveries: {of: inbox}, expect: {count: 0}}']),
  ],
  [
    'a count that is no number',
    'labels.yaml:9:51  "count" must be a whole number or a matcher, not the text "one"  write e.g. 1 or {$gte: 1}',
    aSuite(['{deliveries: {of: inbox}, expect: {count: one}}']),
  ],
  [
    'a status of a delivery',
    'labels.yaml:9:44  "status" cannot be observed in a "deliveries" step  expect one of: count, headers, body, at',
    aSuite(['{deliveries: {of: inbox}, expect: {status: 200}}']),
  ],
  [
    'a count of a reply',
    'labels.yaml:9:37  "count" cannot be observed in a "call" step  expect one of: status, headers, body, at, text, html, xml, bytes, file, time',
    aSuite(['{call: repoCreate, expect: {count: 1}}', goodStep]),
  ],
  [
    'an empty choice',
    'labels.yaml:9:34  "where" is empty, so it chooses nothing  say which deliveries count, or take it away',
    aSuite(['{deliveries: {of: inbox, where: {}}, expect: {count: 1}}']),
  ],
  [
    'a matcher that does not exist in a choice',
    'labels.yaml:9:53  unknown matcher "$equal"  did you mean "$eq"?',
    aSuite(['{deliveries: {of: inbox, where: {body: {a: {$equal: 1}}}}, expect: {count: 1}}']),
  ],
  [
    'inboxes of an overlay case',
    'labels.yaml:7:5  "listen" needs a hosting server to be called by  take "listen" away',
    aSuite(['{decode: {message: OverlayPing, hex: ""}, expect: {answer: value}}']),
  ],
];

test.each(problems)('%s is told where it stands', (_what, first, text) => {
  const rendered = renderProblems(readTestSuite(text).problems, {color: false});
  expect(rendered.split('\n').filter(line => line.startsWith('labels.yaml:'))).toContain(first);
});
