// Names what is special about a JSON input, so that a finding can say "refuses an enum by number" instead of showing text alone.
import type {OverlayMessage} from '../../model/peer.ts';
import {scanJson, type JsonNode} from './json-nodes.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from './message-schema.ts';

/** Everything that can be special, the most telling first, each with the words that stand behind "refuses". */
export const jsonFeatures = {
  null: 'a null in place of a value',
  exponent: 'an integer with a fraction or an exponent',
  'enum-number': 'an enum by number',
  'url-base64': 'base64 of the URL alphabet',
  'bare-base64': 'base64 without padding',
  'uint64-number': 'a uint64 that is a bare number',
  'uint32-string': 'a uint32 that is a string',
  'large-uint64': 'a uint64 above 2^53 in JSON',
  'high-uint32': 'a uint32 above 2^31 in JSON',
  'escaped-slash': 'a value with an escaped slash',
  'escaped-value': 'a value with an escaped letter',
  'escaped-key': 'a key with an escaped letter',
  space: 'JSON with white space',
  'out-of-order': 'JSON fields out of number order',
  'written-default': 'a default that is written out in JSON',
  'empty-message': 'a present but empty message in JSON',
  list: 'a list of several elements in JSON',
} as const;

export type JsonFeature = keyof typeof jsonFeatures;

/** Lists the features of a text, the most telling first. Total: what is no JSON has none. */
export function jsonFeaturesOf(message: OverlayMessage, text: string): readonly JsonFeature[] {
  const found = new Set<JsonFeature>();
  const node = scanJson(text);
  if (node.kind === 'not-json') return [];
  if (/^\s|\s$|[,:{[]\s|\s[}\]]/.test(text)) found.add('space');
  if (/"[^"]*\\[^"]*"\s*:/.test(text)) found.add('escaped-key');
  for (const [, value = '', colon] of text.matchAll(/("(?:[^"\\]|\\.)*")(\s*:)?/g)) {
    if (colon !== undefined) continue;
    if (value.includes('\\/')) found.add('escaped-slash');
    if (/\\[^/]/.test(value)) found.add('escaped-value');
  }
  findInMessage(found, schema[message], node);
  return (Object.keys(jsonFeatures) as JsonFeature[]).filter(feature => found.has(feature));
}

function findInMessage(found: Set<JsonFeature>, of: OverlaySchema, node: JsonNode): void {
  if (node.kind !== 'object') return;
  if (node.members.length === 0) found.add('empty-message');
  let highest = 0;
  for (const {key, node: held} of node.members) {
    const field = of.fields.find(({name}) => name === key);
    if (field === undefined) continue;
    if (field.number < highest) found.add('out-of-order');
    highest = Math.max(highest, field.number);
    if (held.kind === 'null') found.add('null');
    else if (field.kind === 'message') findInHeld(found, field, held);
    else findInScalar(found, field, held);
  }
}

function findInHeld(found: Set<JsonFeature>, field: OverlayField, node: JsonNode): void {
  if (node.kind !== 'list') return findInMessage(found, heldSchema(field), node);
  if (node.items.length > 1) found.add('list');
  for (const item of node.items) findInMessage(found, heldSchema(field), item);
}

function findInScalar(found: Set<JsonFeature>, {kind}: OverlayField, node: JsonNode): void {
  if (node.kind !== 'string' && node.kind !== 'number') return;
  const {text} = node;
  if (/^-?[0-9.]*[.eE]/.test(text) && kind !== 'bytes') found.add('exponent');
  if (text === '' || text === '0' || text === 'None' || text === 'Ping') found.add('written-default');
  if (kind === 'enum' && node.kind === 'number') found.add('enum-number');
  if (kind === 'uint64' && node.kind === 'number') found.add('uint64-number');
  if (kind === 'uint32' && node.kind === 'string') found.add('uint32-string');
  if (kind === 'uint64' && Number(text) > Number.MAX_SAFE_INTEGER) found.add('large-uint64');
  if (kind === 'uint32' && Number(text) > 0x7fff_ffff) found.add('high-uint32');
  if (kind === 'bytes' && /[-_]/.test(text)) found.add('url-base64');
  if (kind === 'bytes' && text.length % 4 !== 0) found.add('bare-base64');
}
