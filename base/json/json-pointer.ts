// Reads and writes JSON Pointers (RFC 6901).

/** Splits a pointer into its unescaped tokens; undefined when it is no pointer. */
export function readPointer(pointer: string): readonly string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/') || /~(?![01])/.test(pointer)) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Appends one token to a pointer. */
export function pointerTo(parent: string, token: string | number): string {
  const escaped = typeof token === 'number' ? String(token) : token.replaceAll('~', '~0').replaceAll('/', '~1');
  return `${parent}/${escaped}`;
}
