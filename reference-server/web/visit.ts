/** One request for a page, what a page answers, and who is looking at it. */
import {mayUseApi, personOfProxy} from '../hosting/authenticate.ts';
import type {World} from '../hosting/world.ts';
import type {Rules} from '../rules/rules.ts';
import type {Person} from '../state/people.ts';
import {sessionOf} from '../state/sessions.ts';
import {personById} from '../state/state.ts';
import type {Provider} from './provider.ts';

export interface Visit {
  readonly world: World;
  /** The rules, watched for this request alone. */
  readonly rules: Rules;
  /** The identity provider of the settings; undefined when there is none. */
  readonly provider: Provider | undefined;
  readonly headers: Headers;
  readonly url: URL;
  readonly form: URLSearchParams;
  readonly param: (name: string) => string;
}

export interface WebAnswer {
  readonly status: number;
  readonly html: string;
  readonly headers?: readonly (readonly [string, string])[];
  /** `name=value` pairs; how long and for whom they count is added to each. */
  readonly cookies?: readonly string[];
}

/** Finds who looks at a page: the person of the session, or the one whom a trusted reverse proxy names. */
export function visitorOf({world, headers}: Pick<Visit, 'world' | 'headers'>): Person | undefined {
  const session = sessionOf(world.state, headers, world.clock.now());
  const person = session === undefined ? personOfProxy(world, headers) : personById(world.state, session.personId);
  return person === undefined ? undefined : mayUseApi(person);
}

export function seeOther(location: string, cookies: readonly string[] = []): WebAnswer {
  return {status: 303, html: '', headers: [['Location', location]], cookies};
}
