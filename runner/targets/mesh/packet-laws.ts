// What holds for every packet that a node sends in a tunnel, whatever a case asks: held against each one that comes.
import type {PacketBreach} from '../../../model/peers/sealed.ts';
import type {PacketHeader} from './packet.ts';

/** The packets of one tunnel that came so far: the end of each datagram by its counter. */
export type CameBefore = Map<bigint, string>;

/** So many are remembered. */
const rememberedMax = 4_096;

/** Gives what a packet breaks, and remembers it. The same datagram twice is the network's doing. */
export function breachesOf(
  {version, reserved, type, counter}: PacketHeader,
  {
    datagram,
    isAuthentic,
    before,
  }: {readonly datagram: Buffer; readonly isAuthentic: boolean; readonly before: CameBefore},
): readonly PacketBreach[] {
  const packet = `a packet of type ${String(type)} with counter ${String(counter)}`;
  if (!isAuthentic)
    return [
      {
        statement: 'MESH-NONCE',
        basis: 'stated',
        message: `${packet} cannot be opened with the key of its tunnel and a nonce of that counter`,
      },
    ];
  const breaches: PacketBreach[] = [];
  const same = before.get(counter);
  const end = datagram.toString('hex', Math.max(0, datagram.length - 32));
  if (same !== undefined && same !== end)
    breaches.push({
      statement: 'MESH-COUNTER',
      basis: 'stated',
      message: `${packet} is not the first one of its tunnel with that counter, and so with that nonce`,
    });
  before.set(counter, end);
  const [oldest] = before.keys();
  if (before.size > rememberedMax && oldest !== undefined) before.delete(oldest);
  if (version !== 1 || reserved !== 0)
    breaches.push({
      statement: 'MESH-PACKET',
      basis: 'usual',
      message: `${packet} has version ${String(version)} and reserved bytes of ${String(reserved)}, not 1 and 0`,
    });
  return breaches;
}
