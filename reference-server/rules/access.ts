/** What the record states about permissions on repositories. */
import type {Rules} from './rules.ts';

/** How much somebody may do with a repository, from least to most. */
export type Access = 'none' | 'read' | 'write' | 'admin' | 'owner';

const ladder: readonly Access[] = ['none', 'read', 'write', 'admin', 'owner'];

/** Everything that decides about access. */
export interface AccessFacts {
  readonly isSignedIn: boolean;
  readonly isSiteAdmin: boolean;
  readonly isRestricted: boolean;
  readonly isOwner: boolean;
  readonly isPrivate: boolean;
  readonly maySeeOwner: boolean;
  /** The highest right among teams and collaborations. */
  readonly granted: Access;
}

export const accessRules = {
  reaches(access: Access, wanted: Access): boolean {
    return ladder.indexOf(access) >= ladder.indexOf(wanted);
  },

  // "A repository admin or site admin counts as having write permission in permission checks."
  accessOfSiteAdmin: 'owner' as Access,

  // "Restricted users see only repositories and organizations to which they have explicit access"
  openAccess(facts: AccessFacts): Access {
    return facts.isPrivate || facts.isRestricted || !facts.maySeeOwner ? 'none' : 'read';
  },

  accessTo(this: Rules, facts: AccessFacts): Access {
    if (facts.isOwner) return 'owner';
    const candidates: Access[] = [facts.granted, this.openAccess(facts)];
    if (facts.isSiteAdmin) candidates.push(this.accessOfSiteAdmin);
    return candidates.reduce((best, next) => (this.reaches(next, best) ? next : best));
  },
};
