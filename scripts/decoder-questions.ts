// The questions of docs/decoders.md: each is a group of wire cases that ask one thing of a decoder, with one input to show it.

/** What a wire-case table says of one row. */
export interface WireRow {
  readonly id: string;
  readonly rule: string;
  readonly message: string;
  readonly verdict: 'accept' | 'reject' | 'open';
  readonly basis: 'protocol' | 'defacto' | 'impl';
  readonly preferred?: string;
  readonly hex?: string;
  readonly value?: unknown;
}

/** One question; a row belongs to the first question that takes it. */
export interface Question {
  /** What a right decoder does, as a sentence without its subject. */
  readonly does: string;
  /** Id of the row that is shown. */
  readonly shown: string;
  readonly takes: (row: WireRow) => boolean;
  /** Cases that are written by hand and have no row, and what is shown of them. */
  readonly byHand?: {readonly cases: RegExp; readonly input: string; readonly as: string; readonly is: string};
  /** Whether the encoding guide leaves it open, or only most decoders say so. */
  readonly isCustom?: true;
}

const hasRule =
  (...rules: readonly string[]) =>
  ({rule, verdict}: WireRow): boolean =>
    rules.includes(rule) && verdict === 'accept';
const refuses =
  (...rules: readonly string[]) =>
  ({rule, verdict}: WireRow): boolean =>
    rules.includes(rule) && verdict === 'reject';
const isNamed =
  (pattern: RegExp) =>
  ({id}: WireRow): boolean =>
    pattern.test(id);

/** First what the encoding guide demands, then what most decoders do or it leaves open. */
export const questions: readonly Question[] = [
  {
    does: 'reads plain messages: any order, defaults, presence',
    shown: 'order-hs',
    takes: hasRule('EMPTY', 'FULL', 'DEF', 'PRES', 'SCALAR', 'ORDER', 'BYTES', 'IP', 'PORT', 'NESTLEN'),
  },
  {
    does: 'skips an unknown group, nested ones too',
    shown: 'grp-empty',
    takes: row =>
      hasRule('GRP')(row) ||
      (row.verdict === 'accept' && /group/.test(row.id) && row.rule === 'UNK') ||
      hasRule('DEPTH')(row),
  },
  {
    does: 'shows nothing of one input in the answer to the next',
    shown: 'empty-details',
    takes: () => false,
    byHand: {
      cases: /^overlay\/one-after-another\/(?!an-encoder)/,
      input: '`1204080110021807`, then `12021003`',
      as: 'OverlayMetaDetails',
      is: '… then `{"IpAndPorts":[{"Port":3}]}`',
    },
  },
  {does: 'merges a message field that comes twice', shown: 'merge-hs-scalars', takes: hasRule('MERGE', 'CONCAT')},
  {does: 'keeps the elements of a list, in order', shown: 'rep-interleaved', takes: hasRule('REP')},
  {
    does: 'cuts a wider varint to a uint32',
    shown: 'u32-trunc-2p32-ip',
    takes: row => hasRule('U32')(row) && /trunc|neg1/.test(row.id),
  },
  {does: 'reads a uint32 from any other varint', shown: 'u32-max-ip', takes: hasRule('U32')},
  {does: 'keeps unknown, negative and wide enum numbers as an int32', shown: 'enum-neg1', takes: hasRule('ENUM')},
  {
    does: 'reads a uint64 exactly, in any varint of up to ten bytes',
    shown: 'u64-cookie-2p53-plus-1',
    takes: hasRule('U64'),
  },
  {does: 'reads lengths with more bytes than they need', shown: 'len-nonminimal-2', takes: hasRule('LEN')},
  {does: 'skips any other unknown field', shown: 'unk-looks-like-known', takes: hasRule('UNK', 'TAG', 'TRAIL')},
  {
    does: 'refuses a child that runs past its parent',
    shown: 'eof-submsg-varint-borrows',
    takes: row => row.verdict === 'reject' && /borrows|past-parent|splits-varint|crosses/.test(row.id),
  },
  {does: 'refuses an input that ends too early', shown: 'eof-inside-ping-time', takes: refuses('EOF')},
  {
    does: 'refuses a length that does not fit',
    shown: 'len-2p31-minus-1',
    takes: row => refuses('LEN')(row) || isNamed(/overrun|unk-len-2p32-minus-1/)(row),
  },
  {
    does: 'refuses a varint of more than ten bytes',
    shown: 'unk-varint-11',
    takes: row => row.verdict === 'reject' && /varint-(?:11|20)|tag-over-10/.test(row.id),
  },
  {
    does: 'refuses field number 0',
    shown: 'tag-field0-one-byte',
    takes: row =>
      row.basis === 'protocol' &&
      (refuses('TAG')(row) || /^(?:trail-00|trail-zeros|lead-zero|garbage-zeros)/.test(row.id)),
  },
  {does: 'refuses wire types 6 and 7', shown: 'wt6-field1-01', takes: refuses('WT6', 'WT7')},
  {does: 'refuses groups that do not match', shown: 'grp-mismatch', takes: refuses('GRP', 'DEPTH')},
  {
    does: 'refuses other bytes around a message',
    shown: 'lead-length-prefix',
    takes: refuses('TRAIL', 'LEAD', 'GARBAGE', 'CROSS'),
  },
  {
    does: 'takes a known number with another wire type for an unknown field',
    shown: 'wrongwt-vpnip-i32-resync',
    isCustom: true,
    takes: hasRule('WRONGWT', 'CROSS'),
  },
  {
    does: 'refuses a tag above 32 bits, or of nine bytes and more',
    shown: 'tag-above-32-bits',
    isCustom: true,
    takes: row => row.basis === 'defacto' && refuses('TAG')(row),
  },
  {
    does: 'refuses a length of 2^32 + n over n bytes',
    shown: 'len-2p32-plus-2-trap',
    isCustom: true,
    takes: row => row.verdict === 'open' && row.preferred === 'reject' && /2p3[23]/.test(row.id),
  },
  {
    does: 'refuses a tag of six to eight bytes, and field number 0 in a group',
    shown: 'tag-overlong-6',
    isCustom: true,
    takes: row => row.verdict === 'open' && row.preferred === 'reject',
  },
];
