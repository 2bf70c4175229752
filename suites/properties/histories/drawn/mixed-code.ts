// What mixed histories do with files, branches, releases and pull requests, and how they look at them.
import {base64} from '../history.ts';
import {deedsOf, looksAt, type Deed, type Look, type Turns} from './turns.ts';

const paths = ['a.txt', 'folder/b.txt', 'folder/sub/c.md', 'A b.txt'] as const;
const path = (turns: Turns) => turns.called('path', turns.draw.of('README.md', ...paths));
const branch = (turns: Turns) => turns.called('branch', 'main');
const tag = (turns: Turns) => turns.called('tag', 'no-tag');
const commit = (turns: Turns) => (turns.draw.oneIn(2) ? branch(turns) : (turns.one('commit') as string));
const file = (turns: Turns) => ({...turns.home, filepath: path(turns)});

/** How a change of a file is made: on which branch, and with which words. */
const onBranch = (turns: Turns) => ({
  branch: turns.draw.oneIn(2) ? 'main' : branch(turns),
  ...(turns.draw.oneIn(4) ? {new_branch: turns.name('branch')} : {}),
  ...(turns.draw.oneIn(3) ? {message: turns.draw.of('One line', 'Two\n\nlines', 'closes #1', 'see #2')} : {}),
});

const ofFiles = deedsOf('file', [
  [
    6,
    turns => {
      const filepath = turns.draw.oneIn(3) ? turns.draw.of('a.txt', ...paths) : `${turns.name('path')}.txt`;
      turns.make(
        'commit',
        '/commit/sha',
        'repoCreateFile',
        {...turns.home, filepath},
        {
          content: base64(`${filepath} of ${turns.who}\n`),
          ...onBranch(turns),
        },
      );
    },
  ],
  [
    5,
    turns => {
      const [filepath, at] = [`kept-${turns.place.key}.txt`, `kept-${turns.place.key}`];
      const known = turns.draw.one(at);
      if (known === undefined)
        turns.draw.make(at, '/content/sha', {
          who: turns.place.owner,
          operation: 'repoCreateFile',
          params: {...turns.home, filepath},
          body: {content: base64('kept\n'), branch: 'main'},
        });
      else
        turns.draw.make(at, '/content/sha', {
          who: turns.who,
          operation: 'repoUpdateFile',
          params: {...turns.home, filepath},
          body: {content: base64(`${filepath} ${String(turns.draw.below(9))}\n`), sha: known, ...onBranch(turns)},
        });
    },
  ],
  [
    1,
    turns =>
      turns.send(
        'repoDeleteFile',
        {...turns.home, filepath: `kept-${turns.place.key}.txt`},
        {sha: turns.draw.one(`kept-${turns.place.key}`) ?? 'none', ...onBranch(turns)},
      ),
  ],
]);

const ofBranches = deedsOf('branch', [
  [
    4,
    turns =>
      turns.send('repoCreateBranch', turns.home, {
        old_branch_name: branch(turns),
        new_branch_name: turns.draw.oneIn(4) ? `${turns.name('folder')}/one` : turns.name('branch'),
      }),
  ],
  [2, turns => turns.send('repoDeleteBranch', {...turns.home, branch: branch(turns)})],
  [
    3,
    turns =>
      turns.send('repoCreateTag', turns.home, {
        target: commit(turns),
        tag_name: turns.draw.oneIn(4) ? tag(turns) : turns.name('tag'),
        ...(turns.draw.oneIn(2) ? {message: 'a message'} : {}),
      }),
  ],
  [1, turns => turns.send('repoDeleteTag', {...turns.home, tag: tag(turns)})],
  [1, turns => turns.send('repoEdit', turns.home, {default_branch: branch(turns)})],
  [
    1,
    turns =>
      turns.send('repoSetNote', {...turns.home, sha: commit(turns)}, {message: turns.draw.of('a note', 'another')}),
  ],
]);

const ofReleases = deedsOf('release', [
  [
    4,
    turns =>
      turns.make('release', '/id', 'repoCreateRelease', turns.home, {
        tag_name: turns.draw.oneIn(2) ? tag(turns) : turns.name('tag'),
        ...turns.draw.fields({
          name: () => turns.draw.of('First', 'Second'),
          body: () => turns.draw.of('words', 'other words'),
          draft: () => turns.draw.oneIn(2),
          prerelease: () => turns.draw.oneIn(2),
          target_commitish: () => branch(turns),
        }),
      }),
  ],
  [
    4,
    turns =>
      turns.send(
        'repoEditRelease',
        turns.byId('release'),
        turns.draw.fields({
          name: () => turns.draw.of('First', 'Renamed'),
          body: () => turns.draw.of('words', 'edited words'),
          draft: () => turns.draw.oneIn(2),
          prerelease: () => turns.draw.oneIn(2),
          tag_name: () => tag(turns),
        }),
      ),
  ],
  [1, turns => turns.send('repoDeleteRelease', turns.byId('release'))],
  [1, turns => turns.send('repoDeleteReleaseByTag', {...turns.home, tag: tag(turns)})],
]);

