// The ports to the machine: time, files, randomness. Everything else of the outside has a file of its own.

/** Monotonic and wall time. */
export interface Clock {
  /** Milliseconds of a monotonic clock; only differences mean something. */
  monotonicMs(): number;
  /** The wall clock, for labels only. */
  now(): Date;
  /** Resolves after `ms` milliseconds, or at once when the signal aborts. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Calls `ring` after `ms` milliseconds, unless the alarm is taken back by what this gives. */
  alarm(ms: number, ring: () => void): () => void;
}

/** What reading a file can come to. */
export type FileText =
  | {readonly kind: 'text'; readonly text: string}
  | {readonly kind: 'unreadable'; readonly why: string};

/** What reading the bytes of a file can come to. */
export type FileBytes = {readonly kind: 'bytes'; readonly bytes: Uint8Array} | Extract<FileText, {kind: 'unreadable'}>;

/** Files. Paths are absolute or relative to the working directory. */
export interface Files {
  /** Reads a regular UTF-8 file of at most `bytesMax` (default 16 MiB); says why when it cannot. */
  readText(path: string, bytesMax?: number): FileText;
  /** Reads the bytes of such a file, whatever they are; says why when it cannot. */
  readWhole(path: string, bytesMax?: number): FileBytes;
  /** Reads a regular file as bytes; nothing when it cannot be read. */
  readBytes(path: string, bytesMax?: number): Uint8Array | undefined;
  /** Lists files below a folder whose name ends in one of `endings`, sorted, paths joined to `path`, `node_modules` left out; a file path lists itself. */
  list(
    path: string,
    endings: readonly string[],
  ): {readonly kind: 'files'; readonly files: readonly string[]} | {readonly kind: 'unreadable'; readonly why: string};
  /** Lists such files in a folder itself, not below it; a folder that cannot be read has none. */
  beside(folder: string, endings: readonly string[]): readonly string[];
  /** Writes a whole file under a temporary name and renames it. */
  writeWhole(path: string, content: string | Uint8Array): void;
  /** Writes a file that only its owner may read; says why not, also when a file of that name is there already. */
  writeSecret(
    path: string,
    content: string,
  ): {readonly kind: 'written'} | {readonly kind: 'failed'; readonly why: string};
  /** Says why `writeWhole` would fail, or nothing; does not write. */
  whyNotWritable(path: string): string | undefined;
  /** Opens a file for appending; every `append` is on its way to the disk when it returns. Truncates what was there unless it `isKept`. */
  openAppend(path: string, options?: {readonly isKept: boolean}): {append(text: string): void; close(): void};
  /** Takes a lock file, also from a process that has ended; says who has it otherwise, or why it cannot be written. */
  lock(
    path: string,
  ):
    | {readonly kind: 'held'; release(): void}
    | {readonly kind: 'taken'; readonly by: number}
    | {readonly kind: 'failed'; readonly why: string};
  /** Gives another process that has a lock file and still runs, without taking it. */
  lockedBy(path: string): number | undefined;
  makeFolder(path: string): {readonly kind: 'made'} | {readonly kind: 'failed'; readonly why: string};
  /** Removes a folder that nothing is in; any other stays. */
  removeEmptyFolder(path: string): void;
  exists(path: string): boolean;
  /** Calls back for every entry of these folders that changes, with its path, until it is closed; says why when that is not possible. */
  watch(
    folders: readonly string[],
    changed: (path: string) => void,
  ): {readonly kind: 'watching'; close(): void} | {readonly kind: 'failed'; readonly why: string};
  /** Whether a path is that of a regular file in a folder or below it, all links resolved. */
  isBelow(path: string, folder: string): boolean;
  /** The absolute path, with `/` on every system and links resolved where the file exists. */
  absolute(path: string): string;
}

/** Random numbers and names. */
export interface RandomSource {
  /** A new seed, 0 … 2^31 − 1, from the operating system. */
  seed(): number;
  /** `length` random lower-case letters and digits from the operating system, the first one a letter. */
  name(length: number): string;
}

/** Keeps results of reading under names that hold the digest of what was read. */
export interface Cache {
  read(name: string): string | undefined;
  write(name: string, text: string): void;
}

/** One folder of raw files, e.g. a corpus. Names are relative to it, with `/` between folder and file. */
export interface RawFolder {
  /** Lists the files of a folder in it with their sizes, sorted by size, then name; a folder that is not there has none. */
  list(folder: string): readonly {readonly name: string; readonly bytes: number}[];
  /** Lists what stands directly in it, folders too, sorted; without names that begin with a dot. */
  names(): readonly string[];
  /** Reads a regular file of at most `bytesMax`; undefined when it is none, or larger. */
  read(name: string, bytesMax: number): Uint8Array | undefined;
  /** Writes a whole file under a temporary name and renames it; makes its folder. Survives our end, not a power cut. */
  write(name: string, bytes: Uint8Array | string): void;
  /**
   * Adds a file whose name tells its content, soon and without waiting for it; what is there already stays. Our end in the middle may leave it short or
   * out, as any bytes are an input. Throws when an earlier one could not be written.
   */
  add(name: string, bytes: Uint8Array): void;
  /** Resolves when everything that was added is written. */
  settled(): Promise<void>;
  remove(name: string): void;
}
