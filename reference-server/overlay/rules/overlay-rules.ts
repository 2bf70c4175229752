// Gathers every rule of the overlay peer in one object, through which alone rules reach each other, so that a fault can patch one.
import * as answer from './answer.ts';
import * as decode from './decode.ts';
import * as encode from './encode.ts';
import * as jsonRead from './json-read.ts';
import * as jsonWrite from './json-write.ts';
import {enums, messages, publishedFields, schemaPackage, schemaSyntax} from './schema.ts';
import * as skip from './skip.ts';
import * as tag from './tag.ts';
import * as varint from './varint.ts';

/** Makes the rules that a peer lives by; each patch sees the rules before it and replaces one or two of them. */
export function makeOverlayRules(patches: readonly OverlayPatch[] = []): OverlayRules {
  let unbound: UnboundRules = healthy;
  for (const patch of patches) unbound = {...unbound, ...patch(unbound)};
  const bound: Record<string, unknown> = {};
  for (const [name, rule] of Object.entries(unbound)) {
    bound[name] = typeof rule === 'function' ? Function.prototype.bind.call(rule, undefined, bound) : rule;
  }
  return bound as OverlayRules;
}

/** Replaces rules; it is called once per rules object, so what it remembers belongs to that object alone. */
export type OverlayPatch = (before: UnboundRules) => Partial<UnboundRules>;

/** Every rule as it is called: without the rules object, which is bound to it. */
export type OverlayRules = {readonly [Name in keyof UnboundRules]: Bound<UnboundRules[Name]>};
type Bound<Rule> = Rule extends (rules: OverlayRules, ...rest: infer Rest) => infer Result
  ? (...rest: Rest) => Result
  : Rule;

/** Every rule as it is written: a value, or a function whose first argument is the rules object. */
type UnboundRules = typeof healthy;

const healthy = {
  messages,
  enums,
  // What it says of its schema.
  schemaSyntax,
  schemaPackage,
  publishedFields,
  // What a varint is and what fields make of it.
  varintBytesMax: varint.varintBytesMax,
  readVarint: varint.readVarint,
  endInsideVarint: varint.endInsideVarint,
  uint32Of: varint.uint32Of,
  uint64Of: varint.uint64Of,
  enumOf: varint.enumOf,
  keepsEnumNumber: varint.keepsEnumNumber,
  // Tags and lengths.
  readTag: tag.readTag,
  checkTagLength: tag.checkTagLength,
  checkTagWidth: tag.checkTagWidth,
  checkFieldNumber: tag.checkFieldNumber,
  checkWireType: tag.checkWireType,
  readLength: tag.readLength,
  lengthOf: tag.lengthOf,
  checkExtent: tag.checkExtent,
  // What is skipped.
  skipField: skip.skipField,
  skipVarint: skip.skipVarint,
  skipLengthDelimited: skip.skipLengthDelimited,
  skipFixed: skip.skipFixed,
  skipGroup: skip.skipGroup,
  depthMax: skip.depthMax,
  checkGroupEnd: skip.checkGroupEnd,
  endInsideGroup: skip.endInsideGroup,
  strayEndGroup: skip.strayEndGroup,
  // A message.
  readMessage: decode.readMessage,
  endsMessage: decode.endsMessage,
  isComplete: decode.isComplete,
  fieldOf: decode.fieldOf,
  readUnknown: decode.readUnknown,
  keepsUnknownFields: decode.keepsUnknownFields,
  readWrongWireType: decode.readWrongWireType,
  readKnown: decode.readKnown,
  storeScalar: decode.storeScalar,
  bytesOf: decode.bytesOf,
  mergeTarget: decode.mergeTarget,
  append: decode.append,
  freshMessage: decode.freshMessage,
  // Writing.
  writeMessage: encode.writeMessage,
  isWritten: encode.isWritten,
  writeField: encode.writeField,
  writeVarint: encode.writeVarint,
  writeEnum: encode.writeEnum,
  writeLength: encode.writeLength,
  // proto3 JSON.
  jsonStringOf: jsonRead.jsonStringOf,
  jsonNameOf: jsonRead.jsonNameOf,
  readJsonMessage: jsonRead.readJsonMessage,
  readJsonValue: jsonRead.readJsonValue,
  unknownJsonKey: jsonRead.unknownJsonKey,
  duplicateJsonKey: jsonRead.duplicateJsonKey,
  readJsonEnum: jsonRead.readJsonEnum,
  unknownEnumName: jsonRead.unknownEnumName,
  readJsonInteger: jsonRead.readJsonInteger,
  readJsonBytes: jsonRead.readJsonBytes,
  writeJsonMessage: jsonWrite.writeJsonMessage,
  isWrittenToJson: jsonWrite.isWrittenToJson,
  writeJsonEnum: jsonWrite.writeJsonEnum,
  writeJsonUint64: jsonWrite.writeJsonUint64,
  writeJsonBytes: jsonWrite.writeJsonBytes,
  // What a live peer answers.
  answerPing: answer.answerPing,
  answerMeta: answer.answerMeta,
  answerHandshake: answer.answerHandshake,
  senderAddress: answer.senderAddress,
  learn: answer.learn,
  addressesOf: answer.addressesOf,
  addressesPerReplyMax: answer.addressesPerReplyMax,
  hostsMax: answer.hostsMax,
  punchTargets: answer.punchTargets,
  finishReply: answer.finishReply,
  messageBytesMax: answer.messageBytesMax,
  survivesBadMessages: answer.survivesBadMessages,
  waitsForQuestionMs: answer.waitsForQuestionMs,
};
