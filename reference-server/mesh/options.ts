// Reads the command line of the reference node.
import {parseArgs} from 'node:util';
import type {Address} from '../overlay/rules/answer.ts';
import {meshFaults, type MeshFault} from './faults.ts';
import {readAddress} from './meta.ts';
import {cipherNames, type Cipher} from './rules/secrets.ts';

/** What the command line asks for. */
export type Options =
  | {readonly kind: 'help'}
  | {readonly kind: 'list-faults'}
  | {readonly kind: 'problem'; readonly sentence: string}
  | NodeOptions;

export interface NodeOptions {
  readonly kind: 'node';
  readonly host: string;
  readonly port: number;
  readonly cipher: Cipher;
  /** Absent where it makes a mesh of its own. */
  readonly files?: {readonly ca: string; readonly cert: string; readonly key: string};
  /** Absent where it is a lighthouse itself. */
  readonly lighthouse?: {readonly host: number; readonly at: Address};
  readonly intervalMs: number;
  /** Hosts that it looks up as soon as it has reported. */
  readonly lookUp: readonly number[];
  readonly faults: readonly MeshFault[];
  readonly isVerbose: boolean;
}

export const usage = `usage: reference node of a mesh
  --host ADDRESS               listen at this IPv4 address (default: 127.0.0.1)
  --port N                     listen at this port (default: a free one)
  --cipher aes|chachapoly      the cipher of the mesh (default: aes)
  --ca FILE --cert FILE --key FILE
                               its CA, certificate (version 1) and key; without them it makes a mesh of its own,
                               and the ready line names the files of its CA
  --lighthouse VPNIP@ADDRESS:PORT
                               be a plain host that reports to this lighthouse; without it, it is a lighthouse
  --interval SECONDS           how often it reports (default: 10)
  --look-up VPNIP              ask the lighthouse for this host; may be given more than once
  --verbose                    say on standard error what happens
  --fault NAME                 switch a wrong behaviour on; may be given more than once
  --list-faults                print every fault as JSON
It prints {"ready":true,"url":…} and ends on SIGTERM, or with its stdin where REFERENCE_PARENT_PIPE=1.
`;

/** Reads the arguments; a problem is a full sentence. */
export function readOptions(argv: readonly string[]): Options {
  try {
    return readValues(argv);
  } catch (thrown) {
    return problem(`${thrown instanceof Error ? thrown.message : String(thrown)}  (--help lists all flags)`);
  }
}

function readValues(argv: readonly string[]): Options {
  const {values} = parseArgs({
    args: [...argv],
    options: {
      mesh: {type: 'boolean'},
      host: {type: 'string', default: '127.0.0.1'},
      port: {type: 'string', default: '0'},
      cipher: {type: 'string', default: 'aes'},
      ca: {type: 'string'},
      cert: {type: 'string'},
      key: {type: 'string'},
      lighthouse: {type: 'string'},
      interval: {type: 'string', default: '10'},
      'look-up': {type: 'string', multiple: true, default: []},
      fault: {type: 'string', multiple: true, default: []},
      verbose: {type: 'boolean', default: false},
      'list-faults': {type: 'boolean', default: false},
      help: {type: 'boolean', default: false},
    },
  });
  if (values.help) return {kind: 'help'};
  if (values['list-faults']) return {kind: 'list-faults'};
  const {ca, cert, key} = values;
  const given = [ca, cert, key].filter(one => one !== undefined).length;
  if (given !== 0 && given !== 3) return problem('--ca, --cert and --key belong together: give all three, or none.');
  const port = Number(values.port);
  if (!/^\d{1,5}$/.test(values.port) || port > 65_535)
    return problem(`--port ${values.port}: a port is a number from 0 to 65535; 0 takes a free one.`);
  if (readAddress(values.host) === undefined) return problem(`--host ${values.host}: give an IPv4 address.`);
  const cipher = cipherNames.find(name => name === values.cipher);
  if (cipher === undefined) return problem(`--cipher ${values.cipher}: use ${cipherNames.join(' or ')}.`);
  const lighthouse = values.lighthouse === undefined ? undefined : readLighthouse(values.lighthouse);
  if (values.lighthouse !== undefined && lighthouse === undefined)
    return problem(`--lighthouse ${values.lighthouse}: write VPNIP@ADDRESS:PORT, e.g. 10.77.0.1@127.0.0.1:4242.`);
  const intervalMs = Number(values.interval) * 1_000;
  if (!(intervalMs >= 10 && intervalMs <= 86_400_000))
    return problem(`--interval ${values.interval}: give seconds, from 0.01 to 86400.`);
  const lookUp = values['look-up'].map(readAddress);
  if (lookUp.includes(undefined)) return problem(`--look-up ${values['look-up'].join(', ')}: give an IPv4 address.`);
  const faults = values.fault.map(name => meshFaults.find(fault => fault.name === name));
  if (faults.includes(undefined))
    return problem(`--fault ${values.fault.join(', ')}: there is no such fault; --list-faults lists all.`);
  return {
    kind: 'node',
    host: values.host,
    port,
    cipher,
    ...(ca !== undefined && cert !== undefined && key !== undefined ? {files: {ca, cert, key}} : {}),
    ...(lighthouse === undefined ? {} : {lighthouse}),
    intervalMs,
    lookUp: lookUp.filter(one => one !== undefined),
    faults: faults.filter(one => one !== undefined),
    isVerbose: values.verbose,
  };
}

function readLighthouse(text: string): NodeOptions['lighthouse'] {
  const [, vpn = '', address = '', port = ''] = /^([\d.]+)@([\d.]+):(\d{1,5})$/.exec(text) ?? [];
  const [host, ip] = [readAddress(vpn), readAddress(address)];
  return host === undefined || ip === undefined || Number(port) > 65_535
    ? undefined
    : {host, at: {ip, port: Number(port)}};
}

function problem(sentence: string): {readonly kind: 'problem'; readonly sentence: string} {
  return {kind: 'problem', sentence};
}
