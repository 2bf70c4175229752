// The live peer: turns one bare overlay message into the messages that are sent because of it.
// Nothing in the bytes says which of the three outer messages they are. The listen URL says it: `?as=OverlayMeta`,
// `?as=OverlayPing` or `?as=OverlayHandshake` reads everything as that one. Without `as`, the bytes are read as all three, and the
// reading with the fewest unknown fields counts; on a tie OverlayMeta goes before OverlayPing before OverlayHandshake. So `08 06`
// is HostWhoami, anything with a varint field 2 is a ping, and an empty message is OverlayMeta None, which nobody answers: to ping
// at Time 0, listen with `?as=OverlayPing`.
import {beginMessage} from '../mutants/switch.ts';
import {decodeBinary, encodeBinary} from './codec.ts';
import type {Address, Answer, Conversation} from './rules/answer.ts';
import {countUnknown, type Message} from './rules/message.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';

export const outerMessages = ['OverlayMeta', 'OverlayPing', 'OverlayHandshake'] as const;
export type OuterMessage = (typeof outerMessages)[number];

/** Bytes to send, and where to. */
interface Outgoing {
  readonly to: 'sender' | Address;
  readonly bytes: Uint8Array;
}

/** Makes a peer; the function that it gives takes the bytes of one message and where they came from. */
export function livePeer({rules, as}: {rules: OverlayRules; as: OuterMessage | 'auto'}): LivePeer {
  const known = {hosts: new Map<number, Message[]>(), nextIndex: 1};
  let isDead = false;
  return (whole, sender) => {
    const bytes = whole.subarray(0, rules.messageBytesMax);
    beginMessage(bytes);
    if (isDead) return [];
    const message = readOuter(rules, as, bytes);
    if (message === undefined) {
      isDead = !rules.survivesBadMessages;
      return [];
    }
    const conversation: Conversation = {sender, hosts: known.hosts, nextIndex: known.nextIndex};
    const answers = answerOuter(rules, message, conversation);
    known.nextIndex = conversation.nextIndex;
    return answers.map(answer => ({to: answer.to, bytes: rules.finishReply(encodeBinary(rules, answer.message))}));
  };
}

export type LivePeer = (bytes: Uint8Array, sender: Address) => Outgoing[];

function readOuter(rules: OverlayRules, as: OuterMessage | 'auto', bytes: Uint8Array): Message | undefined {
  let best: Message | undefined;
  for (const type of as === 'auto' ? outerMessages : [as]) {
    const decoded = decodeBinary(rules, type, bytes);
    if (decoded.kind === 'reject') continue;
    if (best === undefined || countUnknown(decoded.message) < countUnknown(best)) best = decoded.message;
  }
  return best;
}

function answerOuter(rules: OverlayRules, message: Message, conversation: Conversation): Answer[] {
  if (message.type === 'OverlayPing') return rules.answerPing(message);
  if (message.type === 'OverlayHandshake') return rules.answerHandshake(message, conversation);
  return rules.answerMeta(message, conversation);
}
