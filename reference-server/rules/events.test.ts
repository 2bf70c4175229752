import {describe, expect, test} from 'vitest';
import {eventsAskedFor} from './event-names.ts';
import type {EventTraits, HookTraits} from './events.ts';
import {makeRules} from './make-rules.ts';

const rules = makeRules();

function aHook(changed: Partial<HookTraits> = {}): HookTraits {
  const plain = {level: 'repository', homeId: 7, isActive: true, events: ['push'], branchFilter: ''} as const;
  return {id: 1, createdAt: 0, ...plain, ...changed};
}

function anEvent(changed: Partial<EventTraits> = {}): EventTraits {
  const where = {repositoryId: 7, repositoryCreatedAt: 0, ownerId: 3, ownerKind: 'person'} as const;
  return {name: 'push', action: '', doerId: 4, ref: 'refs/heads/main', ...where, ...changed};
}

describe('a hook', () => {
  test.each<[Partial<HookTraits>, Partial<EventTraits>, boolean]>([
    [{}, {}, true],
    [{homeId: 8}, {}, false],
    [{isActive: false}, {}, false],
    [{events: ['issues']}, {}, false],
    [{level: 'user', homeId: 3}, {}, true],
    [{level: 'user', homeId: 4}, {}, false],
    [{level: 'user', homeId: 3}, {ownerKind: 'organization'}, false],
    [{level: 'organization', homeId: 3}, {ownerKind: 'organization'}, true],
    [{level: 'organization', homeId: 7}, {ownerKind: 'organization'}, false],
    [{level: 'system', homeId: 0}, {}, true],
    [{level: 'system', homeId: 0}, {repositoryId: undefined}, true],
    [{homeId: 7}, {repositoryId: undefined}, false],
    [{branchFilter: 'release/*'}, {}, false],
    [{branchFilter: '{main,release/*}'}, {}, true],
    [{branchFilter: 'release/*'}, {ref: undefined}, true],
    [{branchFilter: 'refs/heads/*'}, {}, true],
    [{branchFilter: 'v*'}, {ref: 'refs/tags/v1'}, false],
    [{branchFilter: 'refs/tags/v*'}, {ref: 'refs/tags/v1'}, true],
  ])('like %j gets an event like %j: %s', (hook, event, isReached) => {
    expect(rules.deliveriesFor(anEvent(event), [aHook(hook)]).length).toBe(isReached ? 1 : 0);
  });

  test('comes after those that are nearer to the repository', () => {
    const hooks = [
      aHook({id: 1, level: 'system', homeId: 0}),
      aHook({id: 2, level: 'user', homeId: 3}),
      aHook({id: 3}),
      aHook({id: 4}),
    ];
    expect(rules.deliveriesFor(anEvent(), hooks.toReversed()).map(({id}) => id)).toEqual([3, 4, 2, 1]);
  });
});

test.each([
  [[], ['push']],
  [['nonsense'], []],
  [
    ['issues_only', 'push', 'push'],
    ['push', 'issues'],
  ],
  [['issues'], ['issues', 'issue_assign', 'issue_label', 'issue_milestone', 'issue_comment']],
  [['pull_request_only'], ['pull_request']],
  [['pull_request_review'], ['pull_request_review']],
  // Gitea 1.26 and Kmup take no kind of review alone.
  [['pull_request_review_approved', 'pull_request_review_rejected', 'pull_request_review_comment'], []],
  [['toString'], []],
])('asking for %j gives %j', (asked, events) => expect(eventsAskedFor(asked)).toEqual(events));

const [a, b, c] = [
  {id: 1, name: 'a'},
  {id: 2, name: 'b'},
  {id: 3, name: 'c'},
];

test('a change of labels tells what was there, what came and what went', () =>
  expect(rules.labelChanges([a, b], [b, c], 'replace')).toEqual({old: [a, b], added: [c], removed: [a]}));

describe('the message', () => {
  test.each([
    ['closes #1', ['closed 1']],
    ['Fixes: #12, RESOLVED #3', ['closed 12', 'closed 3']],
    ['x\n\nfix #1\nclose #2', ['closed 1', 'closed 2']],
    ['reopens #4', ['reopened 4']],
    ['prefixes #1', []],
    ['closes 1', []],
    ['closes #1a', []],
    ['closes owner/repo#1', []],
    ['see #1', []],
    ['closes#1', []],
  ])('%j asks for %j', (message, wishes) =>
    expect(rules.wishesOfMessage(message).map(({action, index}) => `${action} ${index}`)).toEqual(wishes),
  );
});
