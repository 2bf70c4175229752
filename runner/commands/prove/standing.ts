// What a result of `prove` stands on, as digests: while they stay, the result stays.
import {once} from '../../../base/calls/once.ts';
import type {Machine, ReferenceFault} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Catalog} from '../load/catalog.ts';
import {digestOf} from '../words/digest.ts';

/** The standing of every case: its definition, the contract, the code that runs it and the reference's own. */
export interface Standings {
  ofCase(id: string): string;
}

/** Where code lies. */
type Ground = Pick<Machine, 'files' | 'packageRoot'>;

/** Digests everything that a healthy run of each case depends on. */
export function standings(
  runnables: readonly Runnable[],
  {machine, catalog}: {readonly machine: Ground; readonly catalog: Pick<Catalog, 'contractDigest'>},
): Standings {
  // Read now: who edits a file while faults are proved changes nothing of what they were proved with.
  const ofEngine = code(machine, engine);
  const ofHosting = digestOf(ofEngine + code(machine, hostingFolders) + catalog.contractDigest);
  const ofOverlay = digestOf(ofEngine + code(machine, overlayFolders) + catalog.contractDigest);
  const properties = code(machine, ['suites/properties']);
  const standingOf = (runnable: Runnable): string => {
    const text = runnable.kind === 'property' ? properties : JSON.stringify(runnable.definition);
    const ground = runnable.definition.area === 'hosting' ? ofHosting : ofOverlay;
    return digestOf(`${runnable.id}\n${ground}\n${text}`);
  };
  const byId = new Map(runnables.map(runnable => [runnable.id, once(() => standingOf(runnable))]));
  return {ofCase: id => byId.get(id)?.() ?? ''};
}

/** Digests what the row of a fault depends on: the fault, and the cases that may notice it. */
export function rowStanding({digest}: ReferenceFault, ids: readonly string[], known: Standings): string {
  return digestOf([digest, ...ids.map(id => `${id} ${known.ofCase(id)}`).toSorted()].join('\n'));
}

const engine = [
  'base',
  'model',
  ...['check', 'execute', 'overlay', 'plan', 'read', 'targets'].map(name => `runner/${name}`),
];

// The faults are no ground of a healthy run: each has a digest of its own.
const hostingFolders = [
  'fixtures/targets',
  ...['git', 'hosting', 'outbound', 'rules', 'seed', 'serve', 'settings', 'state', 'web', 'start'].map(
    name => `reference-server/${name}`,
  ),
];
const overlayFolders = ['reference-server/overlay'];

// Sources when we run from sources, compiled code when we are compiled: what runs is what counts.
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

function code({files, packageRoot}: Ground, folders: readonly string[]): string {
  const root = extension === '.ts' ? packageRoot : `${packageRoot}/dist`;
  const texts = folders.flatMap(folder => {
    const path = folder.startsWith('fixtures/') ? `${packageRoot}/${folder}` : `${root}/${folder}`;
    const listed = files.list(files.exists(path) ? path : `${path}${extension}`, [extension, '.yaml']);
    if (listed.kind === 'unreadable') return [];
    return listed.files
      .filter(file => !/\.test\.[jt]s$|\.d\.ts$|\/overlay\/faults\//.test(file))
      .map(file => {
        const read = files.readText(file);
        return `${file.slice(packageRoot.length)}\n${read.kind === 'text' ? read.text : ''}`;
      });
  });
  return digestOf(texts.join('\n'));
}
