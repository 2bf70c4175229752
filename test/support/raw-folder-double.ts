// For tests: a folder of raw files that is empty and stays so.
import type {RawFolder} from '../../model/ports.ts';

export const noFolder: RawFolder = {
  list: () => [],
  names: () => [],
  read: () => undefined,
  write: () => undefined,
  add: () => undefined,
  remove: () => undefined,
  settled: () => Promise.resolve(),
};
