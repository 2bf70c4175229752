/** Gives a valid body for each operation that takes one, by its operationId. */
import {createHash} from 'node:crypto';
import {made} from '../../reference-server/testing.ts';
import {cookbook} from '../../reference-server/testing-cookbook.ts';
import type {Plot} from './plot.ts';
import {cookbookForm, hook, upload} from './path-values.ts';

type Body = (plot: Plot) => unknown;

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const application = {name: 'An application', redirect_uris: ['http://127.0.0.1/'], confidential_client: true};
const repository: Body = ({word}) => ({name: `new-${word}`, auto_init: true, readme: 'Default', private: true});
const organization: Body = ({word}) => ({username: `new-org-${word}`, visibility: 'limited', full_name: 'An org'});
const label = {name: 'kind/new', color: '#00ff00', exclusive: true, description: 'New'};
const editedHook = {active: false, events: ['issues'], config: {url: 'http://127.0.0.1:9/b', content_type: 'form'}};
const person = {name: 'An Author', email: 'author@example.org'};
const signed = {
  author: person,
  committer: person,
  dates: {author: '2020-01-31T12:00:00Z', committer: '2020-01-31T12:00:00Z'},
};
const secret = {data: 'a secret', description: 'For tests'};
const variable = {value: 'a value'};

// One ref to a commit that is not there, and a pack without objects: git answers such a push, and says of the ref why it is not made.
const noObjects = Buffer.from('5041434b0000000200000000', 'hex');
const push = Buffer.concat([
  Buffer.from(`0062${'0'.repeat(40)} ${'1'.repeat(40)} refs/heads/x0000`),
  noObjects,
  createHash('sha1').update(noObjects).digest(),
]);

const readmeSha = async (plot: Plot): Promise<unknown> =>
  (await made(plot.root.get(`${await plot.base()}/contents/README.md`)))['sha'];

