// What users keep for themselves and their repositories: OAuth2 applications, push mirrors, names that nobody may take.
import fc from 'fast-check';
import {jsonText, type Json, type JsonObject} from '../../model/json.ts';
import {
  property,
  type PropertyWorld,
  type Reference,
  type WithReferences,
  type WorldReply,
  type Written,
} from '../../model/property.ts';
import {expectGone, expectOnlyRight, expectRefusal} from './common/shared-laws.ts';
import {pageAsCase, references} from './common/pages.ts';
import {instantOf} from './common/instants.ts';
import {oddKeysIn, snakeCase} from './common/snake-case.ts';
import {
  column,
  entriesOf,
  isSameBag,
  isSuccess,
  itemsOf,
  numbered,
  part,
  placeOf,
  signedIn,
  spelled,
  teller,
  textOf,
  wordOf,
} from './common/things.ts';

export const secretsAreShownOnce = property({
  id: 'secrets-are-shown-once',
  title: 'each OAuth2 application shows a secret of its own when it is made, and no page of the list shows any',
  proves: ['OAUTH2-SECRET', 'OAUTH2-SNAKE', 'OAUTH2-CREATED', 'ERR-OAUTH2-201'],
  area: 'hosting',
  contexts: 'OAuth2 applications belong to an account and are in no repository',
  needs: ['oauth2', 'users'],
  runs: 2,
  floor: 2,
  input: fc.tuple(fc.integer({min: 2, max: 3}), fc.integer({min: 1, max: 2}), fc.boolean(), fc.nat(2)),
  check: async (world, [count, limit, isConfidential, pick]) => {
    const user = await world.arrange('user');
    const by = signedIn(user);
    const ids: Reference[] = [];
    const told = (found: readonly Json[]): string => teller(numbered('application', ids))(found);
    const secrets: Reference[] = [];
    for (let number = 1; number <= count; number += 1) {
      world.count('create');
      const reply = await world.call('userCreateOAuth2Application', {
        ...by,
        body: {
          name: `application ${String(number)}`,
          redirect_uris: ['http://127.0.0.1:9/callback'],
          // Both kinds are there: the first is as drawn, the second is not.
          confidential_client: isConfidential === (number % 2 === 1),
        },
        say: `the user makes application ${String(number)}`,
      });
      world.expect(reply, {proves: 'ERR-OAUTH2-201', status: 201});
      world.expect(reply, {proves: 'OAUTH2-SECRET', body: {client_secret: {$regex: '.'}}});
      world.expect(reply, {proves: 'OAUTH2-CREATED', body: {created: {$format: 'date-time'}}});
      const secret = reply.at('/client_secret');
      world.law(
        secrets.every(({value}) => value !== secret.value),
        {
          path: '/client_secret',
          message: `application ${String(number)} has the secret of another one (expected one of its own)`,
        },
        secrets.length === 0
          ? {proves: 'OAUTH2-SECRET'}
          : {proves: 'OAUTH2-SECRET', written: {reply, tree: {body: {client_secret: {$not: {$in: secrets}}}}}},
      );
      secrets.push(secret);
      ids.push(reply.at('/id'));
    }
    const listed: Json[] = [];
    const seen: Reference[] = [];
    const wrong: Written[] = [];
    for (let page = 1; page <= count + 1; page += 1) {
      const reply = await world.call('userGetOauth2Application', {
        ...by,
        params: {page, limit},
        say: `the user lists the applications, page ${String(page)}, limit ${String(limit)}`,
      });
      world.expect(reply, {proves: 'OAUTH2-CREATED', status: '2xx'});
      expectNoSecrets(world, reply, told);
      const due = Math.min(limit, Math.max(count - listed.length, 0));
      wrong.push(...pageAsCase(reply, 'id', {due, wanted: ids, seen}));
      seen.push(...references(reply, 'id'));
      listed.push(...column(reply, 'id'));
    }
    const isWhole = isSameBag(
      listed,
      ids.map(({value}) => value),
    );
    world.law(
      isWhole,
      {
        path: '$[*].id',
        message: `all pages together show ${told(listed)} (expected ${told(ids.map(({value}) => value))})`,
      },
      {usual: true, written: isWhole ? [] : wrong.slice(0, 1)},
    );
    const id = ids[pick % count] as Reference;
    const target = (operation: string, as: string) => ({
      operation,
      params: {id},
      ...(as === 'the user' ? by : {as}),
      say: `${as} ${operation === 'userDeleteOAuth2Application' ? 'deletes' : 'reads'} application ${String((pick % count) + 1)}`,
    });
    const read = target('userGetOAuth2Application', 'the user');
    const others = [target('userGetOAuth2Application', 'bob'), target('userDeleteOAuth2Application', 'bob')];
    if (!(await expectOnlyRight(world, {right: read, wrong: others}, {usual: true}))) return;
    await expectGone(world, {remove: target('userDeleteOAuth2Application', 'the user'), uses: [read]}, {usual: true});
  },
});

