// Reads arrangement files: named, typed ways to make a starting state.
import {defined} from '../../../base/json/defined.ts';
import type {Arrangement, ArrangementInput, ArrangementStep} from '../../../model/arrangement.ts';
import {isJsonObject, jsonObject} from '../../../model/json.ts';
import type {Problem} from '../../../model/problem.ts';
import {checkParameters, findOperation} from '../validate/check-parameters.ts';
import type {Known} from '../validate/known.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asBoolean,
  asId,
  asList,
  asMapping,
  asRecord,
  asTexts,
  describeJson,
  entriesOf,
  entryOf,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {readCaptures} from './read-capture.ts';
import {readPointer} from '../../../base/json/json-pointer.ts';
import {checkName, hasType, readGiven} from './read-given.ts';
import {readActor, readAuth, readBody, readHeaders, readValues} from './read-request-parts.ts';
import {readRequestLine} from './read-request-line.ts';
import {readSigningIn} from './read-signing-in.ts';
import {optional} from './step-common.ts';
import {anything, checkTemplates, commonScope, partsBinding, type Binding} from '../validate/template-scope.ts';

/** What an arrangement may refer to; without `arrangements` those that it starts from are not looked up. */
export type ArrangementKnown = Pick<Known, 'operations' | 'requirements' | 'capabilities'> & {
  /** Who can act; without it, any name may be an actor of the target. */
  readonly actors?: readonly string[];
} & Partial<Pick<Known, 'arrangements'>>;

/** Gives the arrangement, or every problem of its file. */
export function readArrangement({
  text,
  file,
  known,
}: {
  readonly text: string;
  readonly file: string;
  readonly known: ArrangementKnown;
}): {
  readonly arrangement?: Arrangement;
  readonly problems: readonly Problem[];
} {
  const {content: arrangement, problems} = readYamlFile({text, file}, root => readRoot(root, known));
  return arrangement === undefined ? {problems} : {arrangement, problems};
}

const text = {type: 'string'};
const mapping = {type: 'object'};
const list = {type: 'array'};

/** Keys of an arrangement file. */
export const arrangementKeys = {
  arrangement: {about: 'Name of the arrangement.', schema: text, required: true},
  title: {about: 'What it makes, in a few words.', schema: text, required: true},
  inputs: {about: 'Name → {type, default, about}.', schema: mapping},
  given: {about: 'Arrangements that it starts from.', schema: mapping},
  signIn: {
    about:
      'Who signs in at the pages of the target first: {as}, or {user, password}; steps and outputs have ${session.cookie}.',
    schema: mapping,
  },
  steps: {about: 'Calls that make the state.', schema: list, required: true},
  outputs: {about: 'Name → value that cases use as ${given.name}.', schema: mapping, required: true},
  needs: {about: 'Capabilities without which it cannot be made.', schema: list},
  requires: {about: 'Requirements that are broken when it cannot be made.', schema: list},
  cleanup: {about: 'The call that removes it.', schema: mapping},
  find: {about: 'The call that finds it again by its unique name.', schema: mapping},
  edit: {about: 'Calls that change it and set it back.', schema: list},
  remove: {about: 'The call that removes it, so that another of its name can be made.', schema: mapping},
  siblings: {about: 'Whether more of it can be made beside it.', schema: {type: 'boolean'}},
} as const satisfies KeyTable;

export const inputKeys = {
  type: {about: 'string, integer, boolean, list, object or any.', schema: text, required: true},
  default: {about: 'Value when the input is left out; may use ${random.…} and the inputs before it.', schema: {}},
  about: {about: 'What the input is for.', schema: text, required: true},
} as const satisfies KeyTable;

export const stepKeys = {
  as: {about: 'Who calls.', schema: text, required: true},
  call: {about: 'operationId.', schema: text},
  request: {about: 'Method and path instead of an operation, e.g. POST /notes.', schema: text},
  headers: {about: 'Header fields.', schema: mapping},
  params: {about: 'Parameters by name.', schema: mapping},
  query: {about: 'More query.', schema: mapping},
  auth: {about: 'How the request is signed.', schema: {}},
  body: {about: 'JSON body.', schema: {}},
  text: {about: 'Text body.', schema: text},
  bytes: {about: 'Body as hex.', schema: text},
  form: {about: 'Form fields.', schema: mapping},
  multipart: {about: 'Multipart parts.', schema: mapping},
  status: {about: 'Statuses that are fine, instead of 2xx.', schema: {}},
  capture: {about: 'Values for later steps.', schema: mapping},
} as const satisfies KeyTable;

export const otherwiseKeys = {
  ...stepKeys,
  otherwise: {about: 'The call of another actor when this one is answered 403.', schema: mapping},
} as const satisfies KeyTable;

