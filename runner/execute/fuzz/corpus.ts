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
  /** Behaviours met so far. */
  behaviours(): number;
  /** Keeps the input if its behaviour is new; tells whether it was. */
  meet(behaviour: number, input: FuzzInput): boolean;
}

/** Past this many, inputs are no longer kept, in memory or in the folder; far more than the decoders of six small messages have behaviours. */
const inputsMax = 4_096;
/** Larger inputs show nothing that smaller ones cannot, and cost more to change. */
const inputBytesMax = 4_096;
/** A decoder that puts random words into its refusals would fill the memory. */
const behavioursMax = 50_000;

/** Reads the folder, `<Message>/<sha1>` below it, as libFuzzer and cargo-fuzz keep inputs; `messages` are those that the decoders know. */
export function fuzzPool(folder: RawFolder, messages: readonly OverlayMessage[]): FuzzPool {
  const inputs: FuzzInput[] = [];
  const brought: FuzzInput[] = [];
  const behaviours = new Set<number>();
  const names = new Set<string>();
  let left = 0;
  for (const message of messages) {
    for (const {name} of folder.list(message)) {
      const bytes = brought.length < inputsMax ? folder.read(name, inputBytesMax) : undefined;
      if (bytes === undefined) left += 1;
      else {
        brought.push({message, way: 'binary', bytes});
        names.add(nameOf(message, bytes));
      }
    }
  }
  let filesLeft = inputsMax - brought.length - left;
  return {
    inputs,
    brought,
    left,
    strangers: folder.names().filter(name => !messageNames.has(name)),
    behaviours: () => behaviours.size,
    meet: (behaviour, input) => {
      if (behaviours.has(behaviour) || behaviours.size >= behavioursMax) return false;
      behaviours.add(behaviour);
      const {message, way, bytes} = input;
      // JSON and values are drawn whole each time; a folder that other fuzzers share holds bytes alone.
      if (way !== 'binary' || inputs.length >= inputsMax || bytes.length > inputBytesMax) return true;
      // Memory of its own: what was drawn shares a page with thousands that are soon forgotten.
      const own = Uint8Array.from(bytes);
      inputs.push({message, way, bytes: own});
      const name = nameOf(message, own);
      if (!names.has(name) && filesLeft > 0) {
        filesLeft -= 1;
        folder.add(name, own);
        names.add(name);
      }
      return true;
    },
  };
}

const messageNames: ReadonlySet<string> = new Set(overlayMessages);

function nameOf(message: OverlayMessage, bytes: Uint8Array): string {
  return `${message}/${createHash('sha1').update(bytes).digest('hex')}`;
}
