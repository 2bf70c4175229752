// Says what this operating system cannot do for us, by the name that the user wrote.
import {addressParts, transports, type Transport} from '../../../model/peers/transports.ts';

/** Why an address cannot be used here, in one sentence with what to do; undefined when it can. */
export function missingHere(address: string, system: NodeJS.Platform = process.platform): string | undefined {
  const {scheme} = addressParts(address);
  const transport: Transport | undefined = scheme === undefined ? undefined : transports[scheme];
  const why = system === 'win32' ? transport?.missingOnWindows : undefined;
  return why === undefined ? undefined : `"${address}": ${why}.`;
}
