// Shows live peers with one fault each: what kills one is a fail with the bytes, so is what no reading of the record makes right, and what only known peers do otherwise warns.
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {main as doctor} from '../../runner/commands/doctor.ts';
import {main as run} from '../../runner/commands/run.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {inProcess, packageRoot, type Said} from '../support/in-process.ts';
import {someOf} from '../support/length.ts';

const failing = [
  ['other-port', 'whoami-names-the-sender', 'OV-F-WHOAMI'],
  ['other-address', 'whoami-names-the-sender', 'OV-F-WHOAMI'],
  ['mixes', 'pings-of-two-clients-are-told-apart', 'OV-F-PING'],
  ['cuts-time', 'ping-is-answered[largest]', 'OV-F-PING'],
  ['mirrors-pings', 'ping-is-answered[small]', 'OV-F-PING'],
  ['cuts-replies', 'path-check-is-answered[small]', 'not a proto3 message of the record'],
  ['cuts-at-512', 'query-finds-long-lists[of-48]', 'not a proto3 message of the record'],
  ['cuts-at-512', 'path-check-repeats-long-lists[of-100]', 'not a proto3 message of the record'],
  ['forgets-who-is-asked-for', 'query-finds-what-an-update-told[update]', 'OV-F-LOOKUP'],
  ['cuts-ports', 'every-client-finds-what-one-told', 'OV-F-UPDATE'],
  ['knows-hosts-by-16-bits', 'hosts-are-told-apart-by-every-bit[bit-16]', 'OV-F-LOOKUP'],
] as const;

const warning = [
  ['drops-the-second', 'query-finds-what-an-update-told[update]'],
  ['mirrors-certificate', 'handshake-is-answered'],
  ['drops-cookie', 'handshake-is-answered'],
  ['one-index', 'handshakes-of-two-clients-are-told-apart'],
  ['drops-host', 'path-check-is-answered[small]'],
  ['answers-twice', 'whoami-is-answered-once'],
  ['reads-types-in-8-bits', 'unknown-types-are-not-answered'],
  ['keeps-ten-hosts', 'forty-hosts-are-known-at-once'],
  ['forgets-what-it-told', 'query-finds-the-same-again'],
  ['forgets-in-a-second', 'query-finds-the-same-later'],
  ['deaf-behind-a-bad-one', 'a-bad-message-does-not-stop-it[cut-varint]'],
  ['shows-the-last-counter', 'lookup-shows-nothing-of-an-earlier-check'],
  ['cuts-large-ports', 'ports-are-not-cut'],
  ['shows-who-was-asked-for', 'replies-show-nothing-of-earlier-messages[whoami]'],
] as const;

