// Faults of unknown fields and groups.
import type {OverlayFault} from '../faults.ts';
import {malformed} from '../rules/varint.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;

export const skipFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'skip-varint-unchecked',
    rule: 'UNK',
    says: 'skips an unknown varint of any length',
    patch: () => ({
      skipVarint: (_rules, cursor) => {
        while (cursor.at < cursor.end) if ((cursor.bytes[cursor.at++] ?? 0) < 0x80) return;
        malformed('the input ends inside a varint');
      },
    }),
  },
  {
    ...wire,
    name: 'skip-len-unchecked',
    rule: 'UNK',
    says: 'skips an unknown payload past the end of the message',
    patch: () => ({
      skipLengthDelimited: (rules, cursor) => {
        const length = rules.lengthOf(rules.readVarint(cursor));
        cursor.at += length;
      },
    }),
  },
  {
    ...wire,
    name: 'skip-fixed-unchecked',
    rule: 'EOF',
    says: 'skips an unknown fixed-width number of which bytes are missing',
    patch: () => ({
      skipFixed: (_rules, cursor, size) => {
        cursor.at += size;
      },
    }),
  },
  {
    ...wire,
    name: 'unknown-rejected',
    rule: 'UNK',
    says: 'rejects a message that has an unknown field',
    patch: () => ({readUnknown: (_rules, spot) => malformed(`field ${spot.tag.number} is unknown`)}),
  },
  {
    ...wire,
    name: 'unknown-ends-message',
    rule: 'UNK',
    says: 'ignores everything after the first unknown field',
    patch: before => ({
      readUnknown: (rules, spot) => {
        before.readUnknown(rules, spot);
        spot.cursor.at = spot.cursor.end;
      },
    }),
  },
  {
    ...wire,
    name: 'groups-rejected',
    rule: 'GRP',
    says: 'rejects an unknown group',
    patch: () => ({skipGroup: () => malformed('groups are not supported')}),
  },
  {
    ...wire,
    name: 'depth-10',
    rule: 'DEPTH',
    says: 'rejects groups nested deeper than ten',
    patch: () => ({depthMax: 10}),
  },
  {
    ...wire,
    name: 'depth-unlimited',
    rule: 'DEPTH',
    says: 'follows groups to any depth and dies of an exhausted stack',
    patch: () => ({depthMax: Infinity}),
  },
  {
    ...wire,
    name: 'group-eof-ok',
    rule: 'GRP',
    says: 'takes a group that is still open at the end of its message',
    patch: () => ({endInsideGroup: () => {}}),
  },
  {
    ...wire,
    name: 'group-mismatch-ok',
    rule: 'GRP',
    says: 'lets any end tag close a group',
    patch: () => ({checkGroupEnd: () => {}}),
  },
  {
    ...wire,
    name: 'group-leaks',
    rule: 'GRP',
    says: 'reads the fields inside an unknown group as fields of the message',
    patch: () => ({skipGroup: () => {}, strayEndGroup: () => {}}),
  },
  {
    ...wire,
    name: 'group-closes-at-first-end',
    rule: 'GRP',
    says: 'skips to the first end tag, also when a group inside the group has opened',
    patch: before => ({
      skipField: (rules, cursor, tag, depth) =>
        tag.wireType === 3 && depth > 0 ? undefined : before.skipField(rules, cursor, tag, depth),
      checkGroupEnd: () => {},
    }),
  },
  {
    ...wire,
    name: 'end-group-stops',
    rule: 'GRP',
    says: 'takes an end tag without a start tag for the end of the message',
    patch: () => ({endsMessage: (_rules, tag) => tag.wireType === 4}),
  },
  {
    ...wire,
    name: 'stray-end-group-skipped',
    rule: 'GRP',
    says: 'passes over an end tag without a start tag',
    patch: () => ({strayEndGroup: () => {}}),
  },
  {
    ...wire,
    name: 'zero-tag-ends',
    rule: 'TRAIL',
    says: 'takes a zero byte for the end of the message',
    patch: () => ({checkFieldNumber: () => {}, endsMessage: (_rules, tag) => tag.number === 0 && tag.wireType === 0}),
  },
];
