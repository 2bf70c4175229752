// Reads what a suite says for all of its cases: defaults, variables, set-up and tear-down.
import {isJsonObject, jsonObject, type JsonObject} from '../../../model/json.ts';
import type {CallStep, RequestStep, Step, SuiteCommon} from '../../../model/suite.ts';
import {
  asBoolean,
  asMapping,
  asRecord,
  asList,
  entriesOf,
  entryOf,
  itemsOf,
  note,
  textOf,
  type Place,
} from '../../../base/yaml/yaml-place.ts';
import {
  anything,
  checkTemplates,
  commonScope,
  scopeOfVariables,
  variablesIn,
  type Binding,
  type Scope,
} from '../validate/template-scope.ts';
import {cyclesIn} from '../validate/cycles.ts';
import type {Known} from '../validate/known.ts';
import type {StepContext, StepDefaults} from '../validate/step-context.ts';
import {checkStepNames} from '../validate/check-case-names.ts';
import {checkMatchers} from '../validate/check-matchers.ts';
import {defaultsKeys} from '../validate/suite-keys.ts';
import {readActor, readHeaders} from './read-request-parts.ts';
import {readPath} from './read-request-line.ts';
import {checkStatus} from './read-expectation.ts';
import {checkName} from './read-given.ts';
import {cookiesOf, withSessions} from './cookie-sessions.ts';
import type {DataFiles} from '../validate/data-files.ts';
import {readStep} from './read-step.ts';

/** What the cases of a suite have in common, and the names that they know by it. */
export interface ReadCommon {
  readonly common?: SuiteCommon;
  readonly defaults: StepDefaults;
  /** What every case knows, whatever the suite says. */
  readonly scope: Scope;
  /** What `setup` captures. */
  readonly names: Scope;
  /** Names that `setup` captures from a cookie, each with the name of the cookie. */
  readonly cookies: ReadonlyMap<string, string>;
}

/** Reads it. */
export function readSuiteCommon(
  root: Place,
  {suite, known, files}: {readonly suite: string; readonly known: Known; readonly files: DataFiles},
): ReadCommon {
  const vars = readVars(entryOf(root, 'vars'));
  const scope = commonScope(known.users === undefined ? known.actors : undefined, variablesBinding(vars, known));
  checkVars(entryOf(root, 'vars'), scope);
  const defaults = readDefaults(entryOf(root, 'defaults'), known, scope);
  const context: StepContext = {known, rows: [], givenNames: new Set(), inboxes: [], proves: [], files, defaults};
  const names = new Map<string, typeof anything>();
  const setup = withSessions(readSteps(root, 'setup', context, scope), new Map());
  for (const {capture} of setup) for (const name of Object.keys(capture)) names.set(name, anything);
  const teardown = readSteps(root, 'teardown', context, new Map([...scope, ...names]));
  const isSaid = ['vars', 'setup', 'teardown'].some(key => entryOf(root, key) !== undefined);
  return {
    defaults,
    scope,
    names,
    cookies: cookiesOf(setup),
    ...(isSaid ? {common: {suite, vars, setup, teardown}} : {}),
  };
}

function readDefaults(place: Place | undefined, known: Known, scope: Scope): StepDefaults {
  if (place === undefined || asRecord(place, '"defaults"', defaultsKeys) === undefined) return {};
  checkTemplates(place, scope);
  const as = entryOf(place, 'as');
  const base = entryOf(place, 'base');
  const headers = entryOf(place, 'headers');
  const status = entryOf(place, 'status');
  const cookies = entryOf(place, 'cookies');
  if (status !== undefined) {
    checkStatus(status, []);
    checkMatchers(status, {...known, rows: []});
  }
  return {
    ...(as === undefined ? {} : {as: readActor(as, known.users === undefined ? known.actors : known.users.actors, [])}),
    ...(base === undefined ? {} : {base: readPath(base).replace(/\/$/, '')}),
    ...(headers === undefined ? {} : {headers: readHeaders(headers, [])}),
    ...(status === undefined ? {} : {status: status.value}),
    ...(cookies === undefined ? {} : {cookies: asBoolean(cookies, '"cookies"') ?? false}),
  };
}

function readVars(place: Place | undefined): JsonObject {
  if (place === undefined || asMapping(place, '"vars"') === undefined) return jsonObject([]);
  for (const [name, at] of entriesOf(place)) {
    checkName(at, name);
    const env = entryOf(at, 'env');
    const variable = textOf(env, '"env"');
    if (env !== undefined && variable !== undefined && !/^TOUCHSTONE_[A-Z0-9_]+$/.test(variable))
      note(
        env,
        `"env" names ${variable}, and only variables that begin with TOUCHSTONE_ are read`,
        `call it TOUCHSTONE_${variable.replaceAll(/[^A-Z0-9_]/gi, '_').toUpperCase()}`,
      );
  }
  return jsonObject(entriesOf(place).map(([name, {value}]) => [name, value]));
}

function variablesBinding(vars: JsonObject, {users}: Known): Binding {
  if (users?.vars === undefined) return anything;
  return {kind: 'variables', names: new Set([...Object.keys(vars), ...users.vars])};
}

/** Checks what variables take from one another. */
function checkVars(place: Place | undefined, scope: Scope): void {
  if (place === undefined || !isJsonObject(place.value)) return;
  checkTemplates(place, scopeOfVariables(scope));
  const needs = new Map(entriesOf(place).map(([name, {value}]) => [name, variablesIn(value)]));
  for (const [first, ...rest] of cyclesIn(needs)) {
    const at = first === undefined ? undefined : entryOf(place, first);
    if (at === undefined || first === undefined) continue;
    const round = [first, ...rest, first].join(' → ');
    note(at, `the variable "${first}" needs its own value: ${round}`, 'give one of them a value of its own');
  }
}

function readSteps(
  root: Place,
  key: 'setup' | 'teardown',
  context: StepContext,
  scope: Scope,
): readonly (CallStep | RequestStep)[] {
  const place = entryOf(root, key);
  if (place === undefined || asList(place, `"${key}"`) === undefined) return [];
  const steps = itemsOf(place).flatMap(item => {
    const step: Step | undefined = readStep(item, context);
    if (step === undefined) return [];
    if (step.kind === 'call' || step.kind === 'request') return [step];
    return (
      note(
        item,
        `"${key}" makes requests, and a "${step.kind}" step makes none`,
        'write "request:" or "call:"',
        'key',
      ) ?? []
    );
  });
  checkStepNames(itemsOf(place), scope, context.files.read);
  return steps;
}
