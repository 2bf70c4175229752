// Plays action.yml as a GitHub runner does, and reads what it leaves: outputs, annotations, summary, artifact, and the exit code of the gate.
import {spawnSync} from 'node:child_process';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {action, playAction, type Given} from '../support/github-runner.ts';
import {liveReference} from '../support/live-reference.ts';
import {someOf} from '../support/length.ts';

const faulty = liveReference(['reaction-again-201']);
const fork = {
  event_name: 'pull_request',
  repository: 'ada/server',
  actor: 'eve',
  'event.pull_request.head.repo.full_name': 'eve/server',
};
const upload = action.runs.steps.find(({uses}) => uses?.startsWith('actions/upload-artifact@') === true)?.uses ?? '';

function onReference(id: string): NonNullable<Given['with']> {
  const {url, admin} = faulty();
  return {
    target: url,
    'admin-user': admin.user,
    'admin-password': admin.password,
    args: `--id\n${id}\n`,
  };
}

describe('the action is what a runner takes', () => {
  test.each(action.runs.steps.filter(({run}) => run !== undefined))('script of “$name”', step => {
    expect(step.shell).toBe('bash');
    // An expression in a script would be pasted into it before the shell reads it.
    expect(step.run).not.toContain('${{');
    expect(step.run).not.toMatch(/\beval\b/);
    expect(spawnSync('bash', ['-n'], {input: step.run ?? '', encoding: 'utf8'}).stderr).toBe('');
  });

  test('other actions are named by a whole commit', () => {
    const names = action.runs.steps.flatMap(({uses}) => (uses === undefined ? [] : [uses]));
    expect(names).not.toEqual([]);
    for (const name of names) expect(name).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
  });

  test('every input is used, every output comes from a step, and both are described', () => {
    expect(action.runs.using).toBe('composite');
    const steps = JSON.stringify(action.runs.steps);
    for (const [name, {description}] of Object.entries(action.inputs)) {
      expect(steps).toContain(`inputs.${name} `);
      expect(description).not.toBe('');
    }
    const ids = new Set(action.runs.steps.map(({id}) => id));
    for (const {value, description} of Object.values(action.outputs)) {
      const named = [...value.matchAll(/steps\.(\w+)\./g)].map(([, id]) => id);
      expect(named).not.toEqual([]);
      for (const id of named) expect(ids).toContain(id);
      expect(description).not.toBe('');
    }
  });
});

