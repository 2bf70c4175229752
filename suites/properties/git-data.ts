// What is read from git: notes by commit and by ref, and the files of a pull request from one of them on.
import fc from 'fast-check';
import {jsonText} from '../../model/json.ts';
import {property, type Reference, type WithReferences} from '../../model/property.ts';
import {column, part, placeOf} from './common/things.ts';

export {fetchesAreWhole} from './git/git-fetches.ts';
export {mirrorsHaveWhatIsHere} from './git/git-mirrors.ts';
export {submodulesAreElsewhere, tagsOfAllKindsAreFetched} from './git/git-odd-objects.ts';
export {patchesAreShown} from './git/git-patches.ts';
export {pullsFollowGit} from './git/git-pulls.ts';
export {pushesAreShown} from './git/git-pushes.ts';
export {gitAsksWhoItIs, gitIsKeptOut} from './git/git-rights.ts';
export {cutsAreExact} from './git/git-shallow.ts';
export {cutsArePushed} from './git/git-cut-pushes.ts';
export {damagedPacks} from './git/git-damaged-packs.ts';
export {gitKeepsToProtections} from './git/git-guards.ts';
export {gitFirstBranches} from './git/git-first-branches.ts';
export {gitFollowsTheName, gitFollowsTheRights, gitFollowsTheState} from './git/git-states.ts';
export {gitKnowsTheTeams} from './git/git-teams.ts';

/** One commit, and what points at it. */
interface Commit {
  readonly hasNote: boolean;
  readonly isTagged: boolean;
  readonly isBranch: boolean;
}

const commit: fc.Arbitrary<Commit> = fc.record({hasNote: fc.boolean(), isTagged: fc.boolean(), isBranch: fc.boolean()});

export const notesAreFoundByEveryName = property({
  id: 'notes-are-found-by-every-name',
  title:
    'the note of each commit of a history is found by the commit, by its branch and by its tag; without one there is none',
  proves: ['GIT-NOTES'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'branches'],
  runs: 2,
  floor: 2,
  // One commit has everything, so that each run shows both kinds of ref.
  input: fc
    .array(commit, {minLength: 1, maxLength: 2})
    .map(more => [{hasNote: true, isTagged: true, isBranch: true}, ...more]),
  check: async (world, commits) => {
    const repo = await world.arrange('repository');
    const place = placeOf(repo);
    const named: {readonly ref: string | Reference; readonly note: string | undefined; readonly say: string}[] = [];
    for (const [index, {hasNote, isTagged, isBranch}] of commits.entries()) {
      world.count(hasNote ? 'commit with a note' : 'commit without a note');
      const number = String(index + 1);
      const file = await world.arrange(
        'file',
        {repo, path: `${number}.txt`},
        {called: `commit ${number} with a new file`},
      );
      const sha = part(file, 'commit');
      const note = hasNote ? `note ${number}` : undefined;
      if (note !== undefined)
        await world.prepare('repoSetNote', {
          params: {...place, sha},
          body: {message: note},
          say: `write the note "${note}" to commit ${number}`,
        });
      named.push({ref: sha, note, say: `commit ${number}`});
      if (isTagged) {
        await world.prepare('repoCreateTag', {
          params: place,
          body: {tag_name: `v${number}`, target: sha},
          say: `tag commit ${number} as v${number}`,
        });
        named.push({ref: `v${number}`, note, say: `tag v${number}, which is at commit ${number}`});
      }
      if (isBranch) {
        await world.arrange('branch', {repo, name: `branch-${number}`}, {called: `a branch at commit ${number}`});
        named.push({ref: `branch-${number}`, note, say: `branch branch-${number}, which is at commit ${number}`});
      }
    }
    for (const {ref, note, say} of named) {
      const reply = await world.call('repoGetNote', {
        as: 'bob',
        params: {...place, sha: ref},
        say: `bob reads the note of ${say}`,
      });
      if (note === undefined) world.expect(reply, {status: 404}, {usual: true});
      else world.expect(reply, {status: '2xx', body: {message: {$startsWith: note}}});
    }
  },
});

export const pullFilesSkipTo = property({
  id: 'pull-files-skip-to',
  title:
    'without page and limit the files of a pull request are listed whole, and from each of them on what follows it',
  proves: ['PULL-FILES'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'branches'],
  runs: 1,
  floor: 1,
  input: fc.tuple(fc.integer({min: 2, max: 4}), fc.nat(3)),
  check: async (world, [count, from]) => {
    const repo = await world.arrange('repository');
    // A name that is drawn would stand before or behind the others, and no case could say which files follow.
    const pull = await world.arrange('pull-request', {repo, path: 'first.txt'});
    for (let number = 1; number < count; number += 1)
      await world.prepare('repoCreateFile', {
        params: {...placeOf(repo), filepath: `folder/${String(number)}.txt`},
        body: {content: 'b25lCg==', branch: part(pull, 'branch')},
        say: `commit folder/${String(number)}.txt to the branch of the pull request`,
      });
    const params = {...placeOf(repo), index: part(pull, 'number')};
    const whole = await world.call('repoGetPullRequestFiles', {
      params,
      until: list => column(list, 'filename').length === count,
      say: `list the files of the pull request, ${String(count)} in all`,
    });
    world.expect(whole, {status: '2xx', body: {$length: count}});
    const names = column(whole, 'filename').map(String);
    const listed = (files: readonly string[]): string => files.join(', ') || 'nothing';
    world.count('skip to each');
    for (const name of new Set([names[from % count] ?? '', names[count - 1] ?? ''])) {
      const rest = await world.call('repoGetPullRequestFiles', {
        params: {...params, 'skip-to': name},
        say: `list the files of the pull request, skipping to ${name}`,
      });
      world.expect(rest, {status: '2xx'});
      const [actual, wanted] = [column(rest, 'filename').map(String), names.slice(names.indexOf(name))];
      // Whether the named file itself is in is not said.
      world.law(
        [wanted, wanted.slice(1)].some(expected => jsonText(expected) === jsonText(actual)),
        {
          path: '$[*].filename',
          message: `skipped to ${name}, the list holds ${listed(actual)}; expected ${listed(wanted)}, because the whole list is ${listed(names)}`,
          expected: wanted,
          actual,
        },
        {written: {reply: rest, tree: skippedTree(wanted, actual)}},
      );
    }
  },
});

// Of a list with one item left, the rest may be nothing at all, and nothing is no evidence of anything but that.
function skippedTree(wanted: readonly string[], actual: readonly string[]): {readonly [key: string]: WithReferences} {
  if (actual.length === 0 && wanted.length === 1) return {body: {$in: [null, []]}};
  return {at: {'$[*].filename': {$in: [wanted, wanted.slice(1)]}}};
}
