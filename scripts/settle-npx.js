// Makes `npx --no-install touchstone` ready in a clone. Its first call links the folder into the cache of npm, and one that is cut off there, by
// Ctrl-C, leaves a link with nothing beside it, which every later call stumbles over; so the first call is made here, and what was left is removed.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, realpathSync, rmSync} from 'node:fs';
import {join} from 'node:path';

/** How long npx may take; where it takes longer, the first call of the user is the first. */
const npxMs = 60_000;

/** Calls npx once, and once more after removing what an earlier call left half-made. Where it is not npm that runs this, nothing is done. */
export function settleNpx(root, env = process.env) {
  const npm = env['npm_execpath'];
  // As a dependency the command stands in node_modules/.bin, and npx links nothing.
  const isClone = env['_PACOTE_NO_PREPARE_'] === undefined && !/[/\\]node_modules[/\\]/.test(root);
  if (npm === undefined || !npm.endsWith('npm-cli.js') || !isClone) return;
  const call = () =>
    spawnSync(process.execPath, [npm, 'exec', '--no', '--', 'touchstone', '--version'], {
      cwd: root,
      env,
      stdio: 'ignore',
      timeout: npxMs,
    }).status === 0;
  if (!call() && removeHalfMade(root, env['npm_config_cache'])) call();
}

/** Removes the folders of npx that hold a link to this folder and no package.json; tells whether there was one. */
function removeHalfMade(root, cache) {
  const folder = cache === undefined ? undefined : join(cache, '_npx');
  if (folder === undefined || !existsSync(folder)) return false;
  const halfMade = readdirSync(folder)
    .map(name => join(folder, name))
    .filter(entry => !existsSync(join(entry, 'package.json')) && leadsTo(join(entry, 'node_modules/touchstone'), root));
  for (const entry of halfMade) rmSync(entry, {recursive: true, force: true});
  return halfMade.length > 0;
}

function leadsTo(link, root) {
  try {
    return realpathSync(link) === realpathSync(root);
  } catch {
    return false;
  }
}
