// What headers of a reply look like on every server: those that tell of pages, of another place, of the form of the body, and of how to sign in.
import type {WorldReply} from '../../../model/property.ts';
import type {Painter, Picture} from './picture.ts';

/** Other headers hang on the settings of a site, or on what stands before it. */
const names = [
  'content-type',
  'content-disposition',
  'location',
  'www-authenticate',
  'x-total-count',
  'x-total',
  'x-page',
  'x-perpage',
  'x-pagecount',
  'x-hasmore',
] as const;

/** Draws them; `where` names the request. */
export function paintHeaders(painter: Painter, reply: WorldReply, where: string): Picture {
  const shown = names.flatMap(name => {
    const value = reply.header(name);
    return value === undefined ? [] : [[name, inOneForm(painter.paintAddress(value, where))] as const];
  });
  const link = reply.header('link');
  const exposed = reply.header('access-control-expose-headers');
  return {
    ...Object.fromEntries(shown),
    ...(link === undefined ? {} : {link: linksIn(link, address => painter.paintAddress(address, where))}),
    ...(exposed === undefined
      ? {}
      : {
          exposed: exposed
            .toLowerCase()
            .split(/\s*,\s*/)
            .toSorted(),
        }),
  };
}

// Servers write one and the same media type with and without a space.
function inOneForm(text: string): string {
  return text.replaceAll(/;\s*/g, '; ');
}

/** Reads a header by RFC 8288: each address by its relation. */
function linksIn(link: string, paint: (address: string) => string): Picture {
  const links = [...link.matchAll(/<([^>]*)>[^,<]*?rel="?([\w-]+)"?/g)];
  return Object.fromEntries(links.map(([, address = '', relation = '']) => [relation, paint(address)]));
}
