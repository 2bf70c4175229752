import {readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {startReferenceServer} from '../start.ts';
import {listed, made, testServer} from '../testing.ts';
import {readSeed} from './read-seed.ts';
import type {Seed} from './seed.ts';

const page = readFileSync(new URL('../../docs/reference-server.md', import.meta.url), 'utf8');

function seedOf(text: string): Seed {
  const reading = readSeed({file: 'seed.yaml', text});
  if (reading.kind === 'problems') throw new Error(reading.problems.join('\n'));
  return reading.seed;
}

const password = 'a-password-for-tests';

test('what the file asks for is there from the start', async () => {
  const server = await testServer({
    seed: seedOf(`
users:
  - {name: alice, password: ${password}, full_name: Alice, created_at: "2020-01-02T03:04:05Z"}
  - {name: bob, password: ${password}, admin: true}
organizations:
  - name: guild
    owner: alice
    visibility: limited
    teams: [{name: masons, permission: write, members: [bob], repositories: [hall]}]
repositories:
  - owner: alice
    name: notes
    private: true
    default_branch: trunk
    files: {README.md: "# Notes\\n", docs/a b.md: text}
    collaborators: {bob: read}
    labels: [{name: kind/bug, exclusive: true}]
    issues: [{title: First}]
  - {owner: guild, name: hall}
`),
  });
  const alice = server.as('alice');
  expect(await made(alice.get('/users/alice'))).toMatchObject({full_name: 'Alice', created: '2020-01-02T03:04:05Z'});
  expect((await server.as('bob').get('/admin/users')).status).toBe(200);
  expect(await made(alice.get('/repos/alice/notes'))).toMatchObject({private: true, default_branch: 'trunk'});
  expect(await made(alice.get('/repos/alice/notes/contents/docs/a%20b.md'))).toMatchObject({size: 4});
  expect(await listed(alice.get('/repos/alice/notes/contents'), 'name')).toEqual(['README.md', 'docs']);
  expect(await listed(alice.get('/repos/alice/notes/labels'), 'name')).toEqual(['kind/bug']);
  expect(await listed(alice.get('/repos/alice/notes/issues'), 'title')).toEqual(['First']);
  expect((await server.nobody.get('/orgs/guild')).status).toBe(404);
  const teams = (await alice.get('/orgs/guild/teams')).body as {id: number; name: string}[];
  const masons = teams.find(({name}) => name === 'masons')?.id;
  expect(await listed(alice.get(`/teams/${masons}/members`), 'login')).toEqual(['bob']);
  expect(await listed(alice.get(`/teams/${masons}/repos`), 'name')).toEqual(['hall']);
  await server.close();
});

describe('tokens of the file', () => {
  const [limited, old] = ['a'.repeat(40), 'b'.repeat(40)];
  const seed = seedOf(`
users:
  - name: alice
    password: ${password}
    tokens:
      - {name: limited, token: ${limited}, scopes: ["read:user"]}
      - {name: old, token: ${old}, older_than_scopes: true}
`);
  const tried = async (faultNames: readonly string[]) => {
    const server = await testServer({seed, faultNames});
    const statuses = await Promise.all(
      [limited, old].flatMap(token => [
        server.withToken(token).get('/user'),
        server.withToken(token).post('/user/repos', {name: token.slice(0, 3)}),
      ]),
    );
    await server.close();
    return statuses.map(({status}) => status);
  };
  test.each([
    [[], [200, 403, 200, 201]],
    [['old-tokens-without-access'], [200, 403, 403, 403]],
    [['old-tokens-only-read'], [200, 403, 200, 403]],
  ])('do what their scopes allow, with the faults %j', async (faultNames, statuses) =>
    expect(await tried(faultNames)).toEqual(statuses),
  );
});

test('the administrator may have a token that is older than scopes from the start', async () => {
  const oldToken = 'd'.repeat(40);
  const server = await startReferenceServer({admin: {name: 'root', password, oldToken}});
  const headers = {Authorization: `token ${oldToken}`, 'Content-Type': 'application/json'};
  const read = await fetch(`${server.url}/api/v1/user`, {headers});
  const write = await fetch(`${server.url}/api/v1/user/repos`, {method: 'POST', headers, body: '{"name": "old"}'});
  const [token] = (await (
    await fetch(`${server.url}/api/v1/users/root/tokens`, {
      headers: {Authorization: `Basic ${Buffer.from(`root:${password}`).toString('base64')}`},
    })
  ).json()) as readonly {readonly name: string}[];
  await server.close();
  expect([read.status, write.status, token?.name]).toEqual([200, 201, 'older than scopes']);
});

test('a fault is not in force while the seed grows, but is afterwards', async () => {
  const seed = seedOf(`users: [{name: alice, password: ${password}}]`);
  const server = await testServer({seed, faultNames: ['basic-refused']});
  expect((await server.as('alice').get('/user')).status).toBe(401);
  expect((await server.nobody.get('/users/alice')).status).toBe(200);
  await server.close();
});

test('the seed file of the documentation grows', async () => {
  const text = /```yaml\n(users:[\s\S]*?)```/.exec(page)?.[1] ?? '';
  const server = await testServer({seed: seedOf(text)});
  expect(await listed(server.admin.get('/repos/alice/demo/issues'), 'title')).not.toEqual([]);
  await server.close();
});

test('a file with nothing in it asks for nothing', () =>
  expect(readSeed({file: 'seed.yaml', text: '# later\n'})).toMatchObject({kind: 'seed', seed: {users: []}}));

describe('a problem says line, place and what is wanted', () => {
  const keys = 'name, password, email, full_name, visibility, created_at, admin, restricted, tokens';
  test.each([
    ['user: []', 'seed.yaml:1:7  the seed file has no key user; known keys are users, organizations, repositories'],
    ['users: {}', 'seed.yaml:1:8  users must be a list'],
    ['- a', 'seed.yaml:1:1  the seed file must be a table of keys and values'],
    ['users:\n  - {name: alice}', 'seed.yaml:2:5  users[0] has no password, which it needs'],
    [
      'users:\n  - name: a\n    password: b\n    pasword: c',
      `seed.yaml:4:14  users[0] has no key pasword; known keys are ${keys}`,
    ],
    [
      'users: [{name: a, password: b, visibility: secret}]',
      'seed.yaml:1:44  users[0].visibility must be public, limited or private',
    ],
    ['users: [{name: a, password: b, admin: "yes"}]', 'seed.yaml:1:39  users[0].admin must be true or false'],
    [
      'users: [{name: a, password: b, tokens: [{name: t, token: short}]}]',
      'seed.yaml:1:58  users[0].tokens[0].token must be 40 hexadecimal digits',
    ],
    [
      'users: [{name: a, password: b, created_at: yesterday}]',
      'seed.yaml:1:44  users[0].created_at must be a date-time such as 2020-01-31T12:00:00Z',
    ],
    [
      'repositories: [{owner: a, name: b, collaborators: {c: owner}}]',
      'seed.yaml:1:55  repositories[0].collaborators.c must be read, write or admin',
    ],
    [
      'repositories:\n  - owner: a\n    name: b\n    files:\n      a/../../labels: x',
      'seed.yaml:5:23  repositories[0].files: "a/../../labels" is not a path for a file: a name must not be . or ..; rename it',
    ],
    [
      'repositories: [{owner: a, name: b, files: {"git~1": x}}]',
      'seed.yaml:1:53  repositories[0].files: "git~1" is not a path for a file: a name must not be .git, nor what some file systems take for it; rename it',
    ],
    [
      'repositories: [{owner: a, name: b, files: {"": x}}]',
      'seed.yaml:1:48  repositories[0].files: "" is not a path for a file: it has an empty name in it; rename it',
    ],
    [
      'repositories: [{owner: a, name: b, files: {a\\b: x}}]',
      'seed.yaml:1:49  repositories[0].files: "a\\\\b" is not a path for a file: a name must not have a slash or a backslash in it; rename it',
    ],
  ])('%j', (text, problem) =>
    expect(readSeed({file: 'seed.yaml', text})).toEqual({kind: 'problems', problems: [problem]}),
  );

  test('also where the text is no YAML at all', () => {
    const reading = readSeed({file: 'seed.yaml', text: 'users: [\n'});
    expect(reading.kind === 'problems' ? reading.problems[0] : '').toMatch(/^seed\.yaml:\d+:\d+ {2}\S/);
  });
});

test('what the server refuses is told with its line, all of it', async () => {
  const seed = seedOf(`
users:
  - {name: alice, password: ${password}}
  - {name: Alice, password: ${password}, email: other@example.org}
  - {name: carol, password: ${password}, tokens: [{name: t, token: ${'c'.repeat(40)}, scopes: [fly]}]}
organizations:
  - {name: guild, owner: nobody}
repositories:
  - {owner: alice, name: a b}
`);
  const starting = startReferenceServer({admin: {name: 'root', password}, seed});
  await expect(starting).rejects.toMatchObject({
    problems: [
      'seed.yaml:4  the user Alice cannot be made: The name Alice is already taken. (status 422)',
      'seed.yaml:5  the token t of carol has the unknown scope fly',
      'seed.yaml:7  the organization guild cannot be made: There is no user nobody to act for. (status 404)',
      'seed.yaml:9  the repository alice/a b cannot be made: The repository name "a b" must have 1 to 100 letters, digits, -, _ or . in it. (status 422)',
    ],
  });
});
