// Says what this operating system cannot do for us, by the name that the user wrote.

/** Why an address cannot be used here, in one sentence with what to do; undefined when it can. */
export function missingHere(address: string, system: NodeJS.Platform = process.platform): string | undefined {
  if (system !== 'win32' || !/^(?:line:)?unix:/.test(address)) return undefined;
  return `"${address}": unix sockets are not offered on Windows: let it listen on tcp://127.0.0.1:PORT.`;
}
