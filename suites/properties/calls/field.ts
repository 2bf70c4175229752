// What the laws of fields are told: the fields of a kind of thing, the operations that make, edit and read it, and where a reply shows a field.
import {isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {WithReferences, WorldReply} from '../../../model/property.ts';
import type {Params, Scene} from './scene.ts';

/** A field of a body: values that differ from what is there before them, the first of them from what is there when nothing is sent, and where a reply shows it. */
export interface Field {
  readonly name: string;
  readonly values: readonly [WithReferences, WithReferences, ...WithReferences[]];
  /** The value as a reply shows it; without it, the value of the same name. */
  readonly shown?: (thing: JsonObject) => Json | undefined;
  /** It switches other fields of the thing on and off: what is beside it may change with it. */
  readonly isSwitch?: boolean;
}

/** One kind of thing, and the operations that make, edit and read it. */
export interface Form {
  readonly kind: string;
  readonly create: {
    readonly operation: string;
    /** Where it is made, and what a body must hold; each call gives another one. */
    readonly next: (scene: Scene) => Promise<{readonly params: Params; readonly body: JsonObject}>;
    readonly fields: readonly Field[];
  };
  /** Fields that are lists of login names. */
  readonly logins?: readonly string[];
  readonly edit: {
    readonly operation: string;
    readonly fields: readonly Field[];
    /** What each body must hold. */
    readonly always?: (thing: JsonObject) => JsonObject;
  };
  readonly read: string;
  /** The list that it is in, and what is sent beside where it was made; it is told from the others by its id. */
  readonly list?: readonly [operation: string, params?: Params];
  /** Where it is found, once it was made. */
  readonly at: (params: Params, thing: JsonObject) => Params;
  readonly as?: string;
  /** Webhook inboxes: where no webhook can arrive, what a webhook shows proves nothing of a statement that it fires. */
  readonly listen?: readonly string[];
}

export function shownOf({name, shown}: Field, thing: JsonObject): Json | undefined {
  return shown === undefined ? thing[name] : shown(thing);
}

export function bodyOf({body}: WorldReply): JsonObject {
  return body !== undefined && isJsonObject(body) ? body : {};
}
