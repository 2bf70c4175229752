// Compiles the sources to dist/ with the project's own TypeScript; npm runs this after `npm ci` (the `prepare` script).
import {spawnSync} from 'node:child_process';
import {rmSync} from 'node:fs';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const compiler = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
rmSync(new URL('../dist', import.meta.url), {recursive: true, force: true});
const {status} = spawnSync(process.execPath, [compiler, '-p', 'tsconfig.build.json'], {cwd: root, stdio: 'inherit'});
process.exitCode = status ?? 1;
