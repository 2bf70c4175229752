// Puts the reference server and the command line into few files below dist/bundled: loading their hundreds of files costs half of their start.
import {existsSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join, relative} from 'node:path';
import {build} from 'esbuild';

/** Programs that are started often, and what decoders in fixtures/peers are made of, by their path below dist/. */
const programs = [
  'reference-server/main.js',
  'reference-server/overlay/main.js',
  'reference-server/overlay/rules/overlay-rules.js',
  'reference-server/overlay/testee.js',
];

// Libraries that are CommonJS ask for `require`, which no module has.
const banner = `import {createRequire as requireFrom} from 'node:module';\nconst require = requireFrom(import.meta.url);`;

/** Bundles what is in dist/, and writes the licences of the libraries inside beside it. */
export async function bundle(root) {
  await bundleReference(root);
  await bundleCommandLine(root);
}

/**
 * The command line, what users' files import of us, and our own properties: they share what they import, so that nothing is there twice. Libraries stay
 * where npm put them. The files that are started or imported by their path become such as import the bundled ones.
 */
async function bundleCommandLine(root) {
  const properties = readdirSync(join(root, 'dist/suites/properties')).filter(name => name.endsWith('.js'));
  const shared = ['runner/library/touchstone.js', 'runner/library/vitest.js'];
  const program = 'runner/main.js';
  const entries = [program, ...shared, ...properties.map(name => `suites/properties/${name}`)];
  const nameOf = entry => entry.replaceAll('/', '-').replace(/\.js$/, '');
  await build({
    absWorkingDir: root,
    entryPoints: Object.fromEntries(entries.map(entry => [nameOf(entry), `dist/${entry}`])),
    outdir: 'dist/bundled/runner',
    bundle: true,
    splitting: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    plugins: [ownPlaces(root)],
    logLevel: 'warning',
  });
  const folder = join(root, 'dist/bundled/runner');
  for (const entry of entries.filter(one => one !== program)) {
    const path = `${'../'.repeat(entry.split('/').length - 1)}bundled/runner/${nameOf(entry)}.js`;
    writeFileSync(join(root, 'dist', entry), `export * from '${path}';\n`);
  }
  // Loaded under another name, the program starts once more, as its tests do: so it is the program itself that is there, and none that imports it.
  const main = join(folder, `${nameOf(program)}.js`);
  const text = readFileSync(main, 'utf8');
  if (text.includes('import.meta')) throw new Error('the program asks for its own place, which is another one here');
  writeFileSync(join(root, 'dist', program), text.replaceAll(/"\.\/([\w-]+\.js)"/g, '"../bundled/runner/$1"'));
  rmSync(main);
}

/** Lets each module know itself by the place where it would be without a bundle: all bundled files are in one folder, two below dist/. */
function ownPlaces(root) {
  const placeOf = path => relative(join(root, 'dist'), path).replaceAll('\\', '/');
  return {
    name: 'own-places',
    setup: ({onLoad, onResolve}) => {
      // Tables that import nothing stay where they are: they are megabytes, and there is nothing in them to share.
      onResolve({filter: /^\./}, ({path, resolveDir}) => {
        const file = join(resolveDir, path);
        if (!file.startsWith(join(root, 'dist')) || statSync(file).size < tableBytes) return undefined;
        return hasImports(readFileSync(file, 'utf8')) ? undefined : {path: `../../${placeOf(file)}`, external: true};
      });
      onLoad({filter: /[\\/]dist[\\/].*\.js$/}, async ({path}) => {
        const text = await readFile(path, 'utf8');
        return {
          contents: text.replaceAll('import.meta.url', `new URL('../../${placeOf(path)}', import.meta.url).href`),
          loader: 'js',
        };
      });
    },
  };
}

const tableBytes = 100_000;

function hasImports(text) {
  return /^(?:import\b|export [{*].* from ')/m.test(text);
}

async function bundleReference(root) {
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
    plugins: [requiredLibraries],
    metafile: true,
    logLevel: 'warning',
  });
  writeFileSync(join(root, 'dist/bundled/LICENCES.txt'), licences(root, Object.keys(metafile.inputs)));
}

/** Takes in what is loaded with `require` as well, and lets the git library hash with Node: for its small objects that is a fifth of the work. */
const requiredLibraries = {
  name: 'required-libraries',
  setup: ({onLoad}) => {
    // A `require` that a file makes for itself is not seen as one.
    onLoad({filter: /[\\/]reference-server[\\/]git[\\/]libraries\.js$/}, async ({path}) =>
      changedText(path, 'const require = createRequire(import.meta.url);', ''),
    );
    onLoad({filter: /[\\/]isomorphic-git[\\/]index\.cjs$/}, async ({path}) =>
      changedText(path, 'supportsSubtleSHA1 = await testSubtleSHA1();', 'supportsSubtleSHA1 = false;'),
    );
    onLoad({filter: /[\\/]sha\.js[\\/]sha1\.js$/}, () => ({
      contents:
        "const {createHash} = require('node:crypto'); module.exports = function () { return createHash('sha1'); };",
      loader: 'js',
    }));
  },
};

async function changedText(path, before, after) {
  const text = await readFile(path, 'utf8');
  if (!text.includes(before)) throw new Error(`${path} no longer has the line that is changed here: ${before}`);
  return {contents: text.replace(before, after), loader: 'js'};
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
