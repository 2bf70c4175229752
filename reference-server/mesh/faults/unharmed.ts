// Faults of error paths: what is refused, has come before or cannot be read changes something.
import type {MeshFault} from '../faults.ts';
import type {Dropped, DroppedIn, MeshPatch} from '../rules/mesh-rules.ts';
import {types} from '../rules/packet.ts';

const usual = {rule: 'MESH-TUNNEL', basis: 'usual'} as const;
const protocol = {rule: 'MESH-TUNNEL', basis: 'protocol'} as const;

/** Does something with the tunnel in which this was dropped. */
function at(wanted: Dropped, act: (tunnel: NonNullable<DroppedIn['tunnel']>, where: DroppedIn) => void): MeshPatch {
  return () => ({
    onDropped: (what, where) => {
      if (what === wanted && where.tunnel !== undefined) act(where.tunnel, where);
    },
  });
}

/** Ends a tunnel once this was dropped in it so often. */
function endsAfter(wanted: Dropped, most: number): MeshPatch {
  return () => {
    const counts = new WeakMap<object, number>();
    return {
      onDropped: (what, {tunnel, close}) => {
        if (what !== wanted || tunnel === undefined) return;
        const count = (counts.get(tunnel) ?? 0) + 1;
        counts.set(tunnel, count);
        if (count >= most) close();
      },
    };
  };
}

const moves: Parameters<typeof at>[1] = (tunnel, {from}) => {
  tunnel.at = from;
};

export const unharmedFaults: readonly MeshFault[] = [
  {
    ...protocol,
    name: 'mesh-same-packet-begins-counters-again',
    requirement: 'MESH-COUNTER',
    says: 'begins with counter 3 again when the first packet of a tunnel comes again',
    patch: at('repeated', tunnel => {
      tunnel.counter = 3n;
    }),
  },
  {
    ...protocol,
    name: 'mesh-same-packet-clears-the-window',
    requirement: 'MESH-REPLAY',
    says: 'forgets which counters came when the first packet of a tunnel comes again',
    patch: at('repeated', ({window}) => {
      window.taken.clear();
      window.newest = 0n;
    }),
  },
  {
    ...usual,
    name: 'mesh-same-packet-moves-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'moves a tunnel to where its first packet came from again',
    patch: at('repeated', moves),
  },
  {
    ...usual,
    name: 'mesh-refused-certificate-ends-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'ends the tunnel of the host that a refused certificate names',
    patch: endsAfter('refused', 1),
  },
  {
    ...usual,
    name: 'mesh-refused-certificate-moves-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'moves the tunnel of the host that a refused certificate names',
    patch: at('refused', moves),
  },
  {
    ...protocol,
    name: 'mesh-replay-moves-the-tunnel',
    requirement: 'MESH-REPLAY',
    says: 'moves a tunnel to where a packet came from again',
    patch: at('stale', moves),
  },
  {
    ...usual,
    name: 'mesh-tenth-replay-ends-the-tunnel',
    requirement: 'MESH-STAYS',
    says: 'ends a tunnel at the tenth packet with a counter that was used',
    patch: endsAfter('stale', 10),
  },
  {
    ...usual,
    name: 'mesh-tenth-forgery-ends-the-tunnel',
    requirement: 'MESH-CLEAR',
    says: 'ends a tunnel at the tenth packet whose tag does not fit',
    patch: endsAfter('forged', 10),
  },
  {
    ...usual,
    name: 'mesh-unreadable-message-ends-the-tunnel',
    requirement: 'MESH-STAYS',
    says: 'ends a tunnel when an authentic packet holds no message',
    patch: endsAfter('unreadable', 1),
  },
  {
    ...usual,
    name: 'mesh-useless-packet-ends-the-tunnel',
    requirement: 'MESH-STAYS',
    says: 'ends a tunnel when an authentic packet is of a type that it does nothing with',
    patch: endsAfter('useless', 1),
  },
  {
    ...protocol,
    name: 'mesh-unreadable-message-begins-counters-again',
    requirement: 'MESH-COUNTER',
    says: 'begins with counter 3 again after an authentic packet that holds no message',
    patch: at('unreadable', tunnel => {
      tunnel.counter = 3n;
    }),
  },
  {
    ...protocol,
    name: 'mesh-updates-are-taken-again',
    requirement: 'MESH-REPLAY',
    says: 'takes a packet of type lightHouse as often as it comes',
    patch: before => ({
      isFresh: (window, header) => header.type === types.lightHouse || before.isFresh(window, header),
    }),
  },
  {
    ...usual,
    name: 'mesh-one-leaves-and-all-are-forgotten',
    requirement: 'MESH-CLOSE',
    says: 'forgets where all hosts are when one of them leaves',
    patch: () => ({forgets: known => known.clear()}),
  },
  {
    ...usual,
    name: 'mesh-who-left-stays-unknown',
    requirement: 'OV-F-LOOKUP',
    says: 'takes no update from a host that left and came back',
    patch: before => {
      const left = new Set<number>();
      return {
        forgets: (known, host) => {
          left.add(host);
          before.forgets(known, host);
        },
        mayTell: (about, host) => before.mayTell(about, host) && !left.has(host),
      };
    },
  },
];
