/** Webhooks of repositories, organizations, users and the whole server: create, read, change, remove, try. */
import {eventsAskedFor} from '../../../rules/event-names.ts';
import type {HookLevel} from '../../../rules/events.ts';
import {branchHead} from '../../../git/refs.ts';
import {readCommit} from '../../../git/commits.ts';
import {instantText} from '../../../rules/instant.ts';
import type {Hook} from '../../../state/hooks.ts';
import {asNobody, doer, numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {showForHook} from '../../events.ts';
import type {Fields} from '../../fields.ts';
import {ownedOrganization, repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showPayloadCommit} from '../../shapes/branch.ts';
import {showPerson} from '../../shapes/person.ts';

/** Where hooks of one level live, and the way to find whose they are. */
interface Home {
  readonly level: HookLevel;
  readonly path: string;
  /** The beginning of the operation ids: `orgListHooks`. */
  readonly prefix: string;
  readonly route: Pick<Route, 'caller' | 'areas'>;
  /** Gives the id of the home, after it made sure that the sender administers it. */
  readonly idOf: (ask: Ask) => number;
  readonly formerScope: (isRead: boolean) => string;
}

const homes: readonly Home[] = [
  {
    level: 'repository',
    path: '/repos/{owner}/{repo}/hooks',
    prefix: 'repo',
    route: {caller: 'signed-in', areas: ['repository']},
    idOf: ask => repositoryOfPath(ask, 'admin').id,
    formerScope: isRead => (isRead ? 'read:repo_hook' : 'write:repo_hook'),
  },
  {
    level: 'organization',
    path: '/orgs/{org}/hooks',
    prefix: 'org',
    route: {caller: 'signed-in', areas: ['organization']},
    idOf: ask => ownedOrganization(ask).id,
    formerScope: () => 'admin:org_hook',
  },
  {
    level: 'user',
    path: '/user/hooks',
    prefix: 'user',
    route: {caller: 'signed-in', areas: ['user']},
    idOf: ask => doer(ask).id,
    formerScope: isRead => (isRead ? 'read:user' : 'user'),
  },
  {
    level: 'system',
    path: '/admin/hooks',
    prefix: 'admin',
    route: {caller: 'site-admin', areas: ['admin']},
    idOf: () => 0,
    formerScope: () => 'sudo',
  },
];

export const hookRoutes: readonly Route[] = [
  ...homes.flatMap(routesOf),
  {
    operation: 'repoTestHook',
    method: 'POST',
    path: '/repos/{owner}/{repo}/hooks/{id}/tests',
    caller: 'signed-in',
    areas: ['repository'],
    formerScope: 'write:repo_hook',
    answer: testHook,
  },
];

function routesOf(home: Home): readonly Route[] {
  const all = home.path;
  const one = `${home.path}/{id}`;
  const reading = {...home.route, method: 'GET', formerScope: home.formerScope(true)} as const;
  const writing = {...home.route, formerScope: home.formerScope(false)} as const;
  const {prefix} = home;
  return [
    {...reading, operation: `${prefix}ListHooks`, path: all, answer: async ask => list(ask, home)},
    {...writing, operation: `${prefix}CreateHook`, method: 'POST', path: all, answer: ask => create(ask, home)},
    {...reading, operation: `${prefix}GetHook`, path: one, answer: ask => ok(showHook(ofPath(ask, home)))},
    {...writing, operation: `${prefix}EditHook`, method: 'PATCH', path: one, answer: ask => edit(ask, home)},
    {...writing, operation: `${prefix}DeleteHook`, method: 'DELETE', path: one, answer: ask => remove(ask, home)},
  ];
}

function hooksOf(ask: Ask, home: Home): readonly Hook[] {
  return ask.world.state.hooks.of(`${home.level}:${home.idOf(ask)}`);
}

async function list(ask: Ask, home: Home): Promise<Reply> {
  return pageReply(ask, hooksOf(ask, home), showHook);
}

function ofPath(ask: Ask, home: Home): Hook {
  const id = numberParam(ask, 'id');
  const found = hooksOf(ask, home).find(hook => hook.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** The kinds of receivers that get this server's own payloads. Chat systems want others, which this server does not write. */
const types = ['gitea', 'forgejo', 'gogs'];

function create(ask: Ask, home: Home): Reply {
  const {state, clock} = ask.world;
  const homeId = home.idOf(ask);
  const fields = ask.fields();
  const type = fields.requiredText('type');
  if (!types.includes(type)) throw new Refusal(422, `[type]: must be one of ${types.join(', ')}, not "${type}"`);
  const config = fields.object('config');
  if (config === undefined) throw new Refusal(422, '[config]: Required');
  const now = clock.now();
  const hook = state.hooks.add(id => ({
    id,
    type,
    name: fields.text('name')?.trim() ?? '',
    level: home.level,
    homeId,
    url: readUrl(config.requiredText('url')),
    contentType: readContentType(config.requiredText('content_type')),
    secret: config.text('secret') ?? '',
    events: eventsAskedFor(fields.texts('events') ?? []),
    branchFilter: fields.text('branch_filter') ?? '',
    authorization: readAuthorization(fields) ?? '',
    isActive: fields.flag('active') ?? false,
    createdAt: now,
    updatedAt: now,
  }));
  return created(showHook(hook));
}

function readUrl(text: string): string {
  const protocol = URL.canParse(text) ? new URL(text).protocol : '';
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new Refusal(
    422,
    `[config.url]: must be a URL that begins with http:// or https://, not ${JSON.stringify(text)}`,
  );
}

function readContentType(text: string): 'json' | 'form' {
  if (text === 'json' || text === 'form') return text;
  throw new Refusal(422, `[config.content_type]: must be json or form, not "${text}"`);
}

function readAuthorization(fields: Fields): string | undefined {
  const text = fields.text('authorization_header');
  if (text === undefined || /^[\t\u0020-\u007e]*$/.test(text)) return text;
  throw new Refusal(422, '[authorization_header]: must hold printable ASCII characters alone');
}

/** Changes what the request names. As is usual, a list of events without any becomes `push` again, and an authorization that is not sent again goes. */
function edit(ask: Ask, home: Home): Reply {
  const hook = ofPath(ask, home);
  const fields = ask.fields();
  const config = fields.object('config');
  const url = config?.text('url');
  const contentType = config?.text('content_type');
  const edited = ask.world.state.hooks.put({
    ...hook,
    name: fields.text('name')?.trim() ?? hook.name,
    url: url === undefined ? hook.url : readUrl(url),
    contentType: contentType === undefined ? hook.contentType : readContentType(contentType),
    secret: config?.text('secret') ?? hook.secret,
    events: eventsAskedFor(fields.texts('events') ?? []),
    branchFilter: fields.text('branch_filter') ?? hook.branchFilter,
    authorization: readAuthorization(fields) ?? '',
    isActive: fields.flag('active') ?? hook.isActive,
    updatedAt: ask.world.clock.now(),
  });
  return ok(showHook(edited));
}

function remove(ask: Ask, home: Home): Reply {
  ask.world.state.hooks.remove(ofPath(ask, home).id);
  return noContent();
}

/** Shows a hook; its secret stays here. */
function showHook(hook: Hook): Record<string, unknown> {
  return {
    id: hook.id,
    type: hook.type,
    name: hook.name,
    branch_filter: hook.branchFilter,
    config: {url: hook.url, content_type: hook.contentType},
    events: hook.events,
    authorization_header: hook.authorization,
    active: hook.isActive,
    created_at: instantText(hook.createdAt),
    updated_at: instantText(hook.updatedAt),
  };
}

/** Brings the head of a branch to one hook as if it had just been pushed. */
async function testHook(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'admin');
  const id = numberParam(ask, 'id');
  const hook = ask.world.state.hooks.of(`repository:${repository.id}`).find(other => other.id === id);
  if (hook === undefined) throw notFound();
  // Usual: the payload names what was asked for, as it was written, also where nothing has that name.
  const wanted = (ask.query.get('ref') ?? '').trim();
  const place = ask.world.git.open(repository.id);
  const sha =
    (await branchHead(place, wanted.replace(/^refs\/heads\//, ''))) ??
    (await branchHead(place, repository.defaultBranch));
  const commits =
    sha === undefined ? [] : [await showPayloadCommit(ask, repository, {sha, commit: await readCommit(place, sha)})];
  const person = showPerson(asNobody(ask), doer(ask));
  const ref = wanted === '' ? `refs/heads/${repository.defaultBranch}` : wanted;
  if (!ask.rules.isInFilter(hook.branchFilter, ref)) return noContent();
  const payload = {
    ref,
    before: sha ?? '',
    after: sha ?? '',
    compare_url: '',
    commits,
    total_commits: commits.length,
    head_commit: commits[0] ?? null,
    repository: showForHook(ask, repository, 'none'),
    pusher: person,
    sender: person,
  };
  ask.world.courier.bring({hook, event: 'push', payload});
  return noContent();
}
