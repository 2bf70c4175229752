// Every operation on issues, and how it is called: issues, comments, labels, reactions, milestones, times, attachments.
import {part} from '../common/things.ts';
import {read, upload, write, type Call, type Content} from './call.ts';
import {inRepository, type Maker, type Params, type Scene} from './scene.ts';

const area = ['issue'] as const;

const repository = inRepository(async () => ({}));
const issue = inRepository(async scene => ({index: part(await scene.issue(), 'number')}));
const ownIssue = inRepository(async (scene, repo) => ({index: part(await scene.make('issue', {repo}), 'number')}));
const ownComment = inRepository(async (scene, repo) => ({
  id: part(await scene.make('comment', {repo, issue: await scene.issue()}), 'id'),
}));
const comment: Maker = async scene => scene.shared('comment', ownComment);
const ownLabel = inRepository(async (scene, repo) => ({id: part(await scene.make('label', {repo}), 'id')}));
const label: Maker = async scene => scene.shared('label', ownLabel);
const ownMilestone = inRepository(async (scene, repo) => ({id: part(await scene.make('milestone', {repo}), 'id')}));
const milestone: Maker = async scene => scene.shared('milestone', ownMilestone);

const onLabelled: Maker = async scene => {
  const repo = await scene.repository();
  const set = part(await scene.make('label', {repo}), 'id');
  const labelled = await scene.make('labelled-issue', {repo, labels: [set]});
  return {...(await scene.place()), index: part(labelled, 'number'), id: set};
};
const labelled: Maker = async scene => without('id', await onLabelled(scene));

const timed: Maker = async scene => {
  const place = await ownIssue(scene);
  const made = await scene.prepare('issueAddTime', place, {body: {time: 60}});
  return {...place, id: made.at('/id')};
};
const attached: Maker = async scene => {
  const place = await ownIssue(scene);
  const made = await scene.prepare('issueCreateIssueAttachment', place, await upload());
  return {...place, attachment_id: made.at('/id')};
};
const attachedToComment: Maker = async scene => {
  const place = await ownComment(scene);
  const made = await scene.prepare('issueCreateIssueCommentAttachment', place, await upload());
  return {...place, attachment_id: made.at('/id')};
};

function reacted(operation: string, maker: Maker): Maker {
  return async scene => {
    const place = await maker(scene);
    await scene.prepare(operation, place, await reaction(scene));
    return place;
  };
}

async function reaction({world}: Scene): Promise<Content> {
  return {body: {content: world.known('dialect.values.reaction')}};
}

async function someLabels(scene: Scene): Promise<Content> {
  const {id} = await label(scene);
  return {body: {labels: [id ?? null]}};
}

function without(name: string, params: Params): Params {
  return Object.fromEntries(Object.entries(params).filter(([key]) => key !== name));
}

const posterOf: Maker = async scene => ({...(await scene.place()), user: scene.world.known('actors.alice.login')});

const reads: readonly Call[] = [
  read(area, 'issueListIssues', repository),
  read(area, 'issueSearchIssues', async () => ({})),
  read(area, 'issueGetIssue', issue),
  read(area, 'issueGetRepoComments', repository),
  read(area, 'issueGetComments', issue),
  read(area, 'issueGetComment', comment),
  read(area, 'issueGetCommentsAndTimeline', issue),
  read(area, 'issueListLabels', repository),
  read(area, 'issueGetLabel', label),
  read(area, 'issueGetLabels', issue),
  read(area, 'issueGetIssueReactions', issue),
  read(area, 'issueGetCommentReactions', comment),
  read(area, 'issueGetMilestonesList', repository),
  read(area, 'issueGetMilestone', milestone),
  read(area, 'issueTrackedTimes', issue),
  read(['repository'], 'repoTrackedTimes', repository),
  read(['repository'], 'userTrackedTimes', posterOf),
  read(area, 'issueListIssueAttachments', issue),
  read(area, 'issueGetIssueAttachment', attached),
  read(area, 'issueListIssueCommentAttachments', comment),
  read(area, 'issueGetIssueCommentAttachment', attachedToComment),
];

const writes: readonly Call[] = [
  write(area, 'issueCreateIssue', repository, {title: 'new', body: 'Text'}),
  write(area, 'issueEditIssue', ownIssue, {title: 'edited'}),
  write(area, 'issueDelete', ownIssue),
  write(area, 'issueCreateComment', issue, {body: 'new'}),
  write(area, 'issueEditComment', ownComment, {body: 'edited'}),
  write(area, 'issueDeleteComment', ownComment),
  write(area, 'issueCreateLabel', repository, {name: 'new', color: '#00aabb'}),
  write(area, 'issueEditLabel', ownLabel, {name: 'edited'}),
  write(area, 'issueDeleteLabel', ownLabel),
  write(area, 'issueAddLabel', ownIssue, someLabels),
  write(area, 'issueReplaceLabels', ownIssue, someLabels),
  write(area, 'issueClearLabels', labelled),
  write(area, 'issueRemoveLabel', onLabelled),
  write(area, 'issuePostIssueReaction', ownIssue, reaction),
  write(area, 'issueDeleteIssueReaction', reacted('issuePostIssueReaction', ownIssue), reaction),
  write(area, 'issuePostCommentReaction', ownComment, reaction),
  write(area, 'issueDeleteCommentReaction', reacted('issuePostCommentReaction', ownComment), reaction),
  write(area, 'issueCreateMilestone', repository, {title: 'new'}),
  write(area, 'issueEditMilestone', ownMilestone, {title: 'edited'}),
  write(area, 'issueDeleteMilestone', ownMilestone),
  write(area, 'issueAddTime', ownIssue, {time: 90}),
  write(area, 'issueResetTime', async scene => without('id', await timed(scene))),
  write(area, 'issueDeleteTime', timed),
  write(area, 'issueCreateIssueAttachment', ownIssue, upload),
  write(area, 'issueEditIssueAttachment', attached, {name: 'edited.txt'}),
  write(area, 'issueDeleteIssueAttachment', attached),
  write(area, 'issueCreateIssueCommentAttachment', ownComment, upload),
  write(area, 'issueEditIssueCommentAttachment', attachedToComment, {name: 'edited.txt'}),
  write(area, 'issueDeleteIssueCommentAttachment', attachedToComment),
];

export const issueCalls: readonly Call[] = [...reads, ...writes];
