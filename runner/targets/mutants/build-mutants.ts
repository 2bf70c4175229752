// Makes the reference with all its mutants from the sources of a checkout, and keeps the build while the sources stay.
import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {dirname, join, sep} from 'node:path';
import {promisify} from 'node:util';
import type {Mutant, MutantsStart} from '../../../model/mutants.ts';
import {instrument, instrumenterPath, type Source} from './instrument.ts';
import {openMutantHouse} from './mutant-house.ts';
import {sourcesAt} from './sources-at.ts';

/** Folders of the reference whose code is changed. */
const mutatedFolders = ['rules', 'hosting', 'serve', 'overlay', 'state'].map(name => `reference-server/${name}/`);

// Tables that say which statement a rule carries, wrong behaviours that are off, and the command line of the peer: no target behaves by them.
const leftOut = [
  /^reference-server\/rules\/requirements\.ts$/,
  /^reference-server\/overlay\/faults(\/.*)?\.ts$/,
  /^reference-server\/overlay\/(main|options|door-url)\.ts$/,
];

/** Raise this when the way to build changes. */
const form = 2;

/** Builds, or finds the build that these sources have already. */
export async function buildMutants(root: string): Promise<MutantsStart> {
  const instrumenter = instrumenterPath(root);
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const isCheckout = existsSync(join(root, 'reference-server', 'start.ts')) && existsSync(join(root, 'tsconfig.json'));
  if (!isCheckout || instrumenter === undefined || !existsSync(compiler))
    return {kind: 'cannot-build', why: needsCheckout};
  const sources = sourcesOf(root);
  const digest = digestOf([
    String(form),
    ...mutatedFolders,
    instrumenterVersion(instrumenter),
    ...sources.flatMap(({file, text}) => [file, text]),
  ]);
  const builds = join(root, 'node_modules', '.cache', 'touchstone-mutants');
  const folder = join(builds, digest.slice(0, 24));
  const list = join(folder, 'mutants.json');
  if (!existsSync(list)) {
    const failure = await build({root, folder, sources, instrumenter, compiler});
    if (failure !== undefined) return {kind: 'cannot-build', why: failure};
    forgetOthers(builds, folder);
  }
  const mutants = JSON.parse(readFileSync(list, 'utf8')) as readonly Mutant[];
  return {
    kind: 'built',
    build: {
      mutants,
      digest,
      open: place => openMutantHouse({folder, mutants}, place),
      sourcesAt: commit => sourcesAt(root, commit),
    },
  };
}

const needsCheckout =
  'mutants are made from the sources of the reference, which the package does not hold\n' +
  '  run it in a checkout of touchstone, after npm ci';

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${String(text.length)}\n${text}`);
  return hash.digest('hex');
}

function instrumenterVersion(path: string): string {
  const file = join(dirname(path), '..', '..', 'package.json');
  return existsSync(file) ? readFileSync(file, 'utf8') : path;
}

function sourcesOf(root: string): readonly Source[] {
  return readdirSync(join(root, 'reference-server'), {recursive: true, encoding: 'utf8'})
    .filter(name => name.endsWith('.ts') && !/\.test\.ts$|(^|[\\/])testing[^\\/]*$/.test(name))
    .map(name => `reference-server/${name.split(sep).join('/')}`)
    .toSorted()
    .map(file => ({file, text: readFileSync(join(root, file), 'utf8')}));
}

/** Tells whether the code of this file is changed. */
export function isMutated(file: string): boolean {
  return mutatedFolders.some(folder => file.startsWith(folder)) && !leftOut.some(pattern => pattern.test(file));
}

interface Building {
  readonly root: string;
  readonly folder: string;
  readonly sources: readonly Source[];
  readonly instrumenter: string;
  readonly compiler: string;
}

/** Gives what went wrong. A build that was cut short is in a folder of another name, so nobody takes it for a whole one. */
async function build({root, folder, sources, instrumenter, compiler}: Building): Promise<string | undefined> {
  const draft = `${folder}.${String(process.pid)}`;
  const changed = await instrument(
    sources.filter(({file}) => isMutated(file)),
    instrumenter,
  );
  const plain = sources.filter(({file}) => !isMutated(file));
  for (const {file, text} of [...changed.sources, ...plain]) writeIn(join(draft, 'src', file), text);
  // What the sources import is found from the folder above, and the types of Node are not asked for: nothing is checked here.
  writeIn(join(draft, 'package.json'), '{"type": "module"}\n');
  writeIn(join(draft, 'tsconfig.json'), JSON.stringify(compilerSettings(root)));
  const failure = await compiled(compiler, draft);
  if (failure === undefined) {
    writeIn(join(draft, 'mutants.json'), JSON.stringify(changed.mutants));
    rmSync(join(draft, 'src'), {recursive: true});
    rmSync(folder, {recursive: true, force: true});
    renameSync(draft, folder);
  } else rmSync(draft, {recursive: true, force: true});
  return failure;
}

function writeIn(file: string, text: string): void {
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, text);
}

function compilerSettings(root: string): object {
  return {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {noEmit: false, noCheck: true, types: [], rootDir: 'src', outDir: '.', declaration: false},
    include: ['src'],
    exclude: [],
  };
}

async function compiled(compiler: string, folder: string): Promise<string | undefined> {
  try {
    await promisify(execFile)(process.execPath, [compiler, '-p', folder], {maxBuffer: 16 * 1024 * 1024});
    return undefined;
  } catch (problem) {
    const said = typeof problem === 'object' && problem !== null && 'stdout' in problem ? String(problem.stdout) : '';
    return `the instrumented reference does not compile: ${said.trim() || String(problem)}`;
  }
}

const keptMs = 24 * 3_600_000;

/** Removes builds of other sources that nobody has made today; one may still be in use. */
function forgetOthers(builds: string, kept: string): void {
  for (const name of readdirSync(builds)) {
    const folder = join(builds, name);
    if (folder !== kept && Date.now() - statSync(folder).mtimeMs > keptMs)
      rmSync(folder, {recursive: true, force: true});
  }
}