/** What a page of applications shows, and what no item of it may. */
function expectNoSecrets(world: PropertyWorld, reply: WorldReply, told: (ids: readonly Json[]) => string): void {
  const items = itemsOf(reply);
  const which = (item: JsonObject | undefined): string => told([item?.['id'] ?? null]);
  const shown = items.find(({client_secret}) => ![undefined, null, ''].includes(client_secret as never));
  world.law(
    shown === undefined,
    {path: '/client_secret', message: `${which(shown)} is listed with a secret (expected none)`},
    {
      proves: 'OAUTH2-SECRET',
      written: {reply, tree: each({client_secret: {$any: [{$absent: true}, {$in: [null, '']}]}})},
    },
  );
  const dateless = items.find(({created}) => !((instantOf(created) ?? 0) > Date.UTC(2000, 0)));
  world.law(
    dateless === undefined,
    {
      path: '/created',
      message: `${which(dateless)} is listed with created ${wordOf(dateless?.['created'])} (expected when it was made)`,
    },
    {proves: 'OAUTH2-CREATED', written: {reply, tree: each({created: {$gt: '2000-01-01T00:00:00Z'}})}},
  );
  const odd = items.find(item => oddKeysIn(item).length > 0);
  const keys = odd === undefined ? [] : oddKeysIn(odd);
  world.law(
    odd === undefined,
    {
      path: '',
      message: `${which(odd)} is listed with the key ${spelled(keys)} (expected keys in snake_case)`,
      actual: keys,
    },
    {proves: 'OAUTH2-SNAKE', written: {reply, tree: {body: {$schema: snakeCase}}}},
  );

  // Some servers answer an empty list with null.
  function each(tree: {readonly [key: string]: WithReferences}): {readonly [key: string]: WithReferences} {
    return items.length === 0 ? {} : {body: {$each: tree}};
  }
}

export const mirrorsKeepTheirOwn = property({
  id: 'mirrors-keep-their-own',
  title: 'each push mirror of a repository reads and lists with the sync_on_commit that it was made with',
  proves: ['MIRROR-SYNC'],
  area: 'hosting',
  contexts: {right: 'admin'},
  needs: ['repositories'],
  runs: 1,
  floor: 1,
  input: fc
    .tuple(fc.boolean(), fc.array(fc.boolean(), {maxLength: 1}))
    .map(([first, more]) => [first, !first, ...more]),
  check: async (world, wanted) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const names = new Map<Json, boolean>();
    const called = new Map<Json, string>();
    for (const isSynced of wanted) {
      world.count(isSynced ? 'synced on commit' : 'not synced on commit');
      const mirrorName = `push mirror ${String(names.size + 1)}`;
      const mirror = await world.arrange('push-mirror', {repo, sync_on_commit: isSynced}, {called: mirrorName});
      called.set(part(mirror, 'name').value, mirrorName);
      names.set(part(mirror, 'name').value, isSynced);
    }
    const list = await world.call('repoListPushMirrors', {params: placeOf(repo), say: 'alice lists the push mirrors'});
    world.expect(list, {status: '2xx'});
    const told = (name: Json | undefined, value: Json | undefined): string =>
      `${called.get(name ?? null) ?? wordOf(name)} with sync_on_commit ${value === undefined ? 'missing' : jsonText(value)}`;
    const expected = [...names].map(([name, isSynced]) => told(name, isSynced));
    const actual = itemsOf(list).map(item => told(item['remote_name'], item['sync_on_commit']));
    const listed = [...names].map(([remote_name, sync_on_commit]) => ({remote_name, sync_on_commit}));
    world.law(
      entriesOf(list)?.length === actual.length && isSameBag(expected, actual),
      {path: '$[*].sync_on_commit', message: `the list has ${spelled(actual)} (expected ${spelled(expected)})`},
      {written: {reply: list, tree: {body: {$unordered: listed}}}},
    );
    for (const [name, isSynced] of names) {
      const one = await world.call('repoGetPushMirrorByRemoteName', {
        params: {...placeOf(repo), mirror: name},
        say: `alice reads ${called.get(name) ?? ''}`,
      });
      world.expect(one, {status: '2xx', body: {sync_on_commit: isSynced}});
    }
  },
});

