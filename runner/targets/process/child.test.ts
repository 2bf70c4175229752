// Shows that children are heard, bounded and ended, together with what they started.
import {expect, test} from 'vitest';
import {readReadyLine, startProcess, type RunningProcess} from './child.ts';

async function node(script: string): Promise<RunningProcess> {
  const started = await startProcess({command: process.execPath, args: ['-e', script]});
  if (started.kind !== 'started') throw new Error(started.detail);
  return started.process;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Waits until a process is gone; the watchdog of the test ends the wait. */
async function gone(pid: number): Promise<void> {
  while (isAlive(pid)) await new Promise(resolve => setImmediate(resolve));
}

test('a program that is not there is told by name', async () => {
  const started = await startProcess({command: './no-such-decoder', args: []});
  expect(started).toEqual({
    kind: 'cannot-start',
    detail: '"./no-such-decoder" cannot be started: there is no such program',
  });
});

test('the first line is the ready line; what follows does not block the child', async () => {
  const child = await node(
    `console.log('ready'); process.stdout.write('x'.repeat(2e6), () => console.error('all written')); process.stdin.resume()`,
  );
  expect(await readReadyLine(child, 10_000)).toEqual({kind: 'line', line: 'ready'});
  while (!child.stderrTail().includes('all written')) await new Promise(resolve => setImmediate(resolve));
  await child.stop();
});

test('a child that ends or stays silent is never ready', async () => {
  const dead = await node('process.exit(3)');
  expect(await readReadyLine(dead, 10_000)).toEqual({
    kind: 'none',
    detail: 'it ended before it was ready (exit code 3)',
  });
  const silent = await node('setInterval(() => {}, 1000)');
  expect(await readReadyLine(silent, 50)).toEqual({
    kind: 'none',
    detail: 'it did not say within 50 ms that it is ready',
  });
  expect(await silent.stop()).toEqual({code: null, signal: 'SIGTERM'});
});

test('OV-11 2 MB of stderr block nobody, and the last 64 KiB are kept', async () => {
  const child = await node(`process.stderr.write('a'.repeat(2e6) + 'END', () => process.exit(0))`);
  expect(await child.ended).toEqual({code: 0, signal: null});
  expect(child.stderrTail().length).toBe(64 * 1024);
  expect(child.stderrTail().endsWith('aEND')).toBe(true);
});

test('a child that ignores TERM is killed after the grace', async () => {
  const child = await node(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('ready')`);
  await readReadyLine(child, 10_000);
  expect(await child.stop(50)).toEqual({code: null, signal: 'SIGKILL'});
});

test('a grandchild that holds the pipes open goes with its group', async () => {
  const child = await node(
    `const {spawn} = require('node:child_process'); const c = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"], {stdio: 'inherit'}); console.log(c.pid); process.stdin.resume()`,
  );
  const ready = await readReadyLine(child, 10_000);
  const grandchild = ready.kind === 'line' ? Number(ready.line) : 0;
  expect(isAlive(grandchild)).toBe(true);
  await child.stop();
  await gone(grandchild);
}, 15_000);

test('a child sees the end of its stdin when its parent is killed', async () => {
  const module = new URL('./child.ts', import.meta.url).href;
  const parent = await startProcess({
    command: process.execPath,
    args: [
      '--import',
      'tsx',
      '--input-type=module',
      '-e',
      `import {startProcess} from ${JSON.stringify(module)};
       const {process: child} = await startProcess({command: process.execPath, args: ['-e', "process.stdin.resume().on('end', () => process.exit(0)); setInterval(() => {}, 1000)"]});
       console.log(child.pid);`,
    ],
  });
  if (parent.kind !== 'started') throw new Error(parent.detail);
  const ready = await readReadyLine(parent.process, 20_000);
  const pid = ready.kind === 'line' ? Number(ready.line) : 0;
  expect(isAlive(pid)).toBe(true);
  process.kill(parent.process.pid, 'SIGKILL');
  await gone(pid);
}, 30_000);

test('OV-15 a write to a child that closed its stdin is no crash', async () => {
  const child = await node('process.stdin.destroy(); setTimeout(() => process.exit(0), 100)');
  for (let index = 0; index < 20; index++) child.stdin.write('x'.repeat(100_000));
  expect((await child.ended).code).toBe(0);
});
