import {expect, test} from 'vitest';
import {makeRules, patchedRules, watchRules} from './make-rules.ts';

test('a view remembers the rules that were touched, also by other rules', () => {
  const touched = new Set<string>();
  const view = watchRules(makeRules(), touched);
  view.labelsAfterAdding([{id: 1, name: 'a/x', isExclusive: true}], [{id: 2, name: 'a/y', isExclusive: true}]);
  expect([...touched].sort()).toEqual([
    'exclusiveScopeOf',
    'isSameScope',
    'labelsAfterAdding',
    'scopeOf',
    'staysBeside',
  ]);
});

test('views of requests that run at the same time do not mix', async () => {
  const rules = makeRules();
  const request = async (work: (view: typeof rules) => unknown): Promise<string> => {
    const touched = new Set<string>();
    const view = watchRules(rules, touched);
    for (let turn = 0; turn < 5; turn += 1) {
      await Promise.resolve();
      work(view);
    }
    return [...touched].sort().join(',');
  };
  const [scopes, reactions] = await Promise.all([
    request(view => view.scopeOf('a/b')),
    request(view => view.reactionStatus(true)),
  ]);
  expect([scopes, reactions]).toEqual(['scopeOf', 'reactionStatus']);
});

test('a patch reaches the rules that call the one it replaces, and leaves other servers alone', () => {
  const faulty = makeRules([() => ({scopeOf: name => name.split('/')[0]})]);
  expect(faulty.exclusiveScopeOf({id: 1, name: 'a/b/c', isExclusive: true})).toBe('a');
  expect(makeRules().exclusiveScopeOf({id: 1, name: 'a/b/c', isExclusive: true})).toBe('a/b');
});

test('later patches are laid over earlier ones', () => {
  const rules = makeRules([
    () => ({oauth2CreatedStatus: 200}),
    before => ({oauth2CreatedStatus: before.oauth2CreatedStatus + 2}),
  ]);
  expect(rules.oauth2CreatedStatus).toBe(202);
});

test('patchedRules names what a patch replaces', () => {
  expect(patchedRules(() => ({oauth2CreatedStatus: 200, acceptsBasic: () => false}))).toEqual([
    'acceptsBasic',
    'oauth2CreatedStatus',
  ]);
});
