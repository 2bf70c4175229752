/** Wrong readings of users, organizations and issues. */
import type {Fault} from './fault.ts';

export const peopleFaults: readonly Fault[] = [
  {
    name: 'user-created-at-ignored',
    requirement: 'USER-CREATED-AT',
    basis: 'stated',
    says: 'The field created_at is ignored when a user is created.',
    patch: () => ({creationTime: (_asked, now) => now}),
  },
  {
    name: 'user-created-at-epoch',
    requirement: 'USER-CREATED-NOW',
    basis: 'stated',
    says: 'A user who is created without created_at was created in 1970.',
    patch: () => ({creationTime: asked => asked ?? 0}),
  },
  {
    name: 'bot-name-case',
    requirement: 'ACTIONS-BOT-NAME',
    basis: 'stated',
    says: 'The name of the automation bot is reserved in lower case only.',
    patch: before => ({
      isReservedName(name, occasion) {
        return this.botNames.includes(name.toLowerCase())
          ? this.botNames.includes(name)
          : before.isReservedName.call(this, name, occasion);
      },
    }),
  },
  {
    name: 'purge-ignored',
    requirement: 'USER-DELETE',
    basis: 'usual',
    says: 'The parameter purge is ignored, so a user who owns something cannot be deleted.',
    patch: () => ({mayDeletePerson: owned => owned.repositories === 0 && owned.organizations === 0}),
  },
  {
    name: 'members-deleted-without-purge',
    requirement: 'USER-DELETE',
    basis: 'usual',
    says: 'A user who belongs to an organization is deleted without purge too.',
    patch: before => ({
      mayDeletePerson(owned, purge) {
        return before.mayDeletePerson.call(this, {...owned, organizations: 0}, purge);
      },
    }),
  },
  {
    name: 'limited-organization-listed',
    requirement: 'ORG-LIMITED',
    basis: 'stated',
    says: 'GET /orgs lists organizations of limited visibility to everybody.',
    patch: () => ({isListedOrganization: visibility => visibility !== 'private'}),
  },
  {
    name: 'limited-organization-shown',
    requirement: 'ORG-LIMITED',
    basis: 'stated',
    says: 'Organizations of limited visibility are shown to callers who did not sign in.',
    patch: () => ({maySeeLimited: () => true}),
  },
  {
    name: 'private-organization-listed',
    requirement: 'ORG-LIST',
    basis: 'stated',
    says: 'GET /orgs lists private organizations to everybody.',
    patch: () => ({isListedOrganization: () => true}),
  },
  {
    name: 'restricted-sees-public',
    requirement: 'USER-RESTRICTED',
    basis: 'stated',
    says: 'Restricted users see every public repository.',
    patch: () => ({openAccess: facts => (facts.isPrivate ? 'none' : 'read')}),
  },
  {
    name: 'admin-emails-primary-only',
    requirement: 'ADMIN-EMAILS',
    basis: 'stated',
    says: 'The list of e-mail addresses for administrators shows the first address of each user only.',
    patch: () => ({isListedAddress: address => address.isPrimary}),
  },
  {
    name: 'rename-forgets-old-name',
    requirement: 'ADMIN-RENAME',
    basis: 'usual',
    says: 'The old name of a renamed user is not redirected to the new one.',
    patch: () => ({redirectsFormerName: false}),
  },
  {
    name: 'admin-membership-check',
    requirement: 'ADMIN-ORG-CHECK',
    basis: 'stated',
    says: 'An administrator who is no member is sent to the public members when checking a membership.',
    patch: () => ({mayCheckMembership: viewer => viewer.belongs}),
  },
  {
    name: 'user-created-at-day-only',
    requirement: 'USER-CREATED-AT',
    basis: 'stated',
    says: 'Of the field created_at only the day is kept.',
    patch: () => ({
      creationTime: (asked, now) => (asked === undefined ? now : Math.floor(asked / 86_400_000) * 86_400_000),
    }),
  },
  {
    name: 'user-created-tomorrow',
    requirement: 'USER-CREATED-NOW',
    basis: 'stated',
    says: 'A user who is created without created_at was created a day from now.',
    patch: () => ({creationTime: (asked, now) => asked ?? now + 86_400_000}),
  },
  {
    name: 'user-never-deleted',
    requirement: 'USER-DELETE',
    basis: 'stated',
    says: 'No user can be deleted.',
    patch: () => ({mayDeletePerson: () => false}),
  },
  {
    name: 'restricted-sees-organizations',
    requirement: 'USER-RESTRICTED',
    basis: 'stated',
    says: 'Restricted users see every organization that others see.',
    patch: before => ({
      maySeeOrganization(visibility, viewer) {
        return before.maySeeOrganization.call(this, visibility, {...viewer, isRestricted: false});
      },
    }),
  },
  {
    name: 'no-organization-listed',
    requirement: 'ORG-LIST',
    basis: 'stated',
    says: 'GET /orgs lists nothing.',
    patch: () => ({isListedOrganization: () => false}),
  },
  {
    name: 'admin-emails-secondary-only',
    requirement: 'ADMIN-EMAILS',
    basis: 'stated',
    says: 'The list of e-mail addresses for administrators leaves the first address of each user out.',
    patch: () => ({isListedAddress: address => !address.isPrimary}),
  },
  {
    name: 'admin-membership-open',
    requirement: 'ADMIN-ORG-CHECK',
    basis: 'usual',
    says: 'Everybody may check who belongs to an organization.',
    patch: () => ({mayCheckMembership: () => true}),
  },
  {
    name: 'limited-organization-403',
    requirement: 'ORG-LIMITED',
    basis: 'stated',
    says: 'A caller who did not sign in gets 403 for a limited organization, and 404 for one that does not exist.',
    patch: () => ({hiddenAccountStatus: 403}),
  },
  {
    name: 'user-with-created-at-refused',
    requirement: 'USER-CREATE',
    basis: 'stated',
    says: 'Creating a user with the field created_at is refused.',
    patch: () => ({acceptsCreationTime: false}),
  },
  {
    name: 'user-hidden-when-created',
    requirement: 'USER-CREATE',
    basis: 'stated',
    says: 'A user who was just created is shown to nobody else.',
    patch: () => ({visibilityOfNewUser: () => 'private'}),
  },
  {
    name: 'user-created-at-loses-its-offset',
    requirement: 'USER-CREATED-AT',
    basis: 'stated',
    says: 'The offset of created_at from UTC is dropped, and the rest taken for UTC.',
    patch: before => ({
      instantOfText(text) {
        return before.instantOfText.call(this, text.replace(/[+-]\d\d:\d\d$/, 'Z'));
      },
    }),
  },
  {
    name: 'rename-answered-only',
    requirement: 'ADMIN-RENAME',
    basis: 'stated',
    says: 'Renaming a user is answered, and the name stays as it was.',
    patch: () => ({nameAfterRename: before => before}),
  },
  {
    name: 'hidden-organizations-counted',
    requirement: 'ORG-LIMITED',
    basis: 'stated',
    says: 'The paging header of GET /orgs counts hidden organizations too.',
    patch: () => ({countOfOrganizations: (_listed, all) => all}),
  },
  {
    name: 'user-created-at-epoch-ignored',
    requirement: 'USER-CREATED-AT',
    basis: 'stated',
    says: 'A created_at of 1970-01-01T00:00:00Z counts as not sent.',
    patch: () => ({creationTime: (asked, now) => asked || now}),
  },
  {
    name: 'purge-false-purges',
    requirement: 'USER-DELETE',
    basis: 'usual',
    says: 'The parameter purge is looked for and not read, so that purge=false purges.',
    patch: () => ({isPurge: asked => asked !== undefined}),
  },
  {
    name: 'addresses-of-inactive-users-missing',
    requirement: 'ADMIN-EMAILS',
    basis: 'stated',
    says: 'The list of addresses leaves out accounts that are not active.',
    patch: () => ({isListedAddress: (_address, {isActive}) => isActive}),
  },
  {
    name: 'restricted-administrator-loses-rights',
    requirement: 'AUTH-ADMIN-WRITE',
    basis: 'stated',
    says: 'A site administrator who is restricted has no more rights than other restricted users.',
    patch: before => ({
      accessTo(facts) {
        return before.accessTo.call(this, {...facts, isSiteAdmin: facts.isSiteAdmin && !facts.isRestricted});
      },
    }),
  },
];
