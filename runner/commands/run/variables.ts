// Gives `${vars.…}` its values: those of suites, of the target file, of --var-file and of --var, the last of which wins.
import {readData} from '../../../base/yaml/read-data.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {defined} from '../../../base/json/defined.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Plan} from '../../../model/plan.ts';
import type {CaseDefinition, SuiteCommon} from '../../../model/suite.ts';
import type {Problem} from '../../../model/problem.ts';
import {lookUp, substitute} from '../../../model/template.ts';
import {howToGive, variablesOfCase} from '../../read/validate/template-scope.ts';
import type {RunOptions} from '../load/run-options.ts';
import {fillTree} from '../open/sign-in-methods.ts';
import {readSecretPlace} from '../open/secrets.ts';

/** The values of a run and its plan with the suites' own values filled in, or what is wrong. */
export type RunVariables =
  | {readonly kind: 'ready'; readonly vars: JsonObject; readonly plan: Plan}
  | {readonly kind: 'wrong'; readonly problems: readonly string[]};

/** Reads them; values of environment variables and files are secrets. */
export function variablesOf(
  plan: Plan,
  options: Pick<RunOptions, 'var' | 'varFile' | 'from'>,
  {machine, keepSecret}: {readonly machine: Machine; readonly keepSecret: (value: string, name: string) => void},
): RunVariables {
  const problems: string[] = [];
  const secret = (what: string) => (place: JsonObject) => {
    const {env, file} = place;
    const kept =
      typeof env === 'string'
        ? ({kind: 'variable', variable: env} as const)
        : ({kind: 'file', file: typeof file === 'string' ? file : ''} as const);
    const value = readSecretPlace(kept, what, {machine, problems}) ?? '';
    if (value !== '') keepSecret(value, kept.kind === 'variable' ? kept.variable : 'TOUCHSTONE_SECRET');
    return value;
  };
  const ofTarget = fillTree(options.from?.vars ?? jsonObject([]), secret(`${options.from?.file ?? ''}: a variable`));
  const vars = jsonObject([
    ...Object.entries(isJsonObject(ofTarget) ? ofTarget : {}),
    ...fromCommandLine(options, machine, problems),
  ]);
  const keepIfSecret = (name: string, place: Json | undefined): void => {
    const value = vars[name];
    if (isSecretPlace(place) && (typeof value === 'string' || typeof value === 'number'))
      keepSecret(String(value), name);
  };
  // What is given in place of a secret is one.
  for (const [name, place] of Object.entries(options.from?.vars ?? {})) keepIfSecret(name, place);
  const filled = new Map<SuiteCommon, SuiteCommon>();
  const fillCommon = (common: SuiteCommon): SuiteCommon => {
    const known = filled.get(common);
    if (known !== undefined) return known;
    for (const [name, place] of Object.entries(common.vars)) keepIfSecret(name, place);
    const made = {
      ...common,
      vars: fillOwn(common, vars, {secret: secret(`the suite ${common.suite}: a variable`), problems}),
    };
    filled.set(common, made);
    return made;
  };
  const cases = plan.cases.map(planned => {
    const {runnable} = planned;
    if (runnable.kind === 'property' || planned.skip !== undefined) return planned;
    const {common} = runnable.definition;
    const definition =
      common === undefined ? runnable.definition : {...runnable.definition, common: fillCommon(common)};
    problems.push(...missingIn(definition, vars));
    return common === undefined ? planned : {...planned, runnable: {...runnable, definition}};
  });
  return problems.length > 0
    ? {kind: 'wrong', problems: [...new Set(problems)]}
    : {kind: 'ready', vars, plan: {...plan, cases}};
}

/**
 * Fills the values of a suite that the run does not give: secrets are read, and one value may use others. No value needs itself, as the reader of
 * suites has made sure.
 */
function fillOwn(
  common: SuiteCommon,
  vars: JsonObject,
  {secret, problems}: {readonly secret: (place: JsonObject) => string; readonly problems: string[]},
): JsonObject {
  const own = Object.keys(common.vars).filter(name => !Object.hasOwn(vars, name));
  const filled = new Map<string, Json>();
  const valueOf = (name: string): Json | undefined => {
    if (Object.hasOwn(vars, name)) return vars[name];
    if (!Object.hasOwn(common.vars, name)) return undefined;
    const value = filled.get(name) ?? fillTree(common.vars[name] ?? null, secret, text => fillText(name, text));
    filled.set(name, value);
    return value;
  };
  const fillText = (name: string, text: string): Json =>
    substitute(text, path => {
      const [, used = '', ...rest] = path.split('.');
      const root = valueOf(used);
      const value = rest.length === 0 ? root : lookUp(root, rest.join('.'));
      if (value === undefined) {
        const known = [...Object.keys(vars), ...Object.keys(common.vars)];
        problems.push(
          `the variable "${name}" of the suite ${common.suite} uses \${${path}}, which has no value\n  ${howToGive(used, known)}`,
        );
      }
      return value ?? null;
    });
  return jsonObject(own.map(name => [name, valueOf(name) ?? null]));
}

function isSecretPlace(place: Json | undefined): boolean {
  if (place === undefined || !isJsonObject(place)) return false;
  const keys = Object.keys(place);
  return keys.length === 1 && (keys[0] === 'env' || keys[0] === 'file');
}

function missingIn(definition: CaseDefinition, vars: JsonObject): readonly string[] {
  const known = [...Object.keys(vars), ...Object.keys(definition.common?.vars ?? {})];
  return variablesOfCase(definition)
    .filter(name => !known.includes(name))
    .map(name => `${definition.id} uses \${vars.${name}}, which has no value\n  ${howToGive(name, known)}`);
}

/** Reads what the command line gives: files first, then single values. */
export function fromCommandLine(
  {var: flags = [], varFile = []}: Pick<RunOptions, 'var' | 'varFile'>,
  machine: Machine,
  problems: string[],
): readonly (readonly [string, Json])[] {
  return [
    ...varFile.flatMap(file => fromFile(file, machine, problems)),
    ...flags.flatMap(text => fromFlag(text, problems)),
  ];
}

function fromFlag(text: string, problems: string[]): readonly (readonly [string, Json])[] {
  const [, name, value] = /^([A-Za-z_][\w-]*)=(.*)$/s.exec(text) ?? [];
  if (name !== undefined && value !== undefined) return [[name, valueOf(value)]];
  problems.push(`--var ${text}: write NAME=VALUE`);
  return [];
}

// `3` and `true` are what they look like; everything else is a text.
function valueOf(text: string): Json {
  return /^(?:-?\d+(?:\.\d+)?|true|false|null|".*")$/s.test(text) ? parsed(text) : text;
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** Takes the lines of the file away: its values can be secrets, and another file was perhaps meant. */
function withoutLines(problems: readonly Problem[]): readonly Problem[] {
  return problems.map(({file, line, message, fix}) => ({file, message, fix, ...defined({line})}));
}

function fromFile(file: string, machine: Machine, problems: string[]): readonly (readonly [string, Json])[] {
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable') {
    problems.push(`--var-file ${file}: ${text.why}`);
    return [];
  }
  const read = readData({text: text.text, file});
  if (isJsonObject(read.content)) return Object.entries(read.content);
  const page =
    read.problems.length === 0
      ? 'write "name: value" lines'
      : renderProblems(withoutLines(read.problems), {color: false});
  problems.push(`--var-file ${file}: it must hold a mapping\n  ${page}`);
  return [];
}
