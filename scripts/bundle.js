// Puts the reference server and the libraries that it uses into few files below dist/bundled: loading its 400 files costs half of its start.
import {existsSync, readFileSync, readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {build} from 'esbuild';

/** Programs that are started often, by their path below dist/. */
const programs = ['reference-server/main.js'];

// Libraries that are CommonJS ask for `require`, which no module has.
const banner = `import {createRequire as requireFrom} from 'node:module';\nconst require = requireFrom(import.meta.url);`;

/** Bundles what is in dist/, and writes the licences of the libraries inside beside it. */
export async function bundle(root) {
  const {metafile} = await build({
    absWorkingDir: root,
    entryPoints: programs.map(program => `dist/${program}`),
    outbase: 'dist',
    outdir: 'dist/bundled',
    bundle: true,
    // What is imported while it runs stays a file of its own, which is read when it is needed.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    banner: {js: banner},
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(root, 'dist/bundled/LICENCES.txt'), licences(root, Object.keys(metafile.inputs)));
}

function licences(root, inputs) {
  const folders = new Set(inputs.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []));
  return [...folders]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map(folder => licenceOf(root, folder))
    .join('\n');
}

function licenceOf(root, folder) {
  const {name, version, license} = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const file = readdirSync(join(root, folder)).find(entry => /^(?:licen[cs]e|copying)/i.test(entry));
  const path = file === undefined ? undefined : join(root, folder, file);
  const text = path !== undefined && existsSync(path) ? readFileSync(path, 'utf8').trim() : `License: ${license}`;
  return `${name} ${version}\n\n${text}\n\n${'-'.repeat(80)}\n`;
}
