// Drawn requests about what protects branches: rules, reviews and statuses, and who may merge, push and delete by them, at several branches at once.
import {base64, type History} from '../history.ts';
import {Drawing} from './drawing.ts';
import {historyOf, oneRepository} from './one-repository.ts';

const bases = ['main', 'stable', 'release/1'] as const;
const rules = ['main', 'stable', 'release/*', 'release/1', '**'] as const;

/** Draws one; in the odd ones the repository is a private one of an organization. */
export function drawnMerges(seed: number): History {
  const draw = new Drawing(seed + 3000);
  const place = oneRepository(draw, seed);
  const {home, reader} = place;
  const base = () => draw.of('main', ...bases);
  const rule = () => draw.of('main', ...rules);
  const pull = () => ({...home, index: draw.one('pull') ?? 1});
  const someone = () => draw.of('alice', 'carol', 'carol', 'dave');
  const write = (who: string, filepath: string, body: {readonly [key: string]: string}) =>
    draw.send(who, 'repoCreateFile', {...home, filepath}, {content: base64(`${filepath}\n`), ...body});
  for (const branch of bases.slice(1))
    draw.send('alice', 'repoCreateBranch', home, {old_branch_name: 'main', new_branch_name: branch});
  const open = () => {
    const [onto, topic] = [base(), draw.name('topic')];
    write(draw.of('alice', 'carol'), draw.oneIn(4) ? `${topic}/guarded.txt` : `${topic}/plain.txt`, {
      branch: onto,
      new_branch: topic,
    });
    draw.make('pull', '/number', {
      who: draw.of('alice', 'carol'),
      operation: 'repoCreatePullRequest',
      params: home,
      body: {title: draw.oneIn(6) ? 'WIP: a change' : 'A change', head: topic, base: onto},
    });
  };
  const settings = () =>
    draw.fields({
      required_approvals: () => draw.of(0, 1, 1, 2),
      enable_push: () => draw.oneIn(2),
      block_on_rejected_reviews: () => draw.oneIn(2),
      enable_merge_whitelist: () => draw.oneIn(2),
      merge_whitelist_usernames: () => draw.some(['{alice}', '{carol}']),
      enable_push_whitelist: () => draw.oneIn(2),
      push_whitelist_usernames: () => draw.some(['{alice}', '{carol}']),
      enable_approvals_whitelist: () => draw.oneIn(2),
      approvals_whitelist_username: () => draw.some(['{carol}', '{dave}']),
      enable_status_check: () => draw.oneIn(2),
      status_check_contexts: () => draw.some(['ci', 'lint']),
      dismiss_stale_approvals: () => draw.oneIn(2),
      block_on_outdated_branch: () => draw.oneIn(2),
      protected_file_patterns: () => draw.of('', '**/guarded.txt', '*.md'),
      unprotected_file_patterns: () => draw.of('', '**/free.txt'),
      block_admin_merge_override: () => draw.oneIn(2),
    });
  const merge = () => {
    const one = pull();
    // Servers compare branches for a moment before they merge.
    draw.send(
      draw.of('alice', 'carol', 'carol', 'dave'),
      'repoMergePullRequest',
      one,
      {Do: draw.of('merge', 'squash', 'rebase'), ...(draw.oneIn(8) ? {force_merge: true} : {})},
      {isPatient: true},
    );
    draw.send(reader(), 'repoGetPullRequest', one);
  };
  open();
  open();
  const deeds = [
    [5, open],
    [4, () => draw.send('alice', 'repoCreateBranchProtection', home, {rule_name: rule(), ...settings()})],
    [4, () => draw.send('alice', 'repoEditBranchProtection', {...home, name: rule()}, settings())],
    [2, () => draw.send('alice', 'repoDeleteBranchProtection', {...home, name: rule()})],
    [
      5,
      () =>
        draw.make('review', '/id', {
          who: draw.of('carol', 'dave', 'alice'),
          operation: 'repoCreatePullReview',
          params: pull(),
          body: {event: draw.of('APPROVED', 'APPROVED', 'REQUEST_CHANGES', 'COMMENT'), body: 'words'},
        }),
    ],
    [
      1,
      () =>
        draw.send(
          draw.of('alice', 'carol'),
          'repoDismissPullReview',
          {...pull(), id: draw.one('review') ?? 1},
          {message: 'no'},
        ),
    ],
    [
      3,
      () =>
        draw.send(
          'alice',
          'repoCreateStatus',
          {...home, sha: draw.called('topic', 'main')},
          {
            state: draw.of('success', 'success', 'pending', 'failure'),
            context: draw.of('ci', 'lint'),
          },
        ),
    ],
    [6, merge],
    [
      3,
      () =>
        write(someone(), `${draw.name('file')}/${draw.of('free.txt', 'guarded.txt', 'plain.txt')}`, {
          branch: draw.oneIn(2) ? base() : draw.called('topic', 'main'),
        }),
    ],
    [
      1,
      () =>
        draw.send(someone(), 'repoDeleteBranch', {
          ...home,
          branch: draw.oneIn(2) ? base() : draw.called('topic', 'stable'),
        }),
    ],
    [1, () => draw.send(draw.of('alice', 'carol'), 'repoEditPullRequest', pull(), {base: base()})],
    [
      1,
      () =>
        draw.send(
          'alice',
          'repoAddCollaborator',
          {...home, collaborator: draw.of('{carol}', '{dave}')},
          {permission: draw.of('write', 'write', 'admin', 'read')},
        ),
    ],
  ] as const;
  const looks = [
    [4, () => draw.send(draw.of('alice', 'carol', 'dave'), 'repoGetBranch', {...home, branch: base()})],
    [2, () => draw.send(draw.of('alice', 'carol'), 'repoListBranches', home)],
    [3, () => draw.send('alice', 'repoListBranchProtection', home)],
    [1, () => draw.send('alice', 'repoGetBranchProtection', {...home, name: rule()})],
    [3, () => draw.send(reader(), 'repoListPullReviews', pull())],
    [3, () => draw.send(reader(), 'repoGetAllCommits', {...home, sha: base()})],
    [2, () => draw.send(reader(), 'repoListPullRequests', {...home, state: draw.of('open', 'closed', 'all')})],
    [1, () => draw.send(reader(), 'repoPullRequestIsMerged', pull())],
    [1, () => draw.send(reader(), 'issueGetCommentsAndTimeline', pull())],
  ] as const;
  return historyOf(place, seed, {
    kind: 'merges',
    about: 'protected branches and merges',
    needs: ['issues', 'pull-requests'],
    asks: draw.goOn(deeds, looks),
  });
}