export const findKeys = {
  ...stepKeys,
  where: {about: 'JSON Pointer → value: which item of the list it is.', schema: mapping},
} as const satisfies KeyTable;

function readRoot(root: Place, known: ArrangementKnown): Arrangement | undefined {
  if (asRecord(root, 'an arrangement', arrangementKeys) === undefined) return undefined;
  const namePlace = entryOf(root, 'arrangement');
  const name = namePlace === undefined ? '' : (asId(namePlace, 'the arrangement name') ?? '');
  const common = new Map<string, Binding>([
    ...commonScope(known.actors),
    ['random', partsBinding('"random"', 'random values', ['name', 'word'])],
  ]);
  const inputs = readInputs(entryOf(root, 'inputs'), common);
  const scope = new Map<string, Binding>([...common, ...Object.keys(inputs).map(input => [input, anything] as const)]);
  const givenPlace = entryOf(root, 'given');
  const {given, bindings} = readGiven(givenPlace, known.arrangements);
  for (const [key, binding] of bindings) scope.set(key, binding);
  if (givenPlace !== undefined) checkTemplates(givenPlace, scope);
  const signInPlace = entryOf(root, 'signIn');
  if (signInPlace !== undefined) {
    checkTemplates(signInPlace, scope);
    scope.set('session', partsBinding('"session"', 'values of a session', ['cookie']));
  }
  const steps = readSteps(entryOf(root, 'steps'), known, scope);
  const outputs = entryOf(root, 'outputs');
  if (outputs !== undefined && asMapping(outputs, '"outputs"') !== undefined) checkTemplates(outputs, scope);
  return {
    name,
    title: textOf(entryOf(root, 'title'), '"title"') ?? '',
    file: root.source.file,
    inputs,
    given,
    ...optional('signIn', readSigningIn(signInPlace, known.actors)),
    steps,
    outputs: isJsonObject(outputs?.value) ? outputs.value : jsonObject([]),
    needs: readNames(entryOf(root, 'needs'), 'needs', 'capability', known.capabilities, 'capabilities'),
    requires: readNames(entryOf(root, 'requires'), 'requires', 'requirement', [...known.requirements], 'requirements'),
    ...optional('cleanup', readOneStep(entryOf(root, 'cleanup'), known, scope)),
    ...optional('find', readFind(entryOf(root, 'find'), known, scope)),
    ...optional('remove', readOneStep(entryOf(root, 'remove'), known, scope)),
    ...optional('edit', readEdit(entryOf(root, 'edit'), known, scope)),
    ...optional('siblings', readSiblings(entryOf(root, 'siblings'))),
  };
}

const inputTypes: readonly ArrangementInput['type'][] = ['string', 'integer', 'boolean', 'list', 'object', 'any'];

function readInputs(
  place: Place | undefined,
  common: ReadonlyMap<string, Binding>,
): {readonly [name: string]: ArrangementInput} {
  const inputs = Object.create(null) as Record<string, ArrangementInput>;
  if (place === undefined || asMapping(place, '"inputs"') === undefined) return inputs;
  const scope = new Map(common);
  for (const [name, at] of entriesOf(place)) {
    checkName(at, name);
    const input = readInput(at, name, scope);
    if (input !== undefined) inputs[name] = input;
    scope.set(name, anything);
  }
  return inputs;
}

function readInput(place: Place, name: string, scope: ReadonlyMap<string, Binding>): ArrangementInput | undefined {
  if (asRecord(place, 'an input', inputKeys) === undefined) return undefined;
  const typePlace = entryOf(place, 'type');
  const about = textOf(entryOf(place, 'about'), '"about"');
  const type = inputTypes.find(one => one === typePlace?.value);
  if (typePlace !== undefined && type === undefined)
    note(
      typePlace,
      `unknown type ${describeJson(typePlace.value)}`,
      suggestName(typeof typePlace.value === 'string' ? typePlace.value : '', inputTypes, 'types'),
    );
  const usual = entryOf(place, 'default');
  if (usual !== undefined) checkTemplates(usual, scope);
  if (usual !== undefined && type !== undefined && !hasType(usual.value, type))
    note(usual, `the default of "${name}" is not of type ${type}`, `write a value of type ${type}, or change the type`);
  return type === undefined || about === undefined ? undefined : {type, about, ...defined({default: usual?.value})};
}

/** Reads the steps; their captures join the scope one after the other. */
function readSteps(
  place: Place | undefined,
  known: ArrangementKnown,
  scope: Map<string, Binding>,
): readonly ArrangementStep[] {
  const items = place === undefined ? [] : (asList(place, '"steps"') ?? []);
  const taken = new Set(scope.keys());
  return items.flatMap(item => {
    for (const [key, at] of entriesOf(item)) if (key !== 'otherwise') checkTemplates(at, scope);
    const step = readMakingStep(item, known, taken, scope);
    for (const name of Object.keys(step?.capture ?? {})) scope.set(name, anything);
    return step ?? [];
  });
}

