// Learns how long the pages of a server's lists are, so that no case asks for more items than it gives.
import {counted} from '../../../base/text/counted.ts';
import {isJsonObject} from '../../../model/json.ts';
import type {Actor} from '../../../model/actor.ts';
import {usualAuth} from '../http/build-request.ts';
import {jsonOf, send, type Doorway} from './setup-client.ts';

/** Items a page: the most that a request is given, and what it is given when it does not say. */
interface PageSizes {
  readonly most: number;
  readonly usual: number;
}

/** What cases rely on that make more than a handful of things and list them. */
const enough: PageSizes = {most: 50, usual: 20};

/** Asks; nothing where the server does not say. */
async function pageSizes(door: Doorway, actor: Actor | undefined): Promise<PageSizes | undefined> {
  const answer = await send(door, 'getGeneralAPISettings', actor === undefined ? {} : {auth: usualAuth(actor)});
  const body = answer.kind === 'reply' && answer.status === 200 ? jsonOf(answer) : undefined;
  if (!isJsonObject(body)) return undefined;
  const {max_response_items: most, default_paging_num: usual} = body;
  if (typeof most !== 'number') return undefined;
  return {most, usual: typeof usual === 'number' ? Math.min(usual, most) : most};
}

/** Says how long its pages are; where they are short, cases that need longer ones are skipped with that reason. */
export async function learnPages(door: Doorway, actor: Actor | undefined): Promise<string | undefined> {
  const sizes = await pageSizes(door, actor);
  if (sizes === undefined) return undefined;
  const {most, usual} = sizes;
  const says = `a list has ${counted(usual, 'item')} a page, and at most ${String(most)} where more are asked for`;
  if (most < enough.most || usual < enough.usual) door.found.set('usual-pages', says);
  return says;
}
