/** What the server calls itself. */

export const serverName = 'touchstone reference server';

/** The level of the API that its names come from, and who really answers. */
export const serverVersion = '1.26.0+touchstone-reference';
