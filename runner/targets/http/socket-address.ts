// Says where a URL leads to in the words of a socket.

/** Host without brackets, and port with the default of the scheme. */
export function address(url: URL): {readonly host: string; readonly port: number} {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return {host: url.hostname.replace(/^\[|\]$/g, ''), port};
}
