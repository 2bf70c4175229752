// The names under which secrets stand: header names, JSON keys, query and form keys.
import {withoutUrlPasswords} from '../../model/url-credentials.ts';

/** Tells whether a header carries a credential. */
export function isSecretHeader(name: string): boolean {
  return /^(?:authorization|proxy-authorization|cookie|set-cookie|x-api-key|x-(?:.*-)?(?:token|secret|otp))$/i.test(
    name,
  );
}

/** Tells whether a header that a run was given carries a credential, by a word of its name: `X-Gate-Key`, `CF-Access-Client-Secret`. */
export function isCredentialHeader(name: string): boolean {
  return (
    isSecretHeader(name) ||
    /auth|token|secret|passw|credential|cookie|session|signature|jwt|(?:^|[-_])(?:api)?key(?:$|[-_])/i.test(name)
  );
}

/** Tells whether the value under a JSON key is a secret; `sha1` is one only among the fields of an access token. */
export function isSecretKey(key: string, siblings: readonly string[]): boolean {
  if (key.toLowerCase() === 'sha1') return siblings.some(sibling => tokenFields.has(sibling.toLowerCase()));
  return secretKey.test(key);
}

/** A cookie is a pair of name and value: the field of this name in overlay messages is a number, and is what cases are about. */
export function isNumberedCookie(key: string, value: string): boolean {
  return key.toLowerCase() === 'cookie' && /^\d+$/.test(value);
}

const tokenFields = new Set(['token_last_eight', 'scopes']);
const keys =
  'token|access_?token|refresh_?token|id_?token|auth_?token|private_?token|session_?token|_csrf|csrf_?token|client_?secret|secret|secret_?key|api_?key|private_?key|password|passwd|passphrase|new_?password|old_?password|remote_?password|auth_?password|authorization_?header|authorization|cookie|code_?verifier|device_?code';
const secretKey = new RegExp(`^(?:${keys})$`, 'i');

/** Takes out what stands under a telling name in a text (JSON, query, form, header line); tells `discover` what it found. */
export function redactNamedSecrets(text: string, discover: (secret: string, name: string) => void): string {
  return redactMembers(redactAddresses(redactPrivateKeys(text), discover), discover);
}

/** Takes out what stands between the lines of a private key in PEM (RFC 7468), also where its lines are escaped or its end is missing. */
function redactPrivateKeys(text: string): string {
  return text.includes('PRIVATE KEY') ? text.replace(privateKey, '$1[redacted:private_key]') : text;
}

// A sentence or a pattern may name the first line; what is taken out begins like a key, or like a header of one.
const privateKey =
  /(-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)(?=(?:\s|\\+[rn])*(?:[A-Za-z0-9+/=]{16}|[A-Za-z-]+: ))(?:[\w+/=\s:,.]|\\+[rn]|-(?!-{4}))+/g;

/** Takes out the password of every address in a text: `http://user:password@host`. */
function redactAddresses(text: string, discover: (secret: string, name: string) => void): string {
  return withoutUrlPasswords(text, secret => {
    discover(decoded(secret), 'password');
    return '[redacted:password]';
  });
}

function redactMembers(text: string, discover: (secret: string, name: string) => void): string {
  if (!anyName.test(text)) return text;
  const take = (before: string, key: string, between: string, secret: string) => {
    if (secret === '' || secret.startsWith('[redacted:') || isNumberedCookie(key, secret))
      return before + key + between + secret;
    discover(decoded(secret), key.toLowerCase());
    return `${before}${key}${between}[redacted:${key.toLowerCase()}]`;
  };
  const isToken = isTokenText.test(text);
  return [isToken ? memberOrSha1 : member, isToken ? quotedMemberOrSha1 : quotedMember, queryMember, headerLine].reduce(
    (redacted, pattern) =>
      redacted.replace(pattern, (_match, before: string, key: string, between: string, secret: string) =>
        take(before, key, between, secret),
      ),
    text,
  );
}

const anyName = new RegExp(`(?:${keys}|sha1|x-[a-z-]*token)["\\\\]*\\s*[:=]`, 'i');
const isTokenText = /"(?:token_last_eight|scopes)\\?"/i;
const member = memberOf(keys);
const memberOrSha1 = memberOf(keys + '|sha1');
const quotedMember = quotedMemberOf(keys);
const quotedMemberOrSha1 = quotedMemberOf(keys + '|sha1');
const queryMember = new RegExp(`(^|[?&;\\s"'])(${keys})(=)([^&;\\s"'<>#\\\\]+)`, 'gi');
// Prose such as `cookie: expected it to be absent` names a header too; a credential has a scheme, a digit or an equals sign.
const headerLine =
  /(^|[\s"'\\{,])(proxy-authorization|authorization|set-cookie|cookie|x-[a-z-]*token)(\\?["']?\s*[:=]\s*\\?["']?(?:(?:basic|bearer|token)\s+|(?=\S*[\d=])))([^\s"'\\,;]+(?:;\s*[\w-]+=[^\s"'\\,;]+)*)/gi;

/** A member of a JSON object; the text may end before its closing quote. */
function memberOf(names: string): RegExp {
  return new RegExp(`(")(${names})("\\s*:\\s*")((?:[^"\\\\]|\\\\[^])*)`, 'gi');
}

/** The same inside a JSON string, where every quote is escaped. */
function quotedMemberOf(names: string): RegExp {
  return new RegExp(`(\\\\")(${names})(\\\\"\\s*:\\s*\\\\")((?:[^"\\\\]|\\\\[^"])*)`, 'gi');
}

/** Undoes URL encoding where there is any, so that the plain value is known too. */
function decoded(secret: string): string {
  try {
    return decodeURIComponent(secret);
  } catch {
    return secret;
  }
}
