// Asks a hosting server that was entered: who acts with which scopes, whose clock is right, what it offers, and how full it is.
import type {Actor} from '../../../model/actor.ts';
import type {HttpObservation} from '../../../model/http.ts';
import {isJsonObject, jsonObject, type JsonObject} from '../../../model/json.ts';
import {usualAuth} from '../../execute/http/build-request.ts';
import {learnPages} from '../../execute/enter/learn-pages.ts';
import {jsonOf, send, type Doorway} from '../../execute/enter/setup-client.ts';
import type {DiagnosisLine} from '../../../reports/explain/diagnosis.ts';
import {settingBehind} from '../../plan/server-settings.ts';
import {capabilityProbes, readProbes, writeProbes} from './known-settings.ts';

/** Says who an actor is, and which scopes its token turned out to lack. */
export async function askActor(door: Doorway, actor: Actor, isReadOnly: boolean): Promise<readonly DiagnosisLine[]> {
  const {role, login, token, password, cookie} = actor;
  const ways = [
    ...(token === undefined ? [] : ['token']),
    ...(password === undefined ? [] : ['password']),
    ...(cookie === undefined ? [] : ['cookie of a browser']),
  ];
  const isAdmin = await isAdministrator(door, actor);
  const who = `${role} is ${login}${isAdmin ? ', an administrator' : ''}, with ${ways.join(' and ')}`;
  const known: DiagnosisLine = {weight: 'good', says: who};
  if (token === undefined) return [known];
  const lacking = await lackingScopes(door, actor, {isAdmin, isReadOnly});
  if (lacking.length === 0) {
    const asked = isReadOnly ? 'reading' : 'reading and writing';
    return [{...known, says: `${who}; no missing scope was found (${asked} was tried)`}];
  }
  return [
    known,
    {
      weight: 'obstacle',
      says: `the token of ${role} was refused with 403 for ${lacking.join(', ')}`,
      fix: 'give it every scope; cases make tokens with fewer scopes by themselves',
    },
  ];
}

/** Whether the account is an administrator of the target. */
export async function isAdministrator(door: Doorway, actor: Actor): Promise<boolean> {
  const answer = await send(door, 'userGetCurrent', {auth: usualAuth(actor)});
  const body = answer.kind === 'reply' ? jsonOf(answer) : undefined;
  return isJsonObject(body) && body['is_admin'] === true;
}

async function lackingScopes(
  door: Doorway,
  actor: Actor,
  {isAdmin, isReadOnly}: {readonly isAdmin: boolean; readonly isReadOnly: boolean},
): Promise<readonly string[]> {
  const lacking: string[] = [];
  const auth = usualAuth(actor);
  for (const {scope, operation, isAdmins} of readProbes) {
    if (isAdmins === true && !isAdmin) continue;
    const answer = await send(door, operation, {auth});
    if (answer.kind === 'reply' && answer.status === 403) lacking.push(`reading of ${scope}`);
  }
  const refused = new Map<string, boolean>();
  for (const {scope, operation, params, isAdmins} of isReadOnly ? [] : writeProbes) {
    // What one operation accepted needs no other.
    if ((isAdmins === true && !isAdmin) || refused.get(scope) === false) continue;
    const answer = await send(door, operation, {auth, params: nothingSuch(params, actor, door)});
    refused.set(scope, answer.kind === 'reply' && answer.status === 403);
  }
  for (const [scope, isRefused] of refused) if (isRefused) lacking.push(`writing of ${scope}`);
  return lacking;
}

// Names that nothing has: what is asked to go is not there.
function nothingSuch(params: 'repository' | 'number', {login}: Actor, {random}: Doorway): JsonObject {
  if (params === 'number') return jsonObject([['id', 2_147_483_600]]);
  return jsonObject([
    ['owner', login],
    ['repo', `ts-${random.name(16)}`],
  ]);
}

// A date of HTTP has whole seconds, so a second is no difference.
const clockMsMax = 60_000;

/** Says how far the server's clock is from ours. */
export async function askClock(door: Doorway): Promise<readonly DiagnosisLine[]> {
  const before = door.clock.now().getTime();
  const answer = await send(door, 'getVersion', {});
  const after = door.clock.now().getTime();
  const date = answer.kind === 'reply' ? headerOf(answer, 'date') : undefined;
  const said = date === undefined ? Number.NaN : Date.parse(date);
  if (Number.isNaN(said)) return [{weight: 'note', says: 'it says no date, so its clock cannot be compared'}];
  const aheadMs = said - (before + after) / 2;
  const seconds = Math.round(Math.abs(aheadMs) / 1_000);
  if (Math.abs(aheadMs) < 2_000) return [{weight: 'good', says: 'its clock is right, as far as ours is'}];
  const says = `its clock is ${String(seconds)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} ours`;
  if (Math.abs(aheadMs) <= clockMsMax) return [{weight: 'note', says}];
  return [
    {
      weight: 'obstacle',
      says,
      fix: 'set both clocks by the network; signatures and dates of others are refused when they differ',
    },
  ];
}

