// Compiles the sources to dist/ with the project's own TypeScript, and reads our own suites once, so that no run has to; npm runs this after
// `npm ci` (the `prepare` script).
import {spawnSync} from 'node:child_process';
import {chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
rmSync(new URL('../dist', import.meta.url), {recursive: true, force: true});
const {status} = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {cwd: root, stdio: 'inherit'});
process.exitCode = status ?? 1;
if (status === 0) {
  linkCommand();
  fillCache();
}

// What was read is kept in dist/cache by the digest of its texts, so a suite that is changed later is simply read anew. A suite with a problem is
// not kept: it is no reason to have no command line, and every run tells the problem again.
function fillCache() {
  const main = fileURLToPath(new URL('../dist/runner/main.js', import.meta.url));
  const cache = fileURLToPath(new URL('../dist/cache', import.meta.url));
  const env = {...process.env, TOUCHSTONE_CACHE_DIR: cache};
  spawnSync(process.execPath, [main, 'check'], {cwd: root, env, stdio: ['ignore', 'ignore', 'inherit']});
}

// npm links the commands of what it installs, and not of the folder itself; without this, `npx touchstone` in a clone would copy the folder into npx's
// own cache and compile it there first.
function linkCommand() {
  const bin = new URL('../node_modules/.bin/', import.meta.url);
  const main = new URL('../dist/runner/main.js', import.meta.url);
  mkdirSync(bin, {recursive: true});
  chmodSync(main, 0o755);
  if (process.platform === 'win32') {
    writeFileSync(new URL('touchstone.cmd', bin), '@node "%~dp0..\\..\\dist\\runner\\main.js" %*\r\n');
    return;
  }
  rmSync(new URL('touchstone', bin), {force: true});
  symlinkSync('../../dist/runner/main.js', new URL('touchstone', bin));
}
