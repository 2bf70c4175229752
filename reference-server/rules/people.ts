/** What the record states about users and organizations. */
import {readInstant} from './instant.ts';
import type {Rules} from './rules.ts';

export type Visibility = 'public' | 'limited' | 'private';

/** Who looks, as far as visibility goes. */
export interface Viewer {
  readonly isSignedIn: boolean;
  readonly isSiteAdmin: boolean;
  readonly isRestricted: boolean;
  /** Whether the viewer is the one looked at, or belongs to it. */
  readonly belongs: boolean;
}

export const peopleRules = {
  // "When present, the user's creation time is set to that value (back-dating). When absent, … the time of creation."
  creationTime(askedMs: number | undefined, nowMs: number): number {
    return askedMs ?? nowMs;
  },

  // "Creates a user; accepts `created_at`"
  acceptsCreationTime: true,

  // Usual: without a word about it, everybody sees a new user.
  visibilityOfNewUser(asked: Visibility | undefined): Visibility {
    return asked ?? 'public';
  },

  // "admin user rename"
  nameAfterRename(_before: string, asked: string): string {
    return asked;
  },

  // "the user's creation time is set to that value": an instant, whatever offset it is written with.
  instantOfText(text: string): number | undefined {
    return readInstant(text);
  },

  // "A user name used by the automation bot is reserved."
  botNames: ['gitea-actions', 'forgejo-actions'] as readonly string[],

  // Usual: names that would collide with the paths of the web interface.
  pathNames: [
    '. .. .well-known admin api assets attachments avatar avatars captcha commits debug error',
    'explore favicon.ico ghost issues login manifest.json metrics milestones new notifications org',
    'pulls raw repo repo-avatars robots.txt search serviceworker.js ssh_info swagger.v1.json user v2',
  ].flatMap((line): readonly string[] => line.split(' ')),

  // "A user name used by the automation bot is reserved.": for whoever is created and whoever is renamed.
  isReservedName(this: Rules, name: string, _occasion: 'create' | 'organization' | 'rename'): boolean {
    const lower = name.toLowerCase();
    return this.botNames.includes(lower) || this.pathNames.includes(lower) || /\.(keys|gpg|rss|atom|png)$/.test(lower);
  },

  // "limited-visibility organizations are not disclosed to unauthenticated users"
  maySeeLimited(viewer: Viewer): boolean {
    return viewer.isSignedIn;
  },

  // "limited-visibility organizations are not disclosed to unauthenticated users": the answer is the one for what is not there.
  hiddenAccountStatus: 404,

  // "Restricted users see only repositories and organizations to which they have explicit access"
  maySeeOrganization(this: Rules, visibility: Visibility, viewer: Viewer): boolean {
    if (viewer.isSiteAdmin || viewer.belongs) return true;
    if (viewer.isRestricted || visibility === 'private') return false;
    return visibility === 'public' || this.maySeeLimited(viewer);
  },

  maySeePerson(this: Rules, visibility: Visibility, viewer: Viewer): boolean {
    if (viewer.isSiteAdmin || viewer.belongs || visibility === 'public') return true;
    return visibility === 'limited' && !viewer.isRestricted && this.maySeeLimited(viewer);
  },

  // "Lists organizations. Only public ones by default."
  isListedOrganization(this: Rules, visibility: Visibility, viewer: Viewer): boolean {
    return this.maySeeOrganization(visibility, viewer);
  },

  // "limited-visibility organizations are not disclosed to unauthenticated users": what is not listed is not counted.
  countOfOrganizations(listed: number, _all: number): number {
    return listed;
  },

  // "accepts a `purge` query parameter": a flag, which may also be sent as what it is without being sent.
  isPurge(asked: boolean | undefined): boolean {
    return asked ?? false;
  },

  // "accepts a `purge` query parameter": without it a user who still owns repositories stays, as is usual.
  mayDeletePerson(owned: {readonly repositories: number; readonly organizations: number}, purge: boolean): boolean {
    return purge || (owned.repositories === 0 && owned.organizations === 0);
  },

  // "Admin email endpoints give parity with the admin dashboard.": every address of every user is listed.
  isListedAddress(_address: {readonly isPrimary: boolean}, _owner: {readonly isActive: boolean}): boolean {
    return true;
  },

  // Usual: who was renamed is still found, by a redirect.
  redirectsFormerName: true,

  // "An administrator can check organization membership of other users."
  mayCheckMembership(viewer: Viewer): boolean {
    return viewer.isSiteAdmin || viewer.belongs;
  },
};
