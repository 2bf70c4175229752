// Faults of a decoder that keeps something from one message to the next. Asked one thing in a fresh process, each does well.
import type {OverlayFault} from '../faults.ts';
import {aMessage, type Message, type MessageName} from '../rules/message.ts';
import type {OverlayPatch, OverlayRules} from '../rules/overlay-rules.ts';
import {malformed, type Cursor} from '../rules/varint.ts';

const state = {requirement: 'OV-WIRE', basis: 'protocol', rule: 'STATE'} as const;

/** Reads one whole message, and not one that is a field of it. */
type ReadWhole = (read: () => Message, message: Message, cursor: Cursor) => Message;

export const stateFaults: readonly OverlayFault[] = [
  {
    ...state,
    name: 'ends-after-a-pause',
    says: 'ends when it is asked nothing for two seconds',
    patch: () => ({waitsForQuestionMs: 2_000}),
  },
  {
    ...state,
    name: 'keeps-fields-of-the-previous-message',
    says: 'decodes into a reused object, so that fields of the previous message show in the next one',
    patch: () => {
      const reused = new Map<MessageName, Message>();
      return {
        freshMessage: (_rules, type) => {
          if (type === 'IpAndPort') return aMessage(type);
          const message = reused.get(type) ?? aMessage(type);
          reused.set(type, message);
          return message;
        },
      };
    },
  },
  {
    ...state,
    name: 'refuses-all-after-a-refusal',
    says: 'refuses every message once it has refused one',
    patch: wholeMessages(() => {
      let hasRefused = false;
      return read => {
        if (hasRefused) malformed('an earlier message was malformed');
        hasRefused = true;
        const message = read();
        hasRefused = false;
        return message;
      };
    }),
  },
  {
    ...state,
    name: 'cached-by-length',
    says: 'answers with what it read last of a message of the same type and length',
    patch: wholeMessages(() => {
      const cache = new Map<string, Message>();
      return (read, {type}, {bytes}) => {
        const key = `${type} ${String(bytes.length)}`;
        const message = cache.get(key) ?? read();
        cache.set(key, message);
        return message;
      };
    }),
  },
  {
    ...state,
    name: 'each-256th-is-empty',
    says: 'reads each 256th message as an empty one',
    patch: wholeMessages(() => {
      let count = 0;
      return (read, {type}) => {
        count += 1;
        return count % 256 === 0 ? aMessage(type) : read();
      };
    }),
  },
];

/** A patch of how whole messages are read; what it remembers belongs to one peer. */
function wholeMessages(begin: () => ReadWhole): OverlayPatch {
  return before => {
    const readWhole = begin();
    const open = new WeakSet<Uint8Array>();
    return {
      readMessage: (rules: OverlayRules, cursor, message) => {
        const {bytes} = cursor;
        const read = (): Message => before.readMessage(rules, cursor, message);
        if (open.has(bytes)) return read();
        open.add(bytes);
        try {
          return readWhole(read, message, cursor);
        } finally {
          open.delete(bytes);
        }
      },
    };
  };
}
