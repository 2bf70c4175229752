// Drawn requests about everything at once: any operation on anything that was made, by anybody, in several repositories, with looks at the same things right after it.
import {base64, type History, type Sent} from '../history.ts';
import {mixedCode, looksAtCode} from './mixed-code.ts';
import {mixedIssues, looksAtIssues} from './mixed-issues.ts';
import {mixedOwners, looksAtOwners} from './mixed-owners.ts';
import {Turns, type Deed, type Look, type Subject} from './turns.ts';

const deeds: readonly Deed[] = [...mixedIssues, ...mixedCode, ...mixedOwners];
const looks: readonly Look[] = [...looksAtIssues, ...looksAtCode, ...looksAtOwners];

/** Draws one; which of its repositories are private depends on the seed. */
export function drawnMixed(seed: number): History {
  const turns = new Turns(seed);
  begin(turns, seed);
  while (turns.draw.count < length) {
    turns.next();
    const touched = doOne(turns, deeds);
    lookAt(turns, touched);
    if (turns.draw.oneIn(2)) lookAt(turns, touched);
    if (turns.draw.oneIn(3)) lookAt(turns);
  }
  return {
    name: `drawn-mixed-${String(seed)}`,
    about: `drawn requests about everything (${String(seed)})`,
    needs: ['users', 'repositories', 'issues', 'pull-requests', 'organizations'],
    people: ['alice', 'bob', 'carol', 'dave'],
    names: ['repo', 'shelf', 'own', 'org', 'other', 'spare'],
    asks: turns.draw.asks,
  };
}

/** Requests of one history; the last turn may go a little beyond. */
const length = 230;

/** Organizations, a team, three repositories and a little in each of them. */
function begin({draw, places}: Turns, seed: number): void {
  const visibility = ['public', 'limited', 'private'][seed % 3] ?? 'public';
  draw.send('alice', 'orgCreate', {}, {username: '{org}', visibility});
  draw.send('alice', 'orgCreate', {}, {username: '{other}'});
  draw.make('team', '/id', {
    who: 'alice',
    operation: 'orgCreateTeam',
    params: {org: '{org}'},
    body: {name: draw.name('team'), permission: draw.of('read', 'write', 'admin'), units: everyUnit},
  });
  draw.send('alice', 'orgAddTeamMember', {id: '{team1}', username: draw.of('{bob}', '{dave}')});
  const body = (name: string, isPrivate: boolean): {readonly [key: string]: Sent} => ({
    name,
    auto_init: true,
    default_branch: 'main',
    private: isPrivate,
  });
  draw.send('alice', 'createCurrentUserRepo', {}, body('{repo}', seed % 4 === 3));
  draw.send('alice', 'createOrgRepo', {org: '{org}'}, body('{shelf}', seed % 2 === 1));
  draw.send('carol', 'createCurrentUserRepo', {}, body('{own}', false));
  draw.send('alice', 'orgAddTeamRepository', {id: '{team1}', org: '{org}', repo: '{shelf}'});
  for (const {home, owner, key} of places) {
    const others = owner === 'alice' ? ['{carol}', '{dave}'] : ['{alice}', '{bob}'];
    const permissions = ['write', draw.of('read', 'admin')];
    for (const [at, collaborator] of others.entries())
      draw.send(owner, 'repoAddCollaborator', {...home, collaborator}, {permission: permissions[at] ?? 'read'});
    draw.make(`issue-${key}`, '/number', {
      who: owner,
      operation: 'issueCreateIssue',
      params: home,
      body: {title: 'The first', body: draw.of('words', 'for @{bob}')},
    });
    const branch = draw.name(`branch-${key}`);
    draw.send(
      owner,
      'repoCreateFile',
      {...home, filepath: `${branch}.txt`},
      {content: base64(`${branch}\n`), branch: 'main', new_branch: branch},
    );
    draw.make(`pull-${key}`, '/number', {
      who: owner,
      operation: 'repoCreatePullRequest',
      params: home,
      body: {title: 'A change', head: branch, base: 'main'},
    });
  }
}

const everyUnit = ['repo.code', 'repo.issues', 'repo.pulls', 'repo.releases', 'repo.wiki'];

function doOne(turns: Turns, from: readonly Deed[]): Subject {
  const {touches, does} = turns.draw.weighed(from);
  does(turns);
  return touches;
}

/** Looks at what was touched, or at anything. */
function lookAt(turns: Turns, touched?: Subject): void {
  turns.draw.weighed(looks.filter(({at}) => touched === undefined || at === touched)).does(turns);
}
