// Scopes of tokens: what is read back of them, and what a token without the right one may do.
import fc from 'fast-check';
import {isJsonObject} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference, type WorldReply} from '../../model/property.ts';
import {ask, expectGone, type Asked} from './common/shared-laws.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {scopesFor, scopesIn, scopesTree} from './common/scopes.ts';
import {
  column,
  isListOf,
  isSameBag,
  isSuccess,
  itemsOf,
  listTree,
  part,
  placeOf,
  spelled,
  textOf,
} from './common/things.ts';

/** Purposes whose scopes contain none of the others, so that nothing of them can be dropped. */
const purposes = ['issueRead', 'repositoryRead', 'userRead'] as const;

export const scopesAreNormalized = property({
  id: 'scopes-are-normalized',
  title:
    'scopes read back without duplicates and none is lost, in whatever order and however often they were asked for',
  proves: ['TOKEN-SCOPES', 'TOKEN-RETURNED', 'TOKEN-NORMAL'],
  area: 'hosting',
  contexts: 'tokens belong to an account and are in no repository',
  needs: ['tokens', 'basic-authentication', 'usual-pages'],
  runs: 4,
  floor: 3,
  // A scope that is asked for twice stands beside itself, or at some distance.
  input: fc.tuple(
    fc
      .tuple(inAnyOrder(purposes), fc.array(fc.nat(2), {maxLength: 3}))
      .map(([order, again]) => [...order, ...again.map(index => order[index % order.length] ?? 'issueRead')]),
    fc.boolean(),
  ),
  check: async (world, [asked, isJoined]) => {
    const scopes = asked.flatMap(purpose => scopesFor(world, purpose));
    const wanted = [...new Set(scopes)];
    const login = world.known('actors.alice.login');
    world.count(asked.length === purposes.length ? 'each once' : 'some again');
    const name = `${isJoined ? 'joined ' : ''}scopes of ${textOf(world.known('run.id'))} ${asked.join(' ')}`.slice(
      0,
      200,
    );
    const created = await world.call('userCreateToken', {
      auth: 'basic',
      params: {username: login},
      // One text may hold several, as the stored scope does; that servers take it so is only usual.
      body: {name, scopes: isJoined ? [scopes.join(',')] : scopes},
      say: `alice creates a token with the ${isJoined ? 'scopes in one text' : 'scopes'} ${scopes.join(', ')}`,
    });
    world.expect(created, {proves: 'TOKEN-SCOPES', status: '2xx'}, {usual: isJoined});
    if (isJoined && !isSuccess(created)) return;
    const listed = await world.call('userGetTokens', {
      auth: 'basic',
      params: {username: login, limit: 50},
      say: 'alice lists the tokens',
    });
    const removed = await world.call('userDeleteAccessToken', {
      auth: 'basic',
      params: {username: login, token: created.at('/id')},
      say: 'alice deletes the token',
    });
    // That the list returns them is enough: not every server shows them in the answer to creating too.
    const tree = {scopes: scopesTree(wanted)};
    for (const {where, shown, usual, written} of [
      {
        where: 'the answer to creating it',
        shown: created.body,
        usual: true,
        written: {reply: created, tree: {body: tree}},
      },
      {
        where: 'the list',
        shown: itemsOf(listed).find(item => item['name'] === name),
        usual: false,
        written: {reply: listed, tree: {body: {$contains: {name, ...tree}}}},
      },
    ]) {
      const read = shown !== undefined && isJsonObject(shown) ? scopesIn(shown['scopes']) : [];
      const proves = new Set(read).size < read.length ? 'TOKEN-NORMAL' : 'TOKEN-RETURNED';
      const message = `${where} shows the scopes ${spelled(read)} (expected ${spelled(wanted)}, each once)`;
      world.law(
        isSameBag(read, wanted),
        {path: 'scopes', message, expected: wanted, actual: read},
        {usual: usual || isJoined, proves, written},
      );
    }
    const [whole, last] = [created.at('/sha1').value, created.at('/token_last_eight').value];
    // A server may show the one and not the other.
    if (typeof whole === 'string' && whole !== '' && typeof last === 'string' && last !== '')
      world.law(
        last.length === 8 && whole.endsWith(last),
        {path: 'token_last_eight', message: 'token_last_eight is not how sha1 ends'},
        {usual: true, proves: 'TOKEN-RETURNED', unwritable: 'no case can compare two values of one reply'},
      );
    world.law(
      isSuccess(removed),
      {path: 'status', message: `deleting the token is answered with ${String(removed.status)} (expected 2xx)`},
      {usual: true, written: {reply: removed, tree: {status: '2xx'}}},
    );
  },
});

/** A write, the purpose whose scope it needs, and those that do not do. */
interface Guarded {
  readonly name: string;
  /** The same as the story tells it, of the label that is its own. */
  readonly told: (label: string) => string;
  readonly needs: string;
  readonly lacking: string;
  readonly ask: (things: Things) => Omit<Asked, 'say'>;
  /** What shows whether it was done; nothing where the next writes show it. */
  readonly effect: (things: Things) => {readonly list: Asked; readonly key: string};
}

interface Things {
  readonly place: {readonly owner: Reference; readonly repo: Reference};
  readonly number: Reference;
  readonly label: Reference;
}

