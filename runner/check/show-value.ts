// Writes values into messages, without secrets and short enough for one line, whatever their size.
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import type {Redacted, Redaction} from '../../model/redacted.ts';

/** Writes a value as JSON text of about `charactersMax` characters; what does not fit is `…`. */
export function showValue(value: Json, redaction: Redaction, charactersMax = 160): string {
  const room = {left: charactersMax};
  return write(redaction.json(beginning(value, {left: looked * charactersMax})), room);
}

/** So many times what is shown is looked through for secrets, since what is taken out makes room for more. */
const looked = 8;

/**
 * Gives the value without the items and members far behind what can be shown: looking through all of a long list for secrets would cost more than
 * the comparison. No text is cut, and no key is left out, since names beside it tell whether something is a secret.
 */
function beginning(value: Json, room: {left: number}): Json {
  if (typeof value !== 'object' || value === null) {
    room.left -= typeof value === 'string' ? value.length + 2 : 4;
    return value;
  }
  if (isJsonList(value)) {
    const items: Json[] = [];
    for (const item of value) {
      if (room.left <= 0) {
        items.push('…');
        break;
      }
      items.push(beginning(item, room));
    }
    return items;
  }
  const members = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries<Json>(value)) {
    room.left -= key.length + 4;
    members[key] = room.left > 0 ? beginning(item, room) : '…';
  }
  return members;
}

/** A value of so many characters is kept whole in a finding. */
const keptMax = 2_000;

/** Tells whether a value is small enough to be kept whole in a finding. */
export function isSmall(value: Json): boolean {
  const room = {left: keptMax};
  write(value, room);
  return room.left > 0;
}

/** Gives a large value as a finding keeps it: as far as there is room, with `…` where it goes on. */
export function keptBeginning(value: Json, redaction: Redaction): Json {
  return cut(redaction.json(beginning(value, {left: looked * keptMax})), {left: keptMax});
}

/** Secrets have been taken out, so that none is cut. */
function cut(value: Json, room: {left: number}): Json {
  if (typeof value === 'string') {
    const fits = value.length <= Math.max(room.left, 20);
    room.left -= value.length + 2;
    return fits ? value : `${value.slice(0, Math.max(room.left + value.length, 20))}…`;
  }
  if (isJsonList(value)) {
    const items: Json[] = [];
    for (const item of value) {
      if (room.left <= 0) return [...items, '…'];
      items.push(cut(item, room));
    }
    return items;
  }
  room.left -= 4;
  if (!isJsonObject(value)) return value;
  const members = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries<Json>(value)) {
    room.left -= key.length + 4;
    members[key] = room.left > 0 ? cut(item, room) : '…';
    if (room.left <= 0) break;
  }
  return members;
}

/** Writes two texts so that the place where they begin to differ is seen on both sides. */
export function showTexts(
  sides: {readonly expected: string; readonly actual: string},
  redaction: Redaction,
): {readonly expected: string; readonly actual: string} {
  const [expected, actual] = [redaction.text(sides.expected), redaction.text(sides.actual)];
  if (expected.length <= 160 && actual.length <= 160) {
    return {expected: JSON.stringify(expected), actual: JSON.stringify(actual)};
  }
  const differs = firstDifferentIndex(expected, actual);
  return {expected: aroundIndex(expected, differs), actual: aroundIndex(actual, differs)};
}

/** Secrets are looked for in so many bytes: far more than are shown, so that none is cut at the end of what is shown. */
const searchedBytesMax = 64 * 1024;

/** Writes the first bytes of a body: as text when they are text, else as hex. */
export function showBytes(bytes: Uint8Array, redaction: Redaction, bytesMax = 80): string {
  const known = redaction.bytes(bytes.subarray(0, searchedBytesMax));
  const head = known.subarray(0, bytesMax);
  const more = known.length > bytesMax ? '…' : '';
  try {
    // With `stream` a character that is cut by the end of the head is no error.
    return JSON.stringify(new TextDecoder('utf-8', {fatal: true}).decode(head, {stream: true}) + more);
  } catch {
    return `hex ${Buffer.from(head).toString('hex')}${more}`;
  }
}

function write(value: Json, room: {left: number}): string {
  if (room.left <= 0) return '…';
  if (typeof value === 'string') return writeText(value, room);
  if (isJsonList(value)) {
    return `[${writeItems(value.length, index => write(value[index] as Json, room), room)}]`;
  }
  if (isJsonObject(value)) {
    const keys = Object.keys(value);
    const member = (index: number): string => {
      const key = keys[index]!;
      return `${writeText(key, room)}: ${write(value[key] as Json, room)}`;
    };
    return `{${writeItems(keys.length, member, room)}}`;
  }
  const text = typeof value === 'bigint' ? bigText(value) : `${value}`;
  room.left -= text.length;
  return text;
}

function writeItems(count: number, item: (index: number) => string, room: {left: number}): string {
  const items: string[] = [];
  for (let index = 0; index < count; index += 1) {
    if (room.left <= 0) {
      items.push('…');
      break;
    }
    items.push(item(index));
    room.left -= 2;
  }
  return items.join(', ');
}

function writeText(text: string, room: {left: number}): string {
  const fits = text.length <= Math.max(room.left, 20);
  room.left -= text.length + 2;
  return JSON.stringify(fits ? text : `${text.slice(0, Math.max(room.left + text.length, 20))}…`);
}

function bigText(value: bigint): string {
  const text = value.toString();
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length} digits)` : text;
}

function firstDifferentIndex(left: string, right: string): number {
  const end = Math.min(left.length, right.length);
  let index = 0;
  while (index < end && left.charCodeAt(index) === right.charCodeAt(index)) index += 1;
  return index;
}

function aroundIndex(text: Redacted, index: number): string {
  const start = Math.max(0, index - 40);
  const end = Math.min(text.length, index + 80);
  const shown = `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
  return `${JSON.stringify(shown)} (differs from character ${index}, ${text.length} long)`;
}
