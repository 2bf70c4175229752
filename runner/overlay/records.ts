// Writes wire records one by one, also wrong ones on purpose: over-long varints, wrong wire types, false lengths, stray groups.
import {joinBytes} from '../../base/text/hex.ts';

/** One record, or a piece of one. Numbers and lengths may be anything that a varint can say. */
export type WireRecord =
  | {
      readonly kind: 'varint';
      readonly number: number;
      readonly value: bigint;
      readonly extraBytes?: number;
      readonly tagExtra?: number;
    }
  | {readonly kind: 'fixed64'; readonly number: number; readonly value: bigint}
  | {readonly kind: 'fixed32'; readonly number: number; readonly value: number}
  | {
      readonly kind: 'length';
      readonly number: number;
      readonly payload: Uint8Array | readonly WireRecord[];
      /** The length that is announced; the payload's own when left out. */
      readonly announced?: bigint;
      readonly extraBytes?: number;
      readonly tagExtra?: number;
    }
  /** A group with its own end, or with another number at its end, or (null) never ended. */
  | {
      readonly kind: 'group';
      readonly number: number;
      readonly records: readonly WireRecord[];
      readonly endNumber?: number | null;
    }
  /** An end-group tag alone. */
  | {readonly kind: 'end-group'; readonly number: number}
  /** A tag alone, with any of the eight wire types. */
  | {readonly kind: 'tag'; readonly number: number; readonly wireType: number; readonly tagExtra?: number}
  | {readonly kind: 'raw'; readonly bytes: Uint8Array};

/** Writes records one behind the other. */
export function writeRecords(records: readonly WireRecord[]): Uint8Array {
  return joinBytes(records.map(writeRecord));
}

function writeRecord(record: WireRecord): Uint8Array {
  switch (record.kind) {
    case 'varint':
      return joinBytes([tag(record.number, 0, record.tagExtra), varintBytes(record.value, record.extraBytes)]);
    case 'fixed64':
      return joinBytes([tag(record.number, 1), littleEndian(record.value, 8)]);
    case 'fixed32':
      return joinBytes([tag(record.number, 5), littleEndian(BigInt(record.value), 4)]);
    case 'length': {
      const payload = record.payload instanceof Uint8Array ? record.payload : writeRecords(record.payload);
      const length = varintBytes(record.announced ?? BigInt(payload.length), record.extraBytes);
      return joinBytes([tag(record.number, 2, record.tagExtra), length, payload]);
    }
    case 'group': {
      const body = [tag(record.number, 3), writeRecords(record.records)];
      if (record.endNumber !== null) body.push(tag(record.endNumber ?? record.number, 4));
      return joinBytes(body);
    }
    case 'end-group':
      return tag(record.number, 4);
    case 'tag':
      return tag(record.number, record.wireType, record.tagExtra);
    case 'raw':
      return record.bytes;
  }
}

function tag(number: number, wireType: number, extraBytes = 0): Uint8Array {
  return varintBytes(BigInt(number) * 8n + BigInt(wireType), extraBytes);
}

/** Writes a varint with `extraBytes` bytes that carry nothing; the value may have more than 64 bits, the result more than ten bytes. */
export function varintBytes(value: bigint, extraBytes = 0): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80n; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80);
  bytes.push(Number(rest));
  for (let extra = 0; extra < extraBytes; extra += 1) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(0);
  }
  return Uint8Array.from(bytes);
}

function littleEndian(value: bigint, length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let index = 0; index < length; index += 1) bytes[index] = Number((value >> BigInt(index * 8)) & 0xffn);
  return bytes;
}
