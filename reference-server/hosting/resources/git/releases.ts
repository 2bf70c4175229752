/** Releases of a repository. */
import {instantText} from '../../../rules/instant.ts';
import {isRefName, refTarget, resolveCommit} from '../../../git/refs.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Release} from '../../../state/work.ts';
import {may} from '../../access.ts';
import {doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {announce} from '../../events.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {pageReply, queryFlag} from '../../query.ts';
import {refPointed} from '../../push-events.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showAttachment} from '../../shapes/issue.ts';
import {showPublicly} from '../../shapes/person.ts';
import {repositoryApiUrl, repositoryWebUrl} from '../../shapes/repository.ts';
import {putTag} from './tags.ts';

const all = '/repos/{owner}/{repo}/releases';
const one = `${all}/{id}`;
const areas = ['repository'] as const;

export const releaseRoutes: readonly Route[] = [
  {operation: 'repoListReleases', method: 'GET', path: all, caller: 'anyone', areas, answer: list},
  {operation: 'repoCreateRelease', method: 'POST', path: all, caller: 'signed-in', areas, answer: create},
  {operation: 'repoGetLatestRelease', method: 'GET', path: `${all}/latest`, caller: 'anyone', areas, answer: latest},
  {
    operation: 'repoGetReleaseByTag',
    method: 'GET',
    path: `${all}/tags/{tag*}`,
    caller: 'anyone',
    areas,
    answer: getByTag,
  },
  {
    operation: 'repoDeleteReleaseByTag',
    method: 'DELETE',
    path: `${all}/tags/{tag*}`,
    caller: 'signed-in',
    areas,
    answer: removeByTag,
  },
  {operation: 'repoGetRelease', method: 'GET', path: one, caller: 'anyone', areas, answer: get},
  {operation: 'repoEditRelease', method: 'PATCH', path: one, caller: 'signed-in', areas, answer: edit},
  {operation: 'repoDeleteRelease', method: 'DELETE', path: one, caller: 'signed-in', areas, answer: remove},
];

/** Lists the releases that the sender may see, newest first: drafts are for writers. */
function visibleReleases(ask: Ask, repository: Repository): readonly Release[] {
  const seesDrafts = maySeeDrafts(ask, repository);
  const releases = ask.world.state.releases.of(repository.id).filter(({isDraft}) => seesDrafts || !isDraft);
  return releases.toSorted((left, right) => right.createdAt - left.createdAt || right.id - left.id);
}

/** Usual: a token shows drafts only where it could also write. */
function maySeeDrafts(ask: Ask, repository: Repository): boolean {
  const {rules, sender} = ask;
  if (sender.kind === 'nobody' || !may(ask, repository, 'write')) return false;
  const need = {
    method: 'POST',
    areas: ['repository'],
    formerScope: 'repo',
    isPublicRepository: !repository.isPrivate,
  } as const;
  return sender.means !== 'token' || rules.scopeAllows(sender.scope, need);
}

async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const draft = queryFlag(ask, 'draft');
  const prerelease = queryFlag(ask, 'pre-release');
  const shown = visibleReleases(ask, repository)
    .filter(({isDraft}) => draft === undefined || isDraft === draft)
    .filter(({isPrerelease}) => prerelease === undefined || isPrerelease === prerelease);
  return pageReply(ask, shown, release => showRelease(ask, repository, release), {links: true});
}

function latest(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const release = ask.rules.latestRelease(ask.world.state.releases.of(repository.id));
  if (release === undefined) throw notFound();
  return ok(showRelease(ask, repository, release));
}

async function create(ask: Ask): Promise<Reply> {
  const {state, clock} = ask.world;
  const repository = repositoryOfPath(ask, 'write');
  const fields = ask.fields();
  const tagName = fields.requiredText('tag_name');
  refuseName(tagName);
  const details = readDetails(fields, undefined);
  const message = fields.text('tag_message') ?? '';
  if (repository.isEmpty) throw new Refusal(422, 'The repository is empty, so it has nothing to release.');
  // Before there is a tag, so that what is refused leaves none.
  refuseTag(ask, repository, tagName);
  const isOfNewTag =
    details.isDraft || (await makeTag(ask, repository, {name: tagName, target: details.target, message}));
  // Git was written meanwhile, so somebody else may have been faster.
  refuseTag(ask, repository, tagName);
  // Usual: what is released of a tag that was there has no target.
  const target = details.target === '' && isOfNewTag ? repository.defaultBranch : details.target;
  const release = state.releases.add(id => ({
    ...details,
    target,
    id,
    repositoryId: repository.id,
    tagName,
    authorId: doer(ask).id,
    createdAt: clock.now(),
  }));
  if (!release.isDraft) announceRelease(ask, {repository, release, action: 'published'});
  return created(showRelease(ask, repository, release));
}

function refuseName(tagName: string): void {
  if (!isRefName(tagName)) throw new Refusal(422, `${JSON.stringify(tagName)} is not a name for a tag.`);
}

/** Refuses a tag name that no tag can have, or that already has a release. */
function refuseTag({world: {state}}: Ask, repository: Repository, tagName: string): void {
  refuseName(tagName);
  if (state.releases.of(repository.id).some(other => other.tagName.toLowerCase() === tagName.toLowerCase()))
    throw new Refusal(409, `There is already a release of the tag ${tagName}.`);
}

