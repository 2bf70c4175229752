// Names of attachments: without an ending, with several, with signs, longer than names may be; what an edit of a name does, and what is read then.
import {ask, makes, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const comment = {...home, id: '{comment}'};
const release = {...home, id: '{release}'};

const names = [
  'renamed',
  'two.names.txt',
  '.txt',
  'ends.',
  'ÄÖ ü.txt',
  'a/b.txt',
  '../up.txt',
  ' blank.txt',
  'x.exe',
  'UPPER.TXT',
];

const file = (name: string): Pick<Ask, 'file'> => ({file: {field: 'attachment', name, text: 'words\n'}});

/** The operations on the attachments of one kind of thing. */
interface Operations {
  readonly create: string;
  readonly edit: string;
  readonly get: string;
  readonly list: string;
  readonly remove: string;
}

/** What is attached, given each name in turn, read, and removed. */
function renamed(place: Ask['params'], {create, edit, get, list, remove}: Operations, asset: string): readonly Ask[] {
  const itself = {...place, attachment_id: `{${asset}}`};
  return [
    ask('alice', create, place, {...file('one.txt'), take: {[asset]: '/id'}}),
    ...names.flatMap(name => [makes('alice', edit, itself, {name}), ask('bob', get, itself)]),
    makes('alice', edit, itself, {name: ''}),
    makes('alice', edit, itself, {}),
    makes('bob', edit, itself, {name: 'by-bob.txt'}),
    ask('alice', create, {...place, name: 'asked'}, file('sent.txt')),
    ask('alice', create, {...place, name: 'asked.md'}, file('sent.txt')),
    ...names.map(name => ask('alice', create, place, file(name))),
    ask('bob', create, place, file('by-bob.txt')),
    ask('nobody', list, place),
    ask('bob', remove, itself),
    ask('alice', remove, itself),
    ask('alice', get, itself),
    ask('alice', remove, itself),
    ask('nobody', list, place),
  ];
}

export const attached: History = {
  name: 'attached',
  about: 'names of attachments',
  needs: ['users', 'repositories', 'issues', 'releases', 'attachments'],
  people: ['alice', 'bob'],
  names: ['repo'],
  asks: [
    makes('alice', 'createCurrentUserRepo', {}, {name: '{repo}', auto_init: true, default_branch: 'main'}),
    makes('alice', 'issueCreateIssue', home, {title: 'One'}, {one: '/number'}),
    makes('alice', 'issueCreateComment', one, {body: 'words'}, {comment: '/id'}),
    makes('alice', 'repoCreateRelease', home, {tag_name: 'v1'}, {release: '/id'}),
    ...renamed(
      one,
      {
        create: 'issueCreateIssueAttachment',
        edit: 'issueEditIssueAttachment',
        get: 'issueGetIssueAttachment',
        list: 'issueListIssueAttachments',
        remove: 'issueDeleteIssueAttachment',
      },
      'of-issue',
    ),
    ...renamed(
      comment,
      {
        create: 'issueCreateIssueCommentAttachment',
        edit: 'issueEditIssueCommentAttachment',
        get: 'issueGetIssueCommentAttachment',
        list: 'issueListIssueCommentAttachments',
        remove: 'issueDeleteIssueCommentAttachment',
      },
      'of-comment',
    ),
    ...renamed(
      release,
      {
        create: 'repoCreateReleaseAttachment',
        edit: 'repoEditReleaseAttachment',
        get: 'repoGetReleaseAttachment',
        list: 'repoListReleaseAttachments',
        remove: 'repoDeleteReleaseAttachment',
      },
      'of-release',
    ),
    ask('bob', 'issueGetIssue', one),
    ask('bob', 'issueGetComment', comment),
    ask('bob', 'repoGetRelease', release),
  ],
};
