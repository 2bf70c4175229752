// Finds the user and the password that an address carries: `scheme://user:password@host`.

/** What stands before the `@` of an address, as it is written. */
export interface UrlCredentials {
  /** `user:password`, or `user` alone. */
  readonly whole: string;
  readonly user: string;
  readonly password: string;
}

/** Lists the credentials of every address in a text. */
export function urlCredentials(text: string): readonly UrlCredentials[] {
  return [...text.matchAll(userInfo)].map(([, whole = '']) => ({whole, ...partsOf(whole)}));
}

/** Tells whether an address in a text carries a user or a password. */
export function hasUrlCredentials(text: string): boolean {
  return urlCredentials(text).length > 0;
}

/** Writes the text with `replaced(password)` for every secret before an `@`. A short user alone is none: `ssh://git@host`. */
export function withoutUrlPasswords(text: string, replaced: (secret: string) => string): string {
  if (!text.includes('@') || !text.includes('://')) return text;
  return text.replace(userInfo, (match, whole: string) => {
    const {user, password} = partsOf(whole);
    if (whole.includes('[redacted:')) return match;
    if (password !== '') return `://${user}:${replaced(password)}@`;
    return user.length >= lonelyUserMin ? `://${replaced(user)}@` : match;
  });
}

/** What may be printed of a text: whatever command it comes from, no address shows its password. */
export function shownText(text: string): string {
  return withoutUrlPasswords(text, () => '[redacted:password]');
}

// A token can be written in the place of the user; shorter words are names.
const lonelyUserMin = 12;

// The last `@` before the path ends it, as in the URL standard. Bounded, so that no text makes it slow.
const userInfo = /:\/\/([^\s/?#"'<>\\`]{1,512})@/g;

function partsOf(whole: string): {readonly user: string; readonly password: string} {
  const colon = whole.indexOf(':');
  return colon < 0 ? {user: whole, password: ''} : {user: whole.slice(0, colon), password: whole.slice(colon + 1)};
}
