// The adapter and the reference's node were written apart and read each other, with either cipher; and who says that a node is a lighthouse is believed.
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {LivePort} from '../../../model/peer.ts';
import {newestProgram} from '../process/newest-program.ts';
import {readReadyLine, startProcess} from '../process/child.ts';
import {hostFlags} from '../reference/start-reference.ts';
import {hostDetails, issuedBy, newAuthority} from './authority.ts';
import {writeCertificate} from './host-certificate.ts';
import {newKeyPair, privateBytesOf} from './keys.ts';
import {openNode} from './open-node.ts';
import {readCertificatePem, readKeyPem, writePem} from './pem.ts';

const undo: (() => unknown)[] = [];

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function referenceNode(...flags: readonly string[]): Promise<LivePort> {
  return portOf(await referenceUrl(...flags));
}

async function referenceUrl(...flags: readonly string[]): Promise<string> {
  const args = [...newestProgram('reference-server/mesh/main'), ...flags];
  const started = await startProcess({command: process.execPath, args, env: process.env});
  if (started.kind === 'cannot-start') throw new Error(started.detail);
  undo.push(() => started.process.stop());
  const ready = await readReadyLine(started.process, 30_000);
  if (ready.kind !== 'line') throw new Error(ready.detail);
  return (JSON.parse(ready.line) as {readonly url: string}).url;
}

