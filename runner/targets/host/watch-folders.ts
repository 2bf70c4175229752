// Tells of files that change in folders, by events of the operating system.
import {watch, type FSWatcher} from 'node:fs';
import {join} from 'node:path';
import type {Files} from '../../../model/ports.ts';
import {whyNot} from './why-not.ts';

/** Watches the folders themselves, not those below them. */
export const watchFolders: Files['watch'] = (folders, changed) => {
  const watchers: FSWatcher[] = [];
  const close = (): void => {
    for (const watcher of watchers) watcher.close();
  };
  try {
    for (const folder of folders) {
      const watcher = watch(folder, (_event, name) => {
        if (name !== null) changed(join(folder, name));
      });
      // A folder that is removed is no failure: its files are gone.
      watcher.on('error', () => {
        watcher.close();
      });
      watchers.push(watcher);
    }
    return {kind: 'watching', close};
  } catch (problem) {
    close();
    return {kind: 'failed', why: whyNot(problem)};
  }
};
