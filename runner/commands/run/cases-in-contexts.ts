// Adds to the cases of a run those that run in contexts, as its options say.
import {readContext, type ContextLevel} from '../../../model/contexts/context.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Cache} from '../../../model/ports.ts';
import {chosenIds, onlyIn, placedIn} from '../../plan/contexts/assign-contexts.ts';
import type {Catalog} from '../load/catalog.ts';
import {digestOf} from '../words/digest.ts';

/** What the command line says of contexts. */
interface ContextOptions {
  readonly contexts?: ContextLevel;
  /** One context, as ids write it. */
  readonly context?: string;
}

/** How contexts are chosen. */
export interface ContextChoice extends ContextOptions {
  /** Draws other cases for the same values. */
  readonly salt?: string;
}

/** The level of a run that says nothing. */
const usualLevel: ContextLevel = 'values';

/** Gives the cases in their contexts. What the options say has been checked. */
export function casesInContexts(
  runnables: readonly Runnable[],
  {contexts = usualLevel, context, salt = ''}: ContextChoice,
  {catalog, machine}: {readonly catalog: Catalog; readonly machine: Pick<Machine, 'cache' | 'files' | 'packageRoot'>},
): readonly Runnable[] {
  const data = {arrangements: catalog.arrangements, rights: catalog.rights};
  const read = context === undefined ? undefined : readContext(context);
  if (read?.kind === 'context' && Object.keys(read.context).length > 0) return onlyIn(runnables, read.context, data);
  const level = read === undefined ? contexts : 'plain';
  if (level === 'plain') return placedIn(runnables, [], data).map(inPlainContext);
  const {suitesDigest, contractDigest, hasOwnActors} = catalog;
  const ids = runnables.flatMap(({kind, id}) => (kind === 'example' ? [id] : []));
  const key = digestOf(
    JSON.stringify([codeOfChoice(machine), suitesDigest, contractDigest, hasOwnActors, level, salt, ids]),
  );
  return placedIn(
    runnables,
    keptOrChosen(machine.cache, key, () => chosenIds(runnables, {level, salt, data})),
    data,
  );
}

/** Only where contexts are looked for, properties draw them. */
function inPlainContext(runnable: Runnable): Runnable {
  if (runnable.kind !== 'property') return runnable;
  const {drawn: _others, ...rest} = runnable;
  return rest;
}

/** Choosing takes as long as reading all suites, and depends on them alone. */
function keptOrChosen(cache: Cache, key: string, choose: () => readonly string[]): readonly string[] {
  const name = `contexts-${key}.json`;
  const kept = cache.read(name);
  const known = kept === undefined ? undefined : listIn(kept);
  if (known !== undefined) return known;
  const chosen = choose();
  cache.write(name, JSON.stringify(chosen));
  return chosen;
}

// The file is our own; one that was cut short is chosen again.
function listIn(text: string): readonly string[] | undefined {
  try {
    const list = JSON.parse(text) as unknown;
    return Array.isArray(list) && list.every(one => typeof one === 'string') ? list : undefined;
  } catch {
    return undefined;
  }
}

const choosingFiles = [
  'model/contexts/context',
  'runner/plan/requests-of',
  ...['assign-contexts', 'in-context', 'open-values'].map(name => `runner/plan/contexts/${name}`),
];

// What was chosen by other code is not what this code chooses. Sources when we run from sources, compiled code when we are compiled.
function codeOfChoice({files, packageRoot}: Pick<Machine, 'files' | 'packageRoot'>): string {
  const isSource = import.meta.url.endsWith('.ts');
  const texts = choosingFiles.map(file => {
    const read = files.readText(isSource ? `${packageRoot}/${file}.ts` : `${packageRoot}/dist/${file}.js`);
    return read.kind === 'text' ? read.text : '';
  });
  return digestOf(texts.join('\n'));
}

/** Gives a sentence for each thing that the options say wrong. */
export function contextProblems(
  {contexts, context}: ContextOptions,
  pinnedEdition: string | undefined,
): readonly string[] {
  const read = context === undefined ? undefined : readContext(context);
  return [
    ...(read?.kind === 'unusable' ? [`--context ${context ?? ''}: ${read.why}`] : []),
    ...(context !== undefined && contexts !== undefined
      ? [
          '--context and --contexts exclude each other\n  --context runs every case in one context, --contexts chooses contexts',
        ]
      : []),
    ...(pinnedEdition !== undefined && (context !== undefined || contexts !== undefined)
      ? [
          `--context and --contexts cannot be used with edition ${pinnedEdition}: a pinned edition always runs the same cases`,
        ]
      : []),
  ];
}
