// One message in memory between bytes and value: a slot per field, and the unknown records that came with it.
import {type Json, type JsonObject} from '../../model/json.ts';
import type {OverlayField, OverlaySchema} from './message-schema.ts';
import {hexOf} from '../../base/text/hex.ts';

/** What a slot holds: numbers of enums and uint32; uint64 as number up to 2^53 − 1 and bigint above; octets; messages; lists of messages. */
export type Slot = number | bigint | Uint8Array | Draft | Draft[] | undefined;

/** A message being read or written. An undefined slot is a field that never came. */
export class Draft {
  readonly schema: OverlaySchema;
  readonly slots: Slot[];
  /** Records of unknown fields, in arrival order: where each whole record begins and ends in `source`. Views would cost more than reading does. */
  unknown: number[] | undefined;
  source: Uint8Array | undefined;

  constructor(schema: OverlaySchema) {
    this.schema = schema;
    this.slots = [undefined, undefined];
    this.unknown = undefined;
    this.source = undefined;
  }
}

/** Gives the value of a draft in the value-text convention, normalized: every scalar and list is there, absent messages are not. */
export function valueOfDraft(draft: Draft): JsonObject {
  const value: Record<string, Json> = {};
  const fields = draft.schema.fields;
  for (let slot = 0; slot < fields.length; slot += 1) {
    const field = fields[slot]!;
    const held = draft.slots[slot];
    if (field.kind === 'message') {
      if (field.isRepeated) value[field.name] = held === undefined ? [] : (held as Draft[]).map(valueOfDraft);
      else if (held !== undefined) value[field.name] = valueOfDraft(held as Draft);
    } else {
      value[field.name] = scalarValue(field, held);
    }
  }
  return value;
}

function scalarValue(field: OverlayField, held: Slot): Json {
  switch (field.kind) {
    case 'uint64':
      return held === undefined ? '0' : (held as number | bigint).toString();
    case 'bytes':
      return held === undefined ? '' : hexOf(held as Uint8Array);
    case 'enum':
    case 'uint32':
    case 'message':
      return held === undefined ? 0 : (held as number);
  }
}

/** Tells whether a draft or a message inside it holds unknown records. */
export function hasUnknown(draft: Draft): boolean {
  if (draft.unknown !== undefined) return true;
  const slots = draft.slots;
  for (let slot = 0; slot < slots.length; slot += 1) {
    const held = slots[slot];
    if (held instanceof Draft) {
      if (hasUnknown(held)) return true;
    } else if (Array.isArray(held) && held.some(hasUnknown)) {
      return true;
    }
  }
  return false;
}
