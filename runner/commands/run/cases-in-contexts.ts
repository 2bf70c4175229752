// Adds to the cases of a run those that run in contexts, as its options say.
import {readContext, type ContextLevel} from '../../../model/contexts/context.ts';
import type {Runnable} from '../../../model/plan.ts';
import {onlyIn, withContexts} from '../../plan/contexts/assign-contexts.ts';
import type {Catalog} from '../load/catalog.ts';

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
  {arrangements, rights}: Catalog,
): readonly Runnable[] {
  const data = {arrangements, rights};
  const read = context === undefined ? undefined : readContext(context);
  if (read?.kind === 'context' && Object.keys(read.context).length > 0) return onlyIn(runnables, read.context, data);
  return withContexts(runnables, {level: read === undefined ? contexts : 'plain', salt, data});
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
