// The adapter and the reference's node were written apart and read each other, with either cipher; and who says that a node is a lighthouse is believed.
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {LivePort} from '../../../model/peer.ts';
import {newestProgram} from '../process/newest-program.ts';
import {readReadyLine, startProcess} from '../process/child.ts';
import {openNode} from './open-node.ts';

const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function referenceNode(...flags: readonly string[]): Promise<LivePort> {
  const args = [...newestProgram('reference-server/mesh/main'), ...flags];
  const started = await startProcess({command: process.execPath, args, env: process.env});
  if (started.kind === 'cannot-start') throw new Error(started.detail);
  undo.push(() => started.process.stop());
  const ready = await readReadyLine(started.process, 30_000);
  if (ready.kind !== 'line') throw new Error(ready.detail);
  const {url} = JSON.parse(ready.line) as {readonly url: string};
  const opened = await openNode(url, defaultBounds);
  if (opened.kind !== 'started') throw new Error(opened.detail);
  undo.push(() => opened.port.close());
  return opened.port;
}

test.each(['aes', 'chachapoly'])(
  'a host tells the node where it is, and another one finds it, with %s',
  async cipher => {
    const port = await referenceNode('--cipher', cipher);
    const {node} = port;
    expect({vpnIp: node?.vpnIp, present: node?.present}).toEqual({vpnIp: 0x0a_4d_00_01, present: ['lighthouse']});
    const [told, asker] = [await port.open(), await port.open()];
    // Type 3, Details {VpnIp}: a varint of five bytes at most.
    const vpnIp = told.vpnIp ?? 0;
    const bytes: number[] = [];
    for (let rest = vpnIp; rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + (rest > 127 ? 128 : 0));
    const meta = (type: number): Buffer => Buffer.from([8, type, 0x12, bytes.length + 1, 8, ...bytes]);
    await told.send(meta(3));
    await told.send(Buffer.from('there?'), {packet: {type: 'test'}});
    expect(await told.receive(5_000, 'test')).toMatchObject({kind: 'frame', bytes: new TextEncoder().encode('there?')});
    await asker.send(meta(1));
    const reply = await asker.receive(5_000);
    expect(reply.kind === 'frame' ? Buffer.from(reply.bytes).toString('hex', 0, 2) : reply).toBe('0802');
    await Promise.all([told.close(), asker.close()]);
  },
);

test('a lighthouse that answers no lookup is still one where its address says so', async () => {
  const {node} = await referenceNode('--fault', 'mesh-answers-no-lookup');
  expect(node?.present).toEqual(['lighthouse']);
  expect([...(node?.absent.keys() ?? [])]).not.toContain('lighthouse');
});
