/** Git notes: read by commit id or ref; set and removed by the operations that one family of servers has for it. */
import {readCommit} from '../../../git/commits.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {isRefName, refTarget, resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {signatureOf} from '../../create-repository.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showCommit} from '../../shapes/commit.ts';
import {git} from '../../../git/libraries.ts';

const path = '/repos/{owner}/{repo}/git/notes/{sha*}';
const areas = ['repository'] as const;

export const noteRoutes: readonly Route[] = [
  {operation: 'repoGetNote', method: 'GET', path, caller: 'anyone', areas, answer: getNote},
  {operation: 'repoSetNote', method: 'POST', path, caller: 'signed-in', areas, answer: setNote},
  {operation: 'repoRemoveNote', method: 'DELETE', path, caller: 'signed-in', areas, answer: removeNote},
];

async function commitOfPath(ask: Ask, place: GitPlace): Promise<string> {
  const name = ask.param('sha');
  if (!ask.rules.isRefOfNote(name)) throw notFound();
  if (!isRefName(name)) throw new Refusal(422, `${JSON.stringify(name)} is neither a commit id nor a ref.`);
  const sha = ask.rules.findsNotesBy(await kindOf(place, name)) ? await resolveCommit(place, name) : undefined;
  if (sha === undefined) throw notFound();
  return sha;
}

async function kindOf(place: GitPlace, name: string): Promise<'commit' | 'branch' | 'tag'> {
  if (/^[0-9a-f]{4,40}$/i.test(name)) return 'commit';
  return (await refTarget(place, `refs/tags/${name}`)) === undefined ? 'branch' : 'tag';
}

async function getNote(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  return ok(await showNote(ask, repository, {place, sha: await commitOfPath(ask, place)}));
}

async function showNote(ask: Ask, repository: Repository, {place, sha}: {place: GitPlace; sha: string}) {
  const message = await noteOf(place, sha);
  const notes = await refTarget(place, 'refs/notes/commits');
  if (message === undefined || notes === undefined) throw notFound();
  return {message, commit: await showCommit(ask, repository, {sha: notes, commit: await readCommit(place, notes)})};
}

async function noteOf(place: GitPlace, oid: string): Promise<string | undefined> {
  try {
    return Buffer.from(await git.readNote({...place, oid})).toString('utf8');
  } catch {
    return undefined;
  }
}

function signature(ask: Ask): {name: string; email: string; timestamp: number; timezoneOffset: number} {
  const {name, email, atMs} = signatureOf(doer(ask), ask.world.clock.now());
  return {name, email, timestamp: Math.floor(atMs / 1000), timezoneOffset: 0};
}

async function setNote(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const text = ask.fields().requiredText('message');
  const note = text.endsWith('\n') ? text : `${text}\n`;
  const shown = await ask.world.git.alone(repository.id, async place => {
    const sha = await commitOfPath(ask, place);
    await git.addNote({...place, oid: sha, note, force: true, author: signature(ask), committer: signature(ask)});
    return showNote(ask, repository, {place, sha});
  });
  return ok(shown);
}

async function removeNote(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  await ask.world.git.alone(repository.id, async place => {
    const sha = await commitOfPath(ask, place);
    if ((await noteOf(place, sha)) === undefined) throw notFound();
    await git.removeNote({...place, oid: sha, author: signature(ask), committer: signature(ask)});
  });
  return noContent();
}