const contexts = ['ci', 'lint', 'CI'] as const;

const ofStatuses = deedsOf('status', [
  [
    4,
    turns =>
      turns.send(
        'repoCreateStatus',
        {...turns.home, sha: turns.one('commit')},
        {
          state: turns.draw.of('pending', 'success', 'failure', 'error', 'warning', 'skipped'),
          context: turns.draw.of('ci', ...contexts),
          ...(turns.draw.oneIn(2) ? {description: 'described', target_url: 'https://ci.example.org/1'} : {}),
        },
      ),
  ],
]);

const settings = (turns: Turns) =>
  turns.draw.fields({
    required_approvals: () => turns.draw.of(0, 1, 2),
    enable_push: () => turns.draw.oneIn(2),
    enable_push_whitelist: () => turns.draw.oneIn(2),
    push_whitelist_usernames: () => turns.draw.some(['{alice}', '{carol}']),
    push_whitelist_teams: () => ['team-1'],
    enable_merge_whitelist: () => turns.draw.oneIn(2),
    merge_whitelist_usernames: () => turns.draw.some(['{alice}', '{carol}']),
    merge_whitelist_teams: () => ['team-1'],
    enable_status_check: () => turns.draw.oneIn(2),
    status_check_contexts: () => turns.draw.some(['ci', 'lint']),
    block_on_rejected_reviews: () => turns.draw.oneIn(2),
    dismiss_stale_approvals: () => turns.draw.oneIn(2),
    block_on_outdated_branch: () => turns.draw.oneIn(2),
    protected_file_patterns: () => turns.draw.of('*.md', 'folder/**'),
  });
const rule = (turns: Turns) => turns.called('rule', turns.draw.of('main', 'branch-*', '**', branch(turns)));

const ofProtections = deedsOf('protection', [
  [2, turns => turns.send('repoCreateBranchProtection', turns.home, {rule_name: rule(turns), ...settings(turns)})],
  [2, turns => turns.send('repoEditBranchProtection', {...turns.home, name: rule(turns)}, settings(turns))],
  [2, turns => turns.send('repoDeleteBranchProtection', {...turns.home, name: rule(turns)})],
]);

const reviewers = ['{alice}', '{bob}', '{carol}', '{dave}'] as const;

const ofPulls = deedsOf('pull', [
  [
    8,
    turns => {
      const head = turns.draw.oneIn(2) ? branch(turns) : turns.name('branch');
      if (turns.draw.oneIn(2))
        turns.draw.send(
          turns.place.owner,
          'repoCreateFile',
          {...turns.home, filepath: `of-${head}.txt`},
          {content: base64(`${head}\n`), branch: 'main', new_branch: head},
        );
      turns.make('pull', '/number', 'repoCreatePullRequest', turns.home, {
        title: turns.draw.of('One', 'WIP: Two'),
        head,
        base: turns.draw.oneIn(4) ? branch(turns) : 'main',
        ...(turns.draw.oneIn(2)
          ? turns.draw.fields({
              body: () => turns.draw.of('closes #1', 'for @{bob}'),
              reviewers: () => turns.draw.some(reviewers, 2),
              assignees: () => turns.draw.some(reviewers, 2),
              labels: () => turns.some('label'),
              milestone: () => turns.one('milestone'),
            })
          : {}),
      });
    },
  ],
  [
    5,
    turns =>
      turns.send(
        'repoEditPullRequest',
        turns.pull,
        turns.draw.fields({
          title: () => turns.draw.of('Renamed', 'WIP: Renamed'),
          body: () => turns.draw.of('words', 'closes #1'),
          state: () => turns.draw.of('open', 'closed'),
          base: () => branch(turns),
          assignees: () => turns.draw.some(reviewers, 2),
          labels: () => turns.some('label'),
          content_version: () => turns.draw.below(3),
        }),
      ),
  ],
  [
    6,
    turns =>
      turns.make('review', '/id', 'repoCreatePullReview', turns.pull, {
        event: turns.draw.of('APPROVED', 'REQUEST_CHANGES', 'COMMENT', 'PENDING'),
        body: turns.draw.of('words', 'more words'),
      }),
  ],
  [2, turns => turns.send('repoDismissPullReview', {...turns.pull, id: turns.one('review')}, {message: 'no'})],
  [1, turns => turns.send('repoUnDismissPullReview', {...turns.pull, id: turns.one('review')})],
  [1, turns => turns.send('repoDeletePullReview', {...turns.pull, id: turns.one('review')})],
  [
    2,
    turns =>
      turns.send(
        'repoSubmitPullReview',
        {...turns.pull, id: turns.one('review')},
        {event: turns.draw.of('APPROVED', 'COMMENT', 'REQUEST_CHANGES'), body: 'now'},
      ),
  ],
  [
    3,
    turns =>
      turns.send(
        turns.draw.of('repoCreatePullReviewRequests', 'repoCreatePullReviewRequests', 'repoDeletePullReviewRequests'),
        turns.pull,
        turns.draw.oneIn(5) ? {team_reviewers: ['team-1']} : {reviewers: turns.draw.some(reviewers, 2)},
      ),
  ],
  [
    5,
    turns => {
      const {draw, pull} = turns;
      draw.send(turns.place.owner, 'repoGetPullRequest', pull);
      // Servers compare branches for a moment before they merge.
      draw.send(
        draw.oneIn(3) ? turns.who : turns.place.owner,
        'repoMergePullRequest',
        pull,
        {
          Do: draw.of('merge', 'squash', 'rebase', 'rebase-merge'),
          ...(draw.oneIn(3) ? {delete_branch_after_merge: true} : {}),
          ...(draw.oneIn(5) ? {MergeTitleField: 'A title', MergeMessageField: 'closes #1'} : {}),
        },
        {isPatient: true},
      );
    },
  ],
]);