test('a red server: the job fails last, after annotations, summary, reports and ledger were left', async () => {
  const {outputs, logs, used, summary, hasFailed, workspace} = await playAction({
    with: onReference('hosting/reactions/*-comment-*'),
  });
  expect(hasFailed).toBe(true);
  expect(outputs).toMatchObject({verdict: 'fail', 'exit-code': '1', flaky: '0', errored: '0'});
  expect(Number(outputs['failed'])).toBeGreaterThan(0);
  expect(Number(outputs['passed'])).toBeGreaterThan(0);
  for (const name of ['journal', 'html', 'junit', 'sarif', 'ledger'])
    expect(existsSync(join(workspace, outputs[name] ?? 'missing'))).toBe(true);
  expect(used.get(upload)).toMatchObject({name: 'touchstone-results', path: 'touchstone-results'});
  expect(logs.get('Report the result')).toMatch(/^::error title=fail%3A creating a reaction/m);
  expect(summary.match(/^## touchstone: /gm)).toHaveLength(1);
  expect([...logs.keys()].at(-1)).toBe('Gate');
  expectNoCommandObeyed(logs.get('Run touchstone') ?? '');
});

/** What a target says stands in the log, where a line of it could be a command to the runner. */
function expectNoCommandObeyed(log: string): void {
  const [, token = 'none'] = /^::stop-commands::([0-9a-f-]{36})$/m.exec(log) ?? [];
  expect(log.indexOf('::stop-commands::')).toBe(0);
  const end = `\n::${token}::\n`;
  expect(log.indexOf(end)).toBe(log.length - end.length);
}

test('a green selection: the job passes, and no secret is in what it leaves', async () => {
  const {outputs, logs, summary, hasFailed, workspace} = await playAction({
    with: onReference('hosting/milestones/open-*'),
  });
  expect(logs.get('Run touchstone')).toContain('passed');
  expect(hasFailed).toBe(false);
  expect(outputs).toMatchObject({verdict: 'pass', 'exit-code': '0', failed: '0'});
  const folder = join(workspace, 'touchstone-results');
  const left = readdirSync(folder, {recursive: true, withFileTypes: true})
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  expect(left.length).toBeGreaterThan(3);
  expect([...left, ...logs.values(), summary].join('\n')).not.toContain(faulty().admin.password);
});

test('wrong input: nothing is judged, an old journal is not taken for this run, and a sentence says so', async () => {
  const {outputs, logs, summary, hasFailed} = await playAction({
    with: {target: faulty().url, args: '--no-such-option'},
    files: {'touchstone-results/results.jsonl': 'old\n', 'touchstone-results/report.html': 'old'},
  });
  expect(hasFailed).toBe(true);
  expect(outputs).toMatchObject({verdict: 'refused', 'exit-code': '2', passed: '', journal: '', html: ''});
  expect(logs.get('Report the result')).toMatch(/^::error title=touchstone::touchstone was given something wrong/);
  expect(summary).toContain('nothing was judged');
});

test('whatever an input holds, it stays one word', async () => {
  const {outputs, logs, workspace} = await playAction({
    with: {
      peer: 'exec:$(touch pwned); `touch pwned` "',
      args: '--seed\n12 34 $(touch pwned)\n',
      output: 'with space',
    },
  });
  expect(outputs['exit-code']).toBe('2');
  expect(logs.get('Run touchstone')).toContain('12 34 $(touch pwned)');
  expect(readdirSync(workspace)).not.toContain('pwned');
});

describe('a pull request of a stranger', () => {
  test('ends neutral with one sentence when the target needs a secret', async () => {
    const {outputs, logs, used, summary, hasFailed} = await playAction({
      with: {target: 'https://test.example', 'admin-user': 'root', 'admin-password': ''},
      github: fork,
    });
    expect(hasFailed).toBe(false);
    expect(outputs).toMatchObject({verdict: 'neutral', 'exit-code': '', passed: ''});
    expect([...logs.values()]).toEqual([
      expect.stringMatching(/^::notice title=touchstone::touchstone judged nothing: .*\.\n$/),
    ]);
    expect(summary).toMatch(/^touchstone judged nothing: .*\.\n$/);
    expect(used.size).toBe(0);
  });

  const given: readonly (readonly [string, Given, string])[] = [
    [
      'a target file whose variable is empty',
      {with: {'target-file': 't.yaml'}, env: {TOUCHSTONE_PASSWORD: ''}, github: fork},
      'neutral',
    ],
    [
      'a bot of the same repository',
      {
        with: {target: 'https://test.example'},
        github: {...fork, actor: 'dependabot[bot]', 'event.pull_request.head.repo.full_name': 'ada/server'},
      },
      'neutral',
    ],
    [
      'a secret that the workflow itself holds',
      {with: {'target-file': 't.yaml'}, env: {TOUCHSTONE_PASSWORD: 'x'}, github: fork},
      'refused',
    ],
    ['a decoder, which needs none', {with: {peer: 'exec:./no-such-decoder'}, github: fork}, 'unreachable'],
    [
      'of a member, who should have set one',
      {
        with: {target: 'https://test.example', args: '--nonsense'},
        github: {...fork, 'event.pull_request.head.repo.full_name': 'ada/server'},
      },
      'refused',
    ],
  ];
  test.each(someOf(given, 2))('%s', async (_, one, verdict) => {
    expect((await playAction(one)).outputs['verdict']).toBe(verdict);
  });
});
