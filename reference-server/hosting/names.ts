/** Checks names that somebody wants to give. */
import type {Rules} from '../rules/rules.ts';
import type {Visibility} from '../rules/people.ts';
import {findAccount} from '../state/state.ts';
import type {State} from '../state/state.ts';
import {Refusal} from './refusal.ts';

/** Refuses a name that no account may have, or that another account has. */
export function checkAccountName(
  {rules, state, name}: {rules: Rules; state: State; name: string},
  ownId?: number,
  kind: 'create' | 'organization' = 'create',
): void {
  if (rules.isReservedName(name, ownId === undefined ? kind : 'rename'))
    throw new Refusal(422, `The name ${name} is reserved.`);
  const isWellFormed = /^[a-z0-9](?:[a-z0-9]|[-_.](?=[a-z0-9]))*$/i.test(name) && name.length <= 40;
  if (!isWellFormed) {
    throw new Refusal(
      422,
      `The name ${JSON.stringify(name)} must have 1 to 40 letters, digits and single -, _ or . between them.`,
    );
  }
  const other = findAccount(state, name);
  if (other !== undefined && other.id !== ownId) throw new Refusal(422, `The name ${name} is already taken.`);
}

/** Usual: repositories and teams are listed by their names, in capitals or not. */
export function byName(left: Named, right: Named): number {
  const [a, b] = [left.name.toLowerCase(), right.name.toLowerCase()];
  return a < b ? -1 : a > b ? 1 : left.id - right.id;
}

interface Named {
  readonly id: number;
  readonly name: string;
}

/** Refuses a name that no repository may have. */
export function checkRepositoryName(name: string): void {
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(name)) {
    throw new Refusal(
      422,
      `The repository name ${JSON.stringify(name)} must have 1 to 100 letters, digits, -, _ or . in it.`,
    );
  }
  if (['.', '..', '-'].includes(name) || /\.(git|wiki|rss|atom)$/i.test(name)) {
    throw new Refusal(422, `The repository name ${name} is reserved.`);
  }
}

export function readVisibility(text: string | undefined): Visibility | undefined {
  if (text === undefined || text === '') return undefined;
  if (text === 'public' || text === 'limited' || text === 'private') return text;
  throw new Refusal(422, `visibility must be public, limited or private, not "${text}"`);
}

/** Refuses what is no address, and one that somebody else has. */
export function checkEmail(
  state: State,
  email: string,
  {ownId, status = 422}: {readonly ownId?: number; readonly status?: number} = {},
): void {
  if (!/^[^\s@,;<>()"]+@[^\s@,;<>()"]+$/.test(email)) throw new Refusal(status, `e-mail invalid [email: ${email}]`);
  const lower = email.toLowerCase();
  const isTaken = state.accounts
    .of('person')
    .some(
      account =>
        account.kind === 'person' &&
        account.id !== ownId &&
        account.emails.some(address => address.email.toLowerCase() === lower),
    );
  if (isTaken) throw new Refusal(status, `e-mail already in use [email: ${email}]`);
}
