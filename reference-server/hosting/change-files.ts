/** Commits a change of files to a branch, as the contents operations do. */
import {readCommit, signatureText, writeCommit} from '../git/commits.ts';
import type {FileChange, Signature} from '../git/commits.ts';
import {branchHead, clashesWith, isRefName, listBranches, moveRef} from '../git/refs.ts';
import type {GitPlace} from '../git/git-store.ts';
import type {Repository} from '../state/repositories.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';
import {signatureOf} from './create-repository.ts';
import type {Fields} from './fields.ts';
import {branchMoved} from './push-events.ts';
import {Refusal} from './refusal.ts';
import {mayPush, takesUnverified} from './shapes/branch.ts';

/** Gives the changes to make, looking at the commit they are laid over; undefined in an empty repository. */
export type ChangesOf = (place: GitPlace, headSha: string | undefined) => Promise<readonly FileChange[]>;

/** Commits changes to the branch that the request names, or to a new branch that begins there. */
export async function changeFiles(
  ask: Ask,
  repository: Repository,
  {message, changesOf}: {message: string; changesOf: ChangesOf},
) {
  const fields = ask.fields();
  const from = nonEmpty(fields.text('branch')) ?? repository.defaultBranch;
  const branch = nonEmpty(fields.text('new_branch')) ?? from;
  const {author, committer} = readSignatures(ask, fields);
  if (!isRefName(branch)) throw new Refusal(422, `${JSON.stringify(branch)} is not a name for a branch.`);
  const asked = nonEmpty(fields.text('message')) ?? message;
  const text = fields.flag('signoff') === true ? `${asked}\n\n${signedOff(committer)}` : asked;
  const {sha, before} = await ask.world.git.alone(repository.id, async place => {
    const head = await branchHead(place, from);
    const heads = (await listBranches(place)).map(({name}) => name);
    if (head === undefined && heads.length > 0) throw new Refusal(404, `There is no branch ${from}.`);
    const protection = ask.rules.pickProtection(ask.world.state.protections.of(repository.id), branch);
    if (!mayPush(ask, repository, protection))
      throw new Refusal(403, `The branch ${branch} is protected; you may not push to it.`);
    if (!takesUnverified(ask, protection))
      throw new Refusal(403, `The branch ${branch} takes signed commits only, and this server signs none.`);
    if (branch !== from && heads.includes(branch)) throw new Refusal(422, `The branch ${branch} already exists.`);
    if (clashesWith(branch, heads))
      throw new Refusal(422, `The branch ${branch} conflicts with a branch that shares its path.`);
    const changes = await changesOf(place, head);
    const parents = head === undefined ? [] : [head];
    const written = await writeCommit(place, {message: text, author, committer, parents, changes});
    await moveRef(place, `refs/heads/${branch}`, written);
    return {sha: written, before: branch === from ? head : undefined};
  });
  await branchMoved(ask, repository, {branch, before, after: sha});
  return {sha, branch, commit: await readCommit(ask.world.git.open(repository.id), sha)};
}

/** Usual: the committer signs, in a paragraph of its own. */
function signedOff({name, email}: Signature): string {
  return `Signed-off-by: ${name} <${email}>`;
}

function nonEmpty(text: string | undefined): string | undefined {
  return text === '' ? undefined : text;
}

function readSignatures(ask: Ask, fields: Fields): {author: Signature; committer: Signature} {
  const given = fields.object('dates');
  const asked = {author: given?.instant('author'), committer: given?.instant('committer')};
  const dates = ask.rules.datesOfNewCommit(
    {
      ...(asked.author === undefined ? {} : {author: asked.author}),
      ...(asked.committer === undefined ? {} : {committer: asked.committer}),
    },
    ask.world.clock.now(),
  );
  const author = readIdentity(ask, fields.object('author') ?? fields.object('committer'), dates.author);
  const committer = readIdentity(ask, fields.object('committer') ?? fields.object('author'), dates.committer);
  const zones = {author: zoneOf(given?.text('author')), committer: zoneOf(given?.text('committer'))};
  return {author: {...author, zone: zones.author}, committer: {...committer, zone: zones.committer}};
}

/** The offset of a date as git writes it. */
function zoneOf(date = ''): string {
  return /[+-]\d\d:\d\d$/.exec(date)?.[0].replace(':', '').replace('-0000', '+0000') ?? '+0000';
}

function readIdentity(ask: Ask, fields: Fields | undefined, atMs: number): Signature {
  const own = signatureOf(doer(ask), atMs);
  const name = nonEmpty(fields?.text('name')) ?? own.name;
  const email = nonEmpty(fields?.text('email')) ?? own.email;
  if ([name, email].some(text => text.trim() !== signatureText(text)))
    throw new Refusal(422, 'Names and e-mail addresses must not hold <, >, line breaks or control characters.');
  return {name, email, atMs};
}
