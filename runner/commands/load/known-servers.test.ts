// What is known of real servers is about cases that there are, each with a reason that somebody wrote.
import {expect, test} from 'vitest';
import {packageRoot} from '../../../test/support/in-process.ts';
import {isNarrow} from '../../../reports/baseline/finding-pattern.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {machineOf} from '../../targets/machine.ts';
import {loadCatalog} from './catalog.ts';
import {explainSubject} from '../explain/build.ts';
import {gatherRunnables} from './gather-runnables.ts';
import {knownServers} from './known-servers.ts';

const machine = machineOf({root: packageRoot, version: '0.0.0'});
const servers = knownServers(machine);
const catalog = await loadCatalog(machine, {own: true, users: []});
const runnables = await gatherRunnables(catalog, machine, {withProperties: true});

test('the servers have names and versions', () => {
  expect(servers.length).toBeGreaterThan(2);
  for (const {title} of servers) expect(title).toMatch(/^(?:Gitea|Forgejo|Kmup) \d+\.\d+\.\d+$/);
});

test.each(servers.map(server => [server.title, server] as const))('%s', (_title, {entries}) => {
  expect(entries.length).toBeGreaterThan(5);
  for (const entry of entries) {
    expect(entry.reason).not.toMatch(/nobody has written|TODO/);
    expect(entry.expires).toBeUndefined();
    expect([entry.case, entry.findings.filter(finding => !isNarrow(finding))]).toEqual([entry.case, []]);
    expect([entry.case, runnables.some(({id}) => matchesStars(entry.case, id))]).toEqual([entry.case, true]);
  }
});

test('a statement is explained with the servers that differ', async () => {
  const requirement = catalog.requirements.get('BRANCH-PRIORITY');
  if (requirement === undefined) throw new Error('BRANCH-PRIORITY is gone');
  const explained = await explainSubject(
    {kind: 'statement', requirement},
    {
      requirements: catalog.requirements,
      runnables,
      faults: [],
      catalog,
      kills: new Map(),
      servers,
      journal: {kind: 'none', why: 'nothing ran'},
    },
  );
  expect(explained).toMatchObject({
    differ: ['Gitea 1.26.0', 'Gitea 1.27.3', 'Kmup 1.26.0'].map(
      title =>
        `${title}: rules have an order of their own: the one that was made first is in force, an exact name or not`,
    ),
  });
});
