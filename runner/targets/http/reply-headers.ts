// Reads the headers of a reply, and what they say about its body.

/** A Buffer with the method below `toString('latin1')`, which costs half as much; Node.js has it, its types do not. */
export interface Latin1Bytes {
  latin1Slice(): string;
}

/** Gives the headers as received, in order. */
export function readHeaders(raw: readonly Latin1Bytes[]): [string, string][] {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < raw.length; index += 2) {
    headers.push([raw[index]?.latin1Slice() ?? '', raw[index + 1]?.latin1Slice() ?? '']);
  }
  return headers;
}

/** Gives every value of a header; `name` in lower case. */
export function valuesOf(headers: readonly (readonly [string, string])[], name: string): string[] {
  const values: string[] = [];
  for (const [key, value] of headers) if (key.length === name.length && key.toLowerCase() === name) values.push(value);
  return values;
}

/** Says whether such a reply never has a body (RFC 9110 6.4.1). */
export function hasNoBody(method: string, status: number): boolean {
  return method === 'HEAD' || status === 204 || status === 304;
}

/** Says whether the body ends with the connection: without Content-Length and without chunked (RFC 9112 6.3). */
export function isEndedByClose(
  method: string,
  status: number,
  headers: readonly (readonly [string, string])[],
): boolean {
  if (hasNoBody(method, status) || valuesOf(headers, 'content-length').length > 0) return false;
  const codings = valuesOf(headers, 'transfer-encoding').join(',').toLowerCase().split(',');
  return codings.at(-1)?.trim() !== 'chunked';
}
