// Gathers everything that can run: the cases of all suites, and the properties.
import {plainCast} from '../../../model/actor.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Runnable} from '../../../model/plan.ts';
import type {AnyProperty} from '../../../model/property.ts';
import {ableToLook, withFrames} from '../../plan/assign-frames.ts';
import {castRoles} from '../../plan/cast-roles.ts';
import type {Catalog} from './catalog.ts';

/** Lists example cases, the properties of the user's folders and, where wanted, ours, whose files are code and are loaded for that. */
export async function gatherRunnables(
  catalog: Catalog,
  machine: Machine,
  {withProperties}: {readonly withProperties: boolean},
): Promise<readonly Runnable[]> {
  const examples = catalog.suites.flatMap(({cases, isUsers}) =>
    cases.map((definition): Runnable => ({
      kind: 'example',
      id: definition.id,
      definition: isUsers === true && catalog.hasOwnActors ? definition : castRoles(definition, plainCast),
      ...(isUsers === true ? {isUsers} : {}),
      // Actors of the user's own are who they are, in every context.
      ...(isUsers === true && catalog.hasOwnActors ? {} : {written: definition}),
    })),
  );
  const theirs = [...withFrames(examples, catalog), ...catalog.properties.map(one => ableToLook(one, catalog))];
  if (!withProperties) return theirs;
  const modules = await machine.loadProperties();
  const properties = modules.flatMap(({file, exports}) =>
    exports
      .filter(isProperty)
      .map(definition =>
        ableToLook(
          {kind: 'property', id: `${file.replace(/^suites\/|\.ts$/g, '')}/${definition.id}`, file, definition},
          catalog,
        ),
      ),
  );
  return [...theirs, ...properties];
}

/** Tells whether an export is a property. */
export function isProperty(value: unknown): value is AnyProperty {
  return (
    typeof value === 'object' &&
    value !== null &&
    'input' in value &&
    'check' in value &&
    'proves' in value &&
    'floor' in value
  );
}
