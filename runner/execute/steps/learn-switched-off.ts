// Learns which parts of a server are switched off, so that cases about them are skipped with the reason. One refusal is
// never enough: a part is off only where all of it is refused alike, to somebody who owns what is asked about.
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import type {HttpReply} from '../../../model/http.ts';
import {arrange} from '../arrange/arrange.ts';
import {CaseEnded} from '../attempt/failures.ts';
import {lastReplyIn} from '../attempt/events.ts';
import type {RunContext} from '../attempt/run-context.ts';
import type {Story} from '../attempt/story.ts';
import {exchange} from '../http/exchange.ts';
import {inStory} from '../names/try-name.ts';

/** Looks at one part; says how it showed that it is off. */
type Look = (story: Story) => Promise<string | undefined>;

const looks: {readonly [capability: string]: Look} = {webhooks: lookForWebhooks, packages: lookForPackages};

/** The parts of `needed` that are switched off, with how that showed; what cannot be told counts as offered. */
export async function switchedOff(
  run: RunContext,
  needed: ReadonlySet<string>,
  stop: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
  const off = new Map<string, string>();
  for (const [capability, look] of Object.entries(looks)) {
    if (!needed.has(capability) || stop.aborted) continue;
    const how = await inStory(run, stop, story => lookOrNothing(story, look));
    if (how !== undefined) off.set(capability, how);
  }
  return off;
}

// A look that cannot be finished shows nothing; the cases say what is wrong.
async function lookOrNothing(story: Story, look: Look): Promise<string | undefined> {
  try {
    return await look(story);
  } catch (problem) {
    if (problem instanceof CaseEnded) return undefined;
    throw problem;
  }
}

const refusing: ReadonlySet<number> = new Set([403, 404, 405, 501]);

/** Webhooks are off where the owner may neither list nor make one: not as a user, of a repository, or of an organization. */
async function lookForWebhooks(story: Story): Promise<string | undefined> {
  const first = await ask(story, 'userListHooks', {});
  if (!isRefusal(first)) return undefined;
  const repo = await arrange(story, 'repository', jsonObject([]));
  const org = await arrange(story, 'organization', jsonObject([]));
  const ofRepo = jsonObject(Object.entries({owner: repo['owner'] ?? '', repo: repo['name'] ?? ''}));
  if (!isSame(first, await ask(story, 'repoListHooks', ofRepo))) return undefined;
  if (!isSame(first, await ask(story, 'orgListHooks', {org: org['name'] ?? ''}))) return undefined;
  // Nothing listens there; a hook that is made all the same is removed.
  const told = {url: 'http://127.0.0.1:9/', secret: story.run.ports.random.name(16)};
  if (!isSame(first, await refusalOf(story, 'repository-hook', {repo, ...told}))) return undefined;
  if (!isSame(first, await refusalOf(story, 'organization-hook', {org, ...told}))) return undefined;
  return `the server answered ${String(first.status)} to the owner of a repository, an organization and an account wherever hooks are listed or made`;
}

/**
 * The registry is off where an upload and a download are answered like a path that is nowhere. That shows something only
 * of a server that answers otherwise where it looked for a package and has none.
 */
async function lookForPackages(story: Story): Promise<string | undefined> {
  const login = story.run.people.actors.get('alice')?.login;
  if (login === undefined) return undefined;
  const name = `ts-${story.run.ports.random.name(10)}`;
  const version = '1.0.0';
  const found = await ask(story, 'downloadGenericPackage', {
    owner: login,
    package: name,
    version,
    filename: 'file.bin',
  });
  if (!isRefusal(found)) return undefined;
  const nowhere = await exchange(story, {...asAlice, address: {method: 'GET', path: `/api/${name}`}});
  if (!isSame(found, nowhere.reply)) return undefined;
  const none = await ask(story, 'getPackage', {owner: login, type: 'generic', package: name, version});
  if (none === undefined || isSame(found, none)) return undefined;
  if (!isSame(found, await refusalOf(story, 'package', {name}))) return undefined;
  return `the server answered ${String(found.status)} to an upload and a download, as to a path that is nowhere`;
}

const asAlice = {as: 'alice', query: {}, headers: {}} as const;

/** The answer to an operation that only reads; nothing where the dialect has no name for it. */
async function ask(story: Story, id: string, params: JsonObject): Promise<HttpReply | undefined> {
  const {operations, dialect} = story.run.contract;
  const operation = operations.get(id);
  if (operation === undefined || dialect.absent.includes(id)) return undefined;
  return (await exchange(story, {...asAlice, address: {operation, params}})).reply;
}

/** Makes an arrangement; gives the answer that ended it, or nothing when it was made or ended without an answer. */
async function refusalOf(story: Story, name: string, inputs: JsonObject): Promise<HttpReply | undefined> {
  try {
    await arrange(story, name, inputs);
    return undefined;
  } catch (problem) {
    if (!(problem instanceof CaseEnded)) throw problem;
    return lastReplyIn(story.events);
  }
}

function isRefusal(reply: HttpReply | undefined): reply is HttpReply {
  return reply !== undefined && refusing.has(reply.status);
}

function isSame(one: HttpReply, other: HttpReply | undefined): boolean {
  return other?.status === one.status && Buffer.from(one.body).equals(other.body);
}