/** Reads a step that makes something, with what is done when its actor may not. */
function readMakingStep(
  place: Place,
  known: ArrangementKnown,
  taken: ReadonlySet<string>,
  scope: ReadonlyMap<string, Binding>,
): ArrangementStep | undefined {
  const step = readStep(place, known, taken, otherwiseKeys);
  const otherwise = readOneStep(
    entryOf(place, 'otherwise'),
    known,
    new Map([...scope, ['acting', partsBinding('"acting"', 'what is known of it', ['login'])] as const]),
  );
  return step === undefined ? undefined : {...step, ...optional('otherwise', otherwise)};
}

/** Reads a call that only reads: what it captures is not kept. */
export function readReadingStep(
  place: Place | undefined,
  known: ArrangementKnown,
  scope: ReadonlyMap<string, Binding>,
): ArrangementStep | undefined {
  return readOneStep(place, known, scope);
}

function readOneStep(
  place: Place | undefined,
  known: ArrangementKnown,
  scope: ReadonlyMap<string, Binding>,
): ArrangementStep | undefined {
  if (place === undefined) return undefined;
  checkTemplates(place, scope);
  return readStep(place, known, new Set());
}

/** Reads `edit:`; what its calls answer is not kept. */
function readEdit(
  place: Place | undefined,
  known: ArrangementKnown,
  scope: ReadonlyMap<string, Binding>,
): readonly ArrangementStep[] | undefined {
  if (place === undefined) return undefined;
  return (asList(place, '"edit"') ?? []).flatMap(item => readOneStep(item, known, scope) ?? []);
}

function readSiblings(place: Place | undefined): boolean | undefined {
  return place === undefined ? undefined : asBoolean(place, '"siblings"');
}

/** Reads `find:`, which may say which one of a list it is. */
function readFind(
  place: Place | undefined,
  known: ArrangementKnown,
  scope: ReadonlyMap<string, Binding>,
): ArrangementStep | undefined {
  if (place === undefined) return undefined;
  checkTemplates(place, scope);
  const step = readStep(place, known, new Set(), findKeys);
  const where = entryOf(place, 'where');
  if (step === undefined || where === undefined || asMapping(where, '"where"') === undefined) return step;
  for (const [pointer, at] of entriesOf(where)) {
    if (pointer === '' || readPointer(pointer) === undefined)
      note(at, `"${pointer}" is not a JSON Pointer into an item`, 'write e.g. /name', 'key');
  }
  return {...step, where: jsonObject(entriesOf(where).map(([pointer, {value}]) => [pointer, value]))};
}

function readStep(
  place: Place,
  known: ArrangementKnown,
  taken: ReadonlySet<string>,
  keys: KeyTable = stepKeys,
): ArrangementStep | undefined {
  if (asRecord(place, 'a step of an arrangement', keys) === undefined) return undefined;
  const call = entryOf(place, 'call');
  const requestPlace = entryOf(place, 'request');
  if (call === undefined && requestPlace === undefined)
    note(place, 'a step of an arrangement has no "call"', 'add "call:", or e.g. request: POST /notes', 'key');
  if (call !== undefined && requestPlace !== undefined)
    note(
      place,
      'a step of an arrangement needs either "call" or "request"',
      'add "call:", or e.g. request: POST /notes',
      'key',
    );
  const request = requestPlace === undefined ? undefined : readRequestLine(requestPlace);
  const id = textOf(call, '"call"');
  const params = entryOf(place, 'params');
  const headers = entryOf(place, 'headers');
  const operation = call === undefined || id === undefined ? undefined : findOperation(call, id, known.operations);
  if (call !== undefined && operation !== undefined) checkParameters(call, params, operation);
  return {
    pointer: place.pointer,
    as: readActor(entryOf(place, 'as'), known.actors, []),
    call: id ?? '',
    ...optional('request', request),
    ...optional('headers', headers === undefined ? undefined : readHeaders(headers, [])),
    params: readValues(params, '"params"', {lists: true}),
    query: readValues(entryOf(place, 'query'), '"query"', {lists: true}),
    ...optional('body', readBody(place, [])),
    ...optional('auth', readAuth(entryOf(place, 'auth'))),
    ...optional('status', entryOf(place, 'status')?.value),
    capture: readCaptures(entryOf(place, 'capture'), taken),
  };
}

function readNames(
  place: Place | undefined,
  key: string,
  noun: string,
  names: readonly string[],
  plural: string,
): readonly string[] {
  const items = place === undefined ? [] : asTexts(place, `"${key}"`);
  for (const item of items) {
    const name = item.value;
    if (!names.includes(name)) note(item, `unknown ${noun} "${name}"`, suggestName(name, names, plural));
  }
  return items.map(({value}) => value);
}
