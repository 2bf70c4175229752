// Shows that a live peer is not asked over a unix socket what only a port could tell.
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {completeResults} from '../support/run-results.ts';

test.skipIf(process.platform === 'win32')('who it is that asks is left out where nobody has a port', async () => {
  const cwd = temporaryFolder();
  const path = join(cwd, 'peer.sock');
  const server = createServer(socket => socket.on('error', () => undefined).resume());
  await new Promise<void>(resolve => {
    server.listen(path, resolve);
  });
  atEnd(() => {
    server.close();
  });
  const args = ['--live-peer', `unix:${path}`, '--id', 'overlay/live/whoami-names-the-sender', '--output', 'out'];
  await touchstone(['run', ...args], {cwd});
  expect([...completeResults(join(cwd, 'out')).cases.values()]).toMatchObject([
    {
      verdict: 'skip',
      cause: 'capability-absent',
      detail: 'sender-ports: the live peer is reached over unix:, which has no ports',
    },
  ]);
});
