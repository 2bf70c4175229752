// Which statement of the record a request is about: what is unusual there is told beside it.
import type {History} from './history.ts';

/** The first pattern that the name of an operation fits says it. */
const statements: readonly (readonly [pattern: RegExp, statement: string])[] = [
  [/Reaction/, 'REACTIONS'],
  [/OAuth2/i, 'OAUTH2-CREATED'],
  [/Runner|Workflow|Secret|Variable/, 'ACTIONS-ENABLED'],
  [/Tokens?$/, 'TOKEN-RETURNED'],
  [/BranchProtection/, 'BRANCH-CRUD'],
  [/PushMirror/, 'MIRROR-SYNC'],
  [/Package|ChefKey/, 'PACKAGES'],
  [/PullReview/, 'REVIEW-PENDING'],
  [/PullRequestFiles/, 'PULL-FILES'],
  [/Merge/, 'MERGE-ADMIN'],
  [/CommentAttachment/, 'ATTACH-COMMENT'],
  [/IssueAttachment/, 'ATTACH-ISSUE'],
  [/Label/, 'LABEL-OPTION'],
  [/Milestone/, 'MILESTONE-STATE'],
  [/Time/, 'TIME-FILTER'],
  [/Comment/, 'COMMENT-GET'],
  [/SearchIssues/, 'ISSUE-SEARCH'],
  [/^issueCreateIssue/, 'ISSUE-POSTER'],
  [/^issue/, 'ISSUE-EDIT-COLS'],
  [/^notifyGetList/, 'NOTIFY-LIST'],
  [/^notifyGetRepoList/, 'NOTIFY-REPO-LIST'],
  [/^notifyGetThread/, 'NOTIFY-THREAD'],
  [/^notifyReadList/, 'NOTIFY-PUT'],
  [/^notifyReadRepoList/, 'NOTIFY-REPO-PUT'],
  [/^notifyReadThread/, 'NOTIFY-PATCH'],
  [/^notifyNew/, 'NOTIFY-NEW'],
  [/^org.*Hook/, 'HOOK-ORG'],
  [/^user.*Hook/, 'HOOK-USER'],
  [/^admin.*Hook/, 'HOOK-SYSTEM'],
  [/Hook/, 'EVENT-HOOK-SCOPES'],
  [/Note/, 'GIT-NOTES'],
  [/Transfer/, 'TRANSFER'],
  [/Release/, 'RELEASE-LATEST'],
  [/Status/, 'STATUS-FULL-SHA'],
  [/Tag/, 'TAG-LIST'],
  [/Contents|File/, 'CONTENTS-DATES'],
  [/^adminCreateUser/, 'USER-CREATE'],
  [/^adminDeleteUser/, 'USER-DELETE'],
  [/^adminRenameUser/, 'ADMIN-RENAME'],
  [/Emails?$/, 'ADMIN-EMAILS'],
  [/createOrgRepoDeprecated/, 'ORG-REPO-OLD'],
  [/createOrgRepo/, 'ORG-REPO-CREATE'],
  [/createCurrentUserRepo|adminCreateRepo|generateRepo/, 'REPO-CREATE'],
  [/Fork/i, 'LIMIT-FORK-OPEN'],
  [/IsMember|IsPublicMember/, 'ADMIN-ORG-CHECK'],
  [/^org|Org|team/i, 'ORG-LIST'],
  [/Branch/, 'EMPTY-BRANCHES'],
  [/Collaborator|Permission/, 'AUTH-ADMIN-WRITE'],
  [/Search|^user(?:Current)?List/, 'PAGE-LIMIT'],
];

/** Of what webhooks tell. */
export const aboutDeliveries = 'EVENT-HOOK-SCOPES';

/** Of everything that no sentence is nearer to. */
const aboutRest = 'API-PREFIX';

/** Statements that only webhooks show, or a server with these settings: a history without them shows nothing of them. */
const shownByHooks: ReadonlySet<string> = new Set(['HOOK-ORG', 'HOOK-USER', 'HOOK-SYSTEM', aboutDeliveries]);
const shownBySettings: ReadonlySet<string> = new Set(['ACTIONS-ENABLED']);

/** Gives the statement that an operation is about, in a history that can show it. */
export function aboutOf(operation: string, {isHeard = false, variant}: Pick<History, 'isHeard' | 'variant'>): string {
  const statement = statements.find(([pattern]) => pattern.test(operation))?.[1] ?? aboutRest;
  const isShown =
    (isHeard || !shownByHooks.has(statement)) && (variant !== undefined || !shownBySettings.has(statement));
  return isShown ? statement : aboutRest;
}
