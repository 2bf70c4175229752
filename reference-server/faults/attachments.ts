/** Wrong readings of attachments. */
import type {Fault} from './fault.ts';

export const attachmentFaults: readonly Fault[] = [
  {
    name: 'attachment-text-only',
    requirement: 'ATTACH-ISSUE',
    basis: 'stated',
    says: 'The bytes of an attachment are taken for UTF-8 text, so other bytes come back changed.',
    patch: () => ({attachmentBytes: stored => Buffer.from(Buffer.from(stored).toString('utf8'))}),
  },
  {
    name: 'attachment-past-a-kilobyte-dropped',
    requirement: 'ATTACH-ISSUE',
    basis: 'stated',
    says: 'Of an attachment the first kilobyte comes back, and nothing of what follows.',
    patch: () => ({attachmentBytes: stored => stored.subarray(0, 1024)}),
  },
  {
    name: 'attachment-rename-ignored',
    requirement: 'ATTACH-COMMENT',
    basis: 'stated',
    says: 'Renaming an attachment changes nothing.',
    patch: () => ({attachmentNameAfterEdit: before => before}),
  },
  {
    name: 'attachment-stays-after-removal',
    requirement: 'ATTACH-ISSUE',
    basis: 'stated',
    says: 'Removing an attachment is answered, and the attachment stays.',
    patch: () => ({removesAttachment: () => false}),
  },
  {
    name: 'attachment-of-a-pull-request-refused',
    requirement: 'ATTACH-PULL',
    basis: 'stated',
    says: 'Nothing can be attached to a pull request.',
    patch: () => ({takesAttachment: kind => kind !== 'pull'}),
  },
  {
    name: 'attachment-of-a-pull-request-not-listed',
    requirement: 'ATTACH-PULL',
    basis: 'stated',
    says: 'What is attached to a pull request is not listed.',
    patch: before => ({
      isAttachedTo(attachment, subject, kind) {
        return kind !== 'pull' && before.isAttachedTo.call(this, attachment, subject, kind);
      },
    }),
  },
  {
    name: 'attachment-of-a-comment-refused',
    requirement: 'ATTACH-COMMENT',
    basis: 'stated',
    says: 'Nothing can be attached to a comment.',
    patch: () => ({takesAttachment: kind => kind !== 'comment'}),
  },
  {
    name: 'attachment-name-breaks-out-of-its-header',
    requirement: 'ATTACH-ISSUE',
    basis: 'usual',
    says: 'The name of an attachment stands in a header as it is, so that a quote in it ends the name.',
    // What no header can hold would end the whole server, which is another mistake.
    patch: () => ({attachmentDisposition: name => `attachment; filename="${name.replace(/[^\x20-\x7e]/g, '_')}"`}),
  },
  {
    name: 'attachment-types-by-case',
    requirement: 'ATTACH-COMMENT',
    basis: 'usual',
    says: 'A file whose name ends in capitals, such as PHOTO.PNG, is of no type that is allowed.',
    patch: () => ({attachmentEnding: name => /\.[^.]*$/.exec(name)?.[0] ?? ''}),
  },
  {
    name: 'attachment-types-by-the-first-dot',
    requirement: 'ATTACH-ISSUE',
    basis: 'usual',
    says: 'The type of a file is what follows the first dot of its name.',
    patch: () => ({attachmentEnding: name => name.slice(name.indexOf('.')).toLowerCase()}),
  },
];
