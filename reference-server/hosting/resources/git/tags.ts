/** Tags of a repository. */
import {readCommit} from '../../../git/commits.ts';
import type {GitPlace} from '../../../git/git-store.ts';
import {clashesWithRefs, isRefName, moveRef, refTarget, removeRef, resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {signatureOf} from '../../create-repository.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply, wholeList} from '../../query.ts';
import type {ItemsOfPage} from '../../query.ts';
import {refPointed, tagRemoved} from '../../push-events.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {instantText} from '../../../rules/instant.ts';
import {commitUrl} from '../../shapes/commit.ts';
import {repositoryWebUrl} from '../../shapes/repository.ts';
import {git} from '../../../git/libraries.ts';

const all = '/repos/{owner}/{repo}/tags';
const one = `${all}/{tag*}`;
const areas = ['repository'] as const;

export const tagRoutes: readonly Route[] = [
  {operation: 'repoListTags', method: 'GET', path: all, caller: 'anyone', areas, answer: listTags},
  {operation: 'repoCreateTag', method: 'POST', path: all, caller: 'signed-in', areas, answer: createTag},
  {operation: 'repoGetTag', method: 'GET', path: one, caller: 'anyone', areas, answer: getTag},
  {operation: 'repoDeleteTag', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: deleteTag},
];

/** One tag; `id` is what the ref points to: the commit itself, or an annotated tag with a message. */
interface Tag {
  readonly name: string;
  readonly id: string;
  readonly message: string;
  readonly commitSha: string;
  readonly commitMs: number;
  /** When it was made, of an annotated one. */
  readonly taggedMs: number;
}

async function readTag(place: GitPlace, name: string): Promise<Tag | undefined> {
  const id = await refTarget(place, `refs/tags/${name}`);
  const commitSha = id === undefined ? undefined : await resolveCommit(place, `refs/tags/${name}`);
  if (id === undefined || commitSha === undefined) return undefined;
  const commit = await readCommit(place, commitSha);
  const commitMs = commit.committer.timestamp * 1000;
  if (id === commitSha)
    return {name, id, message: commit.message.replace(/\n$/, ''), commitSha, commitMs, taggedMs: commitMs};
  const text = await textOfTag(place, id);
  const [, seconds] = /^tagger .*> (\d+) /m.exec(text) ?? [];
  const taggedMs = seconds === undefined ? commitMs : Number(seconds) * 1000;
  return {name, id, message: messageIn(text), commitSha, commitMs, taggedMs};
}

async function textOfTag(place: GitPlace, oid: string): Promise<string> {
  const {object} = await git.readObject({...place, oid, format: 'content'});
  return Buffer.from(object as Uint8Array).toString('utf8');
}

/** Gives the message of an annotated tag as it was sent: without the line break and the signature behind it. */
export async function messageOfTag(place: GitPlace, oid: string): Promise<string> {
  return messageIn(await textOfTag(place, oid));
}

function messageIn(text: string): string {
  const message = text.slice(text.indexOf('\n\n') + 2).split('-----BEGIN PGP SIGNATURE-----')[0] ?? '';
  return message.replace(/\n$/, '');
}

function showTag(ask: Ask, repository: Repository, tag: Tag): Record<string, unknown> {
  const archive = `${repositoryWebUrl(ask, repository)}/archive/${tag.name}`;
  const commit = {
    url: commitUrl(ask, repository, tag.commitSha),
    sha: tag.commitSha,
    created: instantText(tag.commitMs),
  };
  return {
    name: tag.name,
    message: tag.message,
    id: tag.id,
    commit,
    zipball_url: `${archive}.zip`,
    tarball_url: `${archive}.tar.gz`,
  };
}

/** Newest first; tags of one second in the order of their names, so that pages do not overlap. */
async function listTags(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const names = await git.listTags(place);
  const tags = (await Promise.all(names.map(async name => readTag(place, name)))).flatMap(tag => tag ?? []);
  const sorted = tags.sort((left, right) => right.taggedMs - left.taggedMs || (left.name < right.name ? -1 : 1));
  const show = (tag: Tag): Record<string, unknown> => showTag(ask, repository, tag);
  const itemsOfPage: ItemsOfPage = (tags, window) => ask.rules.tagsOfPage(tags, window);
  return ask.rules.isTagListPaged ? pageReply(ask, sorted, show, {itemsOfPage}) : wholeList(ask, sorted, show);
}

async function tagOfPath(ask: Ask, repository: Repository): Promise<Tag> {
  const tag = await readTag(ask.world.git.open(repository.id), ask.param('tag'));
  if (tag === undefined) throw notFound();
  return tag;
}

async function getTag(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  return ok(showTag(ask, repository, await tagOfPath(ask, repository)));
}

async function createTag(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const name = fields.requiredText('tag_name');
  const message = fields.text('message') ?? '';
  const wanted = fields.text('target') ?? '';
  if (!isRefName(name)) throw new Refusal(422, `${JSON.stringify(name)} is not a name for a tag.`);
  const tag = await ask.world.git.alone(repository.id, async place => {
    const target = await resolveCommit(place, wanted === '' ? repository.defaultBranch : wanted);
    if (target === undefined) throw new Refusal(404, 'The target of the tag does not exist.');
    await putTag(ask, place, {name, target, message});
    return readTag(place, name);
  });
  if (tag === undefined) throw notFound();
  await refPointed(ask, repository, {kind: 'tag', name, sha: tag.commitSha});
  return created(showTag(ask, repository, tag));
}

/** Writes a light tag, or an annotated one when there is a message. Runs while the repository is held alone. */
export async function putTag(
  ask: Ask,
  place: GitPlace,
  {name, target, message}: {name: string; target: string; message: string},
) {
  // Usual: tags differ in more than letter case.
  if ((await git.listTags(place)).some(other => other.toLowerCase() === name.toLowerCase()))
    throw new Refusal(409, `The tag ${name} already exists.`);
  if (await clashesWithRefs(place, `refs/tags/${name}`))
    throw new Refusal(409, `The tag ${name} conflicts with a tag that shares its path.`);
  const {name: taggerName, email, atMs} = signatureOf(doer(ask), ask.world.clock.now());
  const tagger = `${taggerName.replaceAll(/[<>\s]+/g, ' ').trim()} <${email}> ${Math.floor(atMs / 1000)} +0000`;
  const text = `object ${target}\ntype commit\ntag ${name}\ntagger ${tagger}\n\n${message}\n`;
  const id = message === '' ? target : await git.writeObject({...place, type: 'tag', object: Buffer.from(text)});
  await moveRef(place, `refs/tags/${name}`, id);
}

async function deleteTag(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  // Usual: the tag of a draft is not there yet, and refused all the same.
  const wanted = ask.param('tag');
  const isReleased = ask.world.state.releases.of(repository.id).some(({tagName}) => tagName === wanted);
  if (isReleased) throw new Refusal(409, `The tag ${wanted} has a release; delete the release first.`);
  const {name, commitSha} = await tagOfPath(ask, repository);
  await ask.world.git.alone(repository.id, async place => removeRef(place, `refs/tags/${name}`));
  tagRemoved(ask, repository, {name, sha: commitSha});
  return noContent();
}
