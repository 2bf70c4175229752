// Says which contexts the runs of a property draw, and what its repositories are made of in one of them.
import {
  contextText,
  dimensions,
  needsOrganization,
  type Context,
  type Dimension,
} from '../../../model/contexts/context.ts';
import {rights as ranks, type Rights} from '../../../model/operation.ts';
import type {DrawnContexts, PlannedProperty} from '../../../model/plan.ts';
import type {AnyProperty, DrawnDimension, DrawnDimensions} from '../../../model/property.ts';
import {accessTo, ownedBy, sharedGivens} from './in-context.ts';
import {repositoriesOf} from './open-values.ts';

/** Adds to a property the contexts that its runs draw. */
export function ableToDraw(planned: PlannedProperty, rights: Rights): PlannedProperty {
  const drawn = contextsOf(planned.definition, rights);
  return drawn === undefined ? planned : {...planned, drawn};
}

function contextsOf({area, contexts, proves}: AnyProperty, rights: Rights): DrawnContexts | undefined {
  if (area !== 'hosting' || contexts === undefined || typeof contexts === 'string') return undefined;
  const {right = 'read'} = contexts;
  const all = combinations(contexts).filter(context => contextText(context) !== '');
  return {
    all,
    place: (given, context) => {
      if (contextText(context) === '' || repositoriesOf([given]).length === 0) return undefined;
      const readers = [['other', '${actors.bob.login}'] as const];
      const granted = accessTo(given.name, context, {right, readers});
      return [...sharedGivens(context, right), ...granted, ownedBy(given, context)];
    },
    isRightStated: proves.some(id => rights.stated.has(id)),
    whyBeyondRight: operation => {
      const needed = rights.operations.get(operation);
      const isEnough =
        contexts.right === undefined || needed === undefined || ranks.indexOf(needed) <= ranks.indexOf(right);
      return isEnough ? undefined : `its contexts name the right "${right}", and ${operation} needs "${needed}"`;
    },
  };
}

/** Whether a dimension is fixed, and why. */
export function whyFixed(contexts: DrawnDimensions, dimension: DrawnDimension): string | undefined {
  if (dimension === 'actor' && contexts.right === undefined) return contexts.fixed?.actor ?? 'no right is given';
  return contexts.fixed?.[dimension];
}

function combinations(contexts: DrawnDimensions): readonly Context[] {
  const valuesOf = (dimension: DrawnDimension): readonly string[] =>
    whyFixed(contexts, dimension) === undefined ? dimensions[dimension] : dimensions[dimension].slice(0, 1);
  return valuesOf('owner').flatMap(owner =>
    valuesOf('visibility').flatMap(visibility =>
      valuesOf('actor').flatMap(actor => {
        const isPossible = owner === 'organization' || ![visibility, actor].some(needsOrganization);
        return isPossible ? [withoutPlain({owner, visibility, actor})] : [];
      }),
    ),
  );
}

function withoutPlain(context: {readonly [name in DrawnDimension]: string}): Context {
  const other = Object.entries(context).filter(([name, value]) => dimensions[name as Dimension][0] !== value);
  return Object.fromEntries(other);
}
