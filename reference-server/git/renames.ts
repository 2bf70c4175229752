/** Finds files that moved, as git does: one that is gone from a path is the same as one that is new at another, or much like it. */

/** One side of a file: the id of its content, and its mode as a tree has it. */
interface Side {
  readonly oid: string;
  readonly mode: string;
}

/** A file on both sides; a side is undefined where there is no such file. */
export interface Pair<File extends Side> {
  readonly path: string;
  readonly before: File | undefined;
  readonly after: File | undefined;
}

/** A pair of which the file was at another path before; `likeness` is in whole per cent. */
export type MovedPair<File extends Side> = Pair<File> & {
  readonly moved?: {readonly from: string; readonly likeness: number};
};

/** Git looks at contents only where not too many files are new and gone: `diff.renameLimit`. */
const comparisonsMax = 1_000_000;
const likenessMin = 50;

/** Puts together what moved; each moved file stands where its new path stands. `contentOf` reads a side. */
export async function withMoves<File extends Side>(
  pairs: readonly Pair<File>[],
  contentOf: (file: File) => Promise<Buffer>,
): Promise<readonly MovedPair<File>[]> {
  const moves = new Map<Pair<File>, MovedPair<File>>();
  const gone = new Set(pairs.filter(({after}) => after === undefined));
  const made = pairs.filter(({before}) => before === undefined);
  const take = (from: Pair<File>, to: Pair<File>, likeness: number): void => {
    gone.delete(from);
    moves.set(to, {...to, before: from.before, moved: {from: from.path, likeness}});
  };
  for (const to of made) {
    const same = [...gone].filter(
      from => from.before?.oid === to.after?.oid && kindOf(from.before) === kindOf(to.after),
    );
    const from = same.find(({path}) => nameOf(path) === nameOf(to.path)) ?? same[0];
    if (from !== undefined) take(from, to, 100);
  }
  const left = made.filter(to => !moves.has(to) && isFile(to.after));
  const candidates = [...gone].filter(({before}) => isFile(before));
  if (left.length * candidates.length > comparisonsMax) return placed(pairs, moves);
  const read = async (pair: Pair<File>): Promise<{readonly pair: Pair<File>; readonly content: Content}> => ({
    pair,
    content: contentIn(await contentOf((pair.after ?? pair.before)!)),
  });
  const [fresh, old] = await Promise.all([Promise.all(left.map(read)), Promise.all(candidates.map(read))]);
  const scores = fresh
    .flatMap(to => old.map(from => ({from: from.pair, to: to.pair, likeness: likeness(from.content, to.content)})))
    .filter(one => one.likeness >= likenessMin)
    .toSorted((one, other) => other.likeness - one.likeness || sameName(other) - sameName(one));
  for (const {from, to, likeness: score} of scores) if (gone.has(from) && !moves.has(to)) take(from, to, score);
  return placed(pairs, moves);
}

function placed<File extends Side>(
  pairs: readonly Pair<File>[],
  moves: ReadonlyMap<Pair<File>, MovedPair<File>>,
): readonly MovedPair<File>[] {
  const from = new Set([...moves.values()].map(({moved}) => moved?.from));
  return pairs
    .filter(pair => pair.after !== undefined || !from.has(pair.path))
    .map(pair => (pair.before === undefined ? (moves.get(pair) ?? pair) : pair));
}

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const kindOf = (side: Side | undefined): string => side?.mode.slice(0, 3) ?? '';
const isFile = (side: Side | undefined): boolean => kindOf(side) === '100';

function sameName({from, to}: {readonly from: {readonly path: string}; readonly to: {readonly path: string}}): number {
  return nameOf(from.path) === nameOf(to.path) ? 1 : 0;
}

/** Says how much of the longer of two contents is in both, in per cent; an empty one is like nothing. */
function likeness(old: Content, fresh: Content): number {
  const longer = Math.max(old.size, fresh.size);
  // Much longer or shorter is another file, whatever is in it.
  if (Math.min(old.size, fresh.size) * 100 < longer * likenessMin || longer === 0) return 0;
  const shared = [...old.pieces].reduce(
    (sum, [piece, length]) => sum + Math.min(length, fresh.pieces.get(piece) ?? 0),
    0,
  );
  return Math.floor((shared * 100) / longer);
}

/** A content as it is compared: its size, and its pieces, each with the bytes that it makes in all. */
interface Content {
  readonly size: number;
  readonly pieces: ReadonlyMap<string, number>;
}

/** Git compares lines, and long ones in pieces of so many bytes. */
const pieceMax = 64;

function contentIn(content: Buffer): Content {
  const pieces = new Map<string, number>();
  for (let at = 0; at < content.byteLength;) {
    const newline = content.indexOf(10, at);
    const end = Math.min(newline < 0 ? content.byteLength : newline + 1, at + pieceMax);
    const piece = content.toString('latin1', at, end);
    pieces.set(piece, (pieces.get(piece) ?? 0) + end - at);
    at = end;
  }
  return {size: content.byteLength, pieces};
}
