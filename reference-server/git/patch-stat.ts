/** Sums up the files of a patch as `git format-patch` does below the message. */

/** One changed file: its path as git quotes it, its lines, and its modes, which are undefined where there is no file. */
export interface StatFile {
  readonly path: string;
  /** In per cent, of a file that was at another path before. */
  readonly likeness: number | undefined;
  readonly added: number;
  readonly removed: number;
  /** The sizes before and after, of a file that is not text. */
  readonly binary: {readonly before: number; readonly after: number; readonly isSame: boolean} | undefined;
  readonly modeBefore: string | undefined;
  readonly modeAfter: string | undefined;
}

/** Gives the lines of the summary: one for each file, the totals, and files that are new, gone or of another mode. */
export function statLines(files: readonly StatFile[]): readonly string[] {
  if (files.length === 0) return [];
  const widths = widthsOf(files);
  return [...files.map(file => fileLine(file, widths)), totalLine(files), ...files.flatMap(modeLine)];
}

interface Widths {
  readonly name: number;
  readonly count: number;
  readonly graph: number;
  readonly mostChanges: number;
}

/** Lines of mail have at most 72 columns; six of them are spaces and the bar. */
const mailColumns = 72;

function widthsOf(files: readonly StatFile[]): Widths {
  const mostChanges = Math.max(
    ...files.map(({binary, added, removed}) => (binary === undefined ? added + removed : 0)),
  );
  const names = Math.max(...files.map(({path}) => path.length));
  const count = Math.max(String(mostChanges).length, files.some(({binary}) => binary !== undefined) ? 3 : 0);
  const wanted = Math.max(mostChanges, ...files.map(file => sizesOf(file).length - 1));
  if (names + count + 6 + wanted <= mailColumns) return {name: names, count, graph: wanted, mostChanges};
  const room = mailColumns - count - 6;
  const graph = Math.min(wanted, Math.max(6, Math.floor((mailColumns * 3) / 8) - count - 6));
  if (names > room - graph) return {name: room - graph, count, graph, mostChanges};
  return {name: names, count, graph: Math.min(wanted, room - names), mostChanges};
}

/** What stands in the place of the graph where a file is not text. */
function sizesOf({binary}: StatFile): string {
  return binary === undefined || binary.isSame ? '' : ` ${binary.before} -> ${binary.after} bytes`;
}

function fileLine(file: StatFile, widths: Widths): string {
  const {path, added, removed, binary} = file;
  const start = ` ${shortened(path, widths.name).padEnd(widths.name)} |`;
  if (binary !== undefined) return `${start} ${'Bin'.padStart(widths.count)}${sizesOf(file)}`;
  const graph = graphOf(added, removed, widths);
  return `${start} ${String(added + removed).padStart(widths.count)}${graph === '' ? '' : ` ${graph}`}`;
}

function shortened(path: string, width: number): string {
  if (path.length <= width) return path;
  const tail = path.slice(path.length - (width - 3));
  const slash = tail.indexOf('/');
  return `...${slash === -1 ? tail : tail.slice(slash)}`;
}

function graphOf(added: number, removed: number, {graph, mostChanges}: Widths): string {
  const scaled = (lines: number): number => (lines === 0 ? 0 : 1 + Math.floor((lines * (graph - 1)) / mostChanges));
  if (mostChanges <= graph) return '+'.repeat(added) + '-'.repeat(removed);
  const both = added > 0 && removed > 0;
  const total = Math.max(scaled(added + removed), both ? 2 : 0);
  const fewer = scaled(Math.min(added, removed));
  const plus = added < removed ? fewer : total - fewer;
  return '+'.repeat(plus) + '-'.repeat(total - plus);
}

function totalLine(files: readonly StatFile[]): string {
  const sum = (of: (file: StatFile) => number): number => files.reduce((total, file) => total + of(file), 0);
  const [added, removed] = [sum(file => file.added), sum(file => file.removed)];
  const some = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
  return [
    ` ${some(files.length, 'file')} changed`,
    ...(added > 0 || removed === 0 ? [`${some(added, 'insertion')}(+)`] : []),
    ...(removed > 0 || added === 0 ? [`${some(removed, 'deletion')}(-)`] : []),
  ].join(', ');
}

function modeLine({path, likeness, modeBefore, modeAfter}: StatFile): readonly string[] {
  if (modeBefore === undefined) return [` create mode ${modeAfter ?? ''} ${path}`];
  if (modeAfter === undefined) return [` delete mode ${modeBefore} ${path}`];
  const modes = modeBefore === modeAfter ? [] : [` mode change ${modeBefore} => ${modeAfter}`];
  if (likeness !== undefined) return [` rename ${path} (${likeness}%)`, ...modes];
  return modes.map(text => `${text} ${path}`);
}
