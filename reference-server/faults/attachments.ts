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
    name: 'attachment-rename-ignored',
    requirement: 'ATTACH-COMMENT',
    basis: 'stated',
    says: 'Renaming an attachment changes nothing.',
    patch: () => ({attachmentNameAfterEdit: before => before}),
  },
];
