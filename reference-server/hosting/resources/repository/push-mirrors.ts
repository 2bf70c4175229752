/** Push mirrors: repositories elsewhere that get what this one has. */
import {randomBytes} from 'node:crypto';
import {instantText} from '../../../rules/instant.ts';
import type {PushMirror} from '../../../state/hooks.ts';
import type {Repository} from '../../../state/repositories.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {syncMirror} from '../../mirror-sync.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {optionalInstant} from '../../shapes/issue.ts';

const all = '/repos/{owner}/{repo}/push_mirrors';
const one = `${all}/{mirror}`;
const signedIn = {caller: 'signed-in', areas: ['repository']} as const;

export const pushMirrorRoutes: readonly Route[] = [
  {...signedIn, operation: 'repoListPushMirrors', method: 'GET', path: all, answer: list},
  {...signedIn, operation: 'repoAddPushMirror', method: 'POST', path: all, answer: add},
  {...signedIn, operation: 'repoPushMirrorSync', method: 'POST', path: `${all}-sync`, answer: sync},
  {...signedIn, operation: 'repoGetPushMirrorByRemoteName', method: 'GET', path: one, answer: get},
  {...signedIn, operation: 'repoDeletePushMirror', method: 'DELETE', path: one, answer: remove},
];

async function list(ask: Ask): Promise<Reply> {
  const repository = repositoryOfPath(ask, 'admin');
  const mirrors = ask.world.state.pushMirrors.of(repository.id);
  return pageReply(ask, mirrors, mirror => show(ask, repository, {mirror, place: 'list'}));
}

/** Usual: a new mirror answers 200. */
function add(ask: Ask): Reply {
  const {state, clock} = ask.world;
  const repository = repositoryOfPath(ask, 'admin');
  const fields = ask.fields();
  const wish = {
    address: readAddress(fields.requiredText('remote_address')),
    interval: readInterval(fields),
    username: fields.text('remote_username') ?? '',
    password: fields.text('remote_password') ?? '',
    syncOnCommit: ask.rules.syncOnCommitOf(fields.flag('sync_on_commit')),
  };
  const mirror = state.pushMirrors.add(id => ({
    ...wish,
    id,
    repositoryId: repository.id,
    remoteName: `remote_mirror_${randomBytes(8).toString('base64url').replaceAll(/[-_]/g, 'x').slice(0, 10)}`,
    createdAt: clock.now(),
    lastUpdateAt: undefined,
    lastError: '',
  }));
  return ok(show(ask, repository, {mirror, place: 'one'}));
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return text;
  throw new Refusal(
    400,
    `remote_address must be a URL that begins with http:// or https://, not ${JSON.stringify(text)}`,
  );
}

const secondsPerUnit: Readonly<Record<string, number>> = {h: 3600, m: 60, s: 1};

/** Reads a Go duration such as `8h0m0s`; `0` switches the clock off. */
function readInterval(fields: Fields): string {
  const text = fields.text('interval') ?? '8h0m0s';
  const refusal = new Refusal(400, `interval must be 0 or a duration of at least 10m, such as 8h0m0s, not "${text}"`);
  if (/^0[hms]?$/.test(text)) return '0s';
  if (!/^(\d{1,6}[hms])+$/.test(text)) throw refusal;
  const parts = [...text.matchAll(/(\d+)([hms])/g)];
  const seconds = parts.reduce((sum, [, count, unit = 's']) => sum + Number(count) * (secondsPerUnit[unit] ?? 1), 0);
  if (seconds < 600) throw refusal;
  return durationText(seconds);
}

/** Writes a duration of at least a minute as Go does: units before the first that counts are left out. */
function durationText(seconds: number): string {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)];
  return `${hours > 0 ? `${String(hours)}h` : ''}${String(minutes)}m${String(seconds % 60)}s`;
}

function ofPath(ask: Ask, repository: Repository): PushMirror {
  const wanted = ask.param('mirror');
  const found = ask.world.state.pushMirrors.of(repository.id).find(({remoteName}) => remoteName === wanted);
  if (found === undefined) throw notFound();
  return found;
}

function get(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  return ok(show(ask, repository, {mirror: ofPath(ask, repository), place: 'one'}));
}

function remove(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  ask.world.state.pushMirrors.remove(ofPath(ask, repository).id);
  return noContent();
}

/** Begins a push to every mirror and answers at once, as is usual; the mirrors tell how it went. */
function sync(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  for (const mirror of ask.world.state.pushMirrors.of(repository.id)) syncMirror(ask, mirror);
  return {kind: 'empty', status: 200};
}

function show(
  ask: Ask,
  repository: Repository,
  {mirror, place}: {mirror: PushMirror; place: 'one' | 'list'},
): Record<string, unknown> {
  return {
    repo_name: repository.name,
    remote_name: mirror.remoteName,
    remote_address: mirror.address,
    created: instantText(mirror.createdAt),
    last_update: optionalInstant(mirror.lastUpdateAt),
    last_error: mirror.lastError,
    interval: mirror.interval,
    sync_on_commit: ask.rules.shownSyncOnCommit(mirror.syncOnCommit, place),
  };
}
