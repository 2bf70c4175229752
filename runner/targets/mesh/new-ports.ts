// Gives each conversation a port that none before it had: a node keeps the tunnels of hosts that have gone for a while, and sends hole-punch packets to their
// addresses, which would reach whoever speaks from there next.
import type {LiveConversation} from '../../../model/peer.ts';

/** How often another port is asked for; one that was had is then taken again, as where a run has used them all. */
const triesMax = 16;

/** Opens as `open` does, at another port each time. */
export function atNewPorts(open: () => Promise<LiveConversation>): () => Promise<LiveConversation> {
  const had = new Set<number>();
  return async () => {
    // They are closed late: a port that is free again could come at once.
    const again: LiveConversation[] = [];
    try {
      for (;;) {
        const conversation = await open();
        const port = conversation.local?.port;
        if (port === undefined || !had.has(port) || again.length === triesMax) {
          if (port !== undefined) had.add(port);
          return conversation;
        }
        again.push(conversation);
      }
    } finally {
      await Promise.all(again.map(one => one.close()));
    }
  };
}
