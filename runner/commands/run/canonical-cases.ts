// The cases of a certificate: all of them, in other words, and each wire case a second time with other values.
import {idWithoutContext, type ContextLevel} from '../../../model/contexts/context.ts';
import {isProbe, type Runnable} from '../../../model/plan.ts';
import {isAboutProfile, type Profile} from '../../../model/profile.ts';
import {withContexts} from '../../plan/contexts/assign-contexts.ts';
import type {ContextData} from '../../plan/contexts/open-values.ts';
import {freshArrangement, freshCase} from '../../plan/fresh-words.ts';
import type {Catalog} from '../load/catalog.ts';
import {hashOf, seededRow} from './seeded-rows.ts';

/** Gives the cases as a certification runs them. */
export function canonicalCases(runnables: readonly Runnable[], seed: number): readonly Runnable[] {
  return runnables.flatMap(runnable => {
    if (runnable.kind === 'property') return [runnable];
    const drawn = seededRow(runnable, seed);
    const definition = freshCase(runnable.definition, seed ^ hashOf(runnable.id));
    return [{...runnable, definition}, ...(drawn === undefined ? [] : [asDrawn(drawn)])];
  });
}

/** Gives the arrangements in other words. */
export function freshCatalog(catalog: Catalog, seed: number): Catalog {
  const arrangements = [...catalog.arrangements].map(
    ([name, arrangement]) => [name, freshArrangement(arrangement, seed ^ hashOf(name))] as const,
  );
  return {...catalog, arrangements: new Map(arrangements)};
}

/** Chooses the contexts of a certification: pairs of values, by the seed of the run. */
export function certifiedContexts(seed: number): {readonly contexts: ContextLevel; readonly salt: string} {
  return {contexts: 'pairs', salt: String(seed)};
}

/** Lists the ids of the canonical set that a profile is judged by, with the contexts that runs with these seeds choose. */
export function canonicalIds(
  runnables: readonly Runnable[],
  profile: Profile,
  {seeds, data}: {readonly seeds: readonly number[]; readonly data: ContextData},
): readonly string[] {
  const inContexts = seeds.flatMap(seed => {
    const {contexts: level, salt} = certifiedContexts(seed);
    return withContexts(runnables, {level, salt, data}).filter(({id}) => idWithoutContext(id) !== id);
  });
  const ids = canonicalCases(ofArea([...runnables, ...inContexts], profile.area), 1)
    .filter(({definition}) => isAboutProfile(definition.proves, profile))
    .filter(runnable => !isProbe(runnable))
    .map(({id}) => id);
  return [...new Set(ids)];
}

/** Keeps the cases of one kind of target. */
export function ofArea(runnables: readonly Runnable[], area: Profile['area']): readonly Runnable[] {
  return runnables.filter(({definition}) => definition.area === area);
}

function asDrawn(runnable: Extract<Runnable, {kind: 'example'}>): Runnable {
  const {definition} = runnable;
  const id = runnable.id.replace(/\]$/, '~drawn]');
  return {...runnable, id, definition: {...definition, id, title: `${definition.title}, with other values`}};
}
