// Reads `--shard i/n`.
import {InvalidArgumentError} from 'commander';
import type {Shard} from '../../../model/plan.ts';

/** Reads the text; a Kubernetes index counts from 0, so `$((JOB_COMPLETION_INDEX + 1))` is what to give. */
export function readShard(text: string): Shard {
  const [, index = '', count = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(text) ?? [];
  const shard = {index: Number(index), count: Number(count)};
  if (shard.index >= 1 && shard.index <= shard.count) return shard;
  throw new InvalidArgumentError('It is a part and the number of parts, from 1/n to n/n, e.g. 2/4.');
}
