// Says in a few words why an address cannot be listened on, and what to do.

const reasons: {readonly [code: string]: string} = {
  EADDRINUSE: 'another program listens there; choose another port, or 0 for any free one',
  EADDRNOTAVAIL: 'this machine has no such address; write 127.0.0.1, 0.0.0.0 or an address of this machine',
  EACCES: 'ports below 1024 need privileges; choose a higher one',
  ENOTFOUND: 'the host name cannot be resolved',
};

/** Gives the second half of a sentence that begins with "… cannot listen on …:". */
export function whyNotListening({code, message}: NodeJS.ErrnoException): string {
  return reasons[code ?? ''] ?? message;
}
