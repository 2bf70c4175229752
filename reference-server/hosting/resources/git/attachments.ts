/** Attachments of issues, pull requests, comments and releases. */
import {randomUUID} from 'node:crypto';
import type {AttachmentKind} from '../../../rules/attachments.ts';
import type {Attachment} from '../../../state/attachments.ts';
import {may} from '../../access.ts';
import {numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {commentOfPath, issueOfPath, needPosterOr, repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showAttachment} from '../../shapes/issue.ts';
import {releaseOfPath} from './releases.ts';

/** What attachments hang on, and who posted it. */
interface Subject {
  readonly key: string;
  readonly kind: AttachmentKind;
  /** Undefined where the poster has no right of their own. */
  readonly posterId: number | undefined;
}

type FindSubject = (ask: Ask) => Subject;

export const attachmentRoutes: readonly Route[] = [
  ...attachmentRoutesAt({
    path: '/repos/{owner}/{repo}/issues/{index}/assets',
    names: ['issue', 'Issue'],
    find: ask => {
      const issue = issueOfPath(ask, repositoryOfPath(ask));
      return {key: `issue:${issue.id}`, kind: issue.isPull ? 'pull' : 'issue', posterId: issue.posterId};
    },
  }),
  ...attachmentRoutesAt({
    path: '/repos/{owner}/{repo}/issues/comments/{id}/assets',
    names: ['issue', 'IssueComment'],
    find: ask => {
      const comment = commentOfPath(ask, repositoryOfPath(ask));
      return {key: `comment:${comment.id}`, kind: 'comment', posterId: comment.posterId};
    },
  }),
  ...attachmentRoutesAt({
    path: '/repos/{owner}/{repo}/releases/{id}/assets',
    names: ['repo', 'Release'],
    // Only writers change what hangs on a release, whoever made it.
    find: ask => {
      const release = releaseOfPath(ask, repositoryOfPath(ask));
      return {key: `release:${release.id}`, kind: 'release', posterId: undefined};
    },
  }),
];

interface Place {
  readonly path: string;
  /** What operation ids begin with and what stands before `Attachment` in them: `issueListIssueCommentAttachments`. */
  readonly names: readonly [prefix: 'issue' | 'repo', kind: string];
  readonly find: FindSubject;
}

function attachmentRoutesAt({path, names: [prefix, kind], find}: Place): readonly Route[] {
  const areas = [prefix === 'issue' ? 'issue' : 'repository'] as const;
  const one = `${path}/{attachment_id}`;
  const reading = {caller: 'anyone', areas, method: 'GET'} as const;
  const writing = {caller: 'signed-in', areas} as const;
  return [
    {...reading, operation: `${prefix}List${kind}Attachments`, path, answer: ask => list(ask, find(ask))},
    {
      ...writing,
      operation: `${prefix}Create${kind}Attachment`,
      method: 'POST',
      path,
      answer: async ask => create(ask, find(ask)),
    },
    {
      ...reading,
      operation: `${prefix}Get${kind}Attachment`,
      path: one,
      answer: ask => ok(showAttachment(ask, ofPath(ask, find(ask)))),
    },
    {
      ...writing,
      operation: `${prefix}Edit${kind}Attachment`,
      method: 'PATCH',
      path: one,
      answer: ask => edit(ask, find(ask)),
    },
    {
      ...writing,
      operation: `${prefix}Delete${kind}Attachment`,
      method: 'DELETE',
      path: one,
      answer: ask => remove(ask, find(ask)),
    },
  ];
}

function attachmentsOf(ask: Ask, subject: Subject): readonly Attachment[] {
  return ask.world.state.attachments
    .of(subject.key)
    .filter(row => ask.rules.isAttachedTo(row, subject.key, subject.kind));
}

function list(ask: Ask, subject: Subject): Reply {
  return ok(attachmentsOf(ask, subject).map(attachment => showAttachment(ask, attachment)));
}

function ofPath(ask: Ask, subject: Subject): Attachment {
  const id = numberParam(ask, 'attachment_id');
  const found = attachmentsOf(ask, subject).find(attachment => attachment.id === id);
  if (found === undefined) throw notFound();
  return found;
}

/** Usual: files are hung on a comment, changed and removed by its poster while they may write, and by administrators. */
function needWriter(ask: Ask, {kind, posterId}: Subject): void {
  const repository = repositoryOfPath(ask);
  const isOfComment = kind === 'comment';
  if (isOfComment && !may(ask, repository, 'write'))
    throw new Refusal(403, 'This needs write permission on the issue.');
  needPosterOr(ask, isOfComment ? 'admin' : 'write', {repository, posterId});
}

async function create(ask: Ask, subject: Subject): Promise<Reply> {
  needWriter(ask, subject);
  if (!ask.rules.takesAttachment(subject.kind)) throw new Refusal(422, 'Nothing can be attached here.');
  const file = await readFile(ask);
  const asked = ask.query.get('name') ?? '';
  const name = asked === '' ? file.name : asked;
  refuseType(ask, subject, name);
  const {releaseFileMiB, attachmentMiB} = ask.world.settings;
  const mostMiB = subject.kind === 'release' ? releaseFileMiB : attachmentMiB;
  if (file.bytes.byteLength > mostMiB * 1024 * 1024) throw new Refusal(413, `A file here has at most ${mostMiB} MiB.`);
  for (const present of attachmentsOf(ask, subject))
    if (ask.rules.replacesAttachment(present, name)) ask.world.state.attachments.remove(present.id);
  const attachment = ask.world.state.attachments.add(id => ({
    id,
    subject: subject.key,
    uuid: randomUUID(),
    name,
    bytes: file.bytes,
    downloads: 0,
    createdAt: ask.world.clock.now(),
  }));
  return created(showAttachment(ask, attachment));
}

/** Reads the file from the form field `attachment`, or takes the whole body, whose name is in the query. */
async function readFile(ask: Ask): Promise<{name: string; bytes: Uint8Array}> {
  const isForm = /^multipart\/form-data\b/i.test(ask.contentType);
  const isNamed = (ask.query.get('name') ?? '') !== '';
  if (!isForm && isNamed && ask.bytes.byteLength > 0) return {name: '', bytes: ask.bytes};
  const refusal = new Refusal(
    400,
    'Send the file as multipart/form-data in the field attachment, or as the body with its name in the query: ?name=one.txt.',
  );
  const form = await new Response(Buffer.from(ask.bytes), {headers: {'Content-Type': ask.contentType}})
    .formData()
    .catch(() => undefined);
  const file = form?.get('attachment');
  if (file === undefined || file === null || typeof file === 'string') throw refusal;
  // A folder before the name is of the sender's machine (RFC 7578, section 4.2).
  return {name: file.name.replace(/^.*\//s, ''), bytes: new Uint8Array(await file.arrayBuffer())};
}

/** Refuses a file whose name has none of the endings that the settings allow. */
function refuseType(ask: Ask, {kind}: Subject, name: string): void {
  const {attachmentTypes, releaseFileTypes} = ask.world.settings;
  const types = kind === 'release' ? releaseFileTypes : attachmentTypes;
  const isAllowed = types.length === 0 || types.includes(ask.rules.attachmentEnding(name));
  if (!isAllowed) throw new Refusal(422, 'This file cannot be uploaded or renamed: its type is not allowed.');
}

/** Usual: an edit answers 201. */
function edit(ask: Ask, subject: Subject): Reply {
  needWriter(ask, subject);
  const attachment = ofPath(ask, subject);
  const asked = ask.fields().text('name') ?? '';
  if (asked !== '') refuseType(ask, subject, asked);
  const name = asked === '' ? attachment.name : ask.rules.attachmentNameAfterEdit(attachment.name, asked);
  return json(201, showAttachment(ask, ask.world.state.attachments.put({...attachment, name})));
}

function remove(ask: Ask, subject: Subject): Reply {
  needWriter(ask, subject);
  const attachment = ofPath(ask, subject);
  if (ask.rules.removesAttachment(subject.kind)) ask.world.state.attachments.remove(attachment.id);
  return noContent();
}
