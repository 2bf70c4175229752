// The control messages (since 1.6) with which a host of the mesh becomes a relay.
import {readFields} from '../testee/wire-fields.ts';
import {numberField} from './protobuf.ts';

/** Writes CreateRelayRequest: `index` is ours, and the relay leads from one address of the mesh to another. */
export function relayRequest(index: number, {from, to}: {readonly from: number; readonly to: number}): Buffer {
  const fields = {1: 1, 2: index, 4: to, 5: from};
  return Buffer.concat(Object.entries(fields).map(([number, value]) => numberField(Number(number), BigInt(value))));
}

/** The index of the relay at the one that answers, from CreateRelayResponse. */
export function relayIndexIn(bytes: Buffer): number | undefined {
  const fields = readFields(bytes);
  const numbered = (number: number): number =>
    fields?.reduce(
      (last, field) => (field.number === number && field.kind === 'varint' ? Number(field.value) : last),
      0,
    ) ?? 0;
  return numbered(1) === 2 && numbered(3) > 0 ? numbered(3) : undefined;
}
