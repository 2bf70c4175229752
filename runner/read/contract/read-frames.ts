// Reads fixtures/frames.yaml: what each operation must leave alone, how that is read, and what of it may differ.
import {frameReadsMax, noFrames, type FrameRead, type Frames} from '../../../model/contexts/frame-reads.ts';
import type {Operation} from '../../../model/operation.ts';
import type {Problem} from '../../../model/problem.ts';
import type {Requirement} from '../../../model/requirement.ts';
import {pointerProblem} from '../../../base/json/json-pointer.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asBoolean,
  asList,
  asMapping,
  asRecord,
  entriesBelow,
  entriesOf,
  entryOf,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readReadingStep, type ArrangementKnown} from '../suite/read-arrangement.ts';
import {readGiven} from '../suite/read-given.ts';
import {anything, checkTemplates, commonScope, partsBinding, type Binding} from '../validate/template-scope.ts';

/** What the file may name. */
export type FramesKnown = Required<ArrangementKnown> & {readonly quotes: ReadonlyMap<string, Requirement>};

/** Gives the frames, and every problem of the file. */
export function readFrames({
  text,
  file,
  known,
}: {
  readonly text: string;
  readonly file: string;
  readonly known: FramesKnown;
}): {
  readonly frames: Frames;
  readonly problems: readonly Problem[];
} {
  const {content = noFrames, problems} = readYamlFile({text, file}, root => readRoot(root, known));
  return {frames: content, problems};
}

const mapping = {type: 'object'};
const text = {type: 'string'};

const rootKeys = {
  anywhere: {about: 'Name of a member that may differ wherever it is → the reason.', schema: mapping, required: true},
  reads: {about: 'Name → what is read, and how.', schema: mapping, required: true},
  operations: {about: 'operationId → up to four of the reads.', schema: mapping, required: true},
} as const satisfies KeyTable;

const readKeys = {
  what: {about: 'What is read, e.g. "another issue of the repository".', schema: text, required: true},
  given: {about: 'Arrangements that make it, before the operation.', schema: mapping},
  read: {
    about: 'The call that reads it; ${params.…} are those of the operation, ${repo} its repository.',
    schema: mapping,
    required: true,
  },
  own: {about: 'It is what the operation is about: fields that its body names may differ.', schema: {type: 'boolean'}},
  files: {about: 'It needs a repository that has a first commit.', schema: {type: 'boolean'}},
  changes: {about: 'JSON Pointer of what may differ → the reason.', schema: mapping},
} as const satisfies KeyTable;

const useKeys = {
  read: {about: 'Name of one of the reads.', schema: text, required: true},
  changes: {about: 'JSON Pointer of what this operation may change there → the reason.', schema: mapping},
  excluded: {about: 'Statement → where it excludes a difference, and with which words.', schema: mapping},
} as const satisfies KeyTable;

const excludedKeys = {
  at: {about: 'JSON Pointer; a difference at or below it is a failure.', schema: text, required: true},
  words: {about: 'The words of the quote that exclude it.', schema: text, required: true},
} as const satisfies KeyTable;

/** A read, before an operation uses it. */
type Reading = Omit<FrameRead, 'pointer' | 'excluded'>;

function readRoot(root: Place, known: FramesKnown): Frames | undefined {
  if (asRecord(root, 'the file of frames', rootKeys) === undefined) return undefined;
  const reads = new Map(entriesBelow(root, 'reads').map(([name, at]) => [name, readOne(name, at, known)] as const));
  const operations = new Map<string, readonly FrameRead[]>();
  for (const [id, at] of entriesBelow(root, 'operations')) {
    checkOperation(id, at, known.operations);
    const uses = (asList(at, `"${id}"`) ?? []).flatMap(use => readUse(use, reads, known) ?? []);
    if (uses.length > frameReadsMax)
      note(at, `"${id}" has ${String(uses.length)} reads`, `keep at most ${String(frameReadsMax)}: each is sent twice`);
    operations.set(id, uses);
  }
  return {file: root.source.file, anywhere: reasonedNames(entryOf(root, 'anywhere'), '"anywhere"'), operations};
}

function checkOperation(id: string, place: Place, operations: ReadonlyMap<string, Operation>): void {
  const operation = operations.get(id);
  if (operation === undefined)
    note(place, `unknown operation "${id}"`, suggestName(id, operations.keys(), 'operations'), 'key');
  else if (operation.method === 'GET') note(place, `"${id}" changes nothing`, 'list operations that write', 'key');
}

