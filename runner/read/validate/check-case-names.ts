// Checks every `${name}` of a case: given names and their outputs, captures of earlier steps, keys of the rows.
import {readTemplate, referencesIn} from '../../../model/template.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {entriesOf, entryOf, itemsOf, note, type Place} from '../../../base/yaml/yaml-place.ts';
import type {DataFiles} from './data-files.ts';
import type {Row} from './rows.ts';
import {anything, checkTemplates, partsBinding, type Binding, type Scope} from './template-scope.ts';

/** The names of a case that do not depend on the step. */
export interface CaseNames {
  readonly scope: Scope;
  readonly rows: readonly Row[];
  readonly hasTable: boolean;
  /** The files that the suite has read. */
  readonly files: DataFiles['read'];
}

/** Checks title, `given` and steps, each against the names that exist at its place. */
export function checkCaseNames(place: Place, {scope, rows, hasTable, files}: CaseNames): void {
  const withRow = new Map([...scope, ...rowBinding(rows, hasTable)]);
  checkTitle(entryOf(place, 'title'), rowBinding(rows, hasTable));
  const given = entryOf(place, 'given');
  if (given !== undefined) checkTemplates(given, withRow);
  const steps = entryOf(place, 'steps');
  if (steps !== undefined) checkStepNames(itemsOf(steps), withRow, files);
  for (const row of rows) checkRow(row);
  checkRowsComplete(place, rows);
}

function rowBinding(rows: readonly Row[], hasTable: boolean): readonly (readonly [string, Binding])[] {
  if (!hasTable)
    return [
      [
        'row',
        {kind: 'refused', why: 'needs a table, and the case has none', fix: 'add "table:", or write the value out'},
      ],
    ];
  // Rows that could not be read have their own problems; their keys are not guessed at.
  if (rows.length === 0) return [['row', anything]];
  const keys = new Set(rows.flatMap(({values}) => Object.keys(values)));
  const parts = partsBinding('no row of the table', 'keys', keys);
  return [['row', {...parts, what: 'the table'} as Binding]];
}

function checkTitle(place: Place | undefined, row: readonly (readonly [string, Binding])[]): void {
  if (place === undefined || typeof place.value !== 'string') return;
  const template = readTemplate(place.value);
  const foreign = referencesIn(place.value).find(path => path.split('.', 1)[0] !== 'row');
  if (template.kind !== 'malformed' && foreign !== undefined) {
    note(place, `the title uses "\${${foreign}}", which is known only while the case runs`, 'use ${row.…} alone');
    return;
  }
  checkTemplates(place, new Map(row));
}

/** Checks the names of steps in their order; captures join the scope one after the other. */
export function checkStepNames(
  steps: readonly Place[],
  scope: ReadonlyMap<string, Binding>,
  files: DataFiles['read'],
): void {
  const names = new Map(scope);
  steps.forEach((step, index) => {
    for (const [name, number] of laterCaptures(steps, index)) {
      if (names.has(name)) continue;
      const when = number === index + 1 ? 'this very step' : `step ${String(number)}`;
      names.set(name, {kind: 'refused', why: `is captured by ${when}`, fix: 'use it in a later step'});
    }
    for (const [key, at] of entriesOf(step)) if (key !== 'cleanup') checkTemplates(at, names, files);
    for (const [name] of capturesOf(step)) names.set(name, anything);
    // What is removed is what this step has made.
    const cleanup = entryOf(step, 'cleanup');
    if (cleanup !== undefined) checkTemplates(cleanup, names, files);
  });
}

function laterCaptures(steps: readonly Place[], index: number): readonly (readonly [name: string, step: number])[] {
  return steps
    .slice(index)
    .flatMap((step, ahead) => capturesOf(step).map(([name]) => [name, index + ahead + 1] as const));
}

function capturesOf(step: Place): readonly (readonly [name: string, place: Place])[] {
  const capture = entryOf(step, 'capture');
  return capture === undefined ? [] : entriesOf(capture);
}

function checkRow({place}: Row): void {
  const [reference] = referencesIn(place.value);
  if (reference === undefined) return;
  for (const [key, at] of entriesOf(place)) {
    const [path] = referencesIn(at.value);
    if (path !== undefined)
      note(
        at,
        `the row value "${key}" uses "\${${path}}", but rows are plain data`,
        'write the value out; "$${" is a literal "${"',
        'key',
      );
  }
}

/** Every row must have what the case takes from it. */
function checkRowsComplete(place: Place, rows: readonly Row[]): void {
  if (rows.length < 2) return;
  const trees = ['title', 'given', 'steps'].flatMap(key => entryOf(place, key) ?? []);
  const used = new Set(trees.flatMap(({value}) => referencesIn(value)).filter(path => path.startsWith('row.')));
  const all = new Set(rows.flatMap(({values}) => Object.keys(values)));
  for (const path of used) {
    const key = path.split('.')[1] ?? '';
    if (!all.has(key)) continue;
    for (const row of rows) {
      if (!(key in row.values))
        note(
          row.place,
          `row "${row.id}" has no "${key}", which the case uses as "\${${path}}"`,
          suggestName(key, Object.keys(row.values), 'keys of the row'),
        );
    }
  }
}
