// Drawn requests about files, branches, tags, releases, statuses, protections and pull requests of one repository, with looks at them in between.
import {base64, type History} from '../history.ts';
import {Drawing} from './drawing.ts';
import {historyOf, oneRepository} from './one-repository.ts';

const paths = ['a.txt', 'folder/b.txt', 'folder/sub/c.md', 'A b.txt'] as const;
const contexts = ['ci/a', 'ci/b', 'lint'] as const;

/** Draws one; in the odd ones the repository is a private one of an organization. */
export function drawnCode(seed: number): History {
  const draw = new Drawing(seed + 1000);
  const place = oneRepository(draw, seed);
  const {home, reader} = place;
  const writer = () => draw.of('alice', 'alice', 'carol', 'carol', 'dave', 'bob');
  const branch = () => draw.called('branch', 'main');
  const tag = () => draw.called('tag', 'no-tag');
  const commit = () => draw.one('commit') ?? 'main';
  const pull = () => ({...home, index: draw.one('pull') ?? 1});
  const ref = () => draw.called(draw.of('branch', 'tag'), 'main');
  let files = 0;
  const create = () => {
    files += 1;
    draw.make('commit', '/commit/sha', {
      who: draw.of('alice', 'carol'),
      operation: 'repoCreateFile',
      params: {...home, filepath: draw.oneIn(4) ? draw.of('a.txt', ...paths) : `new-${String(files)}.txt`},
      body: {
        content: base64(`file ${String(files)}\n`),
        branch: draw.oneIn(2) ? 'main' : branch(),
        ...(draw.oneIn(3) ? {new_branch: draw.name('branch')} : {}),
        ...(draw.oneIn(3) ? {message: draw.of('One line', 'Two\n\nlines')} : {}),
      },
    });
  };
  const branchOff = () =>
    draw.send(draw.of('alice', 'carol'), 'repoCreateBranch', home, {
      old_branch_name: branch(),
      new_branch_name: draw.name('branch'),
    });
  const open = () =>
    draw.make('pull', '/number', {
      who: draw.of('alice', 'carol', 'dave'),
      operation: 'repoCreatePullRequest',
      params: home,
      body: {title: draw.of('One', 'WIP: Two'), head: branch(), base: draw.oneIn(4) ? branch() : 'main'},
    });
  create();
  branchOff();
  create();
  open();
  const deeds = [
    [10, create],
    [4, branchOff],
    [
      2,
      () => {
        const gone = branch();
        draw.send(draw.of('alice', 'carol'), 'repoDeleteBranch', {...home, branch: gone});
        draw.forget('branch', gone);
      },
    ],
    [
      3,
      () =>
        draw.send(draw.of('alice', 'carol'), 'repoCreateTag', home, {
          target: draw.oneIn(2) ? branch() : commit(),
          tag_name: draw.oneIn(4) ? tag() : draw.name('tag'),
          ...(draw.oneIn(2) ? {message: 'a message'} : {}),
        }),
    ],
    [1, () => draw.send(writer(), 'repoDeleteTag', {...home, tag: tag()})],
    [
      4,
      () =>
        draw.make('release', '/id', {
          who: draw.of('alice', 'carol'),
          operation: 'repoCreateRelease',
          params: home,
          body: {
            tag_name: draw.oneIn(2) ? tag() : draw.name('tag'),
            ...draw.fields({
              name: () => draw.of('First', 'Second'),
              body: () => draw.of('words', 'other words'),
              draft: () => draw.oneIn(2),
              prerelease: () => draw.oneIn(2),
              target_commitish: branch,
            }),
          },
        }),
    ],
    [
      3,
      () =>
        draw.send(
          writer(),
          'repoEditRelease',
          {...home, id: draw.one('release') ?? 1},
          draw.fields({
            name: () => draw.of('First', 'Renamed'),
            body: () => draw.of('words', 'edited words'),
            draft: () => draw.oneIn(2),
            prerelease: () => draw.oneIn(2),
          }),
        ),
    ],
    [1, () => draw.send(writer(), 'repoDeleteRelease', {...home, id: draw.one('release') ?? 1})],
    [
      4,
      () =>
        draw.send(
          writer(),
          'repoCreateStatus',
          {...home, sha: commit()},
          {
            state: draw.of('pending', 'success', 'failure', 'error', 'warning'),
            context: draw.of('ci/a', ...contexts),
            ...(draw.oneIn(2) ? {description: 'described', target_url: 'https://ci.example.org/1'} : {}),
          },
        ),
    ],
    [
      1,
      () =>
        draw.send('alice', 'repoCreateBranchProtection', home, {
          rule_name: draw.of('main', 'branch-1*', 'branch-*', '*-2'),
          ...draw.fields({
            enable_push: () => draw.oneIn(2),
            required_approvals: () => draw.of(0, 1),
            block_on_rejected_reviews: () => draw.oneIn(2),
            protected_file_patterns: () => draw.of('*.md', 'folder/**'),
          }),
        }),
    ],
    [
      1,
      () =>
        draw.send(
          'alice',
          'repoEditBranchProtection',
          {...home, name: draw.of('main', 'branch-*')},
          draw.fields({
            enable_push: () => draw.oneIn(2),
            required_approvals: () => draw.of(0, 1),
          }),
        ),
    ],
    [
      2,
      () => draw.send('alice', 'repoDeleteBranchProtection', {...home, name: draw.of('main', 'branch-*', 'branch-1*')}),
    ],
    [5, open],
    [
      4,
      () =>
        draw.send(
          writer(),
          'repoEditPullRequest',
          pull(),
          draw.fields({
            title: () => draw.of('Renamed', 'WIP: Renamed'),
            body: () => draw.of('words', 'other words'),
            state: () => draw.of('open', 'closed'),
            base: branch,
            assignees: () => draw.some(['{alice}', '{carol}']),
          }),
        ),
    ],
    [
      4,
      () =>
        draw.make('review', '/id', {
          who: draw.of('carol', 'dave', 'alice'),
          operation: 'repoCreatePullReview',
          params: pull(),
          body: {
            event: draw.of('APPROVED', 'REQUEST_CHANGES', 'COMMENT', 'PENDING'),
            body: draw.of('words', 'more words'),
          },
        }),
    ],
    [2, () => draw.send(writer(), 'repoDismissPullReview', {...pull(), id: draw.one('review') ?? 1}, {message: 'no'})],
    [1, () => draw.send(writer(), 'repoUnDismissPullReview', {...pull(), id: draw.one('review') ?? 1})],
    [1, () => draw.send(writer(), 'repoDeletePullReview', {...pull(), id: draw.one('review') ?? 1})],
    [
      1,
      () =>
        draw.send(
          writer(),
          'repoSubmitPullReview',
          {...pull(), id: draw.one('review') ?? 1},
          {event: 'APPROVED', body: 'now'},
        ),
    ],
    [
      2,
      () =>
        draw.send(writer(), draw.of('repoCreatePullReviewRequests', 'repoDeletePullReviewRequests'), pull(), {
          reviewers: draw.some(['{alice}', '{carol}', '{dave}']),
        }),
    ],
  ] as const;
  const looks = [
    [2, () => draw.send(reader(), 'repoListBranches', home)],
    [3, () => draw.send(reader(), 'repoGetBranch', {...home, branch: branch()})],
    [
      3,
      () =>
        draw.send(reader(), 'repoGetContents', {...home, filepath: draw.of('a.txt', ...paths, 'folder'), ref: ref()}),
    ],
    [2, () => draw.send(reader(), 'repoGetContentsList', {...home, ref: ref()})],
    [
      3,
      () =>
        draw.send(reader(), 'repoGetAllCommits', {
          ...home,
          sha: ref(),
          ...(draw.oneIn(3) ? {path: draw.of('a.txt', ...paths)} : {}),
          ...(draw.oneIn(3) ? {not: branch()} : {}),
          ...(draw.oneIn(3) ? {limit: draw.of(1, 2), page: draw.of(1, 2)} : {}),
        }),
    ],
    [2, () => draw.send(reader(), 'repoGetSingleCommit', {...home, sha: commit()})],
    [1, () => draw.send(reader(), 'repoListTags', home)],
    [1, () => draw.send(reader(), 'repoGetTag', {...home, tag: tag()})],
    [2, () => draw.send(reader(), 'repoListReleases', home)],
    [1, () => draw.send(reader(), 'repoGetLatestRelease', home)],
    [1, () => draw.send(reader(), 'repoGetReleaseByTag', {...home, tag: tag()})],
    [2, () => draw.send(reader(), 'repoGetCombinedStatusByRef', {...home, ref: commit()})],
    [2, () => draw.send(reader(), 'repoListBranchProtection', home)],
    [3, () => draw.send(reader(), 'repoGetPullRequest', pull())],
    [3, () => draw.send(reader(), 'repoListPullRequests', {...home, state: draw.of('open', 'closed', 'all')})],
    [2, () => draw.send(reader(), 'repoListPullReviews', pull())],
    [1, () => draw.send(reader(), 'repoGetPullRequestFiles', pull())],
    [1, () => draw.send(reader(), 'repoGetPullRequestCommits', pull())],
    [2, () => draw.send(reader(), 'issueGetCommentsAndTimeline', pull())],
    [1, () => draw.send(reader(), 'repoGet', home)],
    [1, () => draw.send(reader(), 'repoListAllGitRefs', home)],
  ] as const;
  return historyOf(place, seed, {
    kind: 'code',
    about: 'code and pull requests',
    needs: ['issues', 'pull-requests'],
    asks: draw.goOn(deeds, looks),
  });
}
