// Gives `${vars.…}` its values: those of suites, of the target file, of --var-file and of --var, the last of which wins.
import {readData} from '../../../base/yaml/read-data.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {Machine} from '../../../model/machine.ts';
import type {Plan} from '../../../model/plan.ts';
import type {CaseDefinition, SuiteCommon} from '../../../model/suite.ts';
import {referencesIn} from '../../../model/template.ts';
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
    ...(options.varFile ?? []).flatMap(file => fromFile(file, machine, problems)),
    ...(options.var ?? []).flatMap(text => fromFlag(text, problems)),
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
    // What the run gives is not looked for.
    const own = jsonObject(Object.entries(common.vars).filter(([name]) => !Object.hasOwn(vars, name)));
    const read = fillTree(own, secret(`the suite ${common.suite}: a variable`));
    const made = {...common, vars: isJsonObject(read) ? read : jsonObject([])};
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

function isSecretPlace(place: Json | undefined): boolean {
  if (place === undefined || !isJsonObject(place)) return false;
  const keys = Object.keys(place);
  return keys.length === 1 && (keys[0] === 'env' || keys[0] === 'file');
}

function missingIn({given, steps, common, id}: CaseDefinition, vars: JsonObject): readonly string[] {
  const known = new Set([...Object.keys(vars), ...Object.keys(common?.vars ?? {})]);
  // Steps are data that was read from a file: a tree of JSON, whatever their kind.
  const trees = [given, steps, common?.setup ?? [], common?.teardown ?? []] as unknown as Json;
  return referencesIn(trees).flatMap(path => {
    const [root, name = ''] = path.split('.');
    if (root !== 'vars' || known.has(name)) return [];
    const near = nearestName(name, known);
    const meant = near === undefined ? '' : `did you mean \${vars.${near}}? Otherwise `;
    return [
      `${id} uses \${vars.${name}}, which has no value\n  ${meant}give it with --var ${name}=VALUE, or below "vars:" of the suite or target file`,
    ];
  });
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

function fromFile(file: string, machine: Machine, problems: string[]): readonly (readonly [string, Json])[] {
  const text = machine.files.readText(file);
  if (text.kind === 'unreadable') {
    problems.push(`--var-file ${file}: ${text.why}`);
    return [];
  }
  const read = readData({text: text.text, file});
  if (isJsonObject(read.content)) return Object.entries(read.content);
  const page = read.problems.length === 0 ? 'write "name: value" lines' : renderProblems(read.problems, {color: false});
  problems.push(`--var-file ${file}: it must hold a mapping\n  ${page}`);
  return [];
}
