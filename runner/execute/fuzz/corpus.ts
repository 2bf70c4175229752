// The corpus: inputs that showed a behaviour first, in memory to be changed further, and on disk one raw file each.
import {createHash} from 'node:crypto';
import type {FuzzInput} from '../../../model/decoder-search.ts';
import {overlayMessages, type OverlayMessage} from '../../../model/peer.ts';
import type {RawFolder} from '../../../model/ports.ts';

/** The corpus of one search. */
export interface FuzzPool {
  readonly inputs: readonly FuzzInput[];
  /** What was in the folder before; asked first, smallest first. */
  readonly brought: readonly FuzzInput[];
  /** Files of the folder that are not used: too large, too many, or no plain files. */
  readonly left: number;
  /** What stands in the folder under a name that no message has; not used either. */
  readonly strangers: readonly string[];
  /** Files of the folder that showed only what an input before them had shown. */
  redundant(): readonly string[];
  /** Behaviours met so far. */
  behaviours(): number;
  /** Keeps the input if its behaviour is new, or it reached code that none before it did; tells whether it was. */
  meet(behaviour: number, input: FuzzInput, hasReached?: boolean): boolean;
  /** Keeps an input that reached something. */
  keep(input: FuzzInput): void;
}

/** Past this many, inputs are no longer kept, in memory or in the folder; far more than the decoders of six small messages have behaviours. */
const inputsMax = 4_096;
/** Larger inputs show nothing that smaller ones cannot, and cost more to change. */
const inputBytesMax = 4_096;
/** Of a corpus that is merged or minimized; so many inputs of the usual size fit into the memory. */
const wholeMax = 1_000_000;
/** A decoder that puts random words into its refusals would fill the memory. */
const behavioursMax = 50_000;

/** How a corpus is read when it is not simply searched from. */
export interface PoolSettings {
  /** The largest input that is read and kept, in bytes. */
  readonly bytesMax?: number;
  /** Folders of the same form whose inputs are asked as well; nothing is written there. */
  readonly merged?: readonly RawFolder[];
  /** Every file is read, the smallest first, and every input with a behaviour of its own is kept: the corpus is what matters, not the search. */
  readonly isWhole?: boolean;
}

/** Reads the folder, `<Message>/<sha1>` below it, as libFuzzer and cargo-fuzz keep inputs; `messages` are those that the decoders know. */
export function fuzzPool(
  folder: RawFolder,
  messages: readonly OverlayMessage[],
  {bytesMax = inputBytesMax, merged = [], isWhole = false}: PoolSettings = {},
): FuzzPool {
  const inputs: FuzzInput[] = [];
  const behaviours = new Set<number>();
  const redundant: string[] = [];
  const filesMax = isWhole ? wholeMax : inputsMax;
  const {brought, names, fileOf, left} = readCorpus(folder, messages, {bytesMax, merged, isWhole, filesMax});
  let filesLeft = filesMax - fileOf.size - left;
  const keep = ({message, way, bytes}: FuzzInput): void => {
    // JSON and values are drawn whole each time; a folder that other fuzzers share holds bytes alone.
    if (way !== 'binary' || inputs.length >= filesMax || bytes.length > bytesMax) return;
    // Memory of its own: what was drawn shares a page with thousands that are soon forgotten.
    const own = Uint8Array.from(bytes);
    inputs.push({message, way, bytes: own});
    const name = nameOf(message, own);
    if (names.has(name) || filesLeft <= 0) return;
    filesLeft -= 1;
    folder.add(name, own);
    names.add(name);
  };
  return {
    inputs,
    brought,
    left,
    redundant: () => redundant,
    strangers: folder.names().filter(name => !messageNames.has(name)),
    behaviours: () => behaviours.size,
    meet: (behaviour, input, hasReached = false) => {
      const isNew = !behaviours.has(behaviour) && behaviours.size < behavioursMax;
      if (isNew) behaviours.add(behaviour);
      if (isNew || hasReached) {
        keep(input);
        return true;
      }
      const file = fileOf.get(input);
      if (file !== undefined) redundant.push(file);
      return false;
    },
    keep,
  };
}

interface ReadCorpus {
  readonly brought: readonly FuzzInput[];
  /** The names that the inputs of the folder itself have, or would have. */
  readonly names: Set<string>;
  readonly fileOf: ReadonlyMap<FuzzInput, string>;
  readonly left: number;
}

function readCorpus(
  folder: RawFolder,
  messages: readonly OverlayMessage[],
  {bytesMax, merged, isWhole, filesMax}: Required<PoolSettings> & {readonly filesMax: number},
): ReadCorpus {
  const brought: FuzzInput[] = [];
  const names = new Set<string>();
  const fileOf = new Map<FuzzInput, string>();
  let left = 0;
  for (const source of [folder, ...merged]) {
    for (const message of messages) {
      for (const {name} of source.list(message)) {
        const bytes = brought.length < filesMax ? source.read(name, bytesMax) : undefined;
        if (bytes === undefined) {
          left += 1;
          continue;
        }
        const input: FuzzInput = {message, way: 'binary', bytes};
        brought.push(input);
        if (source !== folder) continue;
        names.add(nameOf(message, bytes));
        fileOf.set(input, name);
      }
    }
  }
  return {
    brought: isWhole ? brought.toSorted((a, b) => a.bytes.length - b.bytes.length) : brought,
    names,
    fileOf,
    left,
  };
}

const messageNames: ReadonlySet<string> = new Set(overlayMessages);

function nameOf(message: OverlayMessage, bytes: Uint8Array): string {
  return `${message}/${createHash('sha1').update(bytes).digest('hex')}`;
}