const guarded: readonly Guarded[] = [
  {
    name: 'create a label',
    told: () => 'creates label new',
    needs: 'issueWrite',
    lacking: 'repositoryRead',
    ask: ({place}) => ({operation: 'issueCreateLabel', params: place, body: {name: 'new', color: '00aabb'}}),
    effect: ({place}) => ({list: listOf('issueListLabels', place), key: 'name'}),
  },
  {
    name: 'rename a label',
    told: label => `renames ${label}`,
    needs: 'issueWrite',
    lacking: 'issueRead',
    ask: ({place, label}) => ({operation: 'issueEditLabel', params: {...place, id: label}, body: {name: 'renamed'}}),
    effect: ({place}) => ({list: listOf('issueListLabels', place), key: 'name'}),
  },
  {
    name: 'edit an issue',
    told: () => 'edits the title of the issue',
    needs: 'issueWrite',
    lacking: 'userWrite',
    ask: ({place, number}) => ({
      operation: 'issueEditIssue',
      params: {...place, index: number},
      body: {title: 'other'},
    }),
    effect: ({place}) => ({list: listOf('issueListIssues', place), key: 'title'}),
  },
  {
    name: 'delete a label',
    told: label => `deletes ${label}`,
    needs: 'issueWrite',
    lacking: 'issueRead',
    ask: ({place, label}) => ({operation: 'issueDeleteLabel', params: {...place, id: label}}),
    effect: ({place}) => ({list: listOf('issueListLabels', place), key: 'name'}),
  },
];

function listOf(operation: string, params: Things['place']): Asked {
  return {operation, params, as: 'bob', say: `bob lists the ${operation === 'issueListLabels' ? 'labels' : 'issues'}`};
}

export const writesNeedTheirScope = property({
  id: 'writes-need-their-scope',
  title: 'a token without the scope of a write is refused and changes nothing; a token with it is not refused',
  proves: ['AUTH-SCOPE-CHECK', 'TOKEN-SCOPES'],
  area: 'hosting',
  contexts: {fixed: {actor: 'the tokens are alice’s'}},
  needs: ['tokens', 'basic-authentication', 'repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(guarded.map(({name}) => name)),
  check: async (world, names) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const issue = await world.arrange('issue', {repo, title: 'old'});
    const writes = names.flatMap(wanted => guarded.filter(one => one.name === wanted));
    const tokens = new Map<string, Reference>();
    for (const purpose of writes.flatMap(({needs, lacking}) => [needs, lacking]))
      if (!tokens.has(purpose)) tokens.set(purpose, await tokenFor(world, purpose));
    // A case arranges before its first step, so all labels are there before the first list is read.
    const labels = new Map<string, Reference>();
    for (const [index, {name}] of writes.entries())
      labels.set(name, part(await world.arrange('label', {repo, name: `label ${String(index + 1)}`}), 'id'));
    for (const [index, {needs, lacking, name, told, ...write}] of writes.entries()) {
      const label = labels.get(name) as Reference;
      const things = {place: placeOf(repo), number: part(issue, 'number'), label};
      const {list, key} = write.effect(things);
      const before = column(await ask(world, list), key);
      world.count(name);
      const deed = told(`label ${String(index + 1)}`);
      const by = (purpose: string): Promise<WorldReply> => {
        const say = `alice ${deed} with the token for ${scopesFor(world, purpose).join(' and ')}`;
        return ask(world, {...write.ask(things), auth: {token: tokens.get(purpose) as Reference}, say});
      };
      const refused = await by(lacking);
      world.expect(refused, {proves: 'AUTH-SCOPE-CHECK', status: {$in: [401, 403, 404]}});
      const shown = await ask(world, list);
      const after = column(shown, key);
      world.law(
        isListOf(shown, key, before),
        {
          path: key,
          message: `the request was refused, and yet the list shows ${spelled(after)} (expected ${spelled(before)}, as before)`,
          expected: before,
          actual: after,
        },
        {proves: 'AUTH-SCOPE-CHECK', written: {reply: shown, tree: listTree(key, before)}},
      );
      world.expect(await by(needs), {proves: 'AUTH-SCOPE-CHECK', status: '2xx'});
    }
  },
});

async function tokenFor(world: PropertyWorld, purpose: string): Promise<Reference> {
  const scopes = scopesFor(world, purpose);
  const called = `a token for ${scopes.join(' and ')}`;
  return part(await world.arrange('token', {scopes}, {called}), 'token');
}

export const deletedTokensAreRefused = property({
  id: 'deleted-tokens-are-refused',
  title: 'a token that was deleted opens nothing any more, at once and everywhere',
  proves: ['AUTH-TOKEN'],
  area: 'hosting',
  contexts: 'the token is alice’s, and what it opens is hidden from everyone else',
  needs: ['tokens', 'basic-authentication', 'repositories'],
  runs: 1,
  floor: 1,
  input: fc.constant('all uses'),
  check: async world => {
    const repo = await world.arrange(
      'repository',
      {auto_init: false, private: true},
      {called: 'a repository of alice'},
    );
    const token = await world.arrange('token', {scopes: scopesFor(world, 'all')}, {called: 'a token of alice for all'});
    const auth = {token: part(token, 'token')};
    const username = world.known('actors.alice.login');
    world.count('delete a token');
    await expectGone(
      world,
      {
        remove: {
          operation: 'userDeleteAccessToken',
          auth: 'basic',
          params: {username, token: part(token, 'name')},
          say: 'alice deletes the token',
        },
        uses: [
          {operation: 'userGetCurrent', auth, say: 'somebody reads the own account with the token'},
          {operation: 'repoGet', auth, params: placeOf(repo), say: 'somebody reads the repository with the token'},
          {
            operation: 'repoEdit',
            auth,
            params: placeOf(repo),
            body: {description: 'x'},
            say: 'somebody edits the repository with the token',
          },
        ],
      },
      {usual: true},
    );
  },
});