function readOne(name: string, place: Place, known: FramesKnown): Reading | undefined {
  if (asRecord(place, `"${name}"`, readKeys) === undefined) return undefined;
  const given = entryOf(place, 'given');
  const {given: made, bindings} = readGiven(given, known.arrangements);
  const scope = new Map<string, Binding>([
    ...commonScope(known.actors),
    ['random', partsBinding('"random"', 'random values', ['name', 'word'])],
    ['params', anything],
    ['repo', anything],
  ]);
  if (given !== undefined) checkTemplates(given, new Map([...scope, ...bindings]));
  const read = readReadingStep(entryOf(place, 'read'), known, new Map([...scope, ...bindings]));
  if (read === undefined) return undefined;
  return {
    name,
    what: textOf(entryOf(place, 'what'), '"what"') ?? '',
    given: made,
    read,
    isOwn: isSaid(place, 'own'),
    isOfFiles: isSaid(place, 'files'),
    changes: readChanges(entryOf(place, 'changes')),
  };
}

function isSaid(place: Place, key: string): boolean {
  const at = entryOf(place, key);
  return at !== undefined && asBoolean(at, `"${key}"`) === true;
}

function readUse(
  place: Place,
  reads: ReadonlyMap<string, Reading | undefined>,
  known: FramesKnown,
): FrameRead | undefined {
  const isName = typeof place.value === 'string';
  if (!isName && asRecord(place, 'a read of an operation', useKeys) === undefined) return undefined;
  const named = isName ? place : entryOf(place, 'read');
  const name = textOf(named, '"read"');
  if (named === undefined || name === undefined) return undefined;
  if (!reads.has(name)) return note(named, `unknown read "${name}"`, suggestName(name, reads.keys(), 'reads'));
  const reading = reads.get(name);
  const changes = isName ? [] : readChanges(entryOf(place, 'changes'));
  const excluded = isName ? [] : readExcluded(entryOf(place, 'excluded'), known.quotes);
  return reading === undefined
    ? undefined
    : {...reading, changes: [...reading.changes, ...changes], excluded, pointer: place.pointer};
}

function readChanges(place: Place | undefined): readonly string[] {
  const pointers = reasonedNames(place, '"changes"');
  for (const [pointer, at] of place === undefined ? [] : entriesOf(place)) {
    const wrong = pointer === '' ? 'the empty pointer is everything' : pointerProblem(pointer);
    if (wrong !== undefined)
      note(at, `"${pointer}" is not a place that may differ: ${wrong}`, 'write e.g. /comments', 'key');
  }
  return pointers;
}

/** Reads name → reason; each needs one. */
function reasonedNames(place: Place | undefined, what: string): readonly string[] {
  if (place === undefined || asMapping(place, what) === undefined) return [];
  return entriesOf(place).map(([name, at]) => {
    textOf(at, `the reason for "${name}"`);
    return name;
  });
}

function readExcluded(place: Place | undefined, requirements: ReadonlyMap<string, Requirement>): FrameRead['excluded'] {
  if (place === undefined || asMapping(place, '"excluded"') === undefined) return [];
  return entriesOf(place).map(([id, item]) => {
    const requirement = requirements.get(id);
    if (asRecord(item, `"${id}"`, excludedKeys) === undefined) return {statement: id, at: ''};
    const words = entryOf(item, 'words');
    const said = textOf(words, '"words"') ?? '';
    const pointer = entryOf(item, 'at');
    const at = textOf(pointer, '"at"') ?? '';
    if (requirement === undefined)
      note(item, `unknown statement "${id}"`, suggestName(id, requirements.keys(), 'statements'), 'key');
    else if (words !== undefined && !oneLine(requirement.quote).includes(said))
      note(words, `the quote of ${id} does not say "${said}"`, 'copy the words that exclude a difference');
    const wrong = pointerProblem(at);
    if (pointer !== undefined && wrong !== undefined)
      note(pointer, `"${at}" is not a JSON Pointer: ${wrong}`, 'write e.g. /labels');
    return {statement: id, at};
  });
}

function oneLine(quote: string): string {
  return quote.replaceAll(/\s+/g, ' ');
}
