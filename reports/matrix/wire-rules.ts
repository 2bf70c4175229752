// The rules of the wire: each is a group of wire cases that ask one thing of a decoder, with one input to show it. The matrix and docs/decoders.md show
// a decoder by them.
import type {CaseLine} from '../../model/journal.ts';
import {jsonText, type Json} from '../../model/json.ts';
import type {MatrixStatement} from './matrix-of-runs.ts';

/** What a wire-case table says of one row, as far as a rule asks. */
export interface RuleRow {
  readonly id: string;
  readonly rule: string;
  readonly message: string;
  readonly verdict: 'accept' | 'reject' | 'open';
  readonly basis: 'protocol' | 'defacto' | 'impl';
  readonly preferred?: string;
  readonly hex?: string;
  readonly value?: Json;
}

/** The rows of the tables by `suite/id`. */
export type RuleRows = ReadonlyMap<string, RuleRow>;

/** One rule; a row belongs to the first rule that takes it. */
export interface WireRule {
  readonly id: `WIRE-${string}`;
  /** What a right decoder does, as a sentence without its subject. */
  readonly does: string;
  /** Id of the row that is shown. */
  readonly shown: string;
  readonly takes: (row: RuleRow) => boolean;
  /** Cases that are written by hand and have no row, and what is shown of them. */
  readonly byHand?: {readonly cases: RegExp; readonly input: string; readonly as: string; readonly is: string};
  /** Whether the encoding guide leaves it open, or only most decoders say so. */
  readonly isCustom?: true;
}

const hasRule =
  (...rules: readonly string[]) =>
  ({rule, verdict}: RuleRow): boolean =>
    rules.includes(rule) && verdict === 'accept';
const refuses =
  (...rules: readonly string[]) =>
  ({rule, verdict}: RuleRow): boolean =>
    rules.includes(rule) && verdict === 'reject';
const isNamed =
  (pattern: RegExp) =>
  ({id}: RuleRow): boolean =>
    pattern.test(id);

