/** The rows about attachments; `subject` is `issue:ID`, `comment:ID` or `release:ID`. */

export interface Attachment {
  readonly id: number;
  readonly subject: string;
  readonly uuid: string;
  readonly name: string;
  readonly bytes: Uint8Array;
  readonly downloads: number;
  readonly createdAt: number;
}
