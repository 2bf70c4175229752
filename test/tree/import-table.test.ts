// Executes the import table of the house: which room may import which, over every way one file can name another.
import {readdirSync, readFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {fileURLToPath} from 'node:url';
import {describe, expect, test} from 'vitest';
import {verbs} from '../../runner/commands/verbs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Room → rooms that it may import besides itself. A file belongs to the longest room that its path begins with. */
const table: {readonly [room: string]: readonly string[]} = {
  model: [],
  base: ['model'],
  'runner/overlay': ['model', 'base'],
  'runner/read': ['model', 'base'],
  'runner/plan': ['model', 'base'],
  'runner/check': ['model', 'base', 'runner/overlay'],
  'runner/execute': ['model', 'base', 'runner/plan', 'runner/check', 'runner/overlay'],
  'runner/targets': ['model', 'base', 'runner/overlay'],
  'runner/commands': [
    'model',
    'base',
    'runner/overlay',
    'runner/read',
    'runner/plan',
    'runner/check',
    'runner/execute',
    'reports',
  ],
  'runner/library': ['runner/commands', 'runner/targets', 'runner/overlay', 'model', 'base', 'reports'],
  'runner/main.ts': ['runner/commands', 'runner/targets', 'model', 'base'],
  reports: ['model', 'base'],
  'suites/properties': ['model', 'base', 'runner/overlay'],
  'reference-server': [],
};

/**
 * Room → its folders, from the lowest up. A file may import from its own folder and from those of a lower line; folders of one line do not know
 * each other. A room's own files, outside its folders, are above all of them.
 */
const layers: {readonly [room: string]: readonly (readonly string[])[]} = {
  base: [
    ['calls', 'text', 'random', 'lists'],
    ['json', 'markup'],
    ['patterns', 'yaml'],
  ],
  'runner/read': [['validate'], ['suite'], ['target'], ['contract']],
  'runner/execute': [['attempt', 'fuzz'], ['http'], ['enter'], ['arrange'], ['names'], ['steps'], ['property']],
  'runner/targets': [
    ['coverage', 'host', 'http', 'listen', 'process'],
    ['live', 'reference', 'testee'],
    ['mesh', 'mutants'],
  ],
  'runner/commands': [
    ['words', 'completion', 'new'],
    ['load'],
    ['open', 'check', 'init'],
    ['run', 'clean', 'prove'],
    ['certify', 'diff', 'doctor', 'explain', 'fuzz', 'replay'],
  ],
  reports: [
    ['redaction', 'browser'],
    ['journal'],
    ['baseline', 'words'],
    ['case'],
    ['run', 'explain'],
    ['html', 'terminal'],
    ['compare', 'coverage', 'formats', 'matrix', 'mutants'],
    ['certificate'],
  ],
};

/** Rooms that touch nothing outside: no Node module with an effect. */
const pure = [
  'model',
  'base',
  'runner/overlay',
  'runner/read',
  'runner/plan',
  'runner/check',
  'reports',
  'suites/properties',
];
// `createRequire` loads code, as `import` does; what it loads is listed below all the same.
const pureNodeModules = new Set(['node:crypto', 'node:buffer', 'node:util', 'node:module', 'node:zlib']);

const namings = [
  /\bimport\s+(?:type\s+)?[^'"();]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*['"]([^'"]+)['"]/g,
  /\bexport\s+(?:type\s+)?[^'"();]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /\bimport\s*\(\s*['"]([^'"]+)['"]/g,
  /\brequire\s*\(\s*['"]([^'"]+)['"]/g,
  /\bnew\s+URL\s*\(\s*['"]([^'"]+)['"]\s*,\s*import\.meta\.url/g,
];

/** Lists what a source text names, in every way there is. */
function namesIn(source: string): readonly string[] {
  return namings.flatMap(pattern => [...source.matchAll(pattern)].map(match => match[1] ?? ''));
}

function roomOf(path: string): string | undefined {
  return Object.keys(table)
    .filter(room => path === room || path.startsWith(`${room}/`))
    .toSorted((a, b) => b.length - a.length)[0];
}

function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), {withFileTypes: true, recursive: true})
    .filter(
      entry =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !entry.name.endsWith('.test.ts') &&
        !entry.name.endsWith('.d.ts'),
    )
    .map(entry => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Gives one sentence per naming that the table does not allow. */
function breaches(file: string, source: string): readonly string[] {
  const room = roomOf(file);
  if (room === undefined) return [`${file} stands in no room`];
  return namesIn(source).flatMap(name => {
    if (name.startsWith('node:')) {
      return pure.includes(room) && !pureNodeModules.has(name) ? [`${file} is pure and names ${name}`] : [];
    }
    if (!name.startsWith('.')) return [];
    const target = targetOf(file, name);
    const targetRoom = roomOf(target);
    const isAllowed = targetRoom === room || (targetRoom !== undefined && (table[room] ?? []).includes(targetRoom));
    return isAllowed ? [] : [`${file} (${room}) names ${target} (${targetRoom ?? 'no room'})`];
  });
}

/** Gives one sentence per naming that goes from a folder to one that is not below it in the same room. */
function climbs(file: string, source: string): readonly string[] {
  const room = roomOf(file);
  const rows = room === undefined ? undefined : layers[room];
  if (room === undefined || rows === undefined) return [];
  const from = heightOf(file, room, rows);
  if (from === undefined) return [`${file} is in a folder of ${room} that has no layer`];
  return namesIn(source).flatMap(name => {
    const target = name.startsWith('.') ? targetOf(file, name) : '';
    if (roomOf(target) !== room || [dirname(target), target].includes(dirname(file))) return [];
    const to = heightOf(target, room, rows);
    const isOwn = folderIn(room, target) !== '' && folderIn(room, target) === folderIn(room, file);
    return isOwn || (to !== undefined && to < from) ? [] : [`${file} names ${target}, which is not below it`];
  });
}

/** The folder of a room that a file is in, however deep; empty for a file of the room itself. */
function folderIn(room: string, file: string): string {
  const [folder = '', ...rest] = file.slice(room.length + 1).split('/');
  return rest.length === 0 ? '' : folder;
}

/** The line of the layers that a file is in; one above all of them for a file of the room itself. */
function heightOf(file: string, room: string, rows: readonly (readonly string[])[]): number | undefined {
  const [folder = '', ...rest] = file.slice(room.length + 1).split('/');
  if (rest.length === 0) return rows.length;
  const height = rows.findIndex(row => row.includes(folder));
  return height === -1 ? undefined : height;
}

function targetOf(file: string, name: string): string {
  return relative(root, resolve(root, dirname(file), name))
    .split(sep)
    .join('/');
}

const files = ['base', 'model', 'runner', 'reports', 'reference-server', 'suites/properties'].flatMap(sourcesBelow);

test('every room holds some source', () => {
  const empty = Object.keys(table).filter(room => !files.some(file => roomOf(file) === room));
  expect(empty).toEqual([]);
});

test('no file names a file of a room that its own may not import', () => {
  expect(files.flatMap(file => breaches(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('inside a room every folder names only folders below it', () => {
  expect(files.flatMap(file => climbs(file, readFileSync(join(root, file), 'utf8')))).toEqual([]);
});

test('a name that goes up, or sideways, is found', () => {
  const source = `import type {X} from '../steps/x.ts';`;
  expect(climbs('runner/execute/attempt/y.ts', source)).toEqual([
    'runner/execute/attempt/y.ts names runner/execute/steps/x.ts, which is not below it',
  ]);
  expect(climbs('runner/execute/property/y.ts', source)).toEqual([]);
  expect(climbs('reports/terminal/y.ts', `import {x} from '../html/x.ts';`)).toHaveLength(1);
  expect(climbs('runner/commands/run/y.ts', `import {x} from '../list.ts';`)).toHaveLength(1);
});

test('no folder holds more than 35 source files', () => {
  const folders = new Set(files.map(file => dirname(file)));
  const isFull = (folder: string): boolean => files.filter(file => dirname(file) === folder).length > 35;
  expect([...folders].filter(isFull)).toEqual([]);
});

// A port and its adapter, the shape of settings and their reading: one thing seen from two rooms.
const sameThing = ['custom-matcher.ts', 'machine.ts', 'run-settings.ts', 'signing.ts'];

test('no two files share a name, so that a name means one thing', () => {
  const ours = files.filter(file => /^(?:base|model|reports|runner)\//.test(file)).map(file => basename(file));
  const twice = ours.filter((name, index) => ours.indexOf(name) !== index);
  expect(twice.toSorted()).toEqual(sameThing);
});

test('the folder of the commands holds the verbs, and what lists them', () => {
  const extra = files
    .filter(file => dirname(file) === 'runner/commands')
    .map(file => file.slice('runner/commands/'.length, -'.ts'.length))
    .filter(name => !Object.hasOwn(verbs, name));
  expect(extra.toSorted()).toEqual(['unknown-command', 'usage', 'verbs']);
});

describe('every way of naming is seen', () => {
  test.each([
    [`import {x} from '../targets/x.ts';`],
    [`import type {X} from "../targets/x.ts";`],
    [`import '../targets/x.ts';`],
    [`const x = await import('../targets/x.ts');`],
    [`export {x} from '../targets/x.ts';`],
    [`export * from '../targets/x.ts';`],
    [`const url = new URL('../targets/x.ts', import.meta.url);`],
    [`import {\n  x,\n  y,\n} from '../targets/x.ts';`],
  ])('%s', source => {
    expect(breaches('runner/check/y.ts', source)).toEqual([
      'runner/check/y.ts (runner/check) names runner/targets/x.ts (runner/targets)',
    ]);
  });

  test('a pure room names no effect', () => {
    expect(breaches('reports/y.ts', `import {readFileSync} from 'node:fs';`)).toEqual([
      'reports/y.ts is pure and names node:fs',
    ]);
  });

  test('the reference shares no code with the runner', () => {
    expect(breaches('reference-server/x.ts', `import {y} from '../../base/text/hex.ts';`)).toHaveLength(1);
    expect(breaches('runner/execute/x.ts', `import {y} from '../../reference-server/x.ts';`)).toHaveLength(1);
  });
});
