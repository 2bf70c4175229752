// `run --watch`: runs, and again what a change of a file touches, until it is interrupted.
import type {Machine} from '../../../model/machine.ts';
import {counted} from '../../../base/text/counted.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {isSuitePath} from '../load/suite-home.ts';
import type {RunOptions} from '../load/run-options.ts';

/** Folders that are watched at most; more of them means that the wrong one was named. */
const foldersMax = 200;

/** Editors write a file in several steps, which come as several events. */
const settleMs = 100;

/** What is watched: the files below the places that were named, and the files of options. */
interface Watched {
  readonly folders: readonly string[];
  /** What a file that changed means; undefined for what does not belong to the run. */
  readonly meaning: (path: string) => 'suite' | 'all' | undefined;
}

/** Runs with `run`, then again whenever something changes; gives the exit code of the last run. */
export async function watchAndRun(
  operands: readonly string[],
  options: Pick<RunOptions, 'output' | 'targetFile' | 'varFile'>,
  machine: Machine,
  run: (operands: readonly string[]) => Promise<number>,
): Promise<number> {
  const watched = whatIsWatched(operands, options, machine);
  if (typeof watched === 'string') return refuse(machine, watched);
  const changes = newChanges(machine, watched);
  const watching = machine.files.watch(watched.folders, changes.add);
  if (watching.kind === 'failed') return refuse(machine, `--watch: ${watching.why}`);
  const interrupted = new AbortController();
  const stopListening = machine.onInterrupt(() => {
    interrupted.abort();
  });
  try {
    let exitCode = await run(operands);
    while (!interrupted.signal.aborted) {
      machine.talk(`watching ${counted(watched.folders.length, 'folder')}; Ctrl-C ends\n`);
      const changed = await changes.next(interrupted.signal);
      if (changed.length === 0) break;
      machine.talk(`changed: ${changed.map(path => visibleText(path)).join(', ')}\n`);
      const isSuites = changed.every(path => watched.meaning(path) === 'suite' && machine.files.exists(path));
      exitCode = await run(isSuites ? changed : operands);
    }
    return exitCode;
  } finally {
    stopListening();
    watching.close();
  }
}

function refuse(machine: Machine, problem: string): number {
  machine.talk(`touchstone run: ${problem}\n`);
  return 2;
}

function whatIsWatched(
  operands: readonly string[],
  {output, targetFile, varFile = []}: Pick<RunOptions, 'output' | 'targetFile' | 'varFile'>,
  {files}: Machine,
): Watched | string {
  if (operands.length === 0) return '--watch needs suites of yours\n  name their folder, e.g. run cases --watch';
  const homes = operands.map(operand => {
    const path = operand.replace(/:\d+$/, '');
    const listed = files.list(path, ['']);
    const isFile =
      listed.kind === 'files' &&
      listed.files.length === 1 &&
      files.absolute(listed.files[0] ?? '') === files.absolute(path);
    return isFile ? folderOf(path) : path;
  });
  const results = `${files.absolute(output)}/`;
  const single = new Set([targetFile, ...varFile].flatMap(file => (file === undefined ? [] : [files.absolute(file)])));
  const folders = new Set([...single].map(path => folderOf(path)));
  for (const home of homes) {
    const listed = files.list(home, ['']);
    if (listed.kind === 'unreadable') return `${home}: ${listed.why}\n  name a folder of suites`;
    for (const file of listed.files) {
      const path = files.absolute(file);
      if (!path.startsWith(results) && !isHidden(path)) folders.add(folderOf(path));
    }
  }
  if (folders.size > foldersMax)
    return `--watch: there are ${String(folders.size)} folders below ${operands.join(' ')}, and at most ${String(foldersMax)} are watched\n  name a smaller folder`;
  const roots = homes.map(home => `${files.absolute(home)}/`);
  return {
    folders: [...folders],
    meaning: path => {
      if (single.has(path)) return 'all';
      const root = roots.find(one => path.startsWith(one));
      if (root === undefined || path.startsWith(results) || isHidden(path)) return undefined;
      return isSuitePath(path.slice(root.length)) ? 'suite' : 'all';
    },
  };
}

// What editors and version control keep beside files.
function isHidden(path: string): boolean {
  return /(?:^|\/)\.|~$|\.sw[a-z]$|(?:^|\/)4913$/.test(path);
}

/** Collects changes; what did not change a file's content is none. */
function newChanges({files, clock}: Machine, {folders, meaning}: Watched) {
  const contentOf = (path: string): string => Buffer.from(files.readBytes(path) ?? []).toString('base64');
  const known = new Map<string, string>();
  for (const folder of folders)
    for (const file of files.beside(folder, [''])) {
      const path = files.absolute(file);
      if (meaning(path) !== undefined) known.set(path, contentOf(path));
    }
  const touched = new Set<string>();
  let wake = (): void => undefined;
  return {
    add: (path: string): void => {
      if (meaning(path) === undefined) return;
      touched.add(path);
      wake();
    },
    /** Waits for changes; gives none when the signal comes first. */
    next: async (stop: AbortSignal): Promise<readonly string[]> => {
      for (;;) {
        if (touched.size === 0 && !stop.aborted)
          await new Promise<void>(resolve => {
            wake = resolve;
            stop.addEventListener('abort', () => resolve(), {once: true});
          });
        if (stop.aborted) return [];
        await clock.wait(settleMs, stop);
        const changed = [...touched].filter(path => (known.get(path) ?? '') !== contentOf(path));
        touched.clear();
        for (const path of changed) known.set(path, contentOf(path));
        if (changed.length > 0) return changed.toSorted();
      }
    },
  };
}
