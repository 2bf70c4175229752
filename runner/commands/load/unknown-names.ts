// Finds names in the options that nothing carries, and says which ones were probably meant.
import {suggestName} from '../../../base/text/nearest-name.ts';
import {isDialectFile} from '../../../model/target-file.ts';
import type {Catalog} from './catalog.ts';
import {capabilities} from './capabilities.ts';
import type {SelectOptions} from './select-options.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Gives one sentence per unknown dialect, capability or statement. */
export function unknownNames(
  {dialect, without = [], requirement = []}: TargetOptions & SelectOptions,
  {dialects, requirements}: Pick<Catalog, 'dialects' | 'requirements'>,
): readonly string[] {
  const none = (flag: string, what: string, plural: string, typed: readonly string[], known: Iterable<string>) => {
    const names = new Set(known);
    return typed
      .filter(name => !names.has(name))
      .map(name => `${flag} ${name}: there is no such ${what}\n  ${suggestName(name, names, plural)}`);
  };
  return [
    ...none(
      '--dialect',
      'dialect',
      'dialects',
      dialect === undefined || isDialectFile(dialect) ? [] : [dialect],
      dialects.keys(),
    ),
    ...none('--without', 'capability', 'capabilities', without, Object.keys(capabilities)),
    ...none('--requirement', 'statement in the record', 'statements', requirement, requirements.keys()),
  ];
}
