/** Keeps the real git data of every repository, written by isomorphic-git into one file system in memory. */
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

export function makeGitStore(): GitStore {
  const fs = createFsFromVolume(new Volume());
  const queues = new Map<number, Promise<unknown>>();
  const gitdirOf = (repositoryId: number): string => `/${repositoryId}`;

  const open = (repositoryId: number): GitPlace => {
    const gitdir = gitdirOf(repositoryId);
    if (!fs.existsSync(gitdir)) {
      for (const folder of ['objects', 'refs/heads', 'refs/tags'])
        fs.mkdirSync(`${gitdir}/${folder}`, {recursive: true});
      fs.writeFileSync(`${gitdir}/HEAD`, 'ref: refs/heads/main\n');
      fs.writeFileSync(`${gitdir}/config`, '[core]\n\trepositoryformatversion = 0\n\tbare = true\n');
    }
    return {fs, gitdir};
  };

  return {
    open,
    copy: (fromId, toId) => {
      open(fromId);
      copyFolder(fs, gitdirOf(fromId), gitdirOf(toId));
    },
    remove: repositoryId => {
      fs.rmSync(gitdirOf(repositoryId), {recursive: true, force: true});
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

function copyFolder(fs: IFs, from: string, to: string): void {
  fs.mkdirSync(to, {recursive: true});
  for (const name of fs.readdirSync(from) as string[]) {
    if (fs.statSync(`${from}/${name}`).isDirectory()) copyFolder(fs, `${from}/${name}`, `${to}/${name}`);
    else fs.writeFileSync(`${to}/${name}`, fs.readFileSync(`${from}/${name}`));
  }
}
