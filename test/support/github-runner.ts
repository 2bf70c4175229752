// Plays the steps of a composite GitHub Action as a runner does: expressions, files of GITHUB_* variables, and bash with a runner's options.
import {spawn} from 'node:child_process';
import {mkdirSync, readFileSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {parse} from 'yaml';
import {temporaryFolder} from './command-line.ts';

/** A step as action.yml writes it. */
export interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly shell?: string;
  readonly uses?: string;
  readonly env?: {readonly [name: string]: string};
  readonly with?: {readonly [name: string]: string};
  readonly run?: string;
}

/** A composite action. */
export interface CompositeAction {
  readonly name: string;
  readonly description: string;
  readonly inputs: {readonly [name: string]: {readonly description: string; readonly default: string}};
  readonly outputs: {readonly [name: string]: {readonly description: string; readonly value: string}};
  readonly runs: {readonly using: string; readonly steps: readonly ActionStep[]};
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The action of this repository. */
export const action = parse(readFileSync(join(root, 'action.yml'), 'utf8')) as CompositeAction;

/** What a workflow gives. */
export interface Given {
  readonly with?: {readonly [input: string]: string};
  readonly github?: {readonly [path: string]: string};
  readonly env?: {readonly [name: string]: string};
  /** Files of the workspace. */
  readonly files?: {readonly [path: string]: string};
}

/** What became of it. */
export interface Played {
  readonly outputs: {readonly [name: string]: string};
  /** The log of each step that ran, by its name. */
  readonly logs: ReadonlyMap<string, string>;
  /** What the steps that use another action were given. */
  readonly used: ReadonlyMap<string, {readonly [name: string]: string}>;
  readonly summary: string;
  readonly hasFailed: boolean;
  readonly workspace: string;
}

/** Plays the action to its end. */
export async function playAction(given: Given): Promise<Played> {
  const workspace = temporaryFolder(given.files);
  const files = temporaryFolder({summary: ''});
  const values = new Map<string, string>(Object.entries(given.github ?? {}).map(([k, v]) => [`github.${k}`, v]));
  for (const [name, input] of Object.entries(action.inputs))
    values.set(`inputs.${name}`, given.with?.[name] ?? input.default);
  const logs = new Map<string, string>();
  const used = new Map<string, {readonly [name: string]: string}>();
  let hasFailed = false;
  for (const [n, step] of action.runs.steps.entries()) {
    if (!isDue(step, values, hasFailed)) continue;
    if (step.uses !== undefined) used.set(step.uses, filledIn(step.with ?? {}, values));
    if (step.run === undefined) continue;
    const output = join(files, `output-${String(n)}`);
    writeFileSync(output, '');
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? '',
      CI: 'true',
      ...given.env,
      GITHUB_ACTION_PATH: actionPath(),
      GITHUB_OUTPUT: output,
      GITHUB_STEP_SUMMARY: join(files, 'summary'),
      GITHUB_REPOSITORY: given.github?.['repository'] ?? 'ada/server',
      ...filledIn(step.env ?? {}, values),
    };
    const script = join(files, `step-${String(n)}.sh`);
    writeFileSync(script, step.run);
    const ended = await bash(script, {cwd: workspace, env});
    logs.set(step.name, ended.log);
    if (ended.exitCode !== 0) hasFailed = true;
    for (const [name, value] of readOutputs(readFileSync(output, 'utf8')))
      values.set(`steps.${step.id ?? ''}.outputs.${name}`, value);
  }
  const outputs = filledIn(
    Object.fromEntries(Object.entries(action.outputs).map(([name, {value}]) => [name, value])),
    values,
  );
  return {outputs, logs, used, summary: readFileSync(join(files, 'summary'), 'utf8'), hasFailed, workspace};
}

let madePath: string | undefined;
/** The checkout of the action, installed; its command line is this one, from source. */
function actionPath(): string {
  if (madePath !== undefined) return madePath;
  const tsx = pathToFileURL(join(root, 'node_modules/tsx/dist/loader.mjs')).href;
  const main = pathToFileURL(join(root, 'runner/main.ts')).href;
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'dist/runner'), {recursive: true});
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  writeFileSync(
    join(folder, 'dist/runner/main.js'),
    `import ${JSON.stringify(tsx)};\nawait import(${JSON.stringify(main)});\n`,
  );
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(root, name), join(folder, name));
  return (madePath = folder);
}

type Values = ReadonlyMap<string, string>;

function isDue(step: ActionStep, values: Values, hasFailed: boolean): boolean {
  const condition = step.if ?? 'true';
  if (hasFailed && !condition.includes('always()')) return false;
  return isTrue(evaluated(condition, values));
}

function filledIn(texts: {readonly [name: string]: string}, values: Values): {readonly [name: string]: string} {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [
      name,
      text.replaceAll(/\$\{\{(.*?)\}\}/g, (_, expression: string) => evaluated(expression, values)),
    ]),
  );
}

/** The part of the expression language that the action uses: names, texts, ==, !=, && and ||, which give a value as in JavaScript. */
function evaluated(expression: string, values: Values): string {
  const alternatives = expression.split('||');
  if (alternatives.length > 1)
    return alternatives.map(one => evaluated(one, values)).find(isTrue) ?? evaluated(alternatives.at(-1) ?? '', values);
  const parts = expression.split('&&');
  if (parts.length > 1) return parts.every(one => isTrue(evaluated(one, values))) ? 'true' : 'false';
  const [, left, operator, right] = /^(.*?)(==|!=)(.*)$/.exec(expression) ?? [];
  if (left !== undefined && right !== undefined)
    return String((evaluated(left, values) === evaluated(right, values)) === (operator === '=='));
  const word = expression.trim();
  const [, text] = /^'([^']*)'$/.exec(word) ?? [];
  if (text !== undefined) return text;
  if (word === 'always()' || word === 'true') return 'true';
  if (!/^(inputs|steps|github)\.[\w.-]+$/.test(word))
    throw new Error(`the action uses the expression ${word}, which is not known here`);
  return values.get(word) ?? '';
}

function isTrue(value: string): boolean {
  return value !== '' && value !== 'false';
}

/** Reads both forms in which a step gives outputs: name=value, and name<<MARKER … MARKER. */
function readOutputs(text: string): readonly (readonly [string, string])[] {
  const outputs: (readonly [string, string])[] = [];
  const lines = text.split('\n');
  while (lines.length > 0) {
    const line = lines.shift() ?? '';
    const [, name, marker] = /^([\w-]+)<<(.+)$/.exec(line) ?? [];
    if (name !== undefined && marker !== undefined) {
      const end = lines.indexOf(marker);
      if (end === -1) throw new Error(`the output ${name} never ends`);
      outputs.push([
        name,
        lines
          .splice(0, end + 1)
          .slice(0, -1)
          .join('\n'),
      ]);
    } else if (line !== '') {
      const at = line.indexOf('=');
      if (at === -1) throw new Error(`this is no output: ${line}`);
      outputs.push([line.slice(0, at), line.slice(at + 1)]);
    }
  }
  return outputs;
}

/** Runs a step as a runner does, with stdout and stderr in one log. */
function bash(
  script: string,
  {cwd, env}: {readonly cwd: string; readonly env: {readonly [name: string]: string}},
): Promise<{readonly exitCode: number | null; readonly log: string}> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', script], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let log = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
    child.once('error', reject);
    child.once('close', exitCode => {
      resolve({exitCode, log});
    });
  });
}