/** First what the encoding guide demands, then what most decoders do or it leaves open. */
export const wireRules: readonly WireRule[] = [
  {
    id: 'WIRE-PLAIN',
    does: 'reads plain messages: any order, defaults, presence',
    shown: 'order-hs',
    takes: hasRule('EMPTY', 'FULL', 'DEF', 'PRES', 'SCALAR', 'ORDER', 'BYTES', 'IP', 'PORT', 'NESTLEN'),
  },
  {
    id: 'WIRE-GROUP',
    does: 'skips an unknown group, nested ones too',
    shown: 'grp-empty',
    takes: row =>
      hasRule('GRP')(row) ||
      (row.verdict === 'accept' && /group/.test(row.id) && row.rule === 'UNK') ||
      hasRule('DEPTH')(row),
  },
  {
    id: 'WIRE-APART',
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
  {
    id: 'WIRE-MERGE',
    does: 'merges a message field that comes twice',
    shown: 'merge-hs-scalars',
    takes: hasRule('MERGE', 'CONCAT'),
  },
  {id: 'WIRE-LIST', does: 'keeps the elements of a list, in order', shown: 'rep-interleaved', takes: hasRule('REP')},
  {
    id: 'WIRE-UINT32-WIDE',
    does: 'cuts a wider varint to a uint32',
    shown: 'u32-trunc-2p32-ip',
    takes: row => hasRule('U32')(row) && /trunc|neg1/.test(row.id),
  },
  {id: 'WIRE-UINT32', does: 'reads a uint32 from any other varint', shown: 'u32-max-ip', takes: hasRule('U32')},
  {
    id: 'WIRE-ENUM',
    does: 'keeps unknown, negative and wide enum numbers as an int32',
    shown: 'enum-neg1',
    takes: hasRule('ENUM'),
  },
  {
    id: 'WIRE-UINT64',
    does: 'reads a uint64 exactly, in any varint of up to ten bytes',
    shown: 'u64-cookie-2p53-plus-1',
    takes: hasRule('U64'),
  },
  {
    id: 'WIRE-LENGTH',
    does: 'reads lengths with more bytes than they need',
    shown: 'len-nonminimal-2',
    takes: hasRule('LEN'),
  },
  {
    id: 'WIRE-UNKNOWN',
    does: 'skips any other unknown field',
    shown: 'unk-looks-like-known',
    takes: hasRule('UNK', 'TAG', 'TRAIL'),
  },
  {
    id: 'WIRE-CHILD-END',
    does: 'refuses a child that runs past its parent',
    shown: 'eof-submsg-varint-borrows',
    takes: row => row.verdict === 'reject' && /borrows|past-parent|splits-varint|crosses/.test(row.id),
  },
  {
    id: 'WIRE-INPUT-END',
    does: 'refuses an input that ends too early',
    shown: 'eof-inside-ping-time',
    takes: refuses('EOF'),
  },
  {
    id: 'WIRE-LENGTH-END',
    does: 'refuses a length that does not fit',
    shown: 'len-2p31-minus-1',
    takes: row => refuses('LEN')(row) || isNamed(/overrun|unk-len-2p32-minus-1/)(row),
  },
  {
    id: 'WIRE-VARINT-LONG',
    does: 'refuses a varint of more than ten bytes',
    shown: 'unk-varint-11',
    takes: row => row.verdict === 'reject' && /varint-(?:11|20)|tag-over-10/.test(row.id),
  },
  {
    id: 'WIRE-FIELD-0',
    does: 'refuses field number 0',
    shown: 'tag-field0-one-byte',
    takes: row =>
      row.basis === 'protocol' &&
      (refuses('TAG')(row) || /^(?:trail-00|trail-zeros|lead-zero|garbage-zeros)/.test(row.id)),
  },
  {id: 'WIRE-TYPE-6-7', does: 'refuses wire types 6 and 7', shown: 'wt6-field1-01', takes: refuses('WT6', 'WT7')},
  {
    id: 'WIRE-GROUP-END',
    does: 'refuses groups that do not match',
    shown: 'grp-mismatch',
    takes: refuses('GRP', 'DEPTH'),
  },
  {
    id: 'WIRE-AROUND',
    does: 'refuses other bytes around a message',
    shown: 'lead-length-prefix',
    takes: refuses('TRAIL', 'LEAD', 'GARBAGE', 'CROSS'),
  },
  {
    id: 'WIRE-OTHER-TYPE',
    does: 'takes a known number with another wire type for an unknown field',
    shown: 'wrongwt-vpnip-i32-resync',
    isCustom: true,
    takes: hasRule('WRONGWT', 'CROSS'),
  },
  {
    id: 'WIRE-TAG-LONG',
    does: 'refuses a tag above 32 bits, or of nine bytes and more',
    shown: 'tag-above-32-bits',
    isCustom: true,
    takes: row => row.basis === 'defacto' && refuses('TAG')(row),
  },
  {
    id: 'WIRE-LENGTH-2-32',
    does: 'refuses a length of 2^32 + n over n bytes',
    shown: 'len-2p32-plus-2-trap',
    isCustom: true,
    takes: row => row.verdict === 'open' && row.preferred === 'reject' && /2p3[23]/.test(row.id),
  },
  {
    id: 'WIRE-TAG-SIX',
    does: 'refuses a tag of six to eight bytes, and field number 0 in a group',
    shown: 'tag-overlong-6',
    isCustom: true,
    takes: row => row.verdict === 'open' && row.preferred === 'reject',
  },
];

/** The statement whose cases the rules divide. */
export const wireStatement = 'OV-WIRE';

/** Puts each case under the first rule that takes it; cases of no rule are about JSON, encoding or what is left open. What was skipped shows nothing. */
export function casesByRule(cases: readonly CaseLine[], rows: RuleRows): ReadonlyMap<WireRule, readonly CaseLine[]> {
  const groups = new Map<WireRule, CaseLine[]>();
  for (const line of cases) {
    if (line.verdict === 'skip' || !line.requirements.includes(wireStatement)) continue;
    const found = rows.get(rowOf(line.id));
    const rule = wireRules.find(({takes, byHand}) =>
      found === undefined ? byHand?.cases.test(line.id) === true : takes(found),
    );
    if (rule === undefined) continue;
    const own = groups.get(rule);
    if (own === undefined) groups.set(rule, [line]);
    else own.push(line);
  }
  return groups;
}

function rowOf(id: string): string {
  const [, suite = '', row = ''] = /^overlay\/([^/]+)\/[^[]+\[(.+)\]$/.exec(id) ?? [];
  return `${suite}/${row}`;
}

/** What a rule shows of itself: one input, and what a right decoder makes of it; Markdown. */
export function exampleOf(
  {shown, byHand}: WireRule,
  rows: RuleRows,
): {readonly input: string; readonly as: string; readonly is: string} {
  if (byHand !== undefined) return byHand;
  const row = [...rows.values()].find(({id}) => id === shown);
  if (row === undefined) throw new Error(`there is no wire case "${shown}"`);
  const right = row.verdict === 'accept' ? `\`${jsonText(row.value ?? null)}\`` : 'malformed';
  return {
    input: `\`${row.hex ?? ''}\``,
    as: row.message,
    is: row.verdict === 'open' ? 'left open; better refused' : right,
  };
}

/** Makes the statement of a rule, as the matrix lists it. */
export function statementOfRule(rule: WireRule, rows: RuleRows): MatrixStatement {
  const {input, as, is} = exampleOf(rule, rows);
  const isCustom = rule.isCustom === true;
  return {
    id: rule.id,
    area: 'overlay',
    level: isCustom ? 'should' : 'must',
    observe: 'wire',
    contested: false,
    quote: `A decoder ${rule.does}.`,
    source: isCustom ? 'what most decoders do' : 'Protocol Buffers encoding guide',
    reading: `Part of ${wireStatement}. One of its inputs: ${input} as ${as} is ${is}.`.replaceAll('`', ''),
    section: isCustom ? 'Decoders: what most do' : 'Decoders: rules of the wire',
  };
}
