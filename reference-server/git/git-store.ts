/** Keeps the real git data of every repository, written by isomorphic-git into file systems in memory. */
import {createFsFromVolume, Volume} from 'memfs';
import type {IFs} from 'memfs';

/** Where the git data of one repository lies; the two arguments that every isomorphic-git call wants. */
export interface GitPlace {
  readonly fs: IFs;
  readonly gitdir: string;
}

export interface GitStore {
  /** Gives the place of a repository and makes an empty one at first use. */
  readonly open: (repositoryId: number) => GitPlace;
  readonly copy: (fromId: number, toId: number) => void;
  readonly remove: (repositoryId: number) => void;
  /** Runs work that changes a repository after all such work begun before it, so that no update of a branch is lost. */
  readonly alone: <T>(repositoryId: number, work: (place: GitPlace) => Promise<T>) => Promise<T>;
}

/** Every repository has a volume of its own: one that is dropped is gone, while a shared one keeps what was removed from it. */
export function makeGitStore(): GitStore {
  const volumes = new Map<number, IFs>();
  const queues = new Map<number, Promise<unknown>>();

  const open = (repositoryId: number): GitPlace => {
    const fs = volumes.get(repositoryId) ?? blankVolume();
    volumes.set(repositoryId, fs);
    return {fs, gitdir};
  };

  return {
    open,
    copy: (fromId, toId) => copyFolder({from: open(fromId).fs, to: open(toId).fs, path: gitdir}),
    remove: repositoryId => {
      volumes.delete(repositoryId);
      queues.delete(repositoryId);
    },
    alone: (repositoryId, work) => {
      const before = queues.get(repositoryId) ?? Promise.resolve();
      const turn = before.then(async () => work(open(repositoryId)));
      const settled = turn.then(
        () => undefined,
        () => undefined,
      );
      queues.set(repositoryId, settled);
      return turn;
    },
  };
}

/** Where a repository lies in its volume. */
const gitdir = '/git';

/** Makes an empty place that belongs to no repository. */
export function blankPlace(): GitPlace {
  return {fs: blankVolume(), gitdir};
}

function blankVolume(): IFs {
  const fs = createFsFromVolume(new Volume());
  for (const folder of ['objects', 'refs/heads', 'refs/tags']) fs.mkdirSync(`${gitdir}/${folder}`, {recursive: true});
  fs.writeFileSync(`${gitdir}/HEAD`, 'ref: refs/heads/main\n');
  fs.writeFileSync(`${gitdir}/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
  return fs;
}

function copyFolder({from, to, path}: {from: IFs; to: IFs; path: string}): void {
  to.mkdirSync(path, {recursive: true});
  for (const name of from.readdirSync(path) as string[]) {
    const inner = `${path}/${name}`;
    if (from.statSync(inner).isDirectory()) copyFolder({from, to, path: inner});
    else to.writeFileSync(inner, from.readFileSync(inner));
  }
}

/** Copies the objects of one store that another one lacks; gives their paths. */
export function copyObjects(from: GitPlace, to: GitPlace): readonly string[] {
  const copied: string[] = [];
  for (const folder of from.fs.readdirSync(`${from.gitdir}/objects`) as string[]) {
    to.fs.mkdirSync(`${to.gitdir}/objects/${folder}`, {recursive: true});
    for (const name of from.fs.readdirSync(`${from.gitdir}/objects/${folder}`) as string[]) {
      const path = `objects/${folder}/${name}`;
      if (to.fs.existsSync(`${to.gitdir}/${path}`)) continue;
      to.fs.writeFileSync(`${to.gitdir}/${path}`, from.fs.readFileSync(`${from.gitdir}/${path}`));
      copied.push(path);
    }
  }
  return copied;
}

/** Removes objects that were copied, by their paths. */
export function dropObjects({fs, gitdir}: GitPlace, paths: readonly string[]): void {
  for (const path of paths) fs.unlinkSync(`${gitdir}/${path}`);
}