export const mixedCode: readonly Deed[] = [
  ...ofFiles,
  ...ofBranches,
  ...ofReleases,
  ...ofStatuses,
  ...ofProtections,
  ...ofPulls,
];

const commits = (turns: Turns): void =>
  turns.look('repoGetAllCommits', {
    ...turns.home,
    sha: branch(turns),
    ...(turns.draw.oneIn(3) ? {path: path(turns)} : {}),
    ...(turns.draw.oneIn(4) ? {limit: 2, page: turns.draw.of(1, 2)} : {}),
  });
const oneBranch = (turns: Turns): void => turns.look('repoGetBranch', {...turns.home, branch: branch(turns)});
const pull = (turns: Turns): void => turns.look('repoGetPullRequest', turns.pull);

export const looksAtCode: readonly Look[] = [
  ...looksAt('file', [
    [3, turns => turns.look('repoGetContents', {...file(turns), ref: branch(turns)})],
    [2, turns => turns.look('repoGetContentsList', {...turns.home, ref: branch(turns)})],
    [2, turns => turns.look('repoGetContents', {...turns.home, filepath: `kept-${turns.place.key}.txt`})],
    [2, commits],
    [1, oneBranch],
  ]),
  ...looksAt('branch', [
    [2, turns => turns.look('repoListBranches')],
    [2, oneBranch],
    [1, turns => turns.look('repoListTags')],
    [1, turns => turns.look('repoListAllGitRefs')],
    [1, turns => turns.look('repoGetTag', {...turns.home, tag: tag(turns)})],
    [1, pull],
  ]),
  ...looksAt('release', [
    [2, turns => turns.look('repoListReleases')],
    [2, turns => turns.look('repoGetRelease', turns.byId('release'))],
    [1, turns => turns.look('repoGetLatestRelease')],
    [1, turns => turns.look('repoGetReleaseByTag', {...turns.home, tag: tag(turns)})],
    [1, turns => turns.look('repoListTags')],
  ]),
  ...looksAt('status', [
    [2, turns => turns.look('repoGetCombinedStatusByRef', {...turns.home, ref: turns.one('commit')})],
    [2, turns => turns.look('repoListStatuses', {...turns.home, sha: turns.one('commit')})],
  ]),
  ...looksAt('protection', [
    [2, turns => turns.draw.send(turns.place.owner, 'repoListBranchProtection', turns.home)],
    [1, turns => turns.draw.send(turns.member, 'repoGetBranchProtection', {...turns.home, name: rule(turns)})],
    [2, oneBranch],
  ]),
  ...looksAt('pull', [
    [4, pull],
    [2, turns => turns.look('repoListPullReviews', turns.pull)],
    [2, turns => turns.look('repoListPullRequests', {...turns.home, state: turns.draw.of('open', 'closed', 'all')})],
    [1, turns => turns.look('repoGetPullRequestFiles', turns.pull)],
    [1, turns => turns.look('repoGetPullRequestCommits', turns.pull)],
    [2, turns => turns.look('issueGetCommentsAndTimeline', turns.pull)],
    [1, turns => turns.look('repoPullRequestIsMerged', turns.pull)],
    [1, turns => turns.look('issueGetIssue', {...turns.home, index: 1})],
    [1, turns => turns.look('repoGet')],
  ]),
];
