// Reads `signIn:` of an arrangement: who signs in at the pages of the target.
import type {SigningIn} from '../../../model/arrangement.ts';
import {asRecord, entryOf, note, textOf, type KeyTable, type Place} from '../../../base/yaml/yaml-place.ts';
import {readActor} from './read-request-parts.ts';

const text = {type: 'string'};

const signInKeys = {
  as: {about: 'The actor.', schema: text},
  user: {about: 'The user name of another account.', schema: text},
  password: {about: 'Its password.', schema: text},
} as const satisfies KeyTable;

/** Reads the mapping: an actor, or an account with its password. */
export function readSigningIn(place: Place | undefined, actors: readonly string[] | undefined): SigningIn | undefined {
  if (place === undefined || asRecord(place, '"signIn"', signInKeys) === undefined) return undefined;
  const as = entryOf(place, 'as');
  const user = textOf(entryOf(place, 'user'), '"user"');
  const password = textOf(entryOf(place, 'password'), '"password"');
  if (as !== undefined && user === undefined && password === undefined)
    return {kind: 'actor', as: readActor(as, actors, [])};
  if (as === undefined && user !== undefined && password !== undefined) return {kind: 'account', user, password};
  return note(place, '"signIn" needs either "as", or "user" and "password"', 'write signIn: {as: alice}', 'key');
}
