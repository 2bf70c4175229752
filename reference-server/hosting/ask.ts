/** One request as handlers see it. */
import type {Rules} from '../rules/rules.ts';
import type {Person} from '../state/people.ts';
import type {Fields} from './fields.ts';
import {Refusal} from './refusal.ts';
import type {Route} from './route.ts';
import type {World} from './world.ts';

/** Who sent the request. `scope` is what the token holds; a password holds what the rules say. */
export type Sender =
  | {readonly kind: 'nobody'}
  | {readonly kind: 'person'; readonly person: Person; readonly means: 'token' | 'password'; readonly scope: string};

export interface Ask {
  readonly world: World;
  /** The rules, watched for this request alone. */
  readonly rules: Rules;
  readonly route: Route;
  readonly sender: Sender;
  /** Where the server was reached, such as `http://127.0.0.1:3000`. */
  readonly origin: string;
  /** The path of the request, without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly param: (name: string) => string;
  /** The body as fields; reading it may refuse the request. */
  readonly fields: () => Fields;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Gives the person who sent the request, where the route has made sure that there is one. */
export function doer(ask: Ask): Person {
  if (ask.sender.kind === 'person') return ask.sender.person;
  throw new Refusal(401, 'token is required');
}

/** The same request without credentials, to show what everybody may see. */
export function asNobody(ask: Ask): Ask {
  return {...ask, sender: {kind: 'nobody'}};
}

/** Gives a path parameter that must be a whole number; anything else is a thing that is not there. */
export function numberParam(ask: Ask, name: string): number | undefined {
  const text = ask.param(name);
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

export function apiUrl(ask: Ask, path: string): string {
  return `${ask.origin}${ask.rules.apiPrefix}${path}`;
}