/** Says which capabilities showed, which did not, and which are declared absent. */
export async function askCapabilities(
  door: Doorway,
  actor: Actor | undefined,
  {absent, found}: {readonly absent: ReadonlyMap<string, string>; readonly found: ReadonlyMap<string, string>},
): Promise<readonly DiagnosisLine[]> {
  const auth = actor === undefined ? ({kind: 'none'} as const) : usualAuth(actor);
  const there: string[] = [];
  const lines: DiagnosisLine[] = [];
  for (const {capability, operation} of capabilityProbes) {
    if (door.dialect.absent.includes(operation)) continue;
    if (absent.has(capability) || found.has(capability)) continue;
    const answer = await send(door, operation, {auth});
    const status = answer.kind === 'reply' ? answer.status : undefined;
    if (status !== undefined && status < 300) there.push(capability);
    else lines.push(missing(capability, operation, status));
  }
  for (const [name, why] of absent) lines.push({weight: 'note', says: `${name} is declared absent: ${why}`});
  for (const [name, how] of found)
    lines.push({weight: 'obstacle', says: `${name} showed to be absent: ${how}`, ...settingFor(name)});
  const good: readonly DiagnosisLine[] =
    there.length === 0 ? [] : [{weight: 'good', says: `there: ${there.join(', ')}`}];
  return [...good, ...lines];
}

/** The line about a capability whose probe did not succeed. */
export function missing(capability: string, operation: string, status: number | undefined): DiagnosisLine {
  if (status === 404 || status === 405 || status === 501) {
    const {fix} = settingFor(capability);
    return {
      weight: 'obstacle',
      says: `${capability}: ${operation} answered ${String(status)}, so it seems to be absent`,
      fix: `${fix === undefined ? '' : `${fix}; or `}declare it with --without ${capability}, or under absent: in the target file`,
    };
  }
  const got = status === undefined ? 'gave no answer' : `answered ${String(status)}`;
  return {weight: 'note', says: `${capability}: ${operation} ${got}, which says nothing`};
}

function settingFor(name: string): {readonly fix?: string} {
  const fix = settingBehind(name);
  return fix === undefined ? {} : {fix};
}

const accountsMax = 25;
const repositoriesMax = 100;

/** Says how full it is: a server that many people use is no test server. */
export async function askFullness(
  door: Doorway,
  actor: Actor | undefined,
  own: number,
): Promise<readonly DiagnosisLine[]> {
  const auth = actor === undefined ? ({kind: 'none'} as const) : usualAuth(actor);
  const params = jsonObject([['limit', 50]]);
  const accounts = countOf(await send(door, 'userSearch', {auth, params}), door);
  const repositories = countOf(await send(door, 'repoSearch', {auth, params}), door);
  if (accounts === undefined && repositories === undefined)
    return [{weight: 'note', says: 'it does not say how many accounts and repositories it has'}];
  const others = accounts === undefined ? undefined : Math.max(0, accounts - own);
  const says = `it has ${shown(others, 'other account')} and ${shown(repositories, 'repository', 'repositories')}`;
  const isFull = (others ?? 0) > accountsMax || (repositories ?? 0) > repositoriesMax;
  if (!isFull) return [{weight: 'good', says}];
  return [
    {
      weight: 'obstacle',
      says: `${says}: it looks like a server that people use`,
      fix: 'a run makes and removes accounts, organizations and repositories; test a copy of it, or an instance of your own',
    },
  ];
}

function shown(count: number | undefined, one: string, many = `${one}s`): string {
  return count === undefined ? `an unknown number of ${many}` : `${String(count)} ${count === 1 ? one : many}`;
}

function countOf(answer: HttpObservation, {dialect}: Doorway): number | undefined {
  if (answer.kind !== 'reply' || answer.status !== 200) return undefined;
  const total = headerOf(answer, dialect.headers['total-count'] ?? 'x-total-count');
  if (total !== undefined && /^\d{1,9}$/.test(total)) return Number(total);
  const body = jsonOf(answer);
  const items = isJsonObject(body) ? body['data'] : body;
  return Array.isArray(items) ? items.length : undefined;
}

/** Says how long its pages are, where it tells and they are long enough; short ones are found when it is entered. */
export async function askPages(door: Doorway, actor: Actor | undefined): Promise<readonly DiagnosisLine[]> {
  const says = await learnPages(door, actor);
  return says === undefined || door.found.has('usual-pages') ? [] : [{weight: 'good', says}];
}

function headerOf(
  {headers}: {readonly headers: readonly (readonly [string, string])[]},
  wanted: string,
): string | undefined {
  return headers.find(([name]) => name.toLowerCase() === wanted.toLowerCase())?.[1];
}
