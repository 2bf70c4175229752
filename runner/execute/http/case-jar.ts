// The cookies that an actor keeps during one case, as a browser would for one server.
import type {HttpReply} from '../../../model/http.ts';
import type {CaseJar} from '../attempt/story.ts';
import {cookiesSetBy, readJar, type Keeping} from './cookie-jar.ts';

/** Keeps what a reply sets; `path` is that of the request, from the root of the server. A value that no script may read, or a long one, is a secret. */
export function keepInJar(
  {headers}: Pick<HttpReply, 'headers'>,
  {jar, path}: {readonly jar: CaseJar; readonly path: string},
  {now, keepSecret}: Keeping,
): void {
  for (const [name, value, text] of cookiesSetBy(headers)) {
    const attributes = attributesOf(text);
    const own = attributes.get('path') ?? '';
    const kept = {name, value, path: own.startsWith('/') ? own : folderOfPath(path)};
    const key = `${name} ${kept.path}`;
    if (isGone(attributes, now)) jar.delete(key);
    else {
      if (attributes.has('httponly') || value.length >= 16) keepSecret(value, name);
      jar.set(key, kept);
    }
  }
}

/** Gives the Cookie header of a request: what the jar has for its path, and what it is signed with besides. Empty when there is nothing. */
export function cookiesFor(jar: CaseJar, path: string, given = ''): string {
  const cookies = readJar(given);
  // Of two with one name, the one for the longer path says more.
  const kept = [...jar.values()].filter(cookie => isBelow(path, cookie.path));
  for (const {name, value} of kept.toSorted((a, b) => a.path.length - b.path.length)) cookies.set(name, value);
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const [, ...attributes] = text.split(';');
  return new Map(
    attributes.map(attribute => {
      const at = attribute.indexOf('=');
      const [name, value] = at === -1 ? [attribute, ''] : [attribute.slice(0, at), attribute.slice(at + 1)];
      return [name.trim().toLowerCase(), value.trim()];
    }),
  );
}

function isGone(attributes: ReadonlyMap<string, string>, now: Date): boolean {
  const age = attributes.get('max-age');
  if (age !== undefined && age !== '') return Number(age) <= 0;
  const date = new Date(attributes.get('expires') ?? '').getTime();
  return !Number.isNaN(date) && date <= now.getTime();
}

function folderOfPath(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '/' : path.slice(0, end);
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}
