/** Serves the bytes of an attachment outside the API, under the address that the API gives for it. */
import {watchRules} from '../rules/make-rules.ts';
import type {Rules} from '../rules/rules.ts';
import type {DispatchOptions} from './dispatch.ts';
import type {World} from './world.ts';

/** Answers with the bytes as a file to save, whatever its name holds; 404 when there is no such attachment. */
export function downloadAttachment({world, rules, tracesRules}: DispatchOptions, uuid: string): Response {
  const touched = new Set<string>();
  const response = download(world, watchRules(rules, touched), uuid);
  if (tracesRules) response.headers.set('X-Reference-Rules', [...touched].sort().join(','));
  return response;
}

function download(world: World, rules: Rules, uuid: string): Response {
  const attachment = world.state.attachments.all().find(row => row.uuid === uuid);
  if (attachment === undefined) return new Response('404 page not found\n', {status: 404});
  world.state.attachments.put({...attachment, downloads: attachment.downloads + 1});
  return new Response(Buffer.from(rules.attachmentBytes(attachment.bytes)), {
    headers: {
      'Content-Type': 'application/octet-stream',
      'X-Content-Type-Options': 'nosniff',
      'Content-Disposition': rules.attachmentDisposition(attachment.name, encodeName(attachment.name)),
    },
  });
}

/** Encodes a name for a header, also one with quotes, line breaks or half a surrogate pair. */
export function encodeName(name: string): string {
  const bytes = Buffer.from(name, 'utf8');
  return Array.from(bytes, byte => {
    const character = String.fromCodePoint(byte);
    return /[A-Za-z0-9._-]/.test(character) ? character : `%${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  }).join('');
}
