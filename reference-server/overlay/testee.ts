// Answers what a decoder under test is asked: describe, decode to a value, encode from a value.
import {decodeBinary, decodeJson, encodeBinary, encodeJson} from './codec.ts';
import {beginQuestion} from '../mutants/switch.ts';
import type {Answer, Description, Form, Request} from './envelope.ts';
import {Malformed} from './rules/message.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';
import {isMessageName, messages} from './rules/schema.ts';
import {schemaFile} from './schema-file.ts';
import {readValueText, writeValueText} from './value-text.ts';

/** Makes a function that is called at each input and tells whether the peer has given up waiting for it. */
export function patience({waitsForQuestionMs}: OverlayRules): () => boolean {
  let since = performance.now();
  return () => {
    const waitedMs = performance.now() - since;
    since += waitedMs;
    return waitedMs > waitsForQuestionMs;
  };
}

/** Answers one request by the rules given. */
export function answerRequest(rules: OverlayRules, request: Request): Answer {
  beginQuestion(request);
  switch (request.kind) {
    case 'describe':
      return {kind: 'description', description: describe(rules)};
    case 'decode':
      return decode(rules, request.message, request.form, request.input);
    case 'encode':
      return encode(rules, request.message, request.form, request.value);
    case 'unknown':
      break;
  }
  return {kind: 'unsupported', text: 'This peer answers describe, decode and encode; the request is none of them.'};
}

function describe(rules: OverlayRules): Description {
  return {
    name: 'touchstone reference overlay peer',
    version: '1',
    messages: Object.keys(messages),
    keepsUnknownFields: rules.keepsUnknownFields,
    schemaPackage: rules.schemaPackage,
    schemaSyntax: rules.schemaSyntax,
    schemaFile: schemaFile(rules),
  };
}

function decode(rules: OverlayRules, message: string, form: Form, input: Uint8Array): Answer {
  if (!isMessageName(message)) return unknownMessage(message);
  const decoded = form === 'json' ? decodeJson(rules, message, input) : decodeBinary(rules, message, input);
  if (decoded.kind === 'reject') return {kind: 'reject', text: decoded.why};
  return {kind: 'value', text: writeValueText(decoded.message)};
}

function encode(rules: OverlayRules, message: string, form: Form, value: string): Answer {
  if (!isMessageName(message)) return unknownMessage(message);
  if (form === 'unknown') return {kind: 'unsupported', text: 'This peer encodes as BINARY and as JSON.'};
  try {
    const built = readValueText(message, value);
    return {kind: 'encoded', bytes: form === 'json' ? encodeJson(rules, built) : encodeBinary(rules, built)};
  } catch (thrown) {
    if (thrown instanceof Malformed) return {kind: 'reject', text: thrown.message};
    throw thrown;
  }
}

function unknownMessage(message: string): Answer {
  const known = Object.keys(messages).join(', ');
  return {kind: 'unsupported', text: `There is no message ${JSON.stringify(message)}; this peer knows ${known}.`};
}
