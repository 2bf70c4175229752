// Says which shard of a run a case belongs to: by its id alone, so that a case stays where it is when others come and go.
import {createHash} from 'node:crypto';

/** Gives the shard, 1 … count, of a case id: the first 48 bits of its SHA-256, which are even over any number of shards. */
export function shardOf(id: string, count: number): number {
  return (createHash('sha256').update(id).digest().readUIntBE(0, 6) % count) + 1;
}
