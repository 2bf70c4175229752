// Pull requests follow what git pushes: their heads, their commits and files, and what closes with a commit.
import {isJsonObject, type JsonObject} from '../../../model/json.ts';
import {type WorldReply} from '../../../model/property.ts';
import {column, wordOf} from '../common/things.ts';
import {isSeen, gitLaw, made, packOf, pushes, updates, type GitHome, type Made, gitStory} from './git-laws.ts';

const proves = 'PULL-FILES';

export const pullsFollowGit = gitStory(
  {
    id: 'pull-requests-follow-git',
    title:
      'what git pushes to the branch of a pull request is in the pull request, also when it is forced, closed and opened again; a commit on the default branch closes what it names, and of two the first is obeyed first',
    proves: [proves, 'EVENT-CLOSE'],
    needs: ['issues', 'pull-requests'],
    requestsPerRun: 36,
  },
  async ({home, main, world}) => {
    const {place} = home;
    const first = made({'one.txt': 'one\n'}, 'First\n');
    const begun = made({'one.txt': 'one\n', 'two.txt': 'two\n'}, 'Begun\n', {parents: [first]});
    if (!(await moves(home, {[main]: {to: first}, topic: {to: begun}}, 'git pushes two branches'))) return;
    await isSeen(home);
    const pull = await world.prepare('repoCreatePullRequest', {
      params: place,
      body: {title: 'Of git', head: 'topic', base: main},
      say: 'alice makes a pull request',
    });
    const index = wordOf(pull.at('/number').value);
    if (!(await shows(home, index, {head: begun, files: ['two.txt'], commits: [begun]}))) return;
    const more = made({'one.txt': 'one\n', 'two.txt': 'two\n', 'three.txt': 'three\n'}, 'More\n', {parents: [begun]});
    if (!(await moves(home, {topic: {from: begun, to: more}}, 'git pushes one more commit'))) return;
    if (!(await shows(home, index, {head: more, files: ['three.txt', 'two.txt'], commits: [more, begun]}))) return;
    const other = made({'one.txt': 'another one\n'}, 'Other\n', {parents: [first]});
    if (!(await moves(home, {topic: {from: more, to: other}}, 'git forces the branch to another history'))) return;
    if (!(await shows(home, index, {head: other, files: ['one.txt'], commits: [other]}))) return;
    const base = made({'one.txt': 'one\n', 'base.txt': 'base\n'}, 'On the base\n', {parents: [first]});
    if (!(await moves(home, {[main]: {from: first, to: base}}, 'git pushes to the branch that it goes to'))) return;
    if (!(await shows(home, index, {head: other, files: ['one.txt'], commits: [other]}))) return;

    const issue = await world.prepare('issueCreateIssue', {
      params: place,
      body: {title: 'To be closed'},
      say: 'alice makes an issue',
    });
    const number = wordOf(issue.at('/number').value);
    const closing = made(
      {'one.txt': 'one\n', 'base.txt': 'base\n', 'fix.txt': 'fix\n'},
      `Repair it\n\ncloses #${number}\n`,
      {parents: [base]},
    );
    if (!(await moves(home, {aside: {to: closing}}, 'git pushes a commit that closes the issue to another branch')))
      return;
    await moves(home, {[main]: {from: base, to: closing}}, 'git pushes the same commit to the default branch');
    const closed = await world.call('issueGetIssue', {
      params: {...place, index: number},
      until: ({body}) => isJsonObject(body) && body['state'] === 'closed',
      say: 'alice reads the issue',
    });
    world.expect(closed, {proves: 'EVENT-CLOSE', status: '2xx', body: {state: 'closed'}}, {usual: true});
    await obeysInOrder(home, main, closing);
  },
);

