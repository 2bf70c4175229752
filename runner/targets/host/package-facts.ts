// Finds our own package.json above this file, from sources and from compiled code alike.
import {existsSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The folder of our package.json, and the version that it says. */
export function packageFacts(): {readonly root: string; readonly version: string} {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json');
    if (existsSync(file)) {
      const facts = JSON.parse(readFileSync(file, 'utf8')) as {readonly name?: string; readonly version?: string};
      if (facts.name === 'touchstone') return {root: folder, version: facts.version ?? ''};
    }
    if (dirname(folder) === folder) throw new Error('the package.json of touchstone is missing');
  }
}
