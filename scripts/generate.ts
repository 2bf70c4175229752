// Makes every generated file of the project anew from its source: `npm run generate`.
import {spawnSync} from 'node:child_process';
import {readdirSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const makers = readdirSync(join(root, 'scripts'))
  .filter(name => /^make-[\w-]+(?<!\.test)\.ts$/.test(name))
  .toSorted();
const formatter = join(root, 'node_modules/oxfmt/bin/oxfmt');
const made = ['suites/suite.schema.json', 'fixtures/targets', 'reports', 'model/operations.ts'];

for (const args of [...makers.map(name => ['--import', 'tsx', join('scripts', name)]), [formatter, ...made]]) {
  const {status} = spawnSync(process.execPath, args, {cwd: root, stdio: 'inherit'});
  if (status !== 0) process.exitCode = 1;
}
