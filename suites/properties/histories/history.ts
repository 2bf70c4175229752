// What a history is: requests in a fixed order, by people who are made for it alone.
import {createHash} from 'node:crypto';

/** A value that is sent. `{name}` in a text stands for a name of the history (`{NAME}` for the same in capitals), alone for a value that an earlier reply gave. */
export type Sent = string | number | boolean | null | readonly Sent[] | {readonly [key: string]: Sent};

/** A speaker who is a token, and its name. */
export const tokenWords = /^the token \{([\w-]+)\}$/;

/** One request. */
export interface Ask {
  /** One of the history's people, also `NAME with a password` where a token does not do, `the token {NAME}` for one that an earlier reply gave, `admin` for the administrator of the site, `nobody` without credentials. */
  readonly who: string;
  readonly operation: string;
  /** Parameters by their names in the contract. */
  readonly params: {readonly [name: string]: Sent};
  readonly body?: Sent;
  /** In place of a JSON body: a form with one file. */
  readonly file?: {readonly field: string; readonly name: string; readonly text: string};
  /** In place of a JSON body: bytes as hex. */
  readonly bytes?: string;
  /** In place of a JSON body: a text of any media type, also of none. */
  readonly typed?: {readonly type: string; readonly text: string};
  /** Names for values of the reply, each by its JSON Pointer. */
  readonly take?: {readonly [name: string]: string};
  /** What it shows may come late: it is asked again until the list has this many items, or for as long as the target may lag. */
  readonly awaits?: number;
  /** The same for values that it comes to, each by its JSON Pointer. */
  readonly awaitsAt?: {readonly [pointer: string]: string | boolean};
  /** A server may be busy with what it is about, as with comparing branches before a merge: it is sent again for as long as it is refused and the target may lag. */
  readonly isPatient?: boolean;
  /** It is sent in a later second of the target's clock than what came before it; pictures tell the times of both apart. */
  readonly isLater?: boolean;
}

/** People, names and requests that belong together. */
export interface History {
  readonly name: string;
  /** What its requests are about, as the title of its law says it. */
  readonly about: string;
  /** Capabilities that the target needs. */
  readonly needs: readonly string[];
  /** The variant of the target that it is for. */
  readonly variant?: string;
  /** Whether it has an inbox: `{hook-url}` and `{hook-secret}` are what a hook takes, and what each request makes hooks tell is part of its picture. */
  readonly isHeard?: boolean;
  /** Operations that list what is made in seconds of its own here, so that their order is no chance. */
  readonly ordered?: readonly string[];
  readonly people: readonly string[];
  /** Words that each get a name that nothing has yet. */
  readonly names: readonly string[];
  readonly asks: readonly Ask[];
}

type Content = Omit<Ask, 'who' | 'operation' | 'params'>;

/** One request: who asks what, with which parameters, and what is sent. */
export function ask(who: string, operation: string, params: Ask['params'] = {}, content: Content = {}): Ask {
  return {who, operation, params, ...content};
}

/** A JSON body that is sent. */
export interface Body {
  readonly [field: string]: Sent;
}

/** One request with a JSON body, and names for values of its reply. */
export function makes(who: string, operation: string, params: Ask['params'], body: Body, take: Ask['take'] = {}): Ask {
  return ask(who, operation, params, {body, take});
}

/** An edit of a person by the administrator of the site. */
export function editsPerson(name: string, body: Body): Ask {
  const fixed = {login_name: `{${name}}`, source_id: 0};
  return makes('admin', 'adminEditUser', {username: `{${name}}`}, {...fixed, ...body});
}

/** The same request by several people, one after the other. */
export function eachOf(
  people: readonly string[],
  operation: string,
  params: Ask['params'] = {},
  content: Content = {},
): readonly Ask[] {
  return people.map(who => ask(who, operation, params, content));
}

/** The same request with other parameters each time. */
export function variants(
  who: string,
  operation: string,
  params: Ask['params'],
  changes: readonly Ask['params'][],
): readonly Ask[] {
  return changes.map(change => ask(who, operation, {...params, ...change}));
}

/** Waits until alice can merge a pull request, and lets her merge it. */
export function merges(pull: Ask['params'], body: {readonly [key: string]: Sent}): readonly Ask[] {
  return [
    ask('alice', 'repoGetPullRequest', pull, {awaitsAt: {'/mergeable': true}}),
    ask('alice', 'repoMergePullRequest', pull, {body, isPatient: true}),
  ];
}

/** A text as operations on files take it. */
export function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** A hook that asks for pushes, at an address that nobody answers, and does not fire; an edit of the fields at the top. */
export function idleHook(changes: {readonly [key: string]: Sent} = {}, path = 'hook'): {readonly [key: string]: Sent} {
  return {
    type: '{hookType}',
    config: {url: `https://240.0.0.1/${path}`, content_type: 'json'},
    events: ['push'],
    active: false,
    ...changes,
  };
}

/** Tells one form of a history from another: what was learnt of an older one is worth nothing. */
export function fingerprintOf({people, names, asks}: History): string {
  // How patient one is changes no answer.
  const told = asks.map(({isPatient: _, ...one}) => one);
  return createHash('sha256')
    .update(JSON.stringify({people, names, asks: told}))
    .digest('hex')
    .slice(0, 16);
}
