import {expect, it} from 'vitest';
import {otherShown, shownTwice} from './ids.ts';

it('an id that two items of a list have is found where the second one is', () => {
  expect(shownTwice([{id: 1}, {id: 2}, {id: 1}])).toEqual({pointer: '/2/id', id: 1});
  expect(shownTwice({data: [{'a/b': [{id: 7}, {id: 7}]}]})).toEqual({pointer: '/data/0/a~1b/1/id', id: 7});
});

it.each([
  [
    'lists that hold the same thing',
    [
      {id: 1, labels: [{id: 5}]},
      {id: 2, labels: [{id: 5}]},
    ],
  ],
  ['an object and what is in it', {id: 1, items: [{id: 1}]}],
  ['items without an id', [{name: 'a'}, {name: 'a'}, 3, null]],
  ['ids that are no numbers', [{id: ''}, {id: ''}]],
])('%s show no id twice', (_, value) => {
  expect(shownTwice(value)).toBeUndefined();
});

it('an id beside a thing with another one is found', () => {
  expect(otherShown([{head: {repo: {id: 3}, repo_id: 3}}, {head: {repo: {id: 3}, repo_id: 4}}])).toEqual({
    pointer: '/1/head/repo_id',
    id: 4,
    wanted: 3,
  });
  expect(otherShown({repo: null, repo_id: 4, user: {login: 'alice'}, user_id: 1})).toBeUndefined();
});
