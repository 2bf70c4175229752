// Reads nebula://HOST:PORT and what follows it: the CA that a run signs with, and the cipher of the mesh.
import type {NodeRole} from '../../../model/peer.ts';
import type {LiveAddress, LiveAddressReading} from '../live/peer-address.ts';
import {ciphers, type CipherName} from './noise.ts';

/** Where a node is, and the files that a run needs to speak to it. */
export interface MeshAddress {
  readonly udp: Extract<LiveAddress, {kind: 'udp'}>;
  readonly cipher: CipherName;
  /** What it is said to be; a lighthouse that answers no lookup is then wrong. Undefined where it is found out. */
  readonly role?: NodeRole;
  /** A CA that the run signs with, the certificate of one host, or none, where the run makes the mesh itself. */
  readonly files:
    | {readonly kind: 'authority' | 'host'; readonly certificate: string; readonly key: string}
    | {readonly kind: 'own'};
}

export type MeshAddressReading =
  | {readonly kind: 'address'; readonly address: MeshAddress}
  | Exclude<LiveAddressReading, {kind: 'address'}>;

const parameterNames = ['ca', 'certificate', 'key', 'cipher', 'role'];

const roles: readonly NodeRole[] = ['lighthouse', 'host'];

/** Reads the address; `readUdp` reads the place as that of a datagram peer. */
export async function readMeshAddress(
  text: string,
  readUdp: (text: string) => Promise<LiveAddressReading>,
  {isStarted}: {readonly isStarted: boolean},
): Promise<MeshAddressReading> {
  const [place = '', query = ''] = text.split('?');
  const parameters = new URLSearchParams(query);
  const files = readFiles(text, parameters, isStarted);
  if (files.kind === 'problem') return files;
  const wanted = parameters.get('cipher') ?? 'aes';
  const cipher = ciphers.find(one => one === wanted);
  if (cipher === undefined) return problem(`"${text}" asks for cipher=${wanted}; use ${ciphers.join(' or ')}.`);
  const said = parameters.get('role');
  const role = roles.find(one => one === said);
  if (said !== null && role === undefined)
    return problem(`"${text}" asks for role=${said}; use ${roles.join(' or ')}.`);
  const read = await readUdp(place.replace(/^nebula:/, 'udp:'));
  if (read.kind !== 'address') return {...read, detail: read.detail.replaceAll('udp://', 'nebula://')};
  if (read.address.kind !== 'udp') return problem(`"${text}" is not an address of a node.`);
  return {
    kind: 'address',
    address: {udp: read.address, cipher, files: files.files, ...(role === undefined ? {} : {role})},
  };
}

type FilesReading =
  | {readonly kind: 'files'; readonly files: MeshAddress['files']}
  | {readonly kind: 'problem'; readonly detail: string};

function readFiles(text: string, parameters: URLSearchParams, isStarted: boolean): FilesReading {
  const unknown = [...parameters.keys()].find(name => !parameterNames.includes(name));
  if (unknown !== undefined)
    return problem(`"${text}" has an unknown parameter "${unknown}"; there are ${parameterNames.join(', ')}.`);
  const [ca, certificate, key] = ['ca', 'certificate', 'key'].map(name => parameters.get(name) ?? undefined);
  if (isStarted && (ca ?? certificate ?? key) !== undefined)
    return problem(`"${text}" names certificates, but the run makes those of a node that it starts: leave them out.`);
  if (isStarted) return {kind: 'files', files: {kind: 'own'}};
  if (ca !== undefined && certificate !== undefined)
    return problem(
      `"${text}" names a CA and a certificate: with a CA the run signs its own certificates, so leave one of them out.`,
    );
  if (key !== undefined && ca !== undefined) return {kind: 'files', files: {kind: 'authority', certificate: ca, key}};
  if (key !== undefined && certificate !== undefined) return {kind: 'files', files: {kind: 'host', certificate, key}};
  return problem(
    `"${text}" names no CA: add ?ca=FILE&key=FILE, a CA that the run may sign certificates with, or ?certificate=FILE&key=FILE, those of one host of the mesh.`,
  );
}

function problem(detail: string): {readonly kind: 'problem'; readonly detail: string} {
  return {kind: 'problem', detail};
}
