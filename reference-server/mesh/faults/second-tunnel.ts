// Faults of a host that begins another tunnel: what is known of it, and which of its tunnels counts.
import type {MeshFault} from '../faults.ts';
import type {Look, MeshPatch, Purpose} from '../rules/mesh-rules.ts';

const usual = {rule: 'MESH-TUNNEL', basis: 'usual', requirement: 'MESH-SECOND'} as const;
const protocol = {rule: 'MESH-TUNNEL', basis: 'protocol'} as const;

type Opening = Extract<Look, {stage: 'tunnel'}>;

/** Changes what there is when a host that has a tunnel begins another one. */
function atTheSecond(change: (opening: Opening, before: NonNullable<Opening['before']>) => void): MeshPatch {
  return () => ({
    look: look => {
      if (look.stage === 'tunnel' && look.before !== undefined) change(look, look.before);
    },
  });
}

/** Answers in the first tunnel that a host has. */
function inTheFirst(wanted: Purpose): MeshPatch {
  return () => ({speaksIn: (tunnel, purpose, all) => (purpose === wanted ? (all()[0] ?? tunnel) : tunnel)});
}

export const secondTunnelFaults: readonly MeshFault[] = [
  {
    ...usual,
    name: 'mesh-second-tunnel-forgets-the-host',
    says: 'forgets the addresses of a host that begins another tunnel',
    patch: atTheSecond(({opened, known}) => void known.delete(opened.host)),
  },
  {
    ...usual,
    name: 'mesh-updates-come-in-the-first-tunnel',
    says: 'passes over updates in another tunnel than the first one of a host',
    patch: () => ({learnsIn: (tunnel, all) => all()[0] === tunnel}),
  },
  {
    ...usual,
    name: 'mesh-punch-requests-go-into-the-first-tunnel',
    says: 'sends HostPunchNotification in the first tunnel of the wanted host',
    patch: inTheFirst('punch'),
  },
  {
    ...usual,
    name: 'mesh-replies-go-into-the-first-tunnel',
    says: 'answers a lookup in the first tunnel of the one that asked',
    patch: inTheFirst('reply'),
  },
  {
    ...usual,
    name: 'mesh-test-replies-go-into-the-first-tunnel',
    says: 'answers a test request in the first tunnel of the host',
    patch: inTheFirst('test'),
  },
  {
    ...usual,
    name: 'mesh-window-is-that-of-the-host',
    says: 'refuses in a second tunnel the counters that came in the first one',
    patch: atTheSecond(({opened}, before) => {
      for (const one of before.window.taken) opened.window.taken.add(one);
      opened.window.newest = before.window.newest;
    }),
  },
  {
    ...usual,
    name: 'mesh-counter-is-that-of-the-host',
    requirement: 'MESH-COUNTER-FIRST',
    says: 'goes on in a second tunnel with the counters of the first one',
    patch: atTheSecond(({opened}, before) => {
      opened.counter = before.counter;
    }),
  },
  {
    ...protocol,
    name: 'mesh-second-tunnel-clears-the-window-of-the-first',
    requirement: 'MESH-REPLAY',
    says: 'forgets which counters came in a tunnel when its host begins another one',
    patch: atTheSecond((_opening, before) => {
      before.window.taken.clear();
      before.window.newest = 0n;
    }),
  },
  {
    ...usual,
    name: 'mesh-second-tunnel-is-where-the-first-was',
    requirement: 'MESH-ROAMING',
    says: 'sends to the address of the first tunnel of a host when it begins another one elsewhere',
    patch: atTheSecond(({opened}, before) => {
      opened.at = before.at;
    }),
  },
  {
    ...usual,
    name: 'mesh-close-ends-all-tunnels-of-the-host',
    requirement: 'MESH-CLOSE',
    says: 'ends all tunnels of a host at the closeTunnel of one of them',
    patch: () => ({endedByClose: ({host}, all) => all.filter(one => one.host === host)}),
  },
  {
    ...usual,
    name: 'mesh-close-of-any-tunnel-forgets-the-host',
    says: 'forgets the addresses of a host when the first of its tunnels ends',
    patch: () => ({hasLeft: () => true}),
  },
];
