// Lists in every order that they can be asked for, whole and page by page.
import {ask, base64, variants, type Ask, type History, type Sent} from '../history.ts';

const at = (repo: string): Ask['params'] => ({owner: '{alice}', repo});
const home = at('{repo}');

type Query = {readonly [name: string]: Sent};

/** The whole list in each order, and each order in pages of two. */
function inOrders(operation: string, params: Ask['params'], orders: readonly Query[]): readonly Ask[] {
  return variants(
    'bob',
    operation,
    params,
    orders.flatMap(order => [order, ...[1, 2, 3, 4].map(page => ({...order, limit: 2, page}))]),
  );
}

const orders = (...sorts: readonly string[]): readonly Query[] => sorts.map(sort => ({sort}));

/** What is made in each second, so that no order is a chance. */
const seconds = [
  {name: 'delta', state: 'success', size: 1},
  {name: 'alpha', state: 'failure', size: 400},
  {name: 'echo', state: 'pending', size: 30},
  {name: 'bravo', state: 'success', size: 2000},
  {name: 'charlie', state: 'error', size: 2},
];

export const sorted: History = {
  name: 'sorted',
  about: 'lists in every order, page by page',
  needs: ['users', 'repositories', 'issues', 'pull-requests', 'branches', 'labels'],
  people: ['alice', 'bob'],
  names: ['repo', 'shelf'],
  ordered: ['repoListStatuses', 'repoListStatusesByRef'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoGetBranch', {...home, branch: 'main'}, {take: {head: '/commit/id'}}),
    ...seconds.flatMap(({name, state, size}) => [
      ask(
        'alice',
        'repoCreateFile',
        {...home, filepath: `${name}.txt`},
        {body: {content: base64(`${name}\n`.repeat(size)), branch: 'main', new_branch: name}, isLater: true},
      ),
      ask('alice', 'repoCreatePullRequest', home, {body: {title: name, head: name, base: 'main'}}),
      ask('alice', 'createCurrentUserRepo', {}, {body: {name: `${name}-{shelf}`}}),
      ask('alice', 'issueCreateLabel', home, {body: {name, color: '#00ff00'}}),
      ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {state, context: name}}),
    ]),
    // The second and the fourth are changed, the third and the first are closed, and some have more comments than others.
    ...[2, 4].flatMap(index => [
      ask('bob', 'issueCreateComment', {...home, index}, {body: {body: 'one'}, isLater: true}),
      ask('bob', 'issueCreateComment', {...home, index}, {body: {body: 'two'}}),
    ]),
    ask('bob', 'issueCreateComment', {...home, index: 4}, {body: {body: 'three'}}),
    ...[3, 1].map(index => ask('alice', 'issueEditIssue', {...home, index}, {body: {state: 'closed'}, isLater: true})),
    ask('alice', 'repoEdit', at('echo-{shelf}'), {body: {description: 'edited'}, isLater: true}),
    ask('alice', 'repoCreateStatus', {...home, sha: '{head}'}, {body: {state: 'success', context: 'alpha'}}),
    ...inOrders('repoListPullRequests', {...home, state: 'all'}, [
      {},
      ...orders(
        'oldest',
        'newest',
        'recentupdate',
        'leastupdate',
        'mostcomment',
        'leastcomment',
        'priority',
        'no-order',
      ),
    ]),
    ...inOrders('repoListPullRequests', home, orders('oldest', 'recentupdate')),
    ...inOrders('issueListIssues', {...home, state: 'all', type: 'pulls'}, [{}]),
    ...inOrders('issueListLabels', home, [{}, ...orders('alphabetically', 'reversealphabetically', 'no-order')]),
    ...inOrders('repoListStatuses', {...home, sha: '{head}'}, [
      {},
      ...orders('oldest', 'recentupdate', 'leastupdate', 'leastindex', 'highestindex', 'no-order'),
    ]),
    ...inOrders('repoListStatusesByRef', {...home, ref: 'main'}, [{}, ...orders('oldest', 'highestindex')]),
    ...inOrders('repoListStatuses', {...home, sha: '{head}', state: 'success'}, [{}, ...orders('oldest')]),
    ...inOrders('repoSearch', {q: '{shelf}'}, [
      {},
      ...['alpha', 'created', 'updated', 'id'].flatMap(sort => [{sort}, {sort, order: 'asc'}, {sort, order: 'desc'}]),
      {order: 'desc'},
    ]),
    ...variants('bob', 'repoSearch', {q: '{shelf}'}, [
      {sort: 'no-order'},
      {sort: 'alpha', order: 'no-order'},
      {sort: 'ALPHA', order: 'DESC'},
      {sort: '', order: ''},
    ]),
  ],
};
