/** Finds the account of somebody who came from the identity provider, or makes one at the first sign-in. */
import {randomBytes} from 'node:crypto';
import {checkAccountName, checkEmail} from '../hosting/names.ts';
import {blankPerson} from '../hosting/resources/people/admin-users.ts';
import type {Person} from '../state/people.ts';
import {addAccount, personById} from '../state/state.ts';
import type {Claims} from './provider.ts';
import type {Visit} from './visit.ts';

/** Gives the account of these claims. An account that was made in another way is never taken over, whatever its name. */
export async function personOfClaims({world, rules}: Visit, claims: Claims): Promise<Person> {
  const {state} = world;
  // A password that nobody knows; made first, so that nothing waits between looking for the account and storing it.
  const passwordHash = await world.passwords.hash(randomBytes(24).toString('hex'));
  const known = personById(state, state.openidSubjects.get(claims.sub) ?? 0);
  if (known !== undefined) return known;
  const name = nameOf(claims);
  const email = textOf(claims['email']) ?? `${name}@noreply.localhost`;
  checkAccountName({rules, state, name});
  checkEmail(state, email);
  const person = addAccount(state, (id): Person => ({
    ...blankPerson,
    id,
    name,
    fullName: textOf(claims['name']) ?? '',
    emails: [{email, isPrimary: true, isVerified: claims['email_verified'] === true}],
    passwordHash,
    loginName: claims.sub,
    createdAt: world.clock.now(),
  }));
  state.openidSubjects.set(claims.sub, person.id);
  return person;
}

function nameOf(claims: Claims): string {
  const [local] = (textOf(claims['email']) ?? '').split('@');
  return textOf(claims['preferred_username']) ?? textOf(claims['nickname']) ?? textOf(local) ?? claims.sub;
}

function textOf(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}
