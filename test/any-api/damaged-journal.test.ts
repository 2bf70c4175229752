// A journal that somebody else writes to while the run goes on: the run is not green.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess} from '../support/in-process.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';

test('a run whose journal cannot be read back does not exit with 0', async () => {
  const folder = temporaryFolder({
    'a.yaml': 'cases:\n  - {id: one, title: one, steps: [{as: anonymous, request: GET /one, expect: {status: 200}}]}\n',
  });
  const output = join(folder, 'out');
  const damaging: Script = (socket, request) => {
    writeFileSync(join(output, 'results.jsonl'), 'another run\n');
    return reply(200, {body: '{}'})(socket, request);
  };
  const server = await rawServer({routes: {'GET /one': damaging}, fallback: reply(200, {body: '{}'})});
  atEnd(() => server.close());
  const said = await inProcess(run, [join(folder, 'a.yaml'), '--target', server.url, '--output', output], {});
  expect(said.stderr).toContain(`the journal cannot be read back: ${output}/results.jsonl: line 1 is not JSON`);
  expect(said.exitCode).toBe(6);
});
