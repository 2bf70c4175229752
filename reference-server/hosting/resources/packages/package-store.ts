/** What both package registries share: whose packages they are, who may change them, and the files of a version. */
import type {Package, PackageFile} from '../../../state/packages.ts';
import type {Account, Team} from '../../../state/people.ts';
import {belongsTo, maySeeAccount, ownsOrganization, senderPerson, teamsOf} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {announceToOwner} from '../../events.ts';
import {accountNamed} from '../../lookups.ts';
import {Refusal} from '../../refusal.ts';
import {showAccount, showPersonById} from '../../shapes/person.ts';
import {instantText} from '../../../rules/instant.ts';
import {removePackage} from '../../../state/removal.ts';
import {findAccount} from '../../../state/state.ts';

/** Finds the owner of the path, as far as the sender may see them. */
export function packageOwner(ask: Ask): Account {
  const owner = findAccount(ask.world.state, ask.param('owner'));
  const isHidden = owner === undefined || !maySeeAccount(ask, owner);
  const isRegistry = ask.route.isOutsidePrefix === true;
  if (isHidden && isRegistry && senderPerson(ask) === undefined) throw challenge();
  // Usual: that there are hidden owners of packages is no secret to who signed in.
  const message = 'user should have specific permission or be a site admin';
  if (owner !== undefined && isHidden) throw isRegistry ? challenge(message) : new Refusal(403, message);
  return accountNamed(ask, ask.param('owner'));
}

/** Tells a client of a registry to come back with other credentials; those clients understand no other refusal. */
function challenge(message = 'token is required'): Refusal {
  return new Refusal(401, message, {headers: {'WWW-Authenticate': 'Basic realm="Touchstone"'}});
}

/** Finds the owner of the path and makes sure that the sender may change their packages. */
export function packageOwnerForWriter(ask: Ask): Account {
  const person = senderPerson(ask);
  if (person === undefined) throw challenge();
  const owner = packageOwner(ask);
  if (mayWrite(ask, owner)) return owner;
  const message = `${person.name} may not change the packages of ${owner.name}.`;
  throw ask.route.isOutsidePrefix === true ? challenge(message) : new Refusal(403, message);
}

function mayWrite(ask: Ask, owner: Account): boolean {
  const person = doer(ask);
  if (person.isAdmin || owner.kind === 'person') return person.isAdmin || belongsTo(ask, person, owner);
  const isWriter = ({permission, unitsMap}: Team): boolean =>
    permission === 'admin' || ask.rules.reaches(unitsMap['repo.packages'] ?? 'none', 'write');
  return ownsOrganization(ask, owner) || teamsOf(ask, owner, person).some(isWriter);
}

/** Names one version of a package. */
export interface PackageKey {
  readonly kind: string;
  readonly name: string;
  readonly version: string;
}

export function findPackage(ask: Ask, owner: Account, {kind, name, version}: PackageKey): Package | undefined {
  return versionsOf(ask, owner, {kind, name}).find(each => each.version.toLowerCase() === version.toLowerCase());
}

/** Every version of one package: its name means the same in capitals and in small letters. */
function versionsOf(ask: Ask, owner: Account, {kind, name}: Omit<PackageKey, 'version'>): readonly Package[] {
  return ask.world.state.packages
    .of(owner.id)
    .filter(each => each.kind === kind && each.name.toLowerCase() === name.toLowerCase());
}

export function findFile(ask: Ask, each: Package, name: string): PackageFile | undefined {
  return ask.world.state.packageFiles.of(each.id).find(file => file.name.toLowerCase() === name.toLowerCase());
}

/** A file to store, and the version that it belongs to. */
export interface NewFile {
  readonly key: PackageKey & Pick<Package, 'kind'>;
  readonly about: string;
  readonly file: {readonly name: string; readonly bytes: Uint8Array};
}

/** Stores a file under a version, which is made with its first file; refuses a file that is there already. */
export function storeFile(ask: Ask, owner: Account, {key, about, file}: NewFile): void {
  const {state, clock} = ask.world;
  const existing = findPackage(ask, owner, key);
  if (existing !== undefined && findFile(ask, existing, file.name) !== undefined)
    throw new Refusal(409, `There is already a file ${file.name} in ${key.name} ${key.version}.`);
  // A package is called what it was called first.
  const name = versionsOf(ask, owner, key)[0]?.name ?? key.name;
  const each =
    existing ??
    state.packages.add(id => ({
      ...key,
      name,
      id,
      about,
      ownerId: owner.id,
      creatorId: doer(ask).id,
      createdAt: clock.now(),
    }));
  state.packageFiles.add(id => ({...file, id, packageId: each.id}));
  if (existing === undefined) announcePackage(ask, owner, {each, action: 'created'});
}

/** Removes a version with its files. */
export function takePackage(ask: Ask, owner: Account, each: Package): void {
  announcePackage(ask, owner, {each, action: 'deleted'});
  removePackage(ask.world.state, each.id);
}

function announcePackage(
  ask: Ask,
  owner: Account,
  {each, action}: {each: Package; action: 'created' | 'deleted'},
): void {
  announceToOwner(ask, owner, {name: 'package', action, details: view => ({package: showPackage(view, each)})});
}

export function showPackage(ask: Ask, each: Package): Record<string, unknown> {
  const owner = ask.world.state.accounts.get(each.ownerId);
  const path = [
    owner?.name ?? 'Ghost',
    '-',
    'packages',
    each.kind,
    each.name.toLowerCase(),
    each.version.toLowerCase(),
  ];
  return {
    id: each.id,
    owner: owner === undefined ? null : showAccount(ask, owner),
    repository: null,
    creator: showPersonById(ask, each.creatorId),
    type: each.kind,
    name: each.name,
    version: each.version,
    html_url: `${ask.origin}/${path.map(encodeURIComponent).join('/')}`,
    created_at: instantText(each.createdAt),
  };
}
