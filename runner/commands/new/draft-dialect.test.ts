// Shows which dialect is drafted of what doctor found, and what it is refused for.
import {expect, test} from 'vitest';
import {packageRoot} from '../../../test/support/in-process.ts';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from '../load/catalog.ts';
import {readOwnDialects} from '../load/read-own-dialects.ts';
import type {Json} from '../../../model/json.ts';
import {draftDialect} from './draft-dialect.ts';

const catalog = await loadCatalog(machineOf({root: packageRoot, version: '0.0.0'}), {own: true, users: []});

const found = {
  dialect: {
    name: 'gitea',
    version: 'v1.1.3+dev',
    document: 'Forge API.',
    differs: [
      {path: 'hookType', instead: 'forge'},
      {path: 'scopeAreas.issue.read', instead: 'issues:read'},
      {path: 'scopes.issueRead', instead: ['issues:read']},
      {path: 'botName'},
    ],
  },
} satisfies Json;

test('what was found is a dialect that is read as one, and recognises its server', () => {
  const draft = draftDialect(found, undefined);
  if (draft.kind === 'refused') throw new Error(draft.why);
  expect(draft.notes).toEqual(['botName is refused, and no other name was found: write it into the file']);
  expect(draft.text).toContain('# botName: refused');
  const {dialects, problems} = readOwnDialects([{file: 'forge.yaml', text: draft.text}], catalog);
  expect(problems).toEqual([]);
  expect(dialects[0]).toMatchObject({
    name: 'forge',
    title: 'Forge 1.1',
    recognise: [{version: 'v1.1.*', title: 'Forge API*'}],
    scopes: {issueRead: ['issues:read'], all: ['all']},
    values: {
      hookType: 'forge',
      botName: 'gitea-actions',
      scopeAreas: {issue: {read: 'issues:read', write: 'write:issue'}},
    },
  });
});

test.each<readonly [Json, string | undefined, string]>([
  [{sections: []}, undefined, 'it does not say which names were tried'],
  [{dialect: {name: 'gitea', differs: []}}, undefined, 'give the dialect a name with --id'],
  [found, 'My Forge', '--id My Forge: a name has small letters'],
  [found, 'gitea', 'gitea is the dialect that it extends'],
])('%j with --id %s is refused', (diagnosis, name, why) => {
  const draft = draftDialect(diagnosis, name);
  expect(draft.kind === 'refused' ? draft.why : draft.text).toContain(why);
});
