// Reads the steps that look at what a target publishes about itself: the API document of a server, the schema of a decoder.
import {schemaParts, type DocumentStep, type SchemaStep} from '../../../model/suite.ts';
import {findOperation} from '../validate/check-parameters.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {asRecord, entryOf, note, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import type {StepCommon} from './step-common.ts';
import type {StepContext} from '../validate/step-context.ts';
import {documentKeys} from '../validate/suite-keys.ts';

/** Reads what stands below `document:`. */
export function readDocument(place: Place, common: StepCommon, {known}: StepContext): DocumentStep | undefined {
  if (asRecord(place, '"document"', documentKeys) === undefined) return undefined;
  const path = textOf(entryOf(place, 'path'), '"path"') ?? '';
  const operationPlace = entryOf(place, 'operation');
  const lists = (['names', 'misfits'] as const).flatMap(kind => {
    const entry = entryOf(place, kind);
    return entry === undefined ? [] : [{kind, entry}];
  });
  const [list] = lists;
  if (lists.length + (operationPlace === undefined ? 0 : 1) !== 1)
    return note(
      place,
      '"document" needs exactly one of "operation", "names" and "misfits"',
      'say what to look at',
      'key',
    );
  if (list !== undefined && list.entry.value !== true)
    note(list.entry, `"${list.kind}" must be true`, 'write true, or name an operation');
  if (list !== undefined) return {kind: 'document', ...common, path, part: {kind: list.kind}};
  if (operationPlace === undefined) return undefined;
  const operation = textOf(operationPlace, '"operation"') ?? '';
  findOperation(operationPlace, operation, known.operations);
  return {kind: 'document', ...common, path, part: {kind: 'operation', operation}};
}

/** Reads `schema: PART`. */
export function readSchema(place: Place, common: StepCommon): SchemaStep | undefined {
  const word = textOf(place, '"schema"');
  const part = schemaParts.find(name => name === word);
  if (part !== undefined) return {kind: 'schema', ...common, part};
  return word === undefined
    ? undefined
    : note(
        place,
        `a decoder publishes no "${word}" of its schema`,
        suggestName(word, schemaParts, 'parts of a schema'),
      );
}
