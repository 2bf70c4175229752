// Decodes and encodes one message by the rules given, and turns a malformed input into a value instead of an exception.
import {type JsonNode, readJsonText} from './rules/json-text.ts';
import {Malformed, type Message, type MessageName} from './rules/message.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';

/** What decoding gave: a message, or one line that says why there is none. */
export type Decoded =
  | {readonly kind: 'value'; readonly message: Message}
  | {readonly kind: 'reject'; readonly why: string};

/** Decodes proto3 binary. */
export function decodeBinary(rules: OverlayRules, type: MessageName, bytes: Uint8Array): Decoded {
  return attempt(() => rules.readMessage({bytes, at: 0, end: bytes.length}, rules.freshMessage(type)));
}

/** Decodes proto3 JSON, UTF-8. */
export function decodeJson(rules: OverlayRules, type: MessageName, bytes: Uint8Array): Decoded {
  return attempt(() => rules.readJsonMessage(readUtf8Json(rules, bytes), type));
}

/** Encodes as proto3 binary. */
export function encodeBinary(rules: OverlayRules, message: Message): Uint8Array {
  return Uint8Array.from(rules.writeMessage(message));
}

/** Encodes as canonical proto3 JSON, UTF-8. */
export function encodeJson(rules: OverlayRules, message: Message): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(rules.writeJsonMessage(message)));
}

function readUtf8Json(rules: OverlayRules, bytes: Uint8Array): JsonNode {
  let text;
  try {
    text = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
  } catch {
    throw new Malformed('the JSON text is not UTF-8');
  }
  return readJsonText(text, rules.jsonStringOf);
}

/** Only Malformed is an answer; anything else is a bug of a rule, or the crash that a fault is there to cause. */
function attempt(decode: () => Message): Decoded {
  try {
    return {kind: 'value', message: decode()};
  } catch (thrown) {
    if (thrown instanceof Malformed) return {kind: 'reject', why: thrown.message};
    throw thrown;
  }
}
