import type {Machine} from '../../../model/machine.ts';

/** Gives what an earlier run has kept under a name; undefined where it kept nothing, or what can no longer be read. */
export function keptValue({cache}: Pick<Machine, 'cache'>, name: string): unknown {
  try {
    return JSON.parse(cache.read(name) ?? '');
  } catch {
    return undefined;
  }
}
