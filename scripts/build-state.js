// Says from what dist/ was made, and what is in it, so that it is not made again from the same.
import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';

const folders = ['base', 'fixtures', 'model', 'proto', 'reference-server', 'reports', 'runner', 'suites'];
const files = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts/build.js',
  'scripts/bundle.js',
];

/** One line: the version of Node, a digest of every source, and a digest of the names and sizes in dist/ as it is now. */
export function stateOfBuild(root) {
  const made = createHash('sha256');
  for (const path of [...files, ...folders.flatMap(name => filesBelow(root, name))])
    if (!path.endsWith('.test.ts'))
      made
        .update(`${path}\0`)
        .update(readFileSync(join(root, path)))
        .update('\0');
  const held = createHash('sha256');
  for (const path of filesBelow(root, 'dist'))
    if (path !== join('dist', '.made-from')) held.update(`${path} ${String(statSync(join(root, path)).size)}\n`);
  return `${process.version} ${made.digest('hex')} ${held.digest('hex')}\n`;
}

function filesBelow(root, name) {
  return readdirSync(join(root, name), {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath, entry.name)
        .slice(root.length)
        .replace(/^[/\\]/, ''),
    )
    .toSorted();
}
