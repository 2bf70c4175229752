// Gives ES modules their counters while they are loaded, in the thread in which Node loads them.
import type {LoadHook} from 'node:module';
import {fileURLToPath} from 'node:url';
import {withCounters} from './with-counters.ts';

let given: Int32Array | undefined;

/** Called by Node with what `register` was given. */
export function initialize(data: {readonly given: Int32Array}): void {
  given = data.given;
}

/** Called by Node for each module; scripts that are imported go the way of scripts that are required. */
export const load: LoadHook = async (url, context, nextLoad) => {
  const loaded = await nextLoad(url, context);
  const {source} = loaded;
  if (given === undefined || loaded.format !== 'module' || source === null || source === undefined) return loaded;
  const text = typeof source === 'string' ? source : Buffer.from(source as Uint8Array).toString('utf8');
  const name = url.startsWith('file:') ? fileURLToPath(url) : url;
  return {...loaded, source: withCounters(text, 'module', name, given)};
};