export const bodies: Readonly<Record<string, Body>> = {
  userCreateOAuth2Application: () => application,
  userUpdateOAuth2Application: () => ({...application, name: 'Another name'}),
  userCreateToken: ({word}) => ({name: `new-${word}`, scopes: ['read:user', 'write:issue']}),
  adminCreateUser: ({word}) => ({
    username: `new-user-${word}`,
    email: `new-user-${word}@example.org`,
    password: 'a-long-password',
    created_at: '2020-01-31T12:00:00+02:00',
  }),
  adminEditUser: () => ({login_name: '', source_id: 0, full_name: 'Full Name', website: 'http://127.0.0.1/'}),
  adminRenameUser: ({word}) => ({new_username: `renamed-${word}`}),
  adminCreateOrg: organization,
  adminCreateRepo: repository,
  userAddEmail: ({word}) => ({emails: [`${word}@example.org`]}),
  userDeleteEmail: async ({root, word}) => {
    await made(root.post('/user/emails', {emails: [`${word}@example.org`]}));
    return {emails: [`${word}@example.org`]};
  },
  orgCreate: organization,
  orgEdit: () => ({full_name: 'Another name', visibility: 'private'}),
  createOrgRepo: repository,
  createOrgRepoDeprecated: repository,
  createCurrentUserRepo: repository,
  orgCreateTeam: ({word}) => ({name: `new-team-${word}`, permission: 'write', units: ['repo.code']}),
  orgEditTeam: ({word}) => ({name: `edited-${word}`, description: 'Edited', permission: 'admin'}),
  repoEdit: () => ({
    description: 'Edited',
    has_wiki: false,
    default_allow_maintainer_edit: true,
    internal_tracker: {enable_time_tracker: false},
    external_tracker: {external_tracker_url: 'http://127.0.0.1/', external_tracker_style: 'numeric'},
    external_wiki: {external_wiki_url: 'http://127.0.0.1/'},
  }),
  repoAddCollaborator: () => ({permission: 'read'}),
  repoCreateFile: () => ({content: base64('new\n'), message: 'Add a file', branch: 'main', ...signed}),
  repoUpdateFile: async plot => ({
    content: base64('other\n'),
    message: 'Change',
    sha: await readmeSha(plot),
    ...signed,
  }),
  repoDeleteFile: async plot => ({message: 'Remove', sha: await readmeSha(plot), ...signed}),
  generateRepo: ({word}) => ({owner: 'root', name: `generated-${word}`, git_content: true}),
  createFork: async plot => ({organization: await plot.org()}),
  repoTransfer: async plot => ({new_owner: await plot.user()}),
  repoCreateBranch: () => ({new_branch_name: 'new/branch', old_branch_name: 'main'}),
  repoCreateBranchProtection: () => ({rule_name: 'release/**', required_approvals: 1, block_on_rejected_reviews: true}),
  repoEditBranchProtection: () => ({dismiss_stale_approvals: true}),
  issueCreateIssue: async plot => ({title: 'New', body: 'Text', assignees: ['root'], labels: [await plot.label()]}),
  issueEditIssue: () => ({title: 'Edited', state: 'closed', assignees: []}),
  issueCreateComment: () => ({body: 'A comment'}),
  issueEditComment: () => ({body: 'Edited'}),
  issueCreateLabel: () => label,
  issueEditLabel: () => ({name: 'kind/edited', color: '#0000ff'}),
  orgCreateLabel: () => label,
  orgEditLabel: () => ({description: 'Edited'}),
  issueAddLabel: async plot => ({labels: [await plot.label()]}),
  issueReplaceLabels: async plot => ({labels: [await plot.label()]}),
  issuePostIssueReaction: () => ({content: 'heart'}),
  issueDeleteIssueReaction: () => ({content: 'heart'}),
  issuePostCommentReaction: () => ({content: '+1'}),
  issueDeleteCommentReaction: () => ({content: '+1'}),
  issueCreateMilestone: () => ({title: 'New', due_on: '2030-01-31T12:00:00Z'}),
  issueEditMilestone: () => ({state: 'closed'}),
  issueAddTime: () => ({time: 90, created: '2020-01-31T12:00:00Z'}),
  issueCreateIssueAttachment: upload,
  issueEditIssueAttachment: () => ({name: 'edited.txt'}),
  issueCreateIssueCommentAttachment: upload,
  issueEditIssueCommentAttachment: () => ({name: 'edited.txt'}),
  repoSetNote: () => ({message: 'A note'}),
  repoCreateTag: () => ({tag_name: 'v2', message: 'Second', target: 'main'}),
  repoCreateStatus: () => ({state: 'success', context: 'ci/test', description: 'All green'}),
  repoCreateRelease: () => ({tag_name: 'v2', name: 'Second', target_commitish: 'main'}),
  repoCreateReleaseAttachment: upload,
  repoEditReleaseAttachment: () => ({name: 'edited.txt'}),
  uploadChefCookbook: ({word}) => cookbookForm(cookbook(`new-${word}`, '1.0.0')),
  repoEditRelease: () => ({name: 'Edited', prerelease: true}),
  repoCreatePullRequest: async plot => {
    const file = {content: base64('new\n'), message: 'Add', new_branch: 'proposal'};
    await made(plot.root.post(`${await plot.base()}/contents/proposal.txt`, file));
    return {title: 'New', head: 'proposal', base: 'main', body: 'Text'};
  },
  repoEditPullRequest: () => ({title: 'Edited'}),
  repoMergePullRequest: () => ({Do: 'squash', force_merge: true, MergeTitleField: 'Merge it'}),
  repoCreatePullReview: () => ({
    event: 'COMMENT',
    body: 'Fine',
    comments: [{path: 'new.txt', new_position: 1, body: 'x'}],
  }),
  repoCreatePullReviewRequests: async plot => ({reviewers: [await plot.user()], team_reviewers: []}),
  repoDeletePullReviewRequests: async plot => ({reviewers: [await plot.user()]}),
  repoSubmitPullReview: () => ({event: 'COMMENT', body: 'Done'}),
  repoDismissPullReview: () => ({message: 'Outdated'}),
  repoCreateHook: hook,
  repoEditHook: () => editedHook,
  orgCreateHook: hook,
  orgEditHook: () => editedHook,
  userCreateHook: hook,
  userEditHook: () => editedHook,
  adminCreateHook: hook,
  adminEditHook: () => editedHook,
  repoAddPushMirror: () => ({remote_address: 'http://127.0.0.1:9/a.git', interval: '8h0m0s', sync_on_commit: true}),
  gitReceivePack: () => push,
  uploadGenericPackage: () => new TextEncoder().encode('bytes'),
  updateRepoSecret: () => secret,
  updateOrgSecret: () => secret,
  createRepoVariable: () => variable,
  createOrgVariable: () => variable,
  updateRepoVariable: () => ({...variable, name: 'HEIGHT'}),
  updateOrgVariable: () => variable,
};