/** Starts a program that is a peer for each of these faults, and gives their addresses with a space between two. */
async function livePeer(fault: string | readonly string[], program = 'live-faults'): Promise<string> {
  const child = spawn(process.execPath, [`${packageRoot}/fixtures/peers/${program}.mjs`, ...[fault].flat()], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  atEnd(() => {
    child.kill('SIGKILL');
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return line.toString().trim();
}

let living: Promise<string> | undefined;

/** Gives the address of a peer that lives and answers whatever it is sent; all of them are in one process. */
async function calmPeer(fault: string): Promise<string> {
  const faults: readonly string[] = [...failing, ...warning].map(([name]) => name);
  const addresses = await (living ??= livePeer(faults));
  return addresses.split(' ')[faults.indexOf(fault)] ?? '';
}

async function runAgainst(
  fault: string,
  ids: readonly string[],
  startPeer: (fault: string) => Promise<string> = livePeer,
): Promise<Said> {
  const address = await startPeer(fault);
  const words = ids.flatMap(id => ['--id', `overlay/live/${id}`]);
  // Contexts are those of servers: the cases of live peers have none, and choosing them takes time.
  const plain = ['--contexts', 'plain'];
  return inProcess(run, ['--live-peer', address, ...words, ...plain, '--output', join(temporaryFolder(), 'out')]);
}

test.concurrent('a peer without a fault passes', async () => {
  const {exitCode, stdout} = await runAgainst('none', [
    '*are-told-apart',
    'whoami-*',
    'survives-long*9000*',
    'path-*',
    '*-long-lists*',
  ]);
  expect(stdout).toMatch(/^\d\d pass · 0 fail · 0 warn/m);
  expect(exitCode).toBe(0);
}, 60_000);

test.concurrent('a healthy peer that reads a long message for 8 s is not called dead', async () => {
  const {exitCode, stdout} = await runAgainst('slow-on-long', ['survives-long[many-fields]']);
  expect(stdout).toMatch(/^ *1 pass · 0 fail · 0 warn/m);
  expect(exitCode).toBe(0);
}, 60_000);

const dying = [
  ['dies-of-long', 'survives-long[long-certificate-9000]', 'the peer is gone after the 9,006 bytes 0aab460aa846cd'],
  ['dies-of-empty', 'survives[empty]', 'the peer is gone after an empty message'],
  ['dies-of-unknown-type', 'survives[unknown-types]', 'the peer is gone after the 2 bytes 080a'],
  ['dies-of-many-addresses', 'survives-long[hostquery-1000-addresses]', 'the peer is gone after the '],
  ['dies-of-malformed', 'survives[cut-meta]', 'the peer is gone after the byte 08'],
  ['dies-without-details', 'survives[no-details]', 'the peer is gone after the 2 bytes 0801'],
  ['hangs-on-long', 'survives-long[zeros-1500]', 'the peer answers no Ping any more after the 1,500 bytes 0000'],
] as const;

test.concurrent.each(someOf(dying, 2))(
  '%s is red, with the bytes',
  async (fault, id, detail) => {
    const {exitCode, stdout} = await runAgainst(fault, [id]);
    expect(stdout).toContain(`FAIL  overlay/live/${id}`);
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(detail);
    expect(exitCode).toBe(1);
  },
  60_000,
);

test.concurrent.each(someOf(failing, 2))(
  '%s fails, as no reading of the record makes it right',
  async (fault, id, shown) => {
    const {exitCode, stdout} = await runAgainst(fault, [id], calmPeer);
    expect(stdout).toContain(`FAIL  overlay/live/${id}`);
    expect(stdout).toContain(shown);
    expect(exitCode).toBe(1);
  },
  60_000,
);

test.concurrent.each(someOf(warning, 2))(
  '%s warns',
  async (fault, id) => {
    const {stdout} = await runAgainst(fault, [id], calmPeer);
    expect(stdout).toContain(`WARN  overlay/live/${id}`);
    expect(stdout).toMatch(/^Warnings by statement: OV-[A-Z-]+ 1/m);
  },
  60_000,
);

test.concurrent('a peer that dies of an ordinary message is red in the case that sent it, and no error', async () => {
  const {exitCode, stdout} = await runAgainst('dies-of-a-known-index', [
    'replies-show-nothing-of-earlier-messages[*',
    'survives-long[zeros-1500]',
  ]);
  expect(stdout).toMatch(/^FAIL +overlay\/live\/replies-show-nothing-of-earlier-messages\[/m);
  expect(stdout).not.toMatch(/FAIL +overlay\/live\/survives-long/);
  expect(stdout).toMatch(/ 0 error · /);
  expect(exitCode).toBe(1);
}, 60_000);

test.concurrent('an answer from another port is silence, and the line says where it came from', async () => {
  const {stdout} = await runAgainst('answers-from-another-port', ['ping-is-answered[small]']);
  expect(stdout).toContain('WARN  overlay/live/ping-is-answered[small]');
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /got "silence" for \d+ ms; 1 message came from udp:\/\/127\.0\.0\.1:\d+, which is not the peer/,
  );
}, 60_000);

test.concurrent('a peer that serves one connection at a time is not called dead', async () => {
  const address = await livePeer('', 'serves-one-connection');
  const ids = ['--id', 'overlay/live/ping-is-answered[*', '--id', 'overlay/live/survives[empty]'];
  const words = ['--live-peer', address, ...ids, '--output', join(temporaryFolder(), 'out')];
  const {exitCode, stdout} = await inProcess(run, words);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the peer answers on no second connection while one is open');
  expect(stdout).toMatch(/ 0 fail · /);
  expect(exitCode).toBe(6);
}, 60_000);

test.concurrent('a peer that says nothing at all is told so once, and soon', async () => {
  const {exitCode, stdout} = await runAgainst('says-nothing', ['*']);
  const text = stdout.replaceAll(/\s+/g, ' ');
  expect(text).toContain('the peer sent nothing at all when it was asked Ping, PathCheck, HostWhoami, HostQuery');
  expect(text).toMatch(/ 0 warn · 0 flaky · 0 skip · 1 error · \d{3} not run /);
  expect(exitCode).toBe(6);
}, 60_000);

test.concurrent('what a peer may die of is sent after everything else', async () => {
  const {stdout} = await runAgainst('dies-of-empty', [
    'survives[empty]',
    'whoami-is-*',
    'path-check-is-*',
    'ping-is-*',
  ]);
  expect(stdout).toMatch(/^ *[1-9]\d* pass · 1 fail · .* · 0 not run/m);
}, 60_000);

test.concurrent('doctor says that a peer died while it was asked', async () => {
  const address = await livePeer('dies-without-details');
  const {exitCode, stdout} = await inProcess(doctor, ['--live-peer', address, '--output', temporaryFolder()]);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain('the live peer died while it was asked HostWhoami (0806)');
  expect(exitCode).toBe(6);
}, 60_000);