async function portOf(url: string): Promise<LivePort> {
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

test.each(['aes', 'chachapoly'])(
  'a host that we start reports to the lighthouse that we are, and punches where we say, with %s',
  async cipher => {
    const program = [process.execPath, ...newestProgram('reference-server/mesh/main'), ...hostFlags];
    const url = `nebula://127.0.0.1:{port}?role=host&cipher=${cipher}`;
    const opened = await openNode(url, defaultBounds, {command: program, folder: '.'});
    if (opened.kind !== 'started') throw new Error(opened.detail);
    undo.push(() => opened.port.close());
    const {node} = opened.port;
    expect(node?.present).toEqual(['plain-host']);
    expect(node?.absent.get('lighthouse')).toBe('its address says role=host');
    const lighthouse = node?.openLighthouse?.();
    const report = await lighthouse?.receive(10_000, 'update');
    expect(report?.kind === 'frame' ? Buffer.from(report.bytes).toString('hex', 0, 2) : report).toBe('0803');
    const named = await opened.port.open();
    // Type 5, Details {VpnIp: 7, IpAndPorts: [{Ip: 127.0.0.1, Port}]}.
    const port = named.local?.port ?? 0;
    const digits = [0, 7, 14].map(shift => ((port >> shift) & 127) | (shift < 14 ? 128 : 0));
    const place = Buffer.from([8, 0x81, 0x80, 0x80, 0xf8, 7, 0x10, ...digits]);
    const details = Buffer.from([8, 7, 0x12, place.length, ...place]);
    await lighthouse?.send(Buffer.from([8, 5, 0x12, details.length, ...details]));
    expect(await named.receive(10_000, 'punch')).toMatchObject({kind: 'frame', bytes: Uint8Array.of(0)});
  },
);

test('who is not the lighthouse of a host says what that takes', async () => {
  const {node} = await referenceNode();
  expect(node?.openLighthouse).toBeUndefined();
  expect(node?.absent.get('plain-host')).toBe(
    'the run is not its lighthouse: that takes node: in a target file, and ?role=host',
  );
});

test('hosts of a run are in the network of the node, which answers no others, whatever networks its CA leaves open', async () => {
  const {files} = papersOf({network: 0x0a_09_00_00, nowMs: Date.now()});
  const place = await referenceUrl('--ca', files.ca, '--cert', files.certificate, '--key', files.key);
  const query = new URLSearchParams({ca: files.ca, key: files.caKey});
  const port = await portOf(`nebula://${new URL(place.replace('nebula:', 'udp:')).host}?${query.toString()}`);
  expect(port.node?.present).toEqual(['lighthouse']);
  const [one, other] = [await port.open(), await port.node?.openKept(3)];
  expect([one.vpnIp ?? 0, other?.vpnIp ?? 0].map(ip => ip >>> 16)).toEqual([0x0a_09, 0x0a_09]);
});

test.each([
  [
    'another cipher',
    'cipher=chachapoly',
    /^no node answers at 127\.0\.0\.1:\d+: it answers handshakes with what cannot be opened with cipher=chachapoly: write cipher=aes if that is the cipher of its mesh$/,
  ],
  [
    'another CA',
    'cipher=aes',
    /^no node answers at 127\.0\.0\.1:\d+: it answered no handshake for 0\.4 s \(--connect-timeout 60s waits longer\)\. A node refuses without a word, so see its log: it may not trust the CA \S+ca\.crt, its clock may be wrong, or another program listens there$/,
  ],
])('a node with %s is told apart', async (_, parameter, message) => {
  const url = new URL((await referenceUrl()).replace('nebula:', 'udp:'));
  const {files} = papersOf({network: 0x0a_4d_00_00, nowMs: Date.now()});
  const isOther = parameter === 'cipher=aes';
  const [ca, key] = isOther ? [files.ca, files.caKey] : ['ca', 'key'].map(name => url.searchParams.get(name) ?? '');
  const query = new URLSearchParams({ca: ca ?? '', key: key ?? ''});
  const bounds = {...defaultBounds, connectTimeoutMs: 400};
  const opened = await openNode(`nebula://${url.host}?${query.toString()}&${parameter}`, bounds);
  expect(opened).toEqual({kind: 'cannot-start', isWrongAddress: false, detail: expect.stringMatching(message)});
});

const monthMs = 30 * 86_400_000;

test.each([
  ['ca', 'caKey', -monthMs, / ended on 20\d\d-\d\d-\d\d at \d\d:\d\d:\d\d UTC; make one that is valid now\.$/],
  ['certificate', 'key', -monthMs, /node\.crt ended on .*; make one that is valid now\.$/],
  ['ca', 'caKey', monthMs, /ca\.crt begins on .*; make one that is valid now, or set this clock\.$/],
] as const)(
  'a certificate (%s) that is not valid now is refused before the node is asked',
  async (name, key, offMs, message) => {
    const {files} = papersOf({network: 0x0a_4d_00_00, nowMs: Date.now() + offMs});
    const query = new URLSearchParams({[name]: files[name], key: files[key]});
    const opened = await openNode(`nebula://127.0.0.1:9?${query.toString()}`, defaultBounds);
    expect(opened).toEqual({kind: 'cannot-start', isWrongAddress: true, detail: expect.stringMatching(message)});
  },
);

/** Files of a CA that restricts no network, and of a node, the first host of this one. */
function papersOf({network, nowMs}: {readonly network: number; readonly nowMs: number}): {
  readonly files: {readonly ca: string; readonly caKey: string; readonly certificate: string; readonly key: string};
} {
  const authority = newAuthority(nowMs);
  const own = newKeyPair('X25519');
  const wanted = {name: 'node', address: network + 1, publicKey: own.publicBytes, nowMs};
  const signed = issuedBy(authority, hostDetails(authority, wanted));
  const folder = mkdtempSync(join(tmpdir(), 'papers-'));
  undo.push(() => rmSync(folder, {recursive: true}));
  const files = {
    ca: join(folder, 'ca.crt'),
    caKey: join(folder, 'ca.key'),
    certificate: join(folder, 'node.crt'),
    key: join(folder, 'node.key'),
  };
  writeFileSync(files.ca, writePem('NEBULA CERTIFICATE', writeCertificate(authority.certificate)));
  writeFileSync(files.caKey, writePem('NEBULA ED25519 PRIVATE KEY', privateBytesOf(authority.key)));
  writeFileSync(files.certificate, writePem('NEBULA CERTIFICATE', writeCertificate(signed)));
  writeFileSync(files.key, writePem('NEBULA X25519 PRIVATE KEY', privateBytesOf(own)));
  return {files};
}

test('with the certificate of one host every client is that host, and what needs a CA is absent', async () => {
  const url = new URL((await referenceUrl()).replace('nebula:', 'udp:'));
  const [ca, caKey] = ['ca', 'key'].map(name => readFileSync(url.searchParams.get(name) ?? '', 'utf8'));
  const [certificate, key] = [readCertificatePem(ca ?? ''), readKeyPem(caKey ?? '', 'Ed25519')];
  if (certificate.kind === 'problem' || key.kind === 'problem') throw new Error('the CA of the reference is none');
  const authority = {certificate: certificate.value, key: key.value};
  const own = newKeyPair('X25519');
  const wanted = {name: 'one', address: 0x0a_4d_00_09, publicKey: own.publicBytes, nowMs: Date.now()};
  const signed = issuedBy(authority, hostDetails(authority, wanted));
  const folder = mkdtempSync(join(tmpdir(), 'one-host-'));
  undo.push(() => rmSync(folder, {recursive: true}));
  writeFileSync(join(folder, 'one.crt'), writePem('NEBULA CERTIFICATE', writeCertificate(signed)));
  writeFileSync(join(folder, 'one.key'), writePem('NEBULA X25519 PRIVATE KEY', privateBytesOf(own)));
  const query = new URLSearchParams({certificate: join(folder, 'one.crt'), key: join(folder, 'one.key')});
  const port = await portOf(`nebula://${url.host}?${query.toString()}`);
  const {node} = port;
  expect(node?.present).toEqual(['lighthouse']);
  expect(node?.absent.get('certificate-authority')).toBe(
    'its address names the certificate of one host, and no CA to sign others with',
  );
  // Life is asked for in a tunnel that is kept, and closed with the node.
  expect(await node?.askAlive(5_000)).toMatchObject({kind: 'frame'});
  expect(await node?.askAlive(5_000)).toMatchObject({kind: 'frame'});
  // Three handshakes of one host in a moment: each is newer than the one before.
  for (const client of [await port.open(), await port.open(), await port.open()]) {
    expect(client.vpnIp).toBe(0x0a_4d_00_09);
    await client.send(Buffer.from('there?'), {packet: {type: 'test'}});
    expect(await client.receive(5_000, 'test')).toMatchObject({kind: 'frame'});
    await client.close();
  }
});
