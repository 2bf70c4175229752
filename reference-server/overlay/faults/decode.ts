// Faults of messages: merging, lists, presence, order, wrong wire types.
import type {OverlayFault} from '../faults.ts';
import {wireTypeOf} from '../rules/decode.ts';
import {malformed} from '../rules/varint.ts';

const wire = {requirement: 'OV-WIRE', basis: 'protocol'} as const;
const wrongWireType = {requirement: 'OV-WIRE', rule: 'WRONGWT', basis: 'defacto'} as const;

export const decodeFaults: readonly OverlayFault[] = [
  {
    ...wire,
    name: 'msg-replaced',
    rule: 'MERGE',
    says: 'replaces a submessage that comes a second time instead of merging it',
    patch: () => ({mergeTarget: (rules, type) => rules.freshMessage(type)}),
  },
  {
    ...wire,
    name: 'merge-list-replaced',
    rule: 'MERGE',
    says: 'forgets the list of a submessage when the submessage comes a second time',
    patch: before => ({
      mergeTarget: (rules, type, previous) => {
        const target = before.mergeTarget(rules, type, previous);
        target.fields.delete('IpAndPorts');
        return target;
      },
    }),
  },
  {
    ...wire,
    name: 'first-scalar-wins',
    rule: 'SCALAR',
    says: 'keeps the first value of a scalar that comes twice',
    patch: before => ({
      storeScalar: (rules, message, field, value) => {
        if (!message.fields.has(field.name)) before.storeScalar(rules, message, field, value);
      },
    }),
  },
  {
    ...wire,
    name: 'zero-does-not-overwrite',
    rule: 'SCALAR',
    says: 'lets an explicit zero leave the value before it in place',
    patch: before => ({
      storeScalar: (rules, message, field, value) => {
        if (value !== 0 && value !== 0n) before.storeScalar(rules, message, field, value);
      },
    }),
  },
  {
    ...wire,
    name: 'bytes-joined',
    rule: 'BYTES',
    says: 'joins the values of a bytes field that comes twice',
    patch: before => ({
      storeScalar: (rules, message, field, value) => {
        const earlier = message.fields.get(field.name);
        const joined =
          value instanceof Uint8Array && earlier instanceof Uint8Array ? Buffer.concat([earlier, value]) : value;
        before.storeScalar(rules, message, field, joined);
      },
    }),
  },
  {
    ...wire,
    name: 'bytes-share-a-buffer',
    rule: 'BYTES',
    says: 'keeps all bytes in one buffer of 64 KiB that begins again at its start, so that of two large fields the second overwrites the first',
    patch: before => {
      const buffer = new Uint8Array(65_536);
      let at = 0;
      return {
        bytesOf: (rules, payload) => {
          const bytes = before.bytesOf(rules, payload);
          if (bytes.length > buffer.length) return bytes;
          if (at + bytes.length > buffer.length) at = 0;
          buffer.set(bytes, at);
          at += bytes.length;
          return buffer.subarray(at - bytes.length, at);
        },
      };
    },
  },
  {
    ...wire,
    name: 'empty-element-dropped',
    rule: 'PRES',
    says: 'drops a list element without fields',
    patch: before => ({
      append: (rules, list, element) => (element.fields.size === 0 ? list : before.append(rules, list, element)),
    }),
  },
  {
    ...wire,
    name: 'empty-submessage-absent',
    rule: 'PRES',
    says: 'takes a present but empty submessage for an absent one',
    patch: before => ({
      readMessage: (rules, cursor, message) => {
        const read = before.readMessage(rules, cursor, message);
        const details = read.fields.get('Details');
        const isEmpty = typeof details === 'object' && 'fields' in details && details.fields.size === 0;
        if (isEmpty) read.fields.delete('Details');
        return read;
      },
    }),
  },
  {
    ...wire,
    name: 'rep-max-100',
    rule: 'REP',
    says: 'ignores list elements after the hundredth',
    patch: before => ({
      append: (rules, list, element) => (list.length >= 100 ? list : before.append(rules, list, element)),
    }),
  },
  {
    ...wire,
    name: 'rep-reversed',
    rule: 'REP',
    says: 'puts list elements in reverse order',
    patch: () => ({append: (_rules, list, element) => [element, ...list]}),
  },
  {
    ...wire,
    name: 'rep-last-wins',
    rule: 'REP',
    says: 'keeps the last element of a list alone',
    patch: () => ({append: (_rules, _list, element) => [element]}),
  },
  {
    ...wire,
    name: 'rep-deduplicated',
    rule: 'REP',
    says: 'drops a list element that equals the one before it',
    patch: before => ({
      append: (rules, list, element) => {
        const last = list.at(-1);
        const bytes = rules.writeMessage(element).join();
        return last && rules.writeMessage(last).join() === bytes ? list : before.append(rules, list, element);
      },
    }),
  },
  {
    ...wire,
    name: 'stops-after-last-field',
    rule: 'ORDER',
    says: 'ignores everything after the field with the highest number',
    patch: () => ({isComplete: (rules, type, field) => field.number === rules.messages[type].length}),
  },
  {
    ...wire,
    name: 'order-required',
    rule: 'ORDER',
    says: 'rejects fields that do not come in number order',
    patch: before => ({
      readMessage: (rules, cursor, message) => {
        const probe = {...cursor};
        for (let last = 0; probe.at < probe.end;) {
          const tag = rules.readTag(probe);
          if (tag.number < last) malformed(`field ${tag.number} comes after field ${last}`);
          last = tag.number;
          rules.skipField(probe, tag, 0);
        }
        return before.readMessage(rules, cursor, message);
      },
    }),
  },
  {
    ...wire,
    name: 'empty-input-rejected',
    rule: 'EMPTY',
    says: 'rejects a message of no bytes',
    patch: before => ({
      readMessage: (rules, cursor, message) =>
        cursor.bytes.length === 0 ? malformed('the input is empty') : before.readMessage(rules, cursor, message),
    }),
  },
  {
    ...wrongWireType,
    name: 'wrongwt-error',
    says: 'rejects a known field with another wire type',
    patch: () => ({readWrongWireType: (_rules, spot) => malformed(`field ${spot.tag.number} has the wrong wire type`)}),
  },
  {
    ...wrongWireType,
    // "The wire type tells the parser how big the payload after it is": whoever goes by the field instead reads on in the middle of a record.
    basis: 'protocol',
    name: 'wrongwt-desync',
    says: 'reads a known field by its declared type whatever its wire type says',
    patch: () => ({readWrongWireType: (rules, spot, field) => rules.readKnown(spot, field)}),
  },
  {
    ...wrongWireType,
    basis: 'protocol',
    name: 'wrongwt-packed',
    says: 'reads a length-delimited payload of a number field as packed numbers',
    patch: before => ({
      readWrongWireType: (rules, spot, field) => {
        if (wireTypeOf(field) !== 0 || spot.tag.wireType !== 2) return before.readWrongWireType(rules, spot, field);
        const length = rules.readLength(spot.cursor);
        const inner = {bytes: spot.cursor.bytes, at: spot.cursor.at, end: spot.cursor.at + length};
        spot.cursor.at = inner.end;
        while (inner.at < inner.end) rules.readKnown({...spot, cursor: inner}, field);
      },
    }),
  },
  {
    ...wrongWireType,
    basis: 'protocol',
    name: 'wrongwt-clears',
    says: 'forgets the value of a field when it comes again with another wire type',
    patch: before => ({
      readWrongWireType: (rules, spot, field) => {
        before.readWrongWireType(rules, spot, field);
        spot.message.fields.delete(field.name);
      },
    }),
  },
];
