// Where each thing that can be removed is seen, by the operation that removes it, and how two of them are made in one place.
import type {WithReferences} from '../../../model/property.ts';
import {upload, type Call} from '../calls/call.ts';
import {inRepository, type Maker, type Params, type Scene} from '../calls/scene.ts';
import {part, placeOf} from '../common/things.ts';

/** Makes two things in one place, and gives the parameters that lead to each. */
type Pair = (scene: Scene) => Promise<readonly [Params, Params]>;

/** Where a thing that can be removed is seen. */
export interface Sight {
  /** What reads it alone, with the parameters of what removes it. */
  readonly read?: string;
  /** What lists it, and the key that holds what a parameter names it by. */
  readonly list?: readonly [operation: string, key: string];
  /** The parameter that names it. */
  readonly by: string;
  readonly proves: string;
  /** What was made beside it and is read with the same parameters: it stays. */
  readonly leaves?: string;
  /** How two of them are made in one place, where the usual way gives each a place of its own. */
  readonly pair?: Pair;
}

export const sights: Readonly<Record<string, Sight>> = {
  issueDelete: {read: 'issueGetIssue', list: ['issueListIssues', 'number'], by: 'index', proves: 'ISSUE-EDIT-COLS'},
  issueDeleteComment: {read: 'issueGetComment', list: ['issueGetRepoComments', 'id'], by: 'id', proves: 'COMMENT-GET'},
  issueDeleteLabel: {read: 'issueGetLabel', list: ['issueListLabels', 'id'], by: 'id', proves: 'LABEL-OPTION'},
  issueDeleteMilestone: {
    read: 'issueGetMilestone',
    list: ['issueGetMilestonesList', 'id'],
    by: 'id',
    proves: 'MILESTONE-STATE',
  },
  issueRemoveLabel: {
    list: ['issueGetLabels', 'id'],
    by: 'id',
    proves: 'LABEL-REPLACE',
    pair: async scene => {
      const repo = await scene.repository();
      const [one, two] = [await scene.make('label', {repo}), await scene.make('label', {repo})];
      const ids = [part(one, 'id'), part(two, 'id')] as const;
      const index = part(await scene.make('labelled-issue', {repo, labels: ids}), 'number');
      const on = (id: WithReferences) => ({...placeOf(repo), index, id});
      return [on(ids[0]), on(ids[1])];
    },
  },
  issueDeleteTime: {
    list: ['issueTrackedTimes', 'id'],
    by: 'id',
    proves: 'TIME-FILTER',
    pair: onOneIssue('issueAddTime', 'id', async () => ({body: {time: 60}})),
  },
  issueDeleteIssueAttachment: {
    read: 'issueGetIssueAttachment',
    list: ['issueListIssueAttachments', 'id'],
    by: 'attachment_id',
    proves: 'ATTACH-ISSUE',
    pair: onOneIssue('issueCreateIssueAttachment', 'attachment_id', upload),
  },
  issueDeleteIssueCommentAttachment: {
    read: 'issueGetIssueCommentAttachment',
    list: ['issueListIssueCommentAttachments', 'id'],
    by: 'attachment_id',
    proves: 'ATTACH-COMMENT',
    pair: twice(
      inRepository(async (scene, repo) => ({
        id: part(await scene.make('comment', {repo, issue: await scene.issue()}), 'id'),
      })),
      'issueCreateIssueCommentAttachment',
      'attachment_id',
      upload,
    ),
  },
  repoDeleteReleaseAttachment: {
    read: 'repoGetReleaseAttachment',
    list: ['repoListReleaseAttachments', 'id'],
    by: 'attachment_id',
    proves: 'RELEASE-LATEST',
    pair: twice(
      inRepository(async (scene, repo) => ({
        id: part(await scene.make('release', {repo, tag: scene.fresh('v')}), 'id'),
      })),
      'repoCreateReleaseAttachment',
      'attachment_id',
      upload,
    ),
  },
  repoDeleteBranch: {read: 'repoGetBranch', list: ['repoListBranches', 'name'], by: 'branch', proves: 'BRANCH-CRUD'},
  repoDeleteBranchProtection: {
    read: 'repoGetBranchProtection',
    list: ['repoListBranchProtection', 'rule_name'],
    by: 'name',
    proves: 'BRANCH-CRUD',
  },
  repoDeleteFile: {
    read: 'repoGetContents',
    list: ['repoGetContentsList', 'path'],
    by: 'filepath',
    proves: 'CONTENTS-DATES',
  },
  repoDeleteTag: {read: 'repoGetTag', list: ['repoListTags', 'name'], by: 'tag', proves: 'TAG-LIST'},
  repoRemoveNote: {read: 'repoGetNote', by: 'sha', proves: 'GIT-NOTES'},
  repoDeleteRelease: {read: 'repoGetRelease', list: ['repoListReleases', 'id'], by: 'id', proves: 'RELEASE-LATEST'},
  repoDeleteReleaseByTag: {
    read: 'repoGetReleaseByTag',
    list: ['repoListReleases', 'tag_name'],
    by: 'tag',
    proves: 'RELEASE-LATEST',
    leaves: 'repoGetTag',
  },
  repoDeletePushMirror: {
    read: 'repoGetPushMirrorByRemoteName',
    list: ['repoListPushMirrors', 'remote_name'],
    by: 'mirror',
    proves: 'MIRROR-SYNC',
    // Both of one address: only their names tell them apart.
    pair: async scene => {
      const repo = await scene.repository();
      const address = `https://240.0.0.1/${scene.fresh('mirror')}.git`;
      const make = async () => ({
        ...placeOf(repo),
        mirror: part(await scene.make('push-mirror', {repo, address, sync_on_commit: false}), 'name'),
      });
      return [await make(), await make()];
    },
  },
  repoDeletePullReview: {
    read: 'repoGetPullReview',
    list: ['repoListPullReviews', 'id'],
    by: 'id',
    proves: 'REVIEW-PENDING',
    pair: twice(
      inRepository(async (scene, repo) => ({index: part(await scene.make('pull-request', {repo}), 'number')})),
      'repoCreatePullReview',
      'id',
      async () => ({body: {event: 'COMMENT', body: 'Looks fine'}}),
    ),
  },
  repoDeleteCollaborator: {
    read: 'repoCheckCollaborator',
    list: ['repoListCollaborators', 'login'],
    by: 'collaborator',
    proves: 'REPO-CREATE',
    pair: async scene => {
      const repo = await scene.repository();
      const make = async () => {
        const login = part(await scene.make('user'), 'login');
        await scene.make('collaborator', {repo, login});
        return {...placeOf(repo), collaborator: login};
      };
      return [await make(), await make()];
    },
  },
  repoDeleteTeam: {read: 'repoCheckTeam', list: ['repoListTeams', 'name'], by: 'team', proves: 'ORG-REPO-CREATE'},
  repoDelete: {read: 'repoGet', by: 'repo', proves: 'REPO-CREATE'},
  orgDelete: {read: 'orgGet', by: 'org', proves: 'ORG-LIST'},
  orgDeleteLabel: {read: 'orgGetLabel', list: ['orgListLabels', 'id'], by: 'id', proves: 'LABEL-OPTION'},
  orgDeleteTeam: {read: 'orgGetTeam', list: ['orgListTeams', 'id'], by: 'id', proves: 'ORG-LIST'},
  orgDeleteMember: {read: 'orgIsMember', list: ['orgListMembers', 'login'], by: 'username', proves: 'ADMIN-ORG-CHECK'},
  orgRemoveTeamMember: {
    read: 'orgListTeamMember',
    list: ['orgListTeamMembers', 'login'],
    by: 'username',
    proves: 'ORG-LIST',
    pair: async scene => {
      const team = await scene.make('team', {org: await scene.organization(), includes_all: false});
      const make = async () => {
        const login = part(await scene.make('user'), 'login');
        await scene.make('team-member', {team, login});
        return {id: part(team, 'id'), username: login};
      };
      return [await make(), await make()];
    },
  },
  repoDeleteHook: {read: 'repoGetHook', list: ['repoListHooks', 'id'], by: 'id', proves: 'EVENT-HOOK-SCOPES'},
  orgDeleteHook: {read: 'orgGetHook', list: ['orgListHooks', 'id'], by: 'id', proves: 'EVENT-HOOK-SCOPES'},
  userDeleteHook: {read: 'userGetHook', list: ['userListHooks', 'id'], by: 'id', proves: 'EVENT-HOOK-SCOPES'},
  userDeleteOAuth2Application: {
    read: 'userGetOAuth2Application',
    list: ['userGetOauth2Application', 'id'],
    by: 'id',
    proves: 'OAUTH2-OPTIONS',
  },
  deletePackage: {read: 'getPackage', by: 'package', proves: 'PACKAGES'},
  deleteGenericPackageFile: {
    read: 'downloadGenericPackage',
    by: 'filename',
    proves: 'PACKAGES',
    pair: twoFiles,
  },
};

/** Two things that an operation makes in the same place, each named by the id in its reply. */
function twice(place: Maker, operation: string, by: string, content: Call['content']): Pair {
  return async scene => {
    const where = await place(scene);
    const make = async () => {
      const made = await scene.prepare(operation, where, await content(scene, where));
      return {...where, [by]: made.at('/id')};
    };
    return [await make(), await make()];
  };
}

function onOneIssue(operation: string, by: string, content: Call['content']): Pair {
  const place = inRepository(async (scene, repo) => ({index: part(await scene.make('issue', {repo}), 'number')}));
  return twice(place, operation, by, content);
}

async function twoFiles(scene: Scene): Promise<readonly [Params, Params]> {
  const made = await scene.make('package');
  const version = {owner: part(made, 'owner'), package: part(made, 'name'), version: part(made, 'version')};
  const second = {...version, filename: `${scene.fresh('file')}.bin`};
  await scene.prepare('uploadGenericPackage', second, {bytes: '74776f'});
  return [{...version, filename: 'file.bin'}, second];
}
