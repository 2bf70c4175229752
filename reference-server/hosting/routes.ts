/** Every operation that the server answers. A new resource is a new file and one line here. */
import {adminUserRoutes} from './resources/people/admin-users.ts';
import {branchProtectionRoutes} from './resources/repository/branch-protections.ts';
import {branchRoutes} from './resources/git/branches.ts';
import {collaboratorRoutes} from './resources/repository/collaborators.ts';
import {commentRoutes} from './resources/issues/comments.ts';
import {genericPackageRoutes} from './resources/packages/generic-packages.ts';
import {hookRoutes} from './resources/repository/hooks.ts';
import {issueLabelRoutes} from './resources/issues/issue-labels.ts';
import {issueListRoutes} from './resources/issues/issue-lists.ts';
import {issueRoutes} from './resources/issues/issues.ts';
import {labelRoutes} from './resources/issues/labels.ts';
import {oauth2ApplicationRoutes} from './resources/people/oauth2-applications.ts';
import {organizationRoutes} from './resources/people/organizations.ts';
import {packageRoutes} from './resources/packages/packages.ts';
import {pushMirrorRoutes} from './resources/repository/push-mirrors.ts';
import {pushRoutes} from './resources/git/pushes.ts';
import {reactionRoutes} from './resources/issues/reactions.ts';
import {repositoryRoutes} from './resources/repository/repositories.ts';
import {signedPackageRoutes} from './resources/packages/signed-packages.ts';
import {serverRoutes} from './resources/site/server.ts';
import {teamRoutes} from './resources/people/teams.ts';
import {timelineRoutes} from './resources/issues/issue-timeline.ts';
import {tokenRoutes} from './resources/people/tokens.ts';
import {userRoutes} from './resources/people/users.ts';
import {commitRoutes} from './resources/git/commits.ts';
import {contentsRoutes} from './resources/git/contents.ts';
import {emailRoutes} from './resources/people/emails.ts';
import {milestoneRoutes} from './resources/issues/milestones.ts';
import {noteRoutes} from './resources/git/notes.ts';
import {tagRoutes} from './resources/git/tags.ts';
import {downloadRoutes} from './resources/git/downloads.ts';
import {forkRoutes} from './resources/repository/forks.ts';
import {releaseRoutes} from './resources/git/releases.ts';
import {statusRoutes} from './resources/git/statuses.ts';
import {trackedTimeRoutes} from './resources/issues/tracked-times.ts';
import {transferRoutes} from './resources/repository/transfers.ts';
import {pullMergeRoutes} from './resources/issues/pull-merges.ts';
import {pullRoutes} from './resources/issues/pulls.ts';
import {reviewRequestRoutes} from './resources/issues/review-requests.ts';
import {reviewRoutes} from './resources/issues/reviews.ts';
import {notificationRoutes} from './resources/people/notifications.ts';
import {attachmentRoutes} from './resources/git/attachments.ts';
import {repositoryTeamRoutes} from './resources/repository/repository-teams.ts';
import {subscriptionRoutes} from './resources/people/subscriptions.ts';
import {treeRoutes} from './resources/git/trees.ts';
import {organizationMemberRoutes} from './resources/people/organization-members.ts';
import {actionsSecretRoutes} from './resources/actions/secrets-of-actions.ts';
import {actionsVariableRoutes} from './resources/actions/variables.ts';
import {actionsRunnerRoutes} from './resources/actions/runners.ts';
import type {Route} from './route.ts';

export const routes: readonly Route[] = [
  ...adminUserRoutes,
  ...branchProtectionRoutes,
  ...branchRoutes,
  ...collaboratorRoutes,
  ...commentRoutes,
  ...genericPackageRoutes,
  ...hookRoutes,
  ...issueLabelRoutes,
  ...issueListRoutes,
  ...issueRoutes,
  ...labelRoutes,
  ...oauth2ApplicationRoutes,
  ...organizationRoutes,
  ...packageRoutes,
  ...pushMirrorRoutes,
  ...pushRoutes,
  ...reactionRoutes,
  ...repositoryRoutes,
  ...serverRoutes,
  ...signedPackageRoutes,
  ...teamRoutes,
  ...timelineRoutes,
  ...tokenRoutes,
  ...userRoutes,
  ...commitRoutes,
  ...contentsRoutes,
  ...emailRoutes,
  ...milestoneRoutes,
  ...noteRoutes,
  ...tagRoutes,
  ...downloadRoutes,
  ...forkRoutes,
  ...releaseRoutes,
  ...statusRoutes,
  ...trackedTimeRoutes,
  ...transferRoutes,
  ...pullMergeRoutes,
  ...pullRoutes,
  ...reviewRequestRoutes,
  ...reviewRoutes,
  ...notificationRoutes,
  ...attachmentRoutes,
  ...repositoryTeamRoutes,
  ...subscriptionRoutes,
  ...treeRoutes,
  ...organizationMemberRoutes,
  ...actionsSecretRoutes,
  ...actionsVariableRoutes,
  ...actionsRunnerRoutes,
].sort(bySpecificity);

/** A path with a word where another has a parameter comes first: `issues/search` before `issues/{index}`. */
function bySpecificity(left: Route, right: Route): number {
  const [a, b] = [rankOf(left.path), rankOf(right.path)];
  return a < b ? -1 : a > b ? 1 : 0;
}

function rankOf(path: string): string {
  const rankOfPart = (part: string): string =>
    !part.startsWith('{') ? 'a' : part.endsWith('*}') ? 'd' : part.includes('}.{') ? 'b' : 'c';
  return path.split('/').map(rankOfPart).join('');
}
