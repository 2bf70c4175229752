// What of an answer is a matter of settings or of other things on the server: for the scripts that join what servers answered.
import {kindsOf, type Shape} from '../suites/properties/calls/reply-shapes.ts';

/** Lists of the whole server, and of an account that every case uses, hold what others made. */
export const wide = new Set(
  'issueSearchIssues userGetCurrent userSearch userGet userListRepos userListEmails userCurrentTrackedTimes userGetOauth2Application listPackages userListHooks notifyGetList notifyNewAvailable adminSearchUsers adminGetAllEmails adminSearchEmails adminListHooks repoSearch userCurrentListRepos orgGetAll orgListCurrentUserOrgs orgListUserOrgs notifyReadList repoGetArchive repoGetLatestRelease'.split(
    ' ',
  ),
);

// What the settings of a server decide, what a server counts and words as it likes, and what it finds out later.
const settingKeys =
  /^(?:has_|allow_|default_(?!branch)|internal_tracker|enable_|object_format|size$|html_url$|message$|avatar_url$|language$|email$|last_login$|visibility$|verification$|mergeable$|followers_count$|following_count$|starred_repos_count$)/;

// What the newest servers alone show.
const newKeys = new Set(['content_version']);

/** A shape without the values that settings decide. */
export function withoutSettings(shape: Shape): Shape {
  if (typeof shape !== 'object' || shape === null || '$kind' in shape) return shape;
  // Which items a list has, and in which order, depends on what else was done.
  if ('$each' in shape) return kindsUnlessNone(shape);
  return Object.fromEntries(
    Object.entries(shape)
      .map(([key, one]): [string, Shape] => [key, settingKeys.test(key) ? kindsOf(one) : withoutSettings(one)])
      .filter(([key, one]) => !isAny(one) && !newKeys.has(key)),
  );
}

function kindsUnlessNone(list: Shape): Shape {
  return JSON.stringify(list) === '{"$each":{"$kind":"none"}}' ? list : kindsOf(list);
}

function isAny(shape: Shape): boolean {
  return typeof shape === 'object' && shape !== null && '$kind' in shape && shape.$kind === 'any';
}
