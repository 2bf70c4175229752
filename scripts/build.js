// Compiles the sources to dist/ with the project's own TypeScript, and reads our own suites once, so that no run has to; npm runs this after
// `npm ci` (the `prepare` script).
import {spawnSync} from 'node:child_process';
import {chmodSync, existsSync, readFileSync, rmSync, utimesSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {bundle} from './bundle.js';
import {stateOfBuild} from './build-state.js';
import {settleNpx} from './settle-npx.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = new URL('../dist/.made-from', import.meta.url);
// `npx touchstone` in a clone links the folder into a cache of its own and prepares it again, without a word and while a run may be using dist/.
const isNpx = process.env['npm_command'] === 'exec';
if (!isNpx || !existsSync(new URL('../dist/runner/main.js', import.meta.url))) await build();

async function build() {
  if (isBuilt()) {
    // Who asks whether dist/ is newer than the sources sees that it is.
    utimesSync(new URL('../dist/runner/main.js', import.meta.url), new Date(), new Date());
    if (!isNpx) settleNpx(root);
    return;
  }
  const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  rmSync(new URL('../dist', import.meta.url), {recursive: true, force: true});
  const {status} = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {cwd: root, stdio: 'inherit'});
  process.exitCode = status ?? 1;
  if (status !== 0) return;
  await bundle(root);
  makeExecutable();
  fillCache();
  writeFileSync(stamp, stateOfBuild(root));
  if (!isNpx) settleNpx(root);
}

// Nothing that goes into dist/ has changed since it was made, and nothing in it: npm asks for a build after every `npm ci`.
function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOfBuild(root);
}

// npm does this when it first links a package and never again, so every later build would leave npx with "Permission denied".
function makeExecutable() {
  const {bin} = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  for (const program of Object.values(bin)) chmodSync(new URL(`../${program}`, import.meta.url), 0o755);
}

// What was read is kept in dist/cache by the digest of its texts, so a suite that is changed later is simply read anew. A suite with a problem is
// not kept: it is no reason to have no command line, and every run tells the problem again.
function fillCache() {
  const main = fileURLToPath(new URL('../dist/runner/main.js', import.meta.url));
  const cache = fileURLToPath(new URL('../dist/cache', import.meta.url));
  const env = {...process.env, TOUCHSTONE_CACHE_DIR: cache};
  for (const args of [['check'], ['list']])
    spawnSync(process.execPath, [main, ...args], {cwd: root, env, stdio: ['ignore', 'ignore', 'inherit']});
}
