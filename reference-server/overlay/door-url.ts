// Reads the URL that says where the overlay peer listens and how it reads what arrives there.
import {framings, type Framing} from './frames.ts';
import {outerMessages, type OuterMessage} from './live.ts';

/** A place to listen at. `query` is the part of the URL that a client needs too, with its `?`; how the peer reads messages is not in it. */
export type DoorUrl = NetDoor | UnixDoor;
export interface NetDoor extends DoorOptions {
  readonly kind: 'tcp' | 'udp';
  readonly host: string;
  readonly port: number;
}
interface UnixDoor extends DoorOptions {
  readonly kind: 'unix';
  readonly path: string;
}
interface DoorOptions {
  readonly as: OuterMessage | 'auto';
  readonly frame: Framing;
  readonly query: string;
}

/** Reads `tcp://HOST:PORT`, `udp://HOST:PORT` or `unix:PATH`, with `?as=` and `?frame=`; a problem is a full sentence. */
export function readDoorUrl(text: string): DoorUrl | {readonly kind: 'problem'; readonly sentence: string} {
  const [place = '', query = ''] = text.split('?', 2);
  const options = readOptions(text, query);
  if ('kind' in options) return options;
  const unix = /^unix:(.+)$/.exec(place);
  if (unix?.[1]) return {kind: 'unix', path: unix[1], ...options};
  const net = /^(tcp|udp):\/\/(\[[0-9a-fA-F:.]+\]|[^/:\s]+):(\d{1,5})\/?$/.exec(place);
  const [, kind, host = '', port = ''] = net ?? [];
  if ((kind !== 'tcp' && kind !== 'udp') || Number(port) > 65535) {
    return problem(
      `Cannot listen at "${text}": write tcp://HOST:PORT, udp://HOST:PORT or unix:PATH; port 0 takes a free one.`,
    );
  }
  return {kind, host: host.replace(/^\[|\]$/g, ''), port: Number(port), ...options};
}

type Problem = {readonly kind: 'problem'; readonly sentence: string};

function readOptions(text: string, query: string): DoorOptions | Problem {
  const parameters = new URLSearchParams(query);
  const stranger = [...parameters.keys()].find(key => key !== 'as' && key !== 'frame');
  if (stranger !== undefined)
    return problem(`"${text}" has an unknown parameter "${stranger}"; there are "as" and "frame".`);
  const askedAs = parameters.get('as') ?? 'auto';
  const as = askedAs === 'auto' ? askedAs : outerMessages.find(name => name === askedAs);
  if (as === undefined) return problem(`"${text}" asks for as=${askedAs}; use auto, ${outerMessages.join(', ')}.`);
  const askedFrame = parameters.get('frame') ?? 'u32be';
  const frame = framings.find(name => name === askedFrame);
  if (frame === undefined) return problem(`"${text}" asks for frame=${askedFrame}; use ${framings.join(', ')}.`);
  return {as, frame, query: parameters.has('frame') ? `?frame=${frame}` : ''};
}

function problem(sentence: string): Problem {
  return {kind: 'problem', sentence};
}
