// Opens the decoders of a search: as many processes of each as there are jobs, with names that tell them apart.
import {defined} from '../../../base/json/defined.ts';
import {nameAndVersion, unnamed} from '../../../reports/words/decoder-name.ts';
import type {FuzzDecoder} from '../../execute/fuzz/examine.ts';
import {defaultBounds, type Bounds} from '../../../model/bounds.ts';
import type {FuzzWay} from '../../../model/decoder-search.ts';
import type {Machine} from '../../../model/machine.ts';
import {
  overlayMessages,
  type CannotStart,
  type OverlayMessage,
  type TesteePort,
  type PeerCommand,
} from '../../../model/peer.ts';
import {addressParts, transportFor} from '../../../model/peers/transports.ts';
import type {FuzzOptions} from './search-options.ts';

/** The open decoders, or one message that says why there are none. */
export type FuzzPeers =
  | {
      readonly kind: 'open';
      readonly decoders: readonly FuzzDecoder[];
      /** The messages that all of them know; not empty. */
      readonly messages: readonly OverlayMessage[];
      /** What all of them can be asked besides bytes to decode. */
      readonly otherWays: readonly FuzzWay[];
      close(): Promise<void>;
    }
  | CannotStart;

/** Opens what the options name, all processes at once; when one cannot start, the others are ended again. */
export async function openFuzzPeers(machine: Machine, options: FuzzOptions): Promise<FuzzPeers> {
  const addresses = [
    ...(options.reference === true ? [machine.referencePeer(options.fault ?? [])] : []),
    ...(options.peer ?? []).map(address => address.trim()),
  ];
  const bounds = fuzzBoundsOf(options);
  const settings = {...defined({memoryBytesMax: options.memoryMax}), isCounted: options.coverage};
  const wanted = addresses.flatMap(address => Array.from({length: options.jobs}, () => address));
  const starts = await Promise.all(wanted.map(address => machine.openTestee(address, bounds, settings)));
  const ports = starts.flatMap(start => (start.kind === 'started' ? [start.port] : []));
  const close = async (): Promise<void> => {
    await Promise.all(ports.map(port => port.close()));
  };
  const failed = starts.find(start => start.kind === 'cannot-start');
  if (failed?.kind === 'cannot-start') {
    await close();
    return failed;
  }
  const known = ports.map(({description}) => description.messages).filter(names => names.length > 0);
  const messages = overlayMessages.filter(message => known.every(names => names.includes(message)));
  if (messages.length === 0) {
    await close();
    const detail = `there is no overlay message that ${addresses.length > 1 ? 'all of the decoders know' : 'the decoder knows'}; they are ${overlayMessages.join(', ')}.`;
    return {kind: 'cannot-start', detail, isWrongAddress: false};
  }
  const names = decoderNames(addresses.map((address, at) => ({address, port: ports[at * options.jobs] as TesteePort})));
  const decoders = addresses.map((_address, at): FuzzDecoder => ({
    name: names[at] ?? '',
    ports: ports.slice(at * options.jobs, (at + 1) * options.jobs),
  }));
  return {kind: 'open', decoders, messages, otherWays: otherWaysOf(ports), close};
}

/** Only what every decoder has said of itself: nobody is asked for what it does not offer. */
function otherWaysOf(ports: readonly TesteePort[]): readonly FuzzWay[] {
  const readsJson = ports.every(({description}) => description.forms.includes('json'));
  const encodes = ports.every(({description}) => description.encodes);
  const writesJson = ports.every(({description: {forms, encodeForms = forms}}) => encodeForms.includes('json'));
  return [
    ...(readsJson ? (['json'] as const) : []),
    ...(encodes ? (['encode'] as const) : []),
    ...(readsJson && encodes && writesJson ? (['encode-json'] as const) : []),
  ];
}

/** The bounds that decoders are opened with. */
export function fuzzBoundsOf(options: {
  readonly connectTimeout?: number;
  readonly replyTimeout?: number;
  readonly frameBytesMax?: number;
}): Bounds {
  return {
    ...defaultBounds,
    connectTimeoutMs: options.connectTimeout ?? defaultBounds.connectTimeoutMs,
    replyTimeoutMs: options.replyTimeout ?? defaultBounds.replyTimeoutMs,
    frameBytesMax: options.frameBytesMax ?? defaultBounds.frameBytesMax,
  };
}

/** Names that decoders give themselves, or of what was started; a second one of the same name gets its number. */
function decoderNames(
  opened: readonly {readonly address: string | PeerCommand; readonly port: TesteePort}[],
): readonly string[] {
  const names = opened.map(({address, port}) => {
    const {description} = port;
    return description.name === undefined ? programOf(address) : nameAndVersion(description).slice(0, 80);
  });
  return names.map((name, at) => (names.indexOf(name) === at ? name : `${name} (${String(at + 1)})`));
}

/** The file that an address starts, without its folders: `exec:python3 ./decoder.py --fast` is `decoder.py`. */
function programOf(address: string | PeerCommand): string {
  if (typeof address !== 'string') return nameOfFile(address.command);
  const file = (transportFor('decoder', address)?.isFile === true ? addressParts(address).rest : '')
    .split(/\s+/)
    .map(word => word.replaceAll(/['"]/g, ''))
    .findLast(word => word !== '' && !word.startsWith('-'));
  return nameOfFile(file ?? '');
}

function nameOfFile(file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  return name === '' ? unnamed : name.slice(0, 80);
}
