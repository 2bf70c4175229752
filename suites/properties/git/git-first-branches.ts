// What the first push to an empty repository makes of its default branch.
import {isJsonObject} from '../../../model/json.ts';
import type {PropertyWorld} from '../../../model/property.ts';
import {part, textOf, type Things} from '../common/things.ts';
import {alice, gitHomeOf, gitLaw, gitStory, isRead, made, packOf, pushes, updates, type GitHome} from './git-laws.ts';

const proves = 'EMPTY-GIT';

/** Pushes to a repository that is empty, one after the other, and the default branch after each. `main` stands for the branch that it was made with. */
const firsts: readonly {
  readonly say: string;
  readonly pushes: readonly (readonly [refs: readonly string[], after: string])[];
}[] = [
  {say: 'one other branch', pushes: [[['heads/trunk'], 'trunk']]},
  {
    say: 'one other branch, and later its own',
    pushes: [
      [['heads/trunk'], 'trunk'],
      [['heads/main'], 'trunk'],
    ],
  },
  {say: 'its own branch between two others', pushes: [[['heads/a-branch', 'heads/main', 'heads/trunk'], 'main']]},
  {
    say: 'its own branch, and later another',
    pushes: [
      [['heads/main'], 'main'],
      [['heads/a-branch'], 'main'],
    ],
  },
  {
    say: 'a tag, and later another branch',
    pushes: [
      [['tags/first'], 'main'],
      [['heads/trunk'], 'trunk'],
    ],
  },
  {say: 'a tag with another branch', pushes: [[['tags/first', 'heads/deep/trunk'], 'deep/trunk']]},
];

export const gitFirstBranches = gitStory(
  {
    id: 'git-makes-the-first-branch-the-default-one',
    title:
      'git pushes to an empty repository: the first branch becomes the default one where the one it was made with is not there, and stays it, for the API and for a clone',
    proves: [proves, 'REPO-CREATE'],
    requestsPerRun: 60,
  },
  async ({world, repo: firstRepo}) => {
    // A server that does otherwise does so every time, and is not waited for again.
    let isWaiting = true;
    for (const [at, {say, pushes: sent}] of firsts.entries()) {
      const repo =
        at === 0
          ? firstRepo
          : await world.arrange('repository', {auto_init: false}, {called: `a repository for ${say}`});
      isWaiting = await areFirst(world, repo, {say, sent, isWaiting});
    }
  },
);

interface Sent {
  readonly say: string;
  readonly sent: (typeof firsts)[number]['pushes'];
  readonly isWaiting: boolean;
}

/** Pushes, and judges what each push made of the repository. Gives whether all of it was as expected. */
async function areFirst(world: PropertyWorld, repo: Things, {say, sent, isWaiting}: Sent): Promise<boolean> {
  const home = gitHomeOf(world, repo);
  const main = textOf(part(repo, 'default_branch'));
  const named = (name: string): string => (name === 'main' ? main : name);
  const first = made({'one.txt': 'one\n'}, 'First\n');
  let isRight = isWaiting;
  for (const [at, [short, after]] of sent.entries()) {
    const refs = updates(
      Object.fromEntries(short.map(ref => [`refs/${ref === 'heads/main' ? `heads/${main}` : ref}`, {to: first.oid}])),
    );
    const which = `${say} (push ${String(at + 1)})`;
    if (!(await pushes(home, {refs, pack: packOf(first.objects), say: `git pushes ${which}`, proves}))) return isRight;
    isRight = await isDefault(home, {branch: named(after), which, tip: first.oid, isWaiting: isRight});
  }
  return isRight;
}

interface Wanted {
  readonly branch: string;
  readonly which: string;
  readonly tip: string;
  readonly isWaiting: boolean;
}

async function isDefault(home: GitHome, {branch, which, tip, isWaiting}: Wanted): Promise<boolean> {
  const {world, place} = home;
  const shown = await world.call('repoGet', {
    params: place,
    // A server may look at a push some time later.
    ...(isWaiting ? {until: ({body}) => isJsonObject(body) && body['default_branch'] === branch} : {}),
    say: `alice reads the repository after ${which}`,
  });
  const of = textOf(shown.at('/default_branch'));
  gitLaw(home, proves, of === branch, `${which} leaves ${of} as the default branch, and not ${branch}`);
  const heard = await home.remote.refs('git-upload-pack', {...alice, say: `git asks for the refs after ${which}`});
  if (!isRead(home, heard, `the refs after ${which}`)) return false;
  const begins = heard.what.abilities.find(word => word.startsWith('symref=HEAD:'))?.slice('symref=HEAD:'.length);
  const isThere = heard.what.refs.has(`refs/heads/${branch}`);
  gitLaw(
    home,
    proves,
    begins === (isThere ? `refs/heads/${branch}` : undefined),
    `after ${which} a clone begins at ${begins ?? 'no branch'}${isThere ? `, and not at ${branch}` : ', and there is no branch yet'}`,
  );
  const head = heard.what.refs.get('HEAD');
  gitLaw(home, proves, head === (isThere ? tip : undefined), `after ${which} HEAD is ${head ?? 'not there'}`);
  return of === branch;
}
