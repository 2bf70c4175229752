/** The pages that addresses in replies lead to: accounts, repositories, issues, files, commits, releases and packages. */
import {branchHead, refTarget, resolveCommit} from '../git/refs.ts';
import {entryAt, listFolder, readFile} from '../git/files.ts';
import {isBinary} from '../git/patch-text.ts';
import {readCommit} from '../git/commits.ts';
import {visibleRepositories} from '../hosting/resources/repository/repositories.ts';
import {findPackage, packageOwner} from '../hosting/resources/packages/package-store.ts';
import {archiveReply, commitTextReply, pullTextReply, rawReply} from '../hosting/file-replies.ts';
import {numberParam} from '../hosting/ask.ts';
import type {Ask} from '../hosting/ask.ts';
import {accountNamed, issueOfPath, repositoryOfPath} from '../hosting/lookups.ts';
import {notFound} from '../hosting/refusal.ts';
import type {Reply} from '../hosting/reply.ts';
import type {Route} from '../hosting/route.ts';
import {may} from '../hosting/access.ts';
import {pullOfPath} from '../hosting/shapes/pull.ts';
import {fullName} from '../hosting/shapes/repository.ts';
import {personById} from '../state/state.ts';
import type {Repository} from '../state/repositories.ts';
import type {Part} from './html.ts';
import {pageReply, refusalPage} from './page-reply.ts';
import {visitorOf} from './visit.ts';

const page = {visitorOf, refusal: refusalPage};
const shared = {operation: 'page', method: 'GET', caller: 'anyone', areas: ['repository'], page} as const;
const base = '/{owner}/{repo}';

/** In the order in which a path is compared with them. */
export const pageRoutes: readonly Route[] = [
  {...shared, areas: ['user'], path: '/avatars/{id}', answer: avatar},
  {...shared, path: '/{owner}/{repo}.git', answer: repositoryPage},
  {...shared, areas: ['package'], path: '/{owner}/-/packages/{type}/{package}/{version}', answer: packagePage},
  {...shared, areas: ['user'], path: '/{owner}', answer: accountPage},
  {...shared, path: base, answer: repositoryPage},
  {...shared, path: `${base}/issues/{index}`, answer: issuePage},
  {...shared, path: `${base}/pulls/{index}.{diffType}`, answer: pullText},
  {...shared, path: `${base}/pulls/{index}`, answer: issuePage},
  {...shared, path: `${base}/commit/{sha}.{diffType}`, answer: commitText},
  {...shared, path: `${base}/commit/{sha}`, answer: commitPage},
  {...shared, path: `${base}/src/{kind}/{rest*}`, answer: filePage},
  {...shared, path: `${base}/raw/{kind}/{rest*}`, answer: rawFile},
  {...shared, path: `${base}/archive/{archive*}`, answer: archive},
  {...shared, path: `${base}/releases/tag/{tag*}`, answer: releasePage},
];

/** Draws the first letter of the name. */
function avatar(ask: Ask): Reply {
  const account = ask.world.state.accounts.get(numberParam(ask, 'id') ?? 0);
  if (account === undefined) throw notFound();
  const letter = /\w/.exec(account.name)?.[0]?.toUpperCase() ?? '?';
  const text = `<text x="32" y="43" font-family="sans-serif" font-size="32" text-anchor="middle">${letter}</text>`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#cccccc"/>${text}</svg>\n`;
  const headers = {'Content-Type': 'image/svg+xml', 'X-Content-Type-Options': 'nosniff'};
  return {kind: 'bytes', status: 200, bytes: Buffer.from(image), headers};
}

function accountPage(ask: Ask): Reply {
  const account = accountNamed(ask, ask.param('owner'));
  const links = visibleRepositories(ask, account.id).map(repository => linkTo(ask, repository));
  return pageReply(account.name, [{kind: 'text', text: account.fullName}, ...links]);
}

function linkTo(ask: Ask, repository: Repository): Part {
  return {kind: 'link', href: `/${fullName(ask, repository)}`, text: fullName(ask, repository)};
}

function repositoryPage(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  return pageReply(fullName(ask, repository), [{kind: 'text', text: repository.description}]);
}

