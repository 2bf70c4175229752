// A node that the run starts: its certificate and configuration in a folder of their own, its program, its log, its end.
import {chmodSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {startCommand} from '../process/start-command.ts';
import type {RunningCommand} from '../../../model/machine.ts';
import type {NodeStart} from '../../../model/target-file.ts';
import {hostDetails, issuedBy, networkOf, type Authority} from './authority.ts';
import {writeCertificate} from './host-certificate.ts';
import {newKeyPair, privateBytesOf} from './keys.ts';
import type {CipherName} from './noise.ts';
import type {OwnLighthouse} from './own-lighthouse.ts';
import {writePem} from './pem.ts';

/** A node that runs, or that did. */
export interface StartedNode {
  /** How it ended, once it has ended by itself. */
  ended(): string | undefined;
  lastLines(count: number): readonly string[];
  /** Stops what is left of it and starts it anew. */
  restart(): Promise<NodeBegun>;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

type NodeBegun = {readonly kind: 'started'} | {readonly kind: 'failed'; readonly detail: string};

/** The configuration of a lighthouse that listens on the loopback and makes no network device. */
const usualConfiguration = `pki: {ca: '{ca}', cert: '{cert}', key: '{key}'}
static_host_map: {}
lighthouse: {am_lighthouse: true, interval: 60}
listen: {host: '{host}', port: {port}}
cipher: {cipher}
punchy: {punch: true, delay: 100ms}
tun: {disabled: true}
logging: {level: info}
firewall:
  outbound: [{port: any, proto: any, host: any}]
  inbound: [{port: any, proto: any, host: any}]
`;

/** The configuration of a plain host that reports to our lighthouse every second. */
const hostConfiguration = `pki: {ca: '{ca}', cert: '{cert}', key: '{key}'}
static_host_map: {'{lighthouse}': ['{lighthouseAddress}']}
lighthouse: {am_lighthouse: false, interval: 1, hosts: ['{lighthouse}'], advertise_addrs: ['{host}:{port}']}
listen: {host: '{host}', port: {port}}
cipher: {cipher}
punchy: {punch: true, respond: true, delay: 100ms, respond_delay: 100ms}
tun: {disabled: true}
logging: {level: info}
firewall:
  outbound: [{port: any, proto: any, host: any}]
  inbound: [{port: any, proto: any, host: any}]
`;

interface Place {
  readonly host: string;
  readonly port: number;
  readonly cipher: CipherName;
  readonly authority: Authority;
  /** Another CA that it trusts. */
  readonly restricted: Authority | undefined;
  /** Where it reports to; without it, it is a lighthouse itself. */
  readonly lighthouse: Pick<OwnLighthouse, 'vpnIp' | 'place'> | undefined;
  readonly nowMs: number;
}

/** Starts it; that it answers is for the caller to see. */
export async function startNode(
  start: NodeStart,
  place: Place,
): Promise<
  {readonly kind: 'started'; readonly node: StartedNode} | {readonly kind: 'failed'; readonly detail: string}
> {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-node-'));
  const words = writeFiles(folder, start, place);
  const house: {command?: RunningCommand; end?: string} = {};
  const begin = async (): Promise<NodeBegun> => {
    const begun = await startCommand({command: words, env: {}, folder: start.folder, ownFolder: folder});
    if (begun.kind === 'cannot-start') return {kind: 'failed', detail: begun.detail};
    delete house.end;
    house.command = begun.command;
    void begun.command.ended.then(({detail}) => {
      if (house.command === begun.command) house.end = detail;
    });
    return {kind: 'started'};
  };
  const begun = await begin();
  if (begun.kind === 'failed') {
    rmSync(folder, {recursive: true, force: true});
    return begun;
  }
  return {
    kind: 'started',
    node: {
      ended: () => house.end,
      lastLines: count => house.command?.lastLines(count) ?? [],
      restart: async () => {
        await house.command?.stop();
        return begin();
      },
      stop: async () => {
        await house.command?.stop();
        rmSync(folder, {recursive: true, force: true});
      },
    },
  };
}

// Writes CA, certificate, key and configuration; gives the words of the command.
function writeFiles(
  folder: string,
  {command, configuration}: NodeStart,
  {host, port, cipher, authority, restricted, lighthouse, nowMs}: Place,
): readonly string[] {
  const key = newKeyPair('X25519');
  const address = ((networkOf(authority.certificate.details).address >>> 0) + 1) >>> 0;
  const details = hostDetails(authority, {name: 'node', address, publicKey: key.publicBytes, nowMs});
  const paths = {ca: 'ca.crt', cert: 'node.crt', key: 'node.key', config: 'config.yml'} as const;
  const at = (name: keyof typeof paths): string => join(folder, paths[name]);
  const filled = (text: string): string =>
    text
      .replaceAll(/\{(ca|cert|key|config)\}/g, (_, name: keyof typeof paths) => at(name))
      .replaceAll('{host}', host)
      .replaceAll('{port}', String(port))
      .replaceAll('{cipher}', cipher)
      .replaceAll('{lighthouse}', lighthouse === undefined ? '' : addressText(lighthouse.vpnIp))
      .replaceAll(
        '{lighthouseAddress}',
        lighthouse === undefined ? '' : `${lighthouse.place.address}:${String(lighthouse.place.port)}`,
      );
  const trusted = [authority, ...(restricted === undefined ? [] : [restricted])];
  writeFileSync(
    at('ca'),
    trusted.map(({certificate}) => writePem('NEBULA CERTIFICATE', writeCertificate(certificate))).join(''),
  );
  writeFileSync(at('cert'), writePem('NEBULA CERTIFICATE', writeCertificate(issuedBy(authority, details))));
  writeFileSync(at('key'), writePem('NEBULA X25519 PRIVATE KEY', privateBytesOf(key)), {mode: 0o600});
  writeFileSync(
    at('config'),
    filled(configuration ?? (lighthouse === undefined ? usualConfiguration : hostConfiguration)),
  );
  chmodSync(folder, 0o700);
  return command.map(filled);
}

function addressText(address: number): string {
  return [24, 16, 8, 0].map(shift => (address >>> shift) & 0xff).join('.');
}
