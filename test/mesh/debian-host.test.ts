// A real host of Debian's package takes our reference's node for its lighthouse; skipped by name where the package is not installed (apt-get install nebula).
import {spawn, spawnSync} from 'node:child_process';
import {createSocket} from 'node:dgram';
import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {defaultBounds} from '../../model/bounds.ts';
import {startReference} from '../../runner/targets/reference/start-reference.ts';
import {openNode} from '../../runner/targets/mesh/open-node.ts';
import {writeValue} from '../../runner/overlay/message-writer.ts';
import {readStrictly} from '../../runner/overlay/strict-reader.ts';
import {normalizeValue} from '../../runner/overlay/value-text.ts';
import type {Json} from '../../model/json.ts';
import {atEnd} from '../support/endings.ts';
import {temporaryFolder} from '../support/command-line.ts';

const isInstalled =
  spawnSync('nebula-cert', ['-version'], {encoding: 'utf8'}).stdout?.startsWith('Version: 1.') ?? false;

const hostAddress = 0x0a_4d_00_09;
const loopback = 0x7f_00_00_01;
const meta = (value: Json): Uint8Array => writeValue('OverlayMeta', normalizeValue('OverlayMeta', value));

test.skipIf(!isInstalled)(
  "Debian's nebula reports to the reference's node, is found there, punches when it is told to, and looks hosts up",
  async () => {
    const cwd = temporaryFolder();
    const reference = await startReference({role: 'mesh', faults: [], settings: [], isTracingRules: false});
    if (reference.kind === 'cannot-start') throw new Error(reference.detail);
    atEnd(() => reference.stop());
    const url = new URL(reference.url.replace('nebula:', 'udp:'));
    const [ca = '', key = ''] = ['ca', 'key'].map(name => url.searchParams.get(name) ?? '');
    const sign = ['sign', '-ca-crt', ca, '-ca-key', key, '-name', 'host', '-ip', '10.77.0.9/16'];
    const signed = spawnSync('nebula-cert', [...sign, '-out-crt', 'host.crt', '-out-key', 'host.key'], {
      cwd,
      encoding: 'utf8',
    });
    expect({status: signed.status, stderr: signed.stderr}).toEqual({status: 0, stderr: ''});
    writeFileSync(join(cwd, 'host.yml'), configuration(ca, url.port));
    const host = spawn('nebula', ['-config', 'host.yml'], {cwd, stdio: 'ignore'});
    atEnd(async () => {
      if (host.exitCode !== null) return;
      host.kill();
      await once(host, 'exit');
    });

    const heard = createSocket('udp4');
    atEnd(() => void heard.close());
    heard.bind(0, '127.0.0.1');
    await once(heard, 'listening');
    const lengths: number[] = [];
    const handshake = new Promise<void>(resolve => {
      heard.on('message', bytes => {
        lengths.push(bytes.length);
        if (bytes.length > 16 && bytes[0] === 0x10) resolve();
      });
    });

    const opened = await openNode(reference.url, defaultBounds);
    if (opened.kind !== 'started') throw new Error(opened.detail);
    atEnd(() => opened.port.close());
    const asker = await opened.port.open();
    const own = {VpnIp: asker.vpnIp ?? 0, IpAndPorts: [{Ip: loopback, Port: heard.address().port}]};
    await asker.send(meta({Type: 3, Details: own}));
    // The host may not have reported yet: an unknown host is silence.
    let reply: Json | undefined;
    for (let tries = 0; tries < 60 && reply === undefined; tries += 1) {
      await asker.send(meta({Type: 1, Details: {VpnIp: hostAddress}}));
      const arrival = await asker.receive(500);
      const reading = arrival.kind === 'frame' ? readStrictly('OverlayMeta', Buffer.from(arrival.bytes)) : undefined;
      if (reading?.kind === 'accept') reply = reading.value;
    }
    expect(reply).toMatchObject({Type: 2, Details: {VpnIp: hostAddress, IpAndPorts: [{Ip: loopback}]}});
    // It punched at the address that the lighthouse named, then looked the asker up and began a handshake with it.
    await handshake;
    expect(lengths[0]).toBe(1);
  },
  60_000,
);

const configuration = (ca: string, port: string): string => `pki: {ca: '${ca}', cert: host.crt, key: host.key}
static_host_map: {10.77.0.1: ['127.0.0.1:${port}']}
lighthouse: {am_lighthouse: false, interval: 1, hosts: [10.77.0.1], local_allow_list: {'127.0.0.0/8': true}}
listen: {host: 127.0.0.1, port: 0}
punchy: {punch: true, respond: true, delay: 50ms}
tun: {disabled: true}
firewall:
  outbound: [{port: any, proto: any, host: any}]
  inbound: [{port: any, proto: any, host: any}]
`;
