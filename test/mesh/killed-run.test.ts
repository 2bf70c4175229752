// A run that is killed can stop nothing any more: the node that it started ends all the same, and its folder, which has its key, is gone.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {newestProgram} from '../../runner/targets/process/newest-program.ts';
import {startTouchstone, temporaryFolder} from '../support/command-line.ts';

const program = [process.execPath, ...newestProgram('reference-server/mesh/main')].map(word => `'${word}'`).join(' ');
const flags = "--ca '{ca}' --cert '{cert}' --key '{key}' --host {host} --port {port}";

test.each([
  ['run', ['--id', 'mesh/*']],
  ['fuzz', ['--time', '60s']],
] as const)(
  'the node that %s started ends when it is killed, and its folder is removed',
  async (command, words) => {
    const cwd = temporaryFolder();
    const node = JSON.stringify(['sh', '-c', `echo $$ > node.pid; exec ${program} ${flags}`]);
    writeFileSync(
      join(cwd, 'node.yaml'),
      `target: ours\nlivePeer: nebula://127.0.0.1:{port}\nnode: {command: ${node}}\n`,
    );
    const running = startTouchstone([command, ...words, '--target-file', 'node.yaml', '--output', 'out'], {
      cwd,
      env: {TMPDIR: cwd},
    });
    await running.until(command === 'run' ? /cases, about/ : /^fuzzing /m);
    const pid = Number(readFileSync(join(cwd, 'node.pid'), 'utf8'));
    expect(pid).toBeGreaterThan(1);
    expect(readdirSync(cwd).filter(isNodes)).toHaveLength(1);
    running.kill('SIGKILL');
    await running.finished;
    await gone(() => process.kill(pid, 0));
    await gone(() => {
      if (!readdirSync(cwd).some(isNodes)) throw new Error('removed');
    });
  },
  60_000,
);

function isNodes(name: string): boolean {
  return name.startsWith('touchstone-node-');
}

/** Resolves when the question throws. */
async function gone(ask: () => unknown): Promise<void> {
  for (;;) {
    try {
      ask();
    } catch {
      return;
    }
    await new Promise(resolve => {
      setTimeout(resolve, 20);
    });
  }
}
