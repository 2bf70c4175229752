// The reference's nodes are judged by the cases of lighthouses and of hosts, as `npm start` does; here are some of each, as their silences take half a minute.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {completeResults} from '../support/run-results.ts';

test("the reference's lighthouse and its plain host pass, and no case is skipped", async () => {
  const cwd = temporaryFolder();
  const ids = ['mesh/host/*', 'mesh/lighthouse/lookup-*', 'mesh/handshake/older-time-is-refused'];
  const words = ids.flatMap(id => ['--id', id]);
  const run = await touchstone(['run', '--reference', ...words, '--output', join(cwd, 'out')]);
  expect(run.stderr).toContain(', a host of a mesh, a lighthouse of a mesh\n');
  const {cases} = completeResults(join(cwd, 'out'));
  expect([...cases.values()].filter(({verdict}) => verdict !== 'pass')).toEqual([]);
  expect(cases.size).toBe(30);
  expect(run.exitCode).toBe(0);
}, 60_000);
