// Tests what is refused by name on which operating system, and how children are started there.
import {expect, test} from 'vitest';
import {missingHere} from './missing-here.ts';
import {groupOptions} from './process-group.ts';

test.each<[string, NodeJS.Platform, string | undefined]>([
  ['unix:/tmp/peer', 'linux', undefined],
  ['unix:/tmp/peer', 'darwin', undefined],
  ['tcp://127.0.0.1:9', 'win32', undefined],
  ['exec:unix: command', 'win32', undefined],
  [
    'unix:peer?frame=u32be',
    'win32',
    '"unix:peer?frame=u32be": unix sockets are not offered on Windows: let it listen on tcp://127.0.0.1:PORT.',
  ],
  [
    'line:unix:peer',
    'win32',
    '"line:unix:peer": unix sockets are not offered on Windows: let it listen on tcp://127.0.0.1:PORT.',
  ],
])('%s on %s', (address, system, why) => {
  expect(missingHere(address, system)).toBe(why);
});

test.each<[NodeJS.Platform, boolean]>([
  ['linux', true],
  ['darwin', true],
  ['win32', false],
])('a child on %s has a group of its own: %s', (system, detached) => {
  expect(groupOptions(system).detached).toBe(detached);
});
