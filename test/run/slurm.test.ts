// Shows that the job array of docs/ci.md, submitted to a real Slurm, leaves what one process leaves. Skipped by name where Slurm is not installed
// (apt-get install slurm-wlm).
import {spawn, spawnSync} from 'node:child_process';
import {closeSync, mkdirSync, openSync, readFileSync, writeFileSync} from 'node:fs';
import {hostname, userInfo} from 'node:os';
import {delimiter, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {freePort} from '../../runner/targets/process/start-command.ts';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {fences} from '../support/doc-fences.ts';
import {liveReference} from '../support/live-reference.ts';
import {expectTheSame, selection, touchstoneFolder} from '../support/shard-runs.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const faulty = liveReference(['reaction-again-201']);
const hasSlurm = ['slurmctld', 'slurmd', 'sbatch'].every(
  program => spawnSync(program, ['--version'], {env: {...process.env, SLURM_CONF: '/dev/null'}}).error === undefined,
);

test.skipIf(!hasSlurm)(
  'a job array of Slurm, merged, equals the run of one process (needs slurm-wlm)',
  async () => {
    const [cwd, env] = [temporaryFolder(), {...faulty().env, ...(await cluster())}];
    const script = fences(readFileSync(join(root, 'docs/ci.md'), 'utf8'), 'sh').find(({text}) =>
      text.includes('#SBATCH'),
    )?.text;
    if (script === undefined) throw new Error('docs/ci.md shows no job array');
    writeFileSync(join(cwd, 'shards.sh'), script.replace('--admin-user root', `--admin-user ${faulty().admin.user}`));
    const {signal, stderr} = await ended('sbatch', ['--wait', 'shards.sh'], {
      cwd,
      env: {
        ...env,
        TARGET: faulty().url,
        PATH: [touchstoneFolder(), process.env['PATH'] ?? ''].join(delimiter),
        HOME: process.env['HOME'] ?? '',
      },
    });
    expect({signal, stderr}).toEqual({signal: null, stderr: ''});
    const whole = ['run', ...faulty().args, ...selection, '--seed', '1', '--output', 'whole'];
    const {exitCode} = await touchstone(whole, {contexts: 'usual', env: faulty().env, cwd});
    const folders = [1, 2, 3, 4].map(shard => `shard-${String(shard)}`);
    const merged = await touchstone(['merge', ...folders, '--output', 'merged'], {cwd});
    expect({exitCode: merged.exitCode, stderr: merged.stderr}).toEqual({exitCode, stderr: ''});
    expectTheSame(join(cwd, 'merged'), join(cwd, 'whole'));
  },
  400_000,
);

/** Starts a cluster of this machine alone, and gives the environment in which the commands of Slurm find it. */
async function cluster(): Promise<{readonly SLURM_CONF: string}> {
  const folder = temporaryFolder();
  for (const name of ['state', 'spool']) mkdirSync(join(folder, name));
  const file = join(folder, 'slurm.conf');
  const [controlPort, nodePort] = [await freePort(), await freePort()];
  const user = userInfo().username;
  const settings = [
    'ClusterName=touchstone',
    `SlurmctldHost=${hostname()}(127.0.0.1)`,
    `SlurmUser=${user}`,
    `SlurmdUser=${user}`,
    'AuthType=auth/none',
    'CredType=cred/none',
    'ProctrackType=proctrack/linuxproc',
    'TaskPlugin=task/none',
    'SelectType=select/cons_tres',
    'SelectTypeParameters=CR_CPU',
    'SlurmdParameters=config_overrides',
    `SlurmctldPort=${String(controlPort)}`,
    `SlurmdPort=${String(nodePort)}`,
    'ReturnToService=2',
    `StateSaveLocation=${folder}/state`,
    `SlurmdSpoolDir=${folder}/spool`,
    `SlurmctldPidFile=${folder}/control.pid`,
    `SlurmdPidFile=${folder}/node.pid`,
    `NodeName=${hostname()} NodeAddr=127.0.0.1 CPUs=4 State=UNKNOWN`,
    'PartitionName=all Nodes=ALL Default=YES State=UP',
  ];
  writeFileSync(file, `${settings.join('\n')}\n`);
  const env = {SLURM_CONF: file};
  for (const program of ['slurmctld', 'slurmd']) {
    const log = openSync(join(folder, `${program}.log`), 'w');
    const child = spawn(program, ['-D', '-f', file], {env: {...process.env, ...env}, stdio: ['ignore', log, log]});
    closeSync(log);
    atEnd(
      () =>
        new Promise<void>(resolve => {
          if (child.exitCode !== null || !child.kill()) return resolve();
          child.once('exit', () => resolve());
        }),
    );
  }
  await expect
    .poll(async () => (await ended('sinfo', ['--noheader', '--format=%T'], {env})).stdout, {timeout: 60_000})
    .toContain('idle');
  return env;
}

interface Ended {
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

function ended(
  program: string,
  args: readonly string[],
  {cwd, env}: {readonly cwd?: string; readonly env: {readonly [name: string]: string}},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      ...(cwd === undefined ? {} : {cwd}),
      env: {PATH: process.env['PATH'], ...env},
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.once('error', reject);
    child.once('close', (_code, signal) => resolve({signal, stdout, stderr}));
  });
}
