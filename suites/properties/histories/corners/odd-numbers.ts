// Numbers in paths that are nearly right: with a letter behind them, a sign or zeros before them, a fraction, beyond what 64 bits hold.
import {ask, base64, idleHook, makes, type Ask, type History} from '../history.ts';

const home = {owner: '{alice}', repo: '{repo}'};
const one = {...home, index: '{one}'};
const pull = {...home, index: '{pull}'};

/** Each names the thing whose number is `N` in some reading; the last is 1 when 64 bits overflow. */
const spellings = ['Nx', 'N abc', '0N', '+N', '-N', 'N.0', 'N.', 'x', '18446744073709551617'];

interface Place {
  readonly [name: string]: string;
}

/** Asks for a thing by each spelling of its number. */
function spelled(operation: string, params: Place, field: string, some = spellings): readonly Ask[] {
  const right = params[field] ?? '';
  return some.map(spelling => ask('alice', operation, {...params, [field]: spelling.replaceAll('N', right)}));
}

/** What is refused must not be done: each is tried with a letter behind the number, and read then. */
function triedWrongly(
  write: {readonly operation: string; readonly body?: Ask['body']},
  read: string,
  params: Place,
  field: string,
): readonly Ask[] {
  const {operation, body} = write;
  return [
    ...['Nx', 'N.0'].map(spelling =>
      ask(
        'alice',
        operation,
        {...params, [field]: spelling.replaceAll('N', params[field] ?? '')},
        body === undefined ? {} : {body},
      ),
    ),
    ask('alice', read, params),
  ];
}

export const oddNumbers: History = {
  name: 'odd-numbers',
  about: 'numbers in paths that are nearly right',
  needs: [
    'users',
    'repositories',
    'organizations',
    'issues',
    'pull-requests',
    'releases',
    'labels',
    'milestones',
    'webhooks',
  ],
  people: ['alice'],
  names: ['repo', 'org'],
  asks: [
    makes(
      'alice',
      'createCurrentUserRepo',
      {},
      {name: '{repo}', auto_init: true, default_branch: 'main'},
      {itself: '/id'},
    ),
    makes('alice', 'orgCreate', {}, {username: '{org}'}),
    makes(
      'alice',
      'orgCreateTeam',
      {org: '{org}'},
      {name: 'team', permission: 'read', units: ['repo.code']},
      {team: '/id'},
    ),
    makes('alice', 'issueCreateIssue', home, {title: 'One'}, {one: '/number'}),
    makes('alice', 'issueCreateComment', one, {body: 'words'}, {comment: '/id'}),
    makes('alice', 'issueCreateLabel', home, {name: 'label', color: '#00aabb'}, {label: '/id'}),
    makes('alice', 'issueCreateMilestone', home, {title: 'milestone'}, {milestone: '/id'}),
    makes('alice', 'issueAddTime', one, {time: 60}, {time: '/id'}),
    makes('alice', 'repoCreateRelease', home, {tag_name: 'v1'}, {release: '/id'}),
    makes('alice', 'repoCreateHook', home, idleHook(), {hook: '/id'}),
    makes(
      'alice',
      'repoCreateFile',
      {...home, filepath: 'topic.txt'},
      {content: base64('of odd numbers\n'), branch: 'main', new_branch: 'topic'},
    ),
    makes('alice', 'repoCreatePullRequest', home, {title: 'Pull', head: 'topic', base: 'main'}, {pull: '/number'}),
    makes('alice', 'repoCreatePullReview', pull, {event: 'COMMENT', body: 'words'}, {review: '/id'}),
    makes(
      'alice',
      'userCreateOAuth2Application',
      {},
      {name: 'app', redirect_uris: ['https://example.org/']},
      {app: '/id'},
    ),
    ...spelled('issueGetIssue', one, 'index'),
    ...spelled('issueGetComments', one, 'index'),
    ...spelled('issueGetCommentsAndTimeline', one, 'index', ['Nx', '0N', '-N']),
    ...spelled('issueGetComment', {...home, id: '{comment}'}, 'id'),
    ...spelled('issueGetLabel', {...home, id: '{label}'}, 'id'),
    ...spelled('issueGetMilestone', {...home, id: '{milestone}'}, 'id'),
    ...spelled('issueTrackedTimes', one, 'index', ['Nx', '0N', '-N']),
    ...spelled('issueGetIssueReactions', one, 'index', ['Nx', '0N', '-N']),
    ...spelled('repoGetRelease', {...home, id: '{release}'}, 'id'),
    ...spelled('repoGetHook', {...home, id: '{hook}'}, 'id'),
    ...spelled('repoGetPullRequest', pull, 'index'),
    ...spelled('repoGetPullRequestFiles', pull, 'index', ['Nx', '0N', '-N']),
    ...spelled('repoGetPullReview', {...pull, id: '{review}'}, 'id', ['Nx', '0N', '-N']),
    ...spelled('repoGetPullReview', {...pull, id: '{review}'}, 'index', ['Nx', '0N', '-N']),
    ...spelled('orgGetTeam', {id: '{team}'}, 'id'),
    ...spelled('repoGetByID', {id: '{itself}'}, 'id'),
    ...spelled('userGetOAuth2Application', {id: '{app}'}, 'id'),
    ...triedWrongly({operation: 'issueEditIssue', body: {title: 'Other'}}, 'issueGetIssue', one, 'index'),
    ...triedWrongly(
      {operation: 'issueEditComment', body: {body: 'other'}},
      'issueGetComment',
      {...home, id: '{comment}'},
      'id',
    ),
    ...triedWrongly({operation: 'issueDeleteComment'}, 'issueGetComment', {...home, id: '{comment}'}, 'id'),
    ...triedWrongly({operation: 'issueDeleteLabel'}, 'issueGetLabel', {...home, id: '{label}'}, 'id'),
    ...triedWrongly({operation: 'issueDeleteMilestone'}, 'issueGetMilestone', {...home, id: '{milestone}'}, 'id'),
    ...triedWrongly({operation: 'repoDeleteRelease'}, 'repoGetRelease', {...home, id: '{release}'}, 'id'),
    ...triedWrongly({operation: 'repoDeleteHook'}, 'repoGetHook', {...home, id: '{hook}'}, 'id'),
    ...triedWrongly({operation: 'repoEditPullRequest', body: {title: 'Other'}}, 'repoGetPullRequest', pull, 'index'),
    ...triedWrongly({operation: 'orgDeleteTeam'}, 'orgGetTeam', {id: '{team}'}, 'id'),
    ...triedWrongly({operation: 'userDeleteOAuth2Application'}, 'userGetOAuth2Application', {id: '{app}'}, 'id'),
    ...triedWrongly({operation: 'issueDelete'}, 'issueGetIssue', one, 'index'),
    ...triedWrongly({operation: 'issueDeleteTime'}, 'issueTrackedTimes', {...one, id: '{time}'}, 'id'),
  ],
};