function issuePage(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  const issue = issueOfPath(ask, repository);
  const nameOf = (id: number): string => personById(ask.world.state, id)?.name ?? 'Ghost';
  const comments = ask.world.state.comments.of(issue.id).map(({posterId, body}) => [nameOf(posterId), body]);
  const texts = [[nameOf(issue.posterId), issue.body], ...comments];
  const state = issue.isClosed ? 'closed' : 'open';
  return pageReply(`${issue.title} #${issue.index}`, [
    linkTo(ask, repository),
    {kind: 'text', text: `This ${issue.isPull ? 'pull request' : 'issue'} is ${state}.`},
    {kind: 'table', head: ['By', 'Text'], rows: texts},
  ]);
}

async function pullText(ask: Ask): Promise<Reply> {
  return pullTextReply(ask, await pullOfPath(ask, repositoryOfPath(ask)), ask.param('diffType'));
}

async function commitText(ask: Ask): Promise<Reply> {
  return commitTextReply(ask, repositoryOfPath(ask), {name: ask.param('sha'), kind: ask.param('diffType')});
}

async function commitPage(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const place = ask.world.git.open(repository.id);
  const sha = await resolveCommit(place, ask.param('sha'));
  if (sha === undefined) throw notFound();
  const {message, author} = await readCommit(place, sha);
  const texts = [sha, `By ${author.name}`, message].map((text): Part => ({kind: 'text', text}));
  return pageReply(`Commit ${sha.slice(0, 10)}`, [linkTo(ask, repository), ...texts]);
}

interface FilePlace {
  readonly sha: string;
  readonly path: string;
}

/** Reads `branch/NAME/PATH`, `tag/NAME/PATH` or `commit/SHA/PATH`, where names have slashes too. */
async function filePlaceOf(ask: Ask, repository: Repository): Promise<FilePlace> {
  const place = ask.world.git.open(repository.id);
  const kind = ask.param('kind');
  const find = async (name: string): Promise<string | undefined> => {
    if (kind === 'branch') return branchHead(place, name);
    if (kind === 'commit') return /^[0-9a-f]{40}$/.test(name) ? resolveCommit(place, name) : undefined;
    const isTag = kind === 'tag' && (await refTarget(place, `refs/tags/${name}`)) !== undefined;
    return isTag ? resolveCommit(place, `refs/tags/${name}`) : undefined;
  };
  const parts = ask.param('rest').split('/');
  for (const end of parts.keys()) {
    const sha = await find(parts.slice(0, end + 1).join('/'));
    if (sha !== undefined) return {sha, path: parts.slice(end + 1).join('/')};
  }
  throw notFound();
}

async function filePage(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const {sha, path} = await filePlaceOf(ask, repository);
  const place = ask.world.git.open(repository.id);
  const entry = await entryAt(place, sha, path);
  if (entry === undefined) throw notFound();
  const title = path === '' ? fullName(ask, repository) : path;
  if (entry.type === 'tree') {
    const rows = (await listFolder(place, entry)).map(({path: name}) => [name]);
    return pageReply(title, [linkTo(ask, repository), {kind: 'table', head: ['Name'], rows}]);
  }
  if (entry.type === 'commit') throw notFound();
  const bytes = await readFile(place, entry.oid);
  const text = isBinary(bytes) ? 'This file is binary.' : Buffer.from(bytes).toString('utf8');
  return pageReply(title, [linkTo(ask, repository), {kind: 'code', text}]);
}

async function rawFile(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  return rawReply(ask, repository, await filePlaceOf(ask, repository));
}

async function archive(ask: Ask): Promise<Reply> {
  return archiveReply(ask, repositoryOfPath(ask), ask.param('archive'));
}

/** Shows a release, or a tag without one; drafts are for writers. */
async function releasePage(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask);
  const tag = ask.param('tag');
  const seesDrafts = ask.rules.isDraftPageShown(may(ask, repository, 'write'));
  const found = ask.world.state.releases.of(repository.id).find(({tagName}) => tagName === tag);
  const release = found?.isDraft === true && !seesDrafts ? undefined : found;
  const isTag = (await refTarget(ask.world.git.open(repository.id), `refs/tags/${tag}`)) !== undefined;
  if (release === undefined && !isTag) throw notFound();
  const text = release === undefined ? 'This tag has no release.' : `${release.title}\n${release.body}`;
  return pageReply(`Release ${tag}`, [linkTo(ask, repository), {kind: 'text', text}]);
}

function packagePage(ask: Ask): Reply {
  const key = {kind: ask.param('type'), name: ask.param('package'), version: ask.param('version')};
  const found = findPackage(ask, packageOwner(ask), key);
  if (found === undefined) throw notFound();
  return pageReply(`${found.name} ${found.version}`, [{kind: 'text', text: found.about}]);
}