/** Of several commits in one push the oldest is obeyed first: what a later one opens again stays open. */
async function obeysInOrder(home: GitHome, main: string, tip: Made): Promise<void> {
  const {world, place} = home;
  const number = async (title: string): Promise<string> => {
    const issue = await world.prepare('issueCreateIssue', {params: place, body: {title}, say: 'alice makes an issue'});
    return wordOf(issue.at('/number').value);
  };
  const [opened, ended] = [await number('To be opened again'), await number('To be closed by the last commit')];
  const files = {'one.txt': 'one\n', 'base.txt': 'base\n'};
  const first = made({...files, 'fix.txt': 'two\n'}, `Fix\n\ncloses #${opened}\n`, {parents: [tip]});
  const second = made({...files, 'fix.txt': 'three\n'}, `Undo\n\nreopens #${opened}, closes #${ended}\n`, {
    parents: [first],
  });
  const say = 'git pushes a commit that closes an issue, and one behind it that opens it again and closes another';
  if (!(await moves(home, {[main]: {from: tip, to: second}}, say, [first]))) return;
  const last = await world.call('issueGetIssue', {
    params: {...place, index: ended},
    until: ({body}) => isJsonObject(body) && body['state'] === 'closed',
    say: 'alice reads the issue that the last commit closes',
  });
  world.expect(last, {proves: 'EVENT-CLOSE', status: '2xx', body: {state: 'closed'}}, {usual: true});
  const traces = await world.call('issueGetCommentsAndTimeline', {
    params: {...place, index: opened},
    say: 'alice reads what happened to the other',
  });
  const kinds = column(traces, 'type')
    .map(wordOf)
    .filter(kind => kind === 'close' || kind === 'reopen');
  gitLaw(
    home,
    'EVENT-CLOSE',
    kinds.join() === 'close,reopen',
    `the issue shows ${kinds.join(', ') || 'neither a close nor a reopen'}; the first commit closes it, and the second opens it again`,
  );
}

type Refs = Readonly<Record<string, {readonly from?: Made; readonly to?: Made}>>;

async function moves(home: GitHome, refs: Refs, say: string, between: readonly Made[] = []): Promise<boolean> {
  const change = updates(
    Object.fromEntries(
      Object.entries(refs).map(([name, {from, to}]) => [
        `refs/heads/${name}`,
        {...(from === undefined ? {} : {from: from.oid}), ...(to === undefined ? {} : {to: to.oid})},
      ]),
    ),
  );
  const pack = packOf(...between.map(({objects}) => objects), ...Object.values(refs).map(({to}) => to?.objects ?? []));
  return pushes(home, {refs: change, pack, say, proves});
}

interface Shown {
  readonly head: Made;
  readonly files: readonly string[];
  /** The newest first. */
  readonly commits: readonly Made[];
}

/** Gives whether its head is the right one: nothing else can be right then. */
async function shows(home: GitHome, index: string, {head, files, commits}: Shown): Promise<boolean> {
  const {world, place} = home;
  const params = {...place, index};
  const pull = await world.call('repoGetPullRequest', {
    params,
    // Servers look at what was pushed some time after it.
    until: reply => headOf(reply) === head.oid,
    say: 'alice reads the pull request',
  });
  gitLaw(
    home,
    proves,
    headOf(pull) === head.oid,
    `the head of the pull request is ${headOf(pull)}; git pushed ${head.oid}`,
  );
  if (headOf(pull) !== head.oid) return false;
  const listed = await world.call('repoGetPullRequestFiles', {
    params,
    until: reply => column(reply, 'filename').map(wordOf).join() === files.join(),
    say: 'alice lists its files',
  });
  const names = column(listed, 'filename').map(wordOf);
  gitLaw(
    home,
    proves,
    names.join() === files.join(),
    `its files are ${names.join(', ')}; git changed ${files.join(', ')}`,
  );
  const told = await world.call('repoGetPullRequestCommits', {params, say: 'alice lists its commits'});
  const oids = column(told, 'sha').map(wordOf);
  const wanted = commits.map(({oid}) => oid);
  gitLaw(
    home,
    proves,
    oids.join() === wanted.join(),
    `its commits are ${oids.join(', ')}; git pushed ${wanted.join(', ')}`,
  );
  return true;
}

function headOf({body}: WorldReply): string {
  const head: JsonObject[string] = isJsonObject(body) ? (body['head'] ?? null) : null;
  return isJsonObject(head) ? wordOf(head['sha']) : 'nothing';
}
