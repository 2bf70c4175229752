// undici's client, and nothing else of undici: fetch, web sockets and caches cost 55 ms of CPU at every start (measured with 7.30).
import {createRequire} from 'node:module';
import type * as Undici from 'undici';

const require = createRequire(import.meta.url);

/** The client class. */
export const UndiciClient: typeof Undici.Client = loadClient();

// The file is no promise of undici's: should it move, the whole package serves as well, only later.
function loadClient(): typeof Undici.Client {
  try {
    return require('undici/lib/dispatcher/client.js') as typeof Undici.Client;
  } catch {
    return (require('undici') as typeof Undici).Client;
  }
}
