// Reads `fixed:` and `contexts:` of a case: which dimensions of contexts it leaves out, and why.
import {
  contextText,
  dimensionNames,
  dimensions,
  needsOrganization,
  type Context,
  type Dimension,
} from '../../../model/contexts/context.ts';
import type {CaseDefinition, FixedValue} from '../../../model/suite.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {
  asMapping,
  asRecord,
  asTexts,
  entriesOf,
  entryOf,
  note,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {fixedKeys} from '../validate/suite-keys.ts';

/** Reads the mapping of dimensions. */
export function readFixed(place: Place | undefined): {readonly [dimension: string]: FixedValue} | undefined {
  if (place === undefined || asMapping(place, '"fixed"') === undefined) return undefined;
  const found = entriesOf(place).flatMap(([name, at]): (readonly [string, FixedValue])[] => {
    const dimension = readDimension(name, at, 'key');
    if (dimension === undefined || asRecord(at, `"${name}"`, fixedKeys) === undefined) return [];
    const isPlace = entryOf(at, 'is');
    const is = textOf(isPlace, '"is"') ?? '';
    const values: readonly string[] = dimensions[dimension];
    if (isPlace !== undefined && !values.includes(is))
      note(isPlace, `unknown value "${is}" of ${name}`, suggestName(is, values, 'values'));
    const because = textOf(entryOf(at, 'because'), '"because"') ?? '';
    return [[dimension, {is, because}]];
  });
  return Object.fromEntries(found);
}

/** Reads the list of dimensions that an exclusive or destructive case is open to. */
export function readOpened(place: Place | undefined): readonly string[] | undefined {
  if (place === undefined) return undefined;
  return asTexts(place, '"contexts"').flatMap(item => readDimension(item.value, item, 'value') ?? []);
}

/** Reads the one context that a case runs in; values that are plain say nothing. */
export function readOwnContext(place: Place | undefined): Context | undefined {
  if (place === undefined || asMapping(place, '"context"') === undefined) return undefined;
  const values = entriesOf(place).flatMap(([name, at]): (readonly [Dimension, string])[] => {
    const dimension = readDimension(name, at, 'key');
    const value = textOf(at, `"${name}"`);
    if (dimension === undefined || value === undefined) return [];
    const known: readonly string[] = dimensions[dimension];
    if (!known.includes(value)) note(at, `unknown value "${value}" of ${name}`, suggestName(value, known, 'values'));
    return value === known[0] ? [] : [[dimension, value]];
  });
  const context: Context = Object.fromEntries(values);
  const outside = Object.values(context).find(needsOrganization);
  if (outside !== undefined && context.owner === undefined)
    note(place, `"${outside}" needs an organization as owner`, 'add "owner: organization"', 'key');
  return contextText(context) === '' ? undefined : context;
}

function readDimension(name: string, at: Place, part: 'key' | 'value'): Dimension | undefined {
  const dimension = dimensionNames.find(one => one === name);
  if (dimension === undefined)
    note(at, `unknown dimension "${name}"`, suggestName(name, dimensionNames, 'dimensions'), part);
  return dimension;
}

/** What a rule fixes already needs no "fixed", and what is open needs no "contexts". */
export function checkFixed(
  place: Place,
  {
    area,
    variant,
    exclusive,
    destructive,
    fixed = {},
    contexts,
  }: Pick<CaseDefinition, 'area' | 'variant' | 'exclusive' | 'destructive' | 'fixed' | 'contexts'>,
): void {
  const fixedPlace = entryOf(place, 'fixed');
  const isClosed = exclusive.length > 0 || destructive;
  const derived = (dimension: string): string | undefined => {
    if (area !== 'hosting') return 'overlay cases have no contexts';
    if (dimension === 'settings' && variant !== undefined) return '"variant" fixes settings';
    if (isClosed && contexts?.includes(dimension) !== true) return '"exclusive" and "destructive" fix all dimensions';
    return undefined;
  };
  for (const dimension of Object.keys(fixed)) {
    const why = derived(dimension);
    const at = fixedPlace === undefined ? undefined : entryOf(fixedPlace, dimension);
    if (why !== undefined && at !== undefined)
      note(at, `"${dimension}" is fixed already: ${why}`, 'remove it here', 'key');
  }
  const opened = entryOf(place, 'contexts');
  if (opened !== undefined && !isClosed)
    note(
      opened,
      'the case is open to all contexts anyway',
      'remove "contexts"; it is for exclusive and destructive cases',
      'key',
    );
}