/** Makes the tag of a release where it is not there yet, and tells whether it did. */
async function makeTag(
  ask: Ask,
  repository: Repository,
  {name, target, message}: {name: string; target: string; message: string},
): Promise<boolean> {
  const made = await ask.world.git.alone(repository.id, async place => {
    if ((await refTarget(place, `refs/tags/${name}`)) !== undefined) return undefined;
    const sha = await resolveCommit(place, target === '' ? repository.defaultBranch : target);
    if (sha === undefined) throw new Refusal(404, 'The target of the release does not exist.');
    await putTag(ask, place, {name, target: sha, message});
    return sha;
  });
  if (made !== undefined) await refPointed(ask, repository, {kind: 'tag', name, sha: made});
  return made !== undefined;
}

function readDetails(
  fields: Fields,
  before: Release | undefined,
): Pick<Release, 'target' | 'title' | 'body' | 'isDraft' | 'isPrerelease'> {
  return {
    target: filled(fields, 'target_commitish') ?? before?.target ?? '',
    title: filled(fields, 'name') ?? before?.title ?? '',
    body: filled(fields, 'body') ?? before?.body ?? '',
    isDraft: fields.flag('draft') ?? before?.isDraft ?? false,
    isPrerelease: fields.flag('prerelease') ?? before?.isPrerelease ?? false,
  };
}

/** Usual: an empty text changes nothing; clients of today send one for what they leave alone. */
function filled(fields: Fields, name: string): string | undefined {
  const text = fields.text(name) ?? '';
  return text === '' ? undefined : text;
}

/** Finds the release of the path, as far as the sender may see it. */
export function releaseOfPath(ask: Ask, repository: Repository): Release {
  const id = numberParam(ask, 'id');
  const found = visibleReleases(ask, repository).find(release => release.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** Usual: by the name of its tag, writers find a draft whatever their token is for. */
function ofTag(ask: Ask, repository: Repository): Release {
  const found = ask.world.state.releases
    .of(repository.id)
    .find(release => release.tagName.toLowerCase() === ask.param('tag').toLowerCase());
  if (found === undefined || (found.isDraft && !may(ask, repository, 'write'))) throw notFound();
  return found;
}

function get(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  return ok(showRelease(ask, repository, releaseOfPath(ask, repository)));
}

function getByTag(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  return ok(showRelease(ask, repository, ofTag(ask, repository)));
}

async function edit(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'write');
  const release = releaseOfPath(ask, repository);
  const fields = ask.fields();
  const tagName = filled(fields, 'tag_name') ?? release.tagName;
  if (tagName !== release.tagName) refuseTag(ask, repository, tagName);
  const details = readDetails(fields, release);
  const isPublished = release.isDraft && !details.isDraft;
  // Usual: what is published is as old as its publication.
  const createdAt = isPublished ? ask.world.clock.now() : release.createdAt;
  const edited = {...release, ...details, tagName, createdAt};
  if (!edited.isDraft) await makeTag(ask, repository, {name: edited.tagName, target: edited.target, message: ''});
  ask.world.state.releases.put(edited);
  if (!edited.isDraft)
    announceRelease(ask, {repository, release: edited, action: isPublished ? 'published' : 'updated'});
  return ok(showRelease(ask, repository, edited));
}

function remove(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'write');
  return take(ask, repository, releaseOfPath(ask, repository));
}

function removeByTag(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'write');
  return take(ask, repository, ofTag(ask, repository));
}

function take(ask: Ask, repository: Repository, release: Release): Reply {
  ask.world.state.attachments.removeGroup(`release:${release.id}`);
  ask.world.state.releases.remove(release.id);
  if (!release.isDraft) announceRelease(ask, {repository, release, action: 'deleted'});
  return noContent();
}

function announceRelease(
  ask: Ask,
  {
    repository,
    release,
    action,
  }: {repository: Repository; release: Release; action: 'published' | 'updated' | 'deleted'},
): void {
  announce(ask, repository, {
    name: 'release',
    action,
    details: view => ({release: showRelease(view, repository, release)}),
  });
}

function showRelease(ask: Ask, repository: Repository, release: Release): Record<string, unknown> {
  const archive = `${repositoryWebUrl(ask, repository)}/archive/${release.tagName}`;
  const url = `${repositoryApiUrl(ask, repository)}/releases/${release.id}`;
  return {
    id: release.id,
    tag_name: release.tagName,
    target_commitish: release.target,
    name: release.title,
    body: release.body,
    url,
    html_url: `${repositoryWebUrl(ask, repository)}/releases/tag/${release.tagName}`,
    tarball_url: `${archive}.tar.gz`,
    zipball_url: `${archive}.zip`,
    upload_url: `${url}/assets`,
    draft: release.isDraft,
    prerelease: release.isPrerelease,
    created_at: instantText(release.createdAt),
    published_at: instantText(release.createdAt),
    author: showPublicly(ask, release.authorId),
    assets: ask.world.state.attachments.of(`release:${release.id}`).map(attachment => showAttachment(ask, attachment)),
  };
}
