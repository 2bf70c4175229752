// Rules of reading proto3 JSON: the keys, and what spelling each kind of field takes.
import type {FieldValue, Message, MessageName} from './message.ts';
import type {JsonNode} from './json-text.ts';
import type {OverlayRules} from './overlay-rules.ts';
import type {EnumName, Field} from './schema.ts';
import {malformed} from './varint.ts';

// RFC 8259: "Any character may be escaped", a slash too.
export function jsonStringOf(_rules: OverlayRules, literal: string): string {
  return String(JSON.parse(literal));
}

// JSON guide: a key is the JSON name or the declared name; protoc gives our fields JSON names equal to the declared ones.
export function jsonNameOf(_rules: OverlayRules, field: Field): string {
  return field.name;
}

// JSON guide: a message is an object; null is the default of the field.
export function readJsonMessage(rules: OverlayRules, node: JsonNode, type: MessageName): Message {
  if (node.kind !== 'object') return malformed(`${type} needs a JSON object, not ${node.kind}`);
  const message = rules.freshMessage(type);
  const seen = new Set<string>();
  for (const [key, value] of node.entries) {
    const field = rules.messages[type].find(one => rules.jsonNameOf(one) === key);
    if (seen.has(key)) rules.duplicateJsonKey(key);
    seen.add(key);
    if (field === undefined) rules.unknownJsonKey(type, key);
    else if (value.kind !== 'null') message.fields.set(field.name, rules.readJsonValue(value, field));
  }
  return message;
}

// JSON guide: a parser rejects unknown keys unless it is told to ignore them.
export function unknownJsonKey(_rules: OverlayRules, type: MessageName, key: string): void {
  malformed(`${type} has no field ${JSON.stringify(key)}`);
}

// Left open by the guide; most known parsers refuse a key that comes twice.
export function duplicateJsonKey(_rules: OverlayRules, key: string): void {
  malformed(`the key ${JSON.stringify(key)} comes twice`);
}

// JSON guide: the mapping table, one row per kind of field.
export function readJsonValue(rules: OverlayRules, node: JsonNode, field: Field): FieldValue {
  switch (field.kind) {
    case 'uint32':
      return Number(rules.readJsonInteger(node, {min: 0n, max: 0xffff_ffffn}));
    case 'uint64':
      return rules.readJsonInteger(node, {min: 0n, max: 0xffff_ffff_ffff_ffffn});
    case 'bytes':
      return rules.readJsonBytes(node);
    case 'enum':
      return rules.readJsonEnum(node, field.values);
    case 'message':
      return rules.readJsonMessage(node, field.of);
    case 'list':
      break;
  }
  if (node.kind !== 'array') return malformed(`${field.name} needs a JSON array, not ${node.kind}`);
  return node.items.map(item => rules.readJsonMessage(item, field.of));
}

// JSON guide: an enum is its name; parsers take the number too.
export function readJsonEnum(rules: OverlayRules, node: JsonNode, values: EnumName): number {
  if (node.kind !== 'string') return Number(rules.readJsonInteger(node, {min: -0x8000_0000n, max: 0x7fff_ffffn}));
  const number = rules.enums[values].indexOf(node.text);
  return number === -1 ? rules.unknownEnumName(node.text, values) : number;
}

// JSON guide: an unknown name is an error unless the parser is told to ignore it; only numbers without a name are kept.
export function unknownEnumName(_rules: OverlayRules, name: string, values: EnumName): number {
  return malformed(`${values} has no value ${JSON.stringify(name)}`);
}

// JSON guide: numbers and strings are taken, exponents too, as long as the value is whole and in range.
export function readJsonInteger(
  _rules: OverlayRules,
  node: JsonNode,
  range: {readonly min: bigint; readonly max: bigint},
): bigint {
  if (node.kind !== 'number' && node.kind !== 'string') return malformed(`a number is needed, not ${node.kind}`);
  const value = integerOf(node.text);
  if (value === undefined) return malformed(`${JSON.stringify(node.text)} is no whole number`);
  if (value < range.min || value > range.max) return malformed(`${node.text} is not in ${range.min}..${range.max}`);
  return value;
}

/** Gives the exact value of a number in JSON spelling, or undefined when it has a fraction or is no number. */
function integerOf(text: string): bigint | undefined {
  const parts = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (parts === null) return undefined;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = parts;
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  const shift = Number(exponent) - fraction.length;
  if (digits === '') return 0n;
  // Past 40 digits no number is in range; it is told apart from a fraction by its sign of the exponent alone.
  if (shift > 40) return 10n ** 40n * (sign === '-' ? -1n : 1n);
  const kept = shift >= 0 ? digits + '0'.repeat(shift) : digits.slice(0, shift);
  if (shift < 0 && /[1-9]/.test(digits.slice(shift))) return undefined;
  return kept === '' ? undefined : BigInt(`${sign}${kept}`);
}

// JSON guide: bytes are base64; "either standard or URL-safe base64 encoding with/without paddings are accepted".
export function readJsonBytes(_rules: OverlayRules, node: JsonNode): Uint8Array {
  if (node.kind !== 'string') return malformed(`base64 text is needed, not ${node.kind}`);
  const digits = node.text.replace(/={1,2}$/, '');
  if (!/^[A-Za-z0-9+/_-]*$/.test(digits) || digits.length % 4 === 1) {
    return malformed(`${JSON.stringify(node.text)} is no base64 text`);
  }
  return new Uint8Array(Buffer.from(digits, 'base64'));
}
