// Shows which dialect a server means by what it says of itself, that a name always wins, and what unknown servers are taken for.
import {readdirSync, readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {readDialects} from '../../read/contract/read-dialect.ts';
import {readOpenapi} from '../../read/contract/read-openapi.ts';
import {dialectFor, needsTitle} from './dialect-for.ts';

const root = new URL('../../../', import.meta.url);
const text = (file: string): {readonly file: string; readonly text: string} => ({
  file,
  text: readFileSync(new URL(file, root), 'utf8'),
});
const operations = new Map(readOpenapi(text('proto/hosting.openapi.yaml')).operations.map(one => [one.id, one]));
const ours = readDialects(
  readdirSync(new URL('fixtures/dialects/', root)).map(name => text(`fixtures/dialects/${name}`)),
  {operations},
);
const dialects = new Map(ours.dialects.map(one => [one.name, one]));

test('our dialects have no problems', () => expect(ours.problems).toEqual([]));

test.each([
  ['1.26.0+touchstone-reference', 'reference'],
  ['1.19.4', 'gitea-1.19'],
  ['1.18.5+dev-3-gabc', 'gitea-1.19'],
  ['v1.19.0-rc1', 'gitea-1.19'],
  ['1.20.0', 'gitea-1.22'],
  ['1.22.6', 'gitea-1.22'],
  ['1.21.11-1', 'gitea-1.22'],
  ['1.23.0', 'gitea'],
  ['1.27.3', 'gitea'],
  ['1.26.0+dev-12-gabc', 'gitea'],
  ['11.0.1+gitea-1.22.0', 'forgejo'],
  ['1.20.1+gitea-1.20.1', 'forgejo'],
  ['1.19.3-0+gitea-1.19.3', 'gitea-1.19'],
])('the version %s is recognised as %s', (version, name) => {
  expect(dialectFor(undefined, {version}, false, dialects)).toMatchObject({by: 'recognition', dialect: {name}});
});

test.each([['1.119.0'], ['1.28.0'], ['2.0.0'], ['something else'], ['1.26.0+company'], [undefined]])(
  'the version %s is unknown, or says so by its title',
  version => {
    const title = 'Forge API';
    const said = version === undefined ? {title} : {version, title};
    expect(dialectFor(undefined, said, false, dialects)).toMatchObject({
      by: 'guess',
      dialect: {name: 'gitea', fallback: {family: 'Gitea', version: '1.26'}},
    });
    expect(needsTitle(version, dialects)).toBe(true);
  },
);

test('a fork that counts its own versions is not taken for an old Gitea', () => {
  expect(dialectFor(undefined, {version: '1.1.0', title: 'Forge API'}, false, dialects)).toMatchObject({by: 'guess'});
  expect(dialectFor(undefined, {version: '1.1.0', title: 'Gitea API.'}, false, dialects)).toMatchObject({
    by: 'recognition',
    dialect: {name: 'gitea-1.19'},
  });
  expect(needsTitle('1.26.0+touchstone-reference', dialects)).toBe(false);
});

test('a name wins over the version, and the embedded reference speaks its own', () => {
  expect(dialectFor('forgejo', {version: '1.19.4'}, false, dialects)).toMatchObject({
    by: 'name',
    dialect: {name: 'forgejo'},
  });
  expect(dialectFor(undefined, {version: '1.26.0'}, true, dialects)).toMatchObject({dialect: {name: 'reference'}});
});

test("a user's own dialect is recognised before ours", () => {
  const own = readDialects(
    [{file: 'own.yaml', text: 'dialect: forge\ntitle: Forge\nextends: gitea\nrecognise: [{version: "1.2*"}]\n'}],
    {operations, dialects},
  );
  const [forge] = own.dialects;
  expect(own.problems).toEqual([]);
  const all = new Map([...dialects, ['forge', {...(forge as NonNullable<typeof forge>), own: 'abc'}]]);
  expect(dialectFor(undefined, {version: '1.26.0'}, false, all)).toMatchObject({dialect: {name: 'forge'}});
  expect(dialectFor(undefined, {version: '1.30.0', title: 'x'}, false, all)).toMatchObject({dialect: {name: 'gitea'}});
});

test('a dialect that is not there is named with those that are', () => {
  expect(dialectFor('gitlab', {}, false, new Map([...dialects].slice(0, 2)))).toEqual({
    kind: 'refused',
    why: 'there is no dialect "gitlab"',
    fix: 'choose one of forgejo, gitea-1.19, or give the file of one',
  });
});
