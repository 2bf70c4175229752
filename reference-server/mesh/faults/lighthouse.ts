// Faults of the lighthouse, and of who may tell it what.
import type {MeshFault} from '../faults.ts';
import type {Address} from '../../overlay/rules/answer.ts';
import {metaTypes, type Heard, type MeshPatch} from '../rules/mesh-rules.ts';

const usual = {rule: 'MESH-LIGHTHOUSE', basis: 'usual'} as const;
const protocol = {rule: 'MESH-LIGHTHOUSE', basis: 'protocol'} as const;

export const lighthouseFaults: readonly MeshFault[] = [
  {
    ...usual,
    name: 'mesh-answers-no-lookup',
    requirement: 'OV-F-LOOKUP',
    says: 'answers no lookup',
    patch: () => ({lookupReplies: () => []}),
  },
  {
    ...usual,
    name: 'mesh-lookup-reply-names-the-asker',
    requirement: 'OV-F-LOOKUP',
    says: 'names the one that asked in the reply to a lookup',
    patch: before => ({
      lookupReplies: (wanted, addresses, asker) =>
        before.lookupReplies(wanted, addresses, asker).map(reply => ({...reply, about: asker})),
    }),
  },
  {
    ...usual,
    name: 'mesh-lookup-is-answered-twice',
    requirement: 'OV-F-LOOKUP',
    says: 'answers each lookup twice',
    patch: before => ({
      lookupReplies: (...query) => [...before.lookupReplies(...query), ...before.lookupReplies(...query)],
    }),
  },
  {
    ...usual,
    name: 'mesh-forgets-updates',
    requirement: 'OV-F-UPDATE',
    says: 'keeps none of the addresses that a host told',
    patch: () => ({kept: () => []}),
  },
  {
    ...usual,
    name: 'mesh-first-update-counts',
    requirement: 'OV-F-UPDATE',
    says: 'keeps the addresses of the first update for ever',
    patch: before => ({kept: (told, known) => (known.length > 0 ? known : before.kept(told, known))}),
  },
  {
    ...usual,
    name: 'mesh-updates-add-up',
    requirement: 'MESH-REPLACED',
    says: 'adds the addresses of an update to the ones that it knows',
    patch: before => ({kept: (told, known) => before.kept([...told, ...known], known)}),
  },
  {
    ...usual,
    name: 'mesh-source-address-is-left-out',
    requirement: 'MESH-ADDRESSES',
    says: 'leaves out the address that a host was seen at',
    patch: () => ({addressesOf: ({told}) => told}),
  },
  {
    ...usual,
    name: 'mesh-source-address-comes-last',
    requirement: 'MESH-ADDRESSES',
    says: 'puts the address that a host was seen at behind those that it told',
    patch: () => ({addressesOf: ({seen, told}) => (seen === undefined ? told : [...told, seen])}),
  },
  {
    ...usual,
    name: 'mesh-addresses-are-sorted',
    requirement: 'MESH-ADDRESSES',
    says: 'sorts the addresses of a host by port',
    patch: before => ({addressesOf: known => before.addressesOf(known).toSorted((a, b) => a.port - b.port)}),
  },
  {
    ...usual,
    name: 'mesh-eleven-addresses-are-kept',
    requirement: 'MESH-LIMIT',
    says: 'keeps eleven addresses that a host told',
    patch: () => ({kept: told => told.slice(0, 11)}),
  },
  {
    ...usual,
    name: 'mesh-nine-addresses-are-kept',
    requirement: 'MESH-LIMIT',
    says: 'keeps nine addresses that a host told',
    patch: () => ({kept: told => told.slice(0, 9)}),
  },
  {
    ...usual,
    name: 'mesh-last-addresses-are-kept',
    requirement: 'MESH-LIMIT',
    says: 'keeps the last ten addresses that a host told',
    patch: () => ({kept: told => told.slice(-10)}),
  },
  {
    ...usual,
    name: 'mesh-anybody-tells-of-anybody',
    requirement: 'MESH-FOREIGN',
    says: 'takes an update about a host from any other host',
    patch: () => ({mayTell: () => true}),
  },
  {
    ...usual,
    name: 'mesh-anybody-tells-of-the-unknown',
    requirement: 'MESH-FOREIGN',
    says: 'takes an update about an address outside the mesh from any host',
    patch: before => ({mayTell: (about, host) => before.mayTell(about, host) || about >>> 16 !== host >>> 16}),
  },
  {
    ...usual,
    name: 'mesh-knows-two-hosts',
    requirement: 'OV-F-LOOKUP',
    says: 'keeps the addresses of the two hosts that told theirs last',
    patch: () => ({hostsKnown: 2}),
  },
  {
    ...usual,
    name: 'mesh-first-reply-counts',
    requirement: 'OV-F-LOOKUP',
    says: 'answers every lookup of a host as it answered the first one',
    patch: before => {
      const first = new Map<number, Heard['addresses']>();
      return {
        lookupReplies: (wanted, addresses, asker) => {
          const said = first.get(wanted) ?? addresses;
          first.set(wanted, said);
          return before.lookupReplies(wanted, said, asker);
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-empty-updates-are-ignored',
    requirement: 'MESH-REPLACED',
    says: 'keeps the addresses of a host whose update names none',
    patch: before => ({kept: (told, old) => (told.length === 0 ? old : before.kept(told, old))}),
  },
  {
    ...usual,
    name: 'mesh-later-types-are-updates',
    requirement: 'MESH-LIGHTHOUSES',
    says: 'takes the acknowledgement of an update, and every type that it does not know, for an update',
    patch: before => ({tells: type => before.tells(type) || type > 9}),
  },
  {
    ...usual,
    name: 'mesh-everybody-hears-who-asked',
    requirement: 'MESH-PUNCH',
    says: 'sends HostPunchNotification to every host that it has a tunnel with',
    patch: () => ({alsoTold: others => others}),
  },
  {
    ...usual,
    name: 'mesh-hosts-are-known-by-three-bytes',
    requirement: 'MESH-UNKNOWN-HOST',
    says: 'finds a host whose address differs in the first byte',
    patch: before => ({
      found: (known, wanted, isThere) =>
        before.found(known, wanted, isThere) ?? [...known].find(([host]) => (host ^ wanted) << 8 === 0)?.[1],
    }),
  },
  {
    ...usual,
    name: 'mesh-unknown-host-gets-an-empty-reply',
    requirement: 'MESH-UNKNOWN-HOST',
    says: 'answers a lookup of an unknown host without addresses',
    patch: before => ({
      found: (known, wanted, isThere) => before.found(known, wanted, isThere) ?? {seen: undefined, told: []},
    }),
  },
  {
    ...usual,
    name: 'mesh-unknown-host-gets-any-host',
    requirement: 'MESH-UNKNOWN-HOST',
    says: 'answers a lookup of an unknown host with the addresses of another',
    patch: before => ({
      found: (known, wanted, isThere) => {
        const [first] = known.values();
        return before.found(known, wanted, isThere) ?? first;
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-moved-is-an-update',
    requirement: 'MESH-MOVED',
    says: 'takes HostMovedNotification for an update',
    patch: before => ({tells: type => before.tells(type) || type === metaTypes.moved}),
  },
  {
    ...usual,
    name: 'mesh-queries-are-updates',
    requirement: 'MESH-LIGHTHOUSES',
    says: 'learns the addresses of a host from its HostQuery',
    patch: before => ({tells: type => before.tells(type) || type === metaTypes.query}),
  },
  {
    ...usual,
    name: 'mesh-replies-of-anybody-are-updates',
    requirement: 'MESH-LIGHTHOUSES',
    says: 'learns the addresses of a host from HostQueryReply and HostPunchNotification of any host',
    patch: before => ({
      tells: type => before.tells(type) || type === metaTypes.queryReply || type === metaTypes.punch,
    }),
  },
  {
    ...usual,
    name: 'mesh-punches-for-anybody',
    requirement: 'MESH-LIGHTHOUSES',
    says: 'punches at the addresses of a HostPunchNotification of any host',
    patch: () => ({isFromLighthouse: () => true}),
  },
  {
    ...usual,
    name: 'mesh-wanted-host-hears-nothing',
    requirement: 'OV-F-PUNCH',
    says: 'never lets a wanted host know who asked',
    patch: () => ({punchRequest: () => undefined}),
  },
  {
    ...usual,
    name: 'mesh-punch-request-names-the-wanted-host',
    requirement: 'OV-F-PUNCH',
    says: 'names the wanted host itself in its HostPunchNotification',
    patch: before => ({
      punchRequest: request => {
        const made = before.punchRequest(request);
        return made === undefined ? undefined : {...made, meta: {...made.meta, about: request.wanted}};
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-punch-request-goes-to-the-asker',
    requirement: 'MESH-PUNCH',
    says: 'sends HostPunchNotification to the one that asked',
    patch: before => ({
      punchRequest: request => {
        const made = before.punchRequest(request);
        return made === undefined ? undefined : {...made, to: request.asker};
      },
    }),
  },
  {
    ...usual,
    name: 'mesh-punch-request-has-one-address',
    requirement: 'MESH-PUNCH',
    says: 'gives one address of the asker in HostPunchNotification',
    patch: before => ({
      punchRequest: request => before.punchRequest({...request, addresses: request.addresses.slice(0, 1)}),
    }),
  },
  {
    ...protocol,
    name: 'mesh-unknown-fields-are-refused',
    requirement: 'MESH-UNKNOWN-FIELDS',
    says: 'drops every message that has a field of a later release',
    patch: () => ({readsUnknownFields: false}),
  },
  {
    ...protocol,
    name: 'mesh-messages-keep-the-addresses-before',
    requirement: 'MESH-APART',
    says: 'reads a message without addresses with those of the message before it',
    patch: () => ({
      heard: (heard, before) =>
        heard.addresses.length === 0 && before !== undefined ? {...heard, addresses: before.addresses} : heard,
    }),
  },
  {
    ...protocol,
    name: 'mesh-replies-gather-addresses',
    requirement: 'MESH-APART',
    says: 'adds the addresses of the reply before to each reply',
    patch: before => {
      let last: Heard['addresses'] = [];
      return {
        lookupReplies: (wanted, addresses, asker) => {
          const all = [...addresses, ...last];
          last = addresses;
          return before.lookupReplies(wanted, all, asker);
        },
      };
    },
  },
  {
    ...usual,
    name: 'mesh-addresses-of-the-mesh-are-named',
    requirement: 'MESH-ADDRESSES',
    says: 'names addresses that are inside the mesh',
    patch: () => ({isOutside: () => true}),
  },
  {
    ...usual,
    name: 'mesh-who-told-nothing-is-unknown',
    requirement: 'OV-F-LOOKUP',
    says: 'does not find a host that has a tunnel and told nothing',
    patch: () => ({found: (known, wanted) => known.get(wanted)}),
  },
  {
    ...usual,
    name: 'mesh-lookup-of-oneself-is-silence',
    requirement: 'OV-F-LOOKUP',
    says: 'does not answer a host that looks itself up',
    patch: before => ({
      lookupReplies: (wanted, addresses, asker) =>
        wanted === asker ? [] : before.lookupReplies(wanted, addresses, asker),
    }),
  },
  {
    ...usual,
    name: 'mesh-punch-request-comes-once-for-two-hosts',
    requirement: 'MESH-PUNCH',
    says: 'sends HostPunchNotification once for each host that is wanted and each that asks',
    patch: onceFor(({wanted, asker}) => `${String(wanted)} ${String(asker)}`),
  },
  {
    ...usual,
    name: 'mesh-punch-request-comes-once',
    requirement: 'MESH-PUNCH',
    says: 'sends HostPunchNotification once to each host that is wanted',
    patch: onceFor(({wanted}) => String(wanted)),
  },
  {
    ...usual,
    name: 'mesh-addresses-belong-to-one-host',
    requirement: 'MESH-ADDRESSES',
    says: 'leaves out an address that another host told before',
    patch: before => {
      const owners = new Map<string, readonly Address[]>();
      return {
        kept: (told, known) => {
          const own = told.filter(({ip, port}) => {
            const owner = owners.get(`${String(ip)} ${String(port)}`);
            return owner === undefined || owner === known;
          });
          const kept = before.kept(own, known);
          for (const {ip, port} of kept) owners.set(`${String(ip)} ${String(port)}`, kept);
          return kept;
        },
      };
    },
  },
];

/** Sends HostPunchNotification for each key once. */
function onceFor(keyOf: (request: {readonly wanted: number; readonly asker: number}) => string): MeshPatch {
  return before => {
    const sent = new Set<string>();
    return {
      punchRequest: request => {
        const key = keyOf(request);
        if (sent.has(key)) return undefined;
        sent.add(key);
        return before.punchRequest(request);
      },
    };
  };
}