// Which letters of the name are capitals.
const capitals = fc.array(fc.boolean(), {minLength: 24, maxLength: 24});

function nameOfTheBot(world: PropertyWorld, isCapital: readonly boolean[]): string {
  const letters = textOf(world.known('dialect.values.botName')).split('');
  return letters.map((letter, index) => (isCapital[index] === true ? letter.toUpperCase() : letter)).join('');
}

export const reservedNamesAreNotMade = property({
  id: 'reserved-names-are-not-made',
  title: 'nobody is made with the name of the automation bot, in whatever letter case',
  proves: ['ACTIONS-BOT-NAME'],
  area: 'hosting',
  contexts: 'it is about names of accounts',
  needs: ['users'],
  runs: 2,
  floor: 2,
  input: capitals,
  check: async (world, isCapital) => {
    const username = nameOfTheBot(world, isCapital);
    // The control: another name is made.
    const login = textOf(part(await world.arrange('user', {}, {called: 'a user of another name'}), 'login'));
    world.count('create');
    const reply = await world.call('adminCreateUser', {
      as: 'admin',
      body: {
        username,
        email: `${login}-bot@example.org`,
        password: 'aB3-aB3-aB3-xyz',
        must_change_password: false,
      },
      say: `the administrator makes a user named ${username}, like the automation bot`,
    });
    if (isSuccess(reply))
      await world.call('adminDeleteUser', {
        as: 'admin',
        params: {username},
        say: 'the administrator deletes that user',
      });
    // That user is deleted by now, so the finding says what it is about.
    expectRefusal(world, reply, `the administrator makes a user named ${username}`);
    world.expect(reply, {status: '4xx'});
  },
});

export const reservedNamesAreRefused = property({
  id: 'reserved-names-are-refused',
  title: 'nobody takes the name of the automation bot by renaming, in whatever letter case',
  proves: ['ACTIONS-BOT-NAME', 'ADMIN-RENAME'],
  area: 'hosting',
  contexts: 'it is about names of accounts',
  needs: ['users'],
  runs: 2,
  floor: 2,
  input: capitals,
  check: async (world, isCapital) => {
    const name = nameOfTheBot(world, isCapital);
    const user = await world.arrange('user');
    const login = textOf(part(user, 'login'));
    const rename = (from: string, to: string, say: string) =>
      world.call('adminRenameUser', {
        as: 'admin',
        params: {username: from},
        body: {new_username: to},
        say: `the administrator renames the user ${say}`,
      });
    world.count('rename');
    // The control: another name can be taken.
    world.expect(await rename(login, `${login}-2`, 'to a free name'), {proves: 'ADMIN-RENAME', status: '2xx'});
    world.expect(await rename(`${login}-2`, login, 'back'), {proves: 'ADMIN-RENAME', status: '2xx'});
    const reply = await rename(login, name, `to ${name}, like the automation bot`);
    if (isSuccess(reply)) await rename(name, login, 'back');
    expectRefusal(world, reply, `the administrator renames the user to ${name}`);
    world.expect(reply, {proves: 'ACTIONS-BOT-NAME', status: '4xx'});
    const say = 'the administrator reads the user by the old name';
    const kept = await world.call('userGet', {as: 'admin', params: {username: login}, say});
    world.expect(kept, {proves: 'ACTIONS-BOT-NAME', status: '2xx', body: {id: part(user, 'id')}});
  },
});
