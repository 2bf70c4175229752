// What an arrangement file says: a named, typed way to make a starting state.
import type {Json, JsonObject} from './json.ts';
import type {Capture, Given, StepAuth, StepBody} from './suite.ts';

/** One file of fixtures/arrangements. */
export interface Arrangement {
  readonly name: string;
  readonly title: string;
  readonly file: string;
  readonly inputs: {readonly [name: string]: ArrangementInput};
  readonly given: readonly Given[];
  /** Who signs in at the pages of the target first; the steps have the cookie as `${session.cookie}`. */
  readonly signIn?: SigningIn;
  readonly steps: readonly ArrangementStep[];
  /** Template trees over inputs, given and captures; typed by what they select. */
  readonly outputs: JsonObject;
  readonly needs: readonly string[];
  /** The statements that break when this cannot be made: the case that proves one of them fails, the others are blocked. */
  readonly requires: readonly string[];
  readonly cleanup?: ArrangementStep;
  /** Calls that change what was made, and set it back. */
  readonly edit?: readonly ArrangementStep[];
  /** Removes what was made, so that another of its name can be made; without it, it has no name or cannot be removed. */
  readonly remove?: ArrangementStep;
  /** Eleven more can be made beside it. */
  readonly siblings?: boolean;
  /** Finds the object again by its unique name when the create's answer was lost. */
  readonly find?: ArrangementStep;
  /** It stands for one step of a case that says how what it makes is removed. */
  readonly isOfStep?: boolean;
}

/** Names what a step sends, for messages. */
export function nameOfStep({call, request}: ArrangementStep): string {
  return request === undefined ? call : `${request.method} ${request.path}`;
}

/** An actor, or an account with its password; templates. */
export type SigningIn =
  | {readonly kind: 'actor'; readonly as: string}
  | {readonly kind: 'account'; readonly user: string; readonly password: string};

/** One input. Without a default it must be given; a default may be a template over the inputs before it and `${random.*}`. */
export interface ArrangementInput {
  readonly type: 'string' | 'integer' | 'boolean' | 'list' | 'object' | 'any';
  readonly default?: Json;
  readonly about: string;
}

/** One call of an arrangement; it needs a 2xx unless `status` says otherwise. */
export interface ArrangementStep {
  readonly pointer: string;
  /** Actor name or a template that gives one. */
  readonly as: string;
  /** The operation; empty where `request` says method and path. */
  readonly call: string;
  readonly request?: {readonly method: string; readonly path: string};
  readonly params: JsonObject;
  readonly query: JsonObject;
  readonly headers?: JsonObject;
  readonly body?: StepBody;
  readonly auth?: StepAuth;
  readonly status?: Json;
  readonly capture: {readonly [name: string]: Capture};
  /** What somebody else calls when this is answered 403; `${acting.login}` is who was refused. */
  readonly otherwise?: ArrangementStep;
  /** Only of `find`: JSON Pointer → value; the item of the listed ones that holds them all is it, and captures are taken from it. */
  readonly where?: JsonObject;
}
