/** One operation of the API as data: where it is, who may call it, and the handler that answers. */
import type {Refusal} from './refusal.ts';
import type {Person} from '../state/people.ts';
import type {World} from './world.ts';
import type {ScopeArea} from '../rules/scope-names.ts';
import type {Ask} from './ask.ts';
import type {Reply} from './reply.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: anyone; somebody who signed in; somebody who signed in by password; an administrator of the site; or
 * somebody whose signature the handler checks.
 */
type Caller = 'anyone' | 'signed-in' | 'password' | 'site-admin' | 'signer';

export interface Route {
  /** The operationId, as today's servers name it. */
  readonly operation: string;
  readonly method: Method;
  /** Relative to `/api/v1`; `{name}` is one segment, `{name*}` takes the rest of the path with its slashes. */
  readonly path: string;
  /** Whether the path is relative to the root of the server instead. */
  readonly isOutsidePrefix?: boolean;
  /** Its clients print what is refused: it comes as text, and 401 says how to sign in. */
  readonly refusesInText?: boolean;
  readonly caller: Caller;
  /** The parts of the API whose scopes a token needs, all of them. */
  readonly areas: readonly ScopeArea[];
  /** The older scope name, where it does not follow from area and method. */
  readonly formerScope?: string;
  /** Whether git itself calls it: refusals are text that git prints, and one for missing credentials makes it ask for them. */
  readonly isGit?: boolean;
  /** The method whose rights a caller needs, where it is another: git reads by POST, and looks by GET before it pushes. */
  readonly actsAs?: Method;
  /** Set for a page for browsers: who looks at it by a session, and the page that a refusal is. */
  readonly page?: {
    visitorOf(visit: {readonly world: World; readonly headers: Headers}): Person | undefined;
    refusal(refusal: Refusal): Reply;
  };
  readonly readsReactionsOf?: 'issue' | 'comment';
  /** Whether the operation is there at all as the server is set up; without it, it is. */
  readonly isServed?: (ask: Ask) => boolean;
  readonly answer: (ask: Ask) => Reply | Promise<Reply>;
}
