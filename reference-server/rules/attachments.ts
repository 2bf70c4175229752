/** What the record states about attachments. */

export const attachmentRules = {
  // "Attachments of issues, pull requests and comments can be managed.": what was put in comes out byte for byte.
  attachmentBytes(stored: Uint8Array): Uint8Array {
    return stored;
  },

  // … and an attachment belongs to what it was attached to.
  isAttachedTo(attachment: {readonly subject: string}, subject: string): boolean {
    return attachment.subject === subject;
  },

  attachmentNameAfterEdit(_before: string, asked: string): string {
    return asked;
  },
};
