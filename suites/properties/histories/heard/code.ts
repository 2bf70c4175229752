// What a hook of a repository tells of files, branches, tags, releases, forks and statuses.
import {ask, base64, type History, type Sent} from '../history.ts';
import {everyEvent, listeningHook} from './hook.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const file = (
  operation: 'repoCreateFile' | 'repoUpdateFile' | 'repoDeleteFile',
  filepath: string,
  body: {readonly [key: string]: Sent},
  who = 'alice',
) => ask(who, operation, {...home, filepath}, {body});
const release = (body: {readonly [key: string]: Sent}, name: string, who = 'alice') =>
  ask(who, 'repoCreateRelease', home, {body, take: {[name]: '/id'}});
const hook = (body: {readonly [key: string]: Sent}) => ask('alice', 'repoEditHook', {...home, id: '{hook}'}, {body});

export const heardCode: History = {
  name: 'heard-code',
  about: 'code that a webhook of the repository hears of',
  needs: ['users', 'repositories', 'webhooks'],
  isHeard: true,
  people: ['alice', 'bob', 'carol'],
  names: ['repo', 'renamed'],
  asks: [
    ask('alice', 'createCurrentUserRepo', {}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {body: {permission: 'write'}}),
    ask('alice', 'repoCreateHook', home, {body: listeningHook(), take: {hook: '/id'}}),
    // Files.
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'a.txt'},
      {
        body: {
          content: base64('one\n'),
          message: 'First\n\nwith a text',
          author: {name: 'Ann', email: 'ann@example.org'},
          committer: {name: 'Con', email: 'con@example.org'},
          dates: {author: '2001-02-03T04:05:06Z', committer: '2001-02-03T04:05:07Z'},
        },
        take: {blob: '/content/sha', first: '/commit/sha'},
      },
    ),
    file('repoUpdateFile', 'b.txt', {content: base64('two\n'), sha: '{blob}', from_path: 'a.txt', message: 'Moved'}),
    ask(
      'carol',
      'repoCreateFile',
      {...home, filepath: 'folder/c.txt'},
      {
        body: {content: base64('three\n')},
        take: {c: '/content/sha', third: '/commit/sha'},
      },
    ),
    file('repoUpdateFile', 'folder/c.txt', {content: base64('three and more\n'), sha: '{c}'}, 'carol'),
    file('repoUpdateFile', 'folder/c.txt', {content: base64('stale\n'), sha: '{c}'}),
    file('repoCreateFile', 'd.txt', {content: base64('of bob\n')}, 'bob'),
    file('repoCreateFile', 'side.txt', {content: base64('side\n'), branch: 'main', new_branch: 'side'}),
    ask(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'side2.txt'},
      {
        body: {content: base64('side 2\n'), branch: 'side'},
        take: {side2: '/content/sha'},
      },
    ),
    file('repoDeleteFile', 'side2.txt', {sha: '{side2}', branch: 'side', message: 'Gone'}),
    // Branches.
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'topic'}}),
    ask('carol', 'repoCreateBranch', home, {body: {new_branch_name: 'folder/topic', old_branch_name: 'side'}}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'topic'}}),
    file('repoCreateFile', 'in-folder.txt', {content: base64('x\n'), branch: 'folder/topic'}),
    ask('carol', 'repoDeleteBranch', {...home, branch: 'topic'}),
    // Tags.
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v1', target: '{first}'}}),
    ask('carol', 'repoCreateTag', home, {body: {tag_name: 'v2', message: 'a message'}}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v2'}}),
    hook({events: ['delete']}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'v2'}),
    ask('alice', 'repoDeleteTag', {...home, tag: 'v2'}),
    hook({events: everyEvent}),
    // Releases.
    release({tag_name: 'v1', name: 'Of a tag', body: 'words'}, 'r1'),
    release({tag_name: 'r2', name: 'New', target_commitish: 'side', prerelease: true}, 'r2'),
    release({tag_name: 'r3', name: 'Draft', draft: true}, 'r3', 'carol'),
    release({tag_name: 'r2', name: 'Again'}, 'r4'),
    ask('alice', 'repoEditRelease', {...home, id: '{r1}'}, {body: {name: 'Renamed'}}),
    ask('carol', 'repoEditRelease', {...home, id: '{r1}'}, {body: {body: 'other words', prerelease: true}}),
    ask('alice', 'repoEditRelease', {...home, id: '{r3}'}, {body: {body: 'still a draft'}}),
    ask('alice', 'repoEditRelease', {...home, id: '{r3}'}, {body: {draft: false}}),
    ask('alice', 'repoDeleteRelease', {...home, id: '{r2}'}),
    ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'r3'}),
    // Statuses and notes.
    ask(
      'carol',
      'repoCreateStatus',
      {...home, sha: '{first}'},
      {
        body: {state: 'pending', context: 'ci/a', description: 'began', target_url: 'https://ci.example.org/1'},
      },
    ),
    ask('carol', 'repoCreateStatus', {...home, sha: '{first}'}, {body: {state: 'success', context: 'ci/a'}}),
    ask('carol', 'repoCreateStatus', {...home, sha: '{third}'}, {body: {state: 'failure'}}),
    ask('bob', 'repoCreateStatus', {...home, sha: '{third}'}, {body: {state: 'failure'}}),
    // Forks, collaborators.
    ask('bob', 'createFork', home, {body: {}}),
    ask('bob', 'createFork', home, {body: {}}),
    ask('alice', 'repoDeleteCollaborator', {...home, collaborator: '{carol}'}),
    // Branches that a hook is about.
    hook({branch_filter: 'main'}),
    file('repoCreateFile', 'unheard.txt', {content: base64('x\n'), branch: 'side'}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'unheard'}}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'unheard'}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v3'}}),
    file('repoCreateFile', 'heard.txt', {content: base64('x\n'), branch: 'main'}),
    hook({branch_filter: '{side,folder/*}'}),
    file('repoCreateFile', 'unheard.txt', {content: base64('x\n'), branch: 'main'}),
    file('repoCreateFile', 'heard.txt', {content: base64('x\n'), branch: 'side'}),
    file('repoCreateFile', 'heard.txt', {content: base64('x\n'), branch: 'folder/topic'}),
    hook({branch_filter: '*', events: ['push']}),
    ask('alice', 'repoCreateBranch', home, {body: {new_branch_name: 'pushed'}}),
    hook({events: ['create', 'delete']}),
    ask('alice', 'repoDeleteBranch', {...home, branch: 'pushed'}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v4'}}),
    hook({events: ['release', 'push'], config: {content_type: 'form'}}),
    release({tag_name: 'v4', name: 'In a form & more'}, 'r5'),
    // Under another name.
    ask('alice', 'repoEdit', home, {body: {name: '{renamed}', description: 'has moved'}}),
    ask(
      'alice',
      'repoCreateFile',
      {owner: '{alice}', repo: '{renamed}', filepath: 'moved.txt'},
      {
        body: {content: base64('moved\n')},
      },
    ),
  ],
};
