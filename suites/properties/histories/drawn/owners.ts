// Drawn requests about organizations, teams, members, repositories and who may do what with them, with looks at them in between.
import {base64, type History} from '../history.ts';
import {Drawing} from './drawing.ts';

const people = ['{bob}', '{carol}', '{dave}'] as const;
const repositories = ['{first}', '{second}', '{third}'] as const;
const organizations = ['{org}', '{other}'] as const;
const visibilities = ['public', 'limited', 'private'] as const;
const permissions = ['read', 'write', 'admin'] as const;

/** Draws one. */
export function drawnOwners(seed: number): History {
  const draw = new Drawing(seed + 2000);
  const person = () => draw.of('{bob}', ...people);
  const org = () => draw.of('{org}', '{org}', '{other}');
  const repo = () => draw.of('{first}', ...repositories);
  const owner = () => draw.of('{alice}', '{alice}', ...organizations, ...organizations, '{bob}', '{carol}');
  const place = () => ({owner: owner(), repo: repo()});
  const someone = () => (draw.oneIn(4) ? draw.of('bob', 'carol', 'dave') : 'alice');
  const reader = () => draw.of('alice', 'bob', 'carol', 'dave', 'nobody');
  const team = () => draw.one('team') ?? 1;
  const units = () =>
    draw.of(['repo.code', 'repo.issues'], ['repo.code', 'repo.issues', 'repo.pulls'], ['repo.issues']);
  for (const username of organizations) draw.send('alice', 'orgCreate', {}, {username});
  const makeTeam = () =>
    draw.make('team', '/id', {
      who: 'alice',
      operation: 'orgCreateTeam',
      params: {org: org()},
      body: {
        name: draw.name('team'),
        permission: draw.of('read', ...permissions),
        units: units(),
        ...(draw.oneIn(3) ? {includes_all_repositories: draw.oneIn(2)} : {}),
        ...(draw.oneIn(4) ? {can_create_org_repo: true} : {}),
      },
    });
  const makeRepository = () => {
    const body = {name: repo(), private: draw.oneIn(2), auto_init: true, default_branch: 'main'};
    if (draw.oneIn(2)) draw.send(draw.of('alice', 'alice', 'bob', 'carol'), 'createCurrentUserRepo', {}, body);
    else draw.send(someone(), 'createOrgRepo', {org: org()}, body);
  };
  makeTeam();
  makeRepository();
  makeRepository();
  let files = 0;
  const deeds = [
    [6, makeRepository],
    [4, makeTeam],
    [6, () => draw.send(someone(), 'orgAddTeamMember', {id: team(), username: person()})],
    [2, () => draw.send(someone(), 'orgRemoveTeamMember', {id: team(), username: person()})],
    [5, () => draw.send(someone(), 'orgAddTeamRepository', {id: team(), org: org(), repo: repo()})],
    [2, () => draw.send(someone(), 'orgRemoveTeamRepository', {id: team(), org: org(), repo: repo()})],
    [
      3,
      () =>
        draw.send(
          someone(),
          'orgEditTeam',
          {id: team()},
          {
            name: draw.of('blue', draw.name('team')),
            ...(draw.oneIn(2) ? {permission: draw.of('read', ...permissions)} : {}),
            ...(draw.oneIn(3) ? {units: units()} : {}),
            ...(draw.oneIn(5) ? {can_create_org_repo: draw.oneIn(2)} : {}),
            ...(draw.oneIn(3) ? {description: 'described'} : {}),
            ...(draw.oneIn(3) ? {includes_all_repositories: draw.oneIn(2)} : {}),
          },
        ),
    ],
    [1, () => draw.send('alice', 'orgDeleteTeam', {id: team()})],
    [2, () => draw.send(someone(), 'orgDeleteMember', {org: org(), username: person()})],
    [
      3,
      () => {
        const who = draw.of('bob', 'carol', 'dave');
        const username = draw.oneIn(4) ? person() : `{${who}}`;
        draw.send(who, draw.of('orgPublicizeMember', 'orgPublicizeMember', 'orgConcealMember'), {org: org(), username});
      },
    ],
    [
      3,
      () =>
        draw.send(
          someone(),
          'orgEdit',
          {org: org()},
          draw.fields({
            full_name: () => draw.of('Full', 'Fuller'),
            description: () => draw.of('words', ''),
            visibility: () => draw.of('public', ...visibilities),
            location: () => 'here',
          }),
        ),
    ],
    [
      4,
      () =>
        draw.send(
          someone(),
          'repoEdit',
          place(),
          draw.fields({
            private: () => draw.oneIn(2),
            description: () => draw.of('words', 'other words'),
            archived: () => draw.oneIn(2),
            has_wiki: () => draw.oneIn(2),
            website: () => 'https://example.org/',
          }),
        ),
    ],
    [1, () => draw.send('alice', 'repoEdit', place(), {name: repo()})],
    [1, () => draw.send(draw.of('alice', 'bob'), 'repoDelete', place())],
    [
      4,
      () => {
        const from = place();
        const sender = from.owner === '{bob}' ? 'bob' : from.owner === '{carol}' ? 'carol' : 'alice';
        draw.send(sender, 'repoTransfer', from, {new_owner: draw.of('{alice}', '{bob}', ...organizations)});
        if (draw.oneIn(2))
          draw.send(
            draw.of('alice', 'bob', 'carol'),
            draw.of('acceptRepoTransfer', 'acceptRepoTransfer', 'rejectRepoTransfer'),
            from,
          );
      },
    ],
    [
      4,
      () =>
        draw.send(
          someone(),
          'repoAddCollaborator',
          {...place(), collaborator: person()},
          {permission: draw.of('read', ...permissions)},
        ),
    ],
    [2, () => draw.send(someone(), 'repoDeleteCollaborator', {...place(), collaborator: person()})],
    [
      3,
      () =>
        draw.send(draw.of('bob', 'carol', 'dave'), 'issueCreateIssue', place(), {
          title: 'Drawn',
          body: `for ${person()}`,
        }),
    ],
    [
      3,
      () => {
        files += 1;
        draw.send(
          draw.of('bob', 'carol', 'dave'),
          'repoCreateFile',
          {...place(), filepath: `f${String(files)}.txt`},
          {content: base64('x\n')},
        );
      },
    ],
    [1, () => draw.send(draw.of('bob', 'carol'), 'createFork', place(), {})],
    [
      2,
      () =>
        draw.send(
          draw.of('bob', 'carol', 'dave'),
          draw.of('userCurrentPutSubscription', 'userCurrentDeleteSubscription'),
          place(),
        ),
    ],
  ] as const;
  const looks = [
    [4, () => draw.send(reader(), 'repoGet', place())],
    [3, () => draw.send(reader(), 'orgGet', {org: org()})],
    [3, () => draw.send(reader(), 'orgListRepos', {org: org()})],
    [2, () => draw.send(draw.of('alice', 'bob', 'carol', 'dave'), 'orgListTeams', {org: org()})],
    [2, () => draw.send(draw.of('alice', 'bob'), 'orgListTeamMembers', {id: team()})],
    [2, () => draw.send(draw.of('alice', 'bob'), 'orgListTeamRepos', {id: team()})],
    [2, () => draw.send(reader(), draw.of('orgListMembers', 'orgListPublicMembers'), {org: org()})],
    [2, () => draw.send(draw.of('bob', 'carol', 'dave'), 'orgListCurrentUserOrgs', {})],
    [1, () => draw.send(reader(), 'orgListUserOrgs', {username: person()})],
    [3, () => draw.send(draw.of('alice', 'bob', 'carol', 'dave'), 'userCurrentListRepos', {})],
    [2, () => draw.send(reader(), 'userListRepos', {username: draw.of('{alice}', ...people)})],
    [2, () => draw.send('alice', 'repoListCollaborators', place())],
    [2, () => draw.send('alice', 'repoGetRepoPermissions', {...place(), collaborator: person()})],
    [1, () => draw.send('alice', 'repoListTeams', place())],
    [1, () => draw.send(draw.of('alice', 'bob'), 'orgIsMember', {org: org(), username: person()})],
    [2, () => draw.send(reader(), 'orgIsPublicMember', {org: org(), username: person()})],
    [1, () => draw.send(draw.of('alice', 'bob'), 'orgGetTeam', {id: team()})],
    [1, () => draw.send(draw.of('alice', 'bob', 'carol'), 'teamSearch', {org: org(), q: draw.of('team', 'TEAM-1')})],
    [1, () => draw.send(reader(), 'listForks', place())],
    [1, () => draw.send(reader(), 'issueListIssues', place())],
  ] as const;
  return {
    name: `drawn-owners-${String(seed)}`,
    about: `drawn requests about organizations, teams and repositories (${String(seed)})`,
    needs: ['users', 'repositories', 'issues', 'organizations'],
    people: ['alice', 'bob', 'carol', 'dave'],
    names: ['first', 'second', 'third', 'org', 'other'],
    asks: draw.goOn(deeds, looks),
  };
}
