// Gives the texts of data files, each read once: our own by their path below the package, the user's as they wrote them.
import type {Machine} from '../../../model/machine.ts';
import type {Problem} from '../../../model/problem.ts';

/** The texts that were read so far. */
export interface TextSource {
  /** A file of our own; undefined, with a problem noted, when it cannot be read. */
  own(file: string): string | undefined;
  /** A file of the user. */
  users(file: string): string | undefined;
  /** A file that was read before, whoever's it is. */
  any(file: string): string | undefined;
  /** Whether a file that was read is one of our own. */
  isOwn(file: string): boolean;
  /** Our own files below a folder, sorted. */
  ownFiles(folder: string): readonly string[];
  readonly problems: readonly Problem[];
}

/** Begins with nothing read. */
export function textSource({files, packageRoot}: Machine): TextSource {
  const texts = new Map<string, string>();
  const ours = new Set<string>();
  const problems: Problem[] = [];
  const load = (file: string, path: string): string | undefined => {
    const known = texts.get(file);
    if (known !== undefined) return known;
    const read = files.readText(path);
    if (read.kind === 'text') texts.set(file, read.text);
    else problems.push({file, message: read.why, fix: 'give the path of a readable file'});
    return texts.get(file);
  };
  return {
    own: file => {
      ours.add(file);
      return load(file, `${packageRoot}/${file}`);
    },
    users: file => load(file, file),
    any: file => texts.get(file),
    isOwn: file => ours.has(file),
    ownFiles: folder => {
      const listed = files.list(`${packageRoot}/${folder}`, ['.yaml']);
      if (listed.kind === 'unreadable') return [];
      return listed.files.map(file => file.slice(packageRoot.length + 1).replaceAll('\\', '/'));
    },
    problems,
  };
}
