/** What the record states about attachments. */

/** What an attachment hangs on. */
export type AttachmentKind = 'issue' | 'pull' | 'comment' | 'release';

export const attachmentRules = {
  // "Attachments of issues, pull requests and comments can be managed.": what was put in comes out byte for byte.
  attachmentBytes(stored: Uint8Array): Uint8Array {
    return stored;
  },

  // … and an attachment belongs to what it was attached to.
  isAttachedTo(attachment: {readonly subject: string}, subject: string, _kind: AttachmentKind): boolean {
    return attachment.subject === subject;
  },

  // "Attachments of issues, pull requests and comments can be managed.": of each of them.
  takesAttachment(_kind: AttachmentKind): boolean {
    return true;
  },

  removesAttachment(_kind: AttachmentKind): boolean {
    return true;
  },

  // Usual: the name stands in the header in a form that no character of it can break out of.
  attachmentDisposition(_name: string, encoded: string): string {
    return `attachment; filename*=UTF-8''${encoded}`;
  },

  // Usual: two files of one name are two attachments.
  replacesAttachment(_present: {readonly name: string}, _name: string): boolean {
    return false;
  },

  // Usual: whether a type is allowed is seen by the ending of the name, in capitals or not.
  attachmentEnding(name: string): string {
    return (/\.[^.]*$/.exec(name)?.[0] ?? '').toLowerCase();
  },

  attachmentNameAfterEdit(_before: string, asked: string): string {
    return asked;
  },
};
