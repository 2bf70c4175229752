// Reads one case of a suite: for a case with a table, one definition per row.
import {isJsonObject, jsonObject, jsonText} from '../../../model/json.ts';
import type {Area, CaseDefinition, Step} from '../../../model/suite.ts';
import {readTemplate, substitute, lookUp} from '../../../model/template.ts';
import type {Known} from '../validate/known.ts';
import {checkCaseNames} from '../validate/check-case-names.ts';
import {checkInboxes, readInboxes} from './read-inboxes.ts';
import {nearestName, suggestName} from '../../../base/text/nearest-name.ts';
import {
  asBoolean,
  asId,
  asList,
  asRecord,
  asTexts,
  entryOf,
  note,
  noteType,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {casesOfTable} from './cases-of-table.ts';
import {checkFixed, readFixed, readOpened, readOwnContext} from './read-fixed.ts';
import type {ReadCommon} from './read-suite-common.ts';
import {readGiven} from './read-given.ts';
import {readStep} from './read-step.ts';
import {optional} from './step-common.ts';
import {readTable} from './read-table.ts';
import {withSessions} from './cookie-sessions.ts';
import type {DataFiles} from '../validate/data-files.ts';
import type {Row} from '../validate/rows.ts';
import type {Scope} from '../validate/template-scope.ts';
import {caseKeys, ownCaseKeys, stepKeys} from '../validate/suite-keys.ts';

/** What the reader of a case has to know about its suite. */
export interface CaseContext {
  readonly suite: string;
  readonly known: Known;
  readonly files: DataFiles;
  /** What the suite says for all of its cases. */
  readonly shared: ReadCommon;
}

/** Reads the case at a place. */
export function readCase(place: Place, {suite, known, files, shared: common}: CaseContext): readonly CaseDefinition[] {
  const isUsers = known.users !== undefined;
  if (asRecord(place, 'a case', isUsers ? caseKeys : ownCaseKeys, {foreign: elsewhere}) === undefined) return [];
  const idPlace = entryOf(place, 'id');
  const id = idPlace === undefined ? '' : (asId(idPlace, 'the case id') ?? '');
  const titlePlace = entryOf(place, 'title');
  const title = titlePlace === undefined ? id.replaceAll('-', ' ') : (textOf(titlePlace, '"title"') ?? '');
  const tablePlace = entryOf(place, 'table');
  const rows = tablePlace === undefined ? [] : (readTable(tablePlace, files) ?? []);
  const {given, bindings} = readGiven(entryOf(place, 'given'), known.arrangements, rows);
  const {inboxes, bindings: inboxBindings} = readInboxes(entryOf(place, 'listen'), new Set(bindings.keys()));
  const givenNames = new Set([...bindings.keys(), ...inboxes, ...common.names.keys()]);
  const proves = readProves(entryOf(place, 'proves'), known.requirements);
  const steps = withSessions(
    readSteps(place, {known, rows, givenNames, inboxes, proves, files, defaults: common.defaults}),
    common.cookies,
  );
  const scope: Scope = new Map([...common.scope, ...common.names, ...bindings, ...inboxBindings]);
  checkCaseNames(place, {scope, rows, hasTable: tablePlace !== undefined, files: files.read});
  const shared = {
    proves,
    file: place.source.file,
    pointer: place.pointer,
    lines: place.source.linesOf(place.pointer),
    probe: readFlag(place, 'probe'),
    area: areaOf(steps[0]),
    listen: inboxes,
    given,
    steps,
    needs: readNeeds(entryOf(place, 'needs'), known.capabilities),
    ...optional('variant', textOf(entryOf(place, 'variant'), '"variant"')),
    exclusive: readWords(place, 'exclusive'),
    destructive: readFlag(place, 'destructive'),
    tags: readWords(place, 'tags'),
    ...optional('skip', readSkip(entryOf(place, 'skip'))),
    ...(readFlag(place, 'only') ? {only: true} : {}),
    ...optional('fixed', readFixed(entryOf(place, 'fixed'))),
    ...optional('contexts', readOpened(entryOf(place, 'contexts'))),
    ...optional('context', readOwnContext(entryOf(place, 'context'))),
    ...optional('common', common.common),
  };
  checkFixed(place, shared);
  checkEvidence(place, shared, {isUsers, hasStatus: common.defaults.status !== undefined});
  checkAreas(place, shared);
  checkInboxes(place, shared);
  const name = `${suite}/${id}`;
  if (tablePlace === undefined) return [{id: name, title, ...shared}];
  return casesOfTable(
    shared,
    rows.map(row => ({id: `${name}[${row.id}]`, title: fillTitle(title, row), row: rowOf(row, place)})),
  );
}

/** Keys of a suite and of a step, which a case has not. */
const elsewhere = Object.fromEntries([
  ...[...Object.keys(stepKeys.request), 'call', 'deliveries'].map(key => [
    key,
    'it is a key of a step: write it below "steps"',
  ]),
  ...['defaults', 'vars', 'setup', 'teardown'].map(key => [key, 'it is a key of the suite: write it beside "cases"']),
]);

function readSteps(place: Place, context: Parameters<typeof readStep>[1]): readonly Step[] {
  const stepsPlace = entryOf(place, 'steps');
  const items = stepsPlace === undefined ? undefined : asList(stepsPlace, '"steps"');
  if (stepsPlace !== undefined && items?.length === 0) note(stepsPlace, 'the case has no steps', 'add a step', 'key');
  return (items ?? []).flatMap(item => readStep(item, context) ?? []);
}

function readProves(place: Place | undefined, requirements: ReadonlySet<string>): readonly string[] {
  const items = place === undefined ? [] : asTexts(place, '"proves"');
  const seen = new Set<string>();
  for (const item of items) {
    const id = item.value;
    if (!requirements.has(id)) note(item, `unknown requirement "${id}"`, suggestName(id, requirements, 'requirements'));
    else if (seen.has(id)) note(item, `the requirement "${id}" appears twice`, 'take one of the two away');
    seen.add(id);
  }
  return [...seen];
}

function readNeeds(place: Place | undefined, capabilities: readonly string[]): readonly string[] {
  const items = place === undefined ? [] : asTexts(place, '"needs"');
  for (const item of items) {
    const name = item.value;
    if (!capabilities.includes(name))
      note(item, `unknown capability "${name}"`, suggestName(name, capabilities, 'capabilities'));
  }
  return items.map(({value}) => value);
}

function readWords(place: Place, key: 'exclusive' | 'tags'): readonly string[] {
  const list = entryOf(place, key);
  return list === undefined ? [] : asTexts(list, `"${key}"`).map(({value}) => value);
}

function readSkip(place: Place | undefined): string | undefined {
  if (typeof place?.value !== 'boolean') return textOf(place, '"skip"');
  return noteType(place, '"skip"', 'a text', place.value ? 'say why, e.g. skip: comes with version 2' : 'take it away');
}

function readFlag(place: Place, key: 'probe' | 'destructive' | 'only'): boolean {
  const flag = entryOf(place, key);
  return flag === undefined ? false : (asBoolean(flag, `"${key}"`) ?? false);
}

const areas: {readonly [kind in Step['kind']]: Area} = {
  call: 'hosting',
  request: 'hosting',
  deliveries: 'hosting',
  openid: 'hosting',
  document: 'hosting',
  schema: 'overlay-codec',
  decode: 'overlay-codec',
  encode: 'overlay-codec',
  roundtrip: 'overlay-codec',
  send: 'overlay-live',
  receive: 'overlay-live',
};

const areaNames: {readonly [area in Area]: string} = {
  hosting: 'a hosting server',
  'overlay-codec': 'a decoder under test',
  'overlay-live': 'a live peer',
};

function areaOf(step: Step | undefined): Area {
  return step === undefined ? 'hosting' : areas[step.kind];
}

/** One case speaks to one kind of target, and only a hosting server can be arranged. */
function checkAreas(place: Place, {area, steps, given}: Pick<CaseDefinition, 'area' | 'steps' | 'given'>): void {
  const stranger = steps.find(step => areas[step.kind] !== area);
  if (stranger !== undefined) {
    const message = `this step speaks to ${areaNames[areas[stranger.kind]]}, the ones before to ${areaNames[area]}`;
    note({...place, pointer: stranger.pointer}, message, 'make two cases of it');
  }
  const givenPlace = entryOf(place, 'given');
  if (area !== 'hosting' && given.length > 0 && givenPlace !== undefined) {
    note(
      givenPlace,
      `"given" needs a hosting server, but the steps speak to ${areaNames[area]}`,
      'take "given" away',
      'key',
    );
  }
}

/** A case must expect something, and what it expects must come from a requirement. */
function checkEvidence(
  place: Place,
  {proves, probe}: Pick<CaseDefinition, 'proves' | 'probe'>,
  {isUsers, hasStatus}: {readonly isUsers: boolean; readonly hasStatus: boolean},
): void {
  const steps = entryOf(place, 'steps');
  const items = steps === undefined ? [] : (asListQuietly(steps) ?? []);
  if (items.length === 0) return;
  // A round trip must give the value back, and a peer must survive, whether that is written as an expectation or not.
  const expecting = items.flatMap(
    item => entryOf(item, 'expect') ?? entryOf(item, 'roundtrip') ?? survivedOf(item) ?? [],
  );
  const isUsual = items.some(item => entryOf(item, 'usual') !== undefined);
  const [first] = expecting;
  const isMisspelled = items.some(
    ({value}) =>
      isJsonObject(value) && Object.keys(value).some(key => nearestName(key, ['expect', 'usual']) !== undefined),
  );
  if (first === undefined && !isUsual && !isMisspelled && !probe && !hasStatus) {
    note(
      place,
      'the case expects nothing, so it would always pass',
      'add "expect:" or "usual:" to a step, or "probe: true" to the case',
    );
  }
  if (first !== undefined && proves.length === 0 && !probe && !isUsers) {
    const fix = 'add "proves: [REQUIREMENT]", or write "usual:" for what no requirement states';
    note(first, 'the case expects something and proves no requirement', fix, 'key');
  }
}

function survivedOf(item: Place): Place | undefined {
  const send = entryOf(item, 'send');
  const survived = send === undefined ? undefined : entryOf(send, 'survived');
  return survived?.value === true ? survived : undefined;
}

function asListQuietly(place: Place): readonly Place[] | undefined {
  return Array.isArray(place.value) ? asList(place, '"steps"') : undefined;
}

function rowOf({id, values, place}: Row, casePlace: Place): NonNullable<CaseDefinition['row']> {
  const isInline = place.source === casePlace.source;
  return {
    id,
    values,
    file: place.source.file,
    pointer: place.pointer,
    ...(isInline ? {lines: place.source.linesOf(place.pointer)} : {}),
  };
}

function fillTitle(title: string, {values}: Row): string {
  if (!title.includes('${')) return title;
  const isReadable = readTemplate(title).kind !== 'malformed';
  if (!isReadable) return title;
  const filled = substitute(title, path => lookUp(jsonObject([['row', values]]), path) ?? `\${${path}}`);
  return typeof filled === 'string' ? filled : jsonText(filled);
}
