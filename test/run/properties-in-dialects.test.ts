// Shows what becomes of properties where a server has no name for something: only those that are about nothing else are skipped.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {completeResults} from '../support/run-results.ts';

test('Gitea 1.19 has no hooks of users and renames nobody; its other hooks and its reserved names are judged', async () => {
  const cwd = temporaryFolder();
  const chosen = ['hooks/*', 'own-things/reserved-*', 'git-data/*'].flatMap(name => ['--id', `properties/${name}`]);
  await touchstone(['run', '--reference', '--dialect', 'gitea-1.19', ...chosen, '--output', 'out'], {cwd});
  const {cases} = completeResults(join(cwd, 'out'));
  const told = [...cases].map(([id, {verdict, detail}]) => [id, detail ?? verdict]);
  expect(Object.fromEntries(told)).toMatchObject({
    'properties/hooks/hooks-hear-what-is-theirs': 'the dialect has no name for operation userCreateHook',
    'properties/hooks/organization-hooks-hear-what-is-theirs': 'pass',
    'properties/own-things/reserved-names-are-refused': 'the dialect has no name for operation adminRenameUser',
    'properties/own-things/reserved-names-are-not-made': 'pass',
    'properties/git-data/notes-are-found-by-every-name': 'the dialect has no name for operation repoSetNote',
  });
});
