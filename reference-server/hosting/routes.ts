/** Every operation that the server answers. A new resource is a new file and one line here. */
import {adminUserRoutes} from './resources/admin-users.ts';
import {branchProtectionRoutes} from './resources/branch-protections.ts';
import {branchRoutes} from './resources/branches.ts';
import {collaboratorRoutes} from './resources/collaborators.ts';
import {commentRoutes} from './resources/comments.ts';
import {genericPackageRoutes} from './resources/generic-packages.ts';
import {hookRoutes} from './resources/hooks.ts';
import {issueLabelRoutes} from './resources/issue-labels.ts';
import {issueListRoutes} from './resources/issue-lists.ts';
import {issueRoutes} from './resources/issues.ts';
import {labelRoutes} from './resources/labels.ts';
import {oauth2ApplicationRoutes} from './resources/oauth2-applications.ts';
import {organizationRoutes} from './resources/organizations.ts';
import {packageRoutes} from './resources/packages.ts';
import {pushMirrorRoutes} from './resources/push-mirrors.ts';
import {pushRoutes} from './resources/pushes.ts';
import {reactionRoutes} from './resources/reactions.ts';
import {repositoryRoutes} from './resources/repositories.ts';
import {signedPackageRoutes} from './resources/signed-packages.ts';
import {serverRoutes} from './resources/server.ts';
import {teamRoutes} from './resources/teams.ts';
import {timelineRoutes} from './resources/timeline.ts';
import {tokenRoutes} from './resources/tokens.ts';
import {userRoutes} from './resources/users.ts';
import {commitRoutes} from './resources/commits.ts';
import {contentsRoutes} from './resources/contents.ts';
import {emailRoutes} from './resources/emails.ts';
import {milestoneRoutes} from './resources/milestones.ts';
import {noteRoutes} from './resources/notes.ts';
import {tagRoutes} from './resources/tags.ts';
import {forkRoutes} from './resources/forks.ts';
import {releaseRoutes} from './resources/releases.ts';
import {statusRoutes} from './resources/statuses.ts';
import {trackedTimeRoutes} from './resources/tracked-times.ts';
import {transferRoutes} from './resources/transfers.ts';
import {pullMergeRoutes} from './resources/pull-merges.ts';
import {pullRoutes} from './resources/pulls.ts';
import {reviewRoutes} from './resources/reviews.ts';
import {notificationRoutes} from './resources/notifications.ts';
import {attachmentRoutes} from './resources/attachments.ts';
import {repositoryTeamRoutes} from './resources/repository-teams.ts';
import {subscriptionRoutes} from './resources/subscriptions.ts';
import {treeRoutes} from './resources/trees.ts';
import {organizationMemberRoutes} from './resources/organization-members.ts';
import {actionsSecretRoutes} from './resources/actions-secrets.ts';
import {actionsVariableRoutes} from './resources/actions-variables.ts';
import {actionsRunnerRoutes} from './resources/actions-runners.ts';
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
  ...forkRoutes,
  ...releaseRoutes,
  ...statusRoutes,
  ...trackedTimeRoutes,
  ...transferRoutes,
  ...pullMergeRoutes,
  ...pullRoutes,
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
  const rankOfPart = (part: string): string => (!part.startsWith('{') ? '0' : part.endsWith('*}') ? '2' : '1');
  return path.split('/').map(rankOfPart).join('');
}
