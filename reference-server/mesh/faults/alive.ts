// Faults of a node that ends: each dies of one kind of input, as an exception that nothing catches.
import type {MeshFault} from '../faults.ts';
import {readIntroduction} from '../meta.ts';
import {readCertificate} from '../rules/certificate.ts';
import type {Look as AnyLook} from '../rules/mesh-rules.ts';
import {headerLength, types} from '../rules/packet.ts';

type Look = Extract<AnyLook, {bytes: Buffer}>;

const keysLength = 64;

/** Makes a fault that dies of what `isDeadly` says. */
function diesOf(name: string, what: string, isDeadly: (look: Look) => boolean, requirement = 'MESH-ALIVE'): MeshFault {
  return {
    rule: 'MESH-ALIVE',
    basis: 'protocol',
    name: `mesh-dies-of-${name}`,
    requirement,
    says: `ends at ${what}`,
    patch: () => ({
      look: look => {
        if ('bytes' in look && isDeadly(look)) throw new RangeError(`panic: ${what}`);
      },
    }),
  };
}

function certificateIn({stage, bytes}: Look): Buffer | undefined {
  return stage === 'handshake' && bytes.length > keysLength
    ? readIntroduction(bytes.subarray(keysLength))?.value.certificate
    : undefined;
}

export const aliveFaults: readonly MeshFault[] = [
  diesOf(
    'handshakes-that-are-no-message',
    'the payload of a handshake that is no message',
    ({stage, bytes}) =>
      stage === 'handshake' && bytes.length > keysLength && readIntroduction(bytes.subarray(keysLength)) === undefined,
  ),
  diesOf(
    'long-handshakes',
    'a handshake of more than 4,000 bytes',
    ({stage, bytes}) => stage === 'handshake' && bytes.length > 4_000,
  ),
  diesOf('certificates-without-address', 'a certificate without an address', look => {
    const bytes = certificateIn(look);
    const read = bytes === undefined || bytes.length === 0 ? undefined : readCertificate(bytes);
    return read !== undefined && read.addresses.length === 0 && !read.isAuthority;
  }),
  diesOf('certificates-of-authorities', 'the certificate of a CA in the place of that of a host', look => {
    const bytes = certificateIn(look);
    return bytes !== undefined && readCertificate(bytes)?.isAuthority === true;
  }),
  diesOf('broken-certificates', 'bytes in the place of a certificate that are none', look => {
    const bytes = certificateIn(look);
    return bytes !== undefined && bytes.length > 0 && readCertificate(bytes) === undefined;
  }),
  diesOf(
    'short-datagrams',
    'a datagram that is shorter than a header',
    ({stage, bytes}) => stage === 'datagram' && bytes.length < headerLength,
    'MESH-SHORT',
  ),
  diesOf(
    'bare-headers',
    'a header with nothing after it',
    ({stage, header, bytes}) =>
      stage === 'datagram' && bytes.length === headerLength && header?.version === 1 && header.type !== types.recvError,
  ),
  diesOf(
    'other-versions',
    'a header of another version',
    ({stage, header}) => stage === 'datagram' && header !== undefined && header.version !== 1,
  ),
  diesOf(
    'unknown-handshakes',
    'a handshake of an unknown subtype',
    ({stage, header}) => stage === 'handshake' && (header?.subtype ?? 0) > 0,
  ),
  diesOf(
    'index-1',
    'a sealed packet for index 1',
    ({stage, header, bytes}) =>
      stage === 'datagram' && header?.index === 1 && header.type === types.message && bytes.length > headerLength,
  ),
  diesOf(
    'short-ip-packets',
    'an authentic packet that holds no whole IP packet',
    ({stage, header, bytes}) =>
      stage === 'text' && header?.type === types.message && header.subtype === 0 && bytes.length < 20,
  ),
  diesOf(
    'empty-tests',
    'an empty test request',
    ({stage, header, bytes}) => stage === 'text' && header?.type === types.test && bytes.length === 0,
  ),
  diesOf(
    'control-packets',
    'an authentic packet of a type above closeTunnel',
    ({stage, header}) => stage === 'text' && (header?.type ?? 0) > types.closeTunnel,
  ),
  diesOf(
    'closes-with-a-text',
    'a closeTunnel with a text',
    ({stage, header, bytes}) => stage === 'text' && header?.type === types.closeTunnel && bytes.length > 0,
  ),
  diesOf(
    'replies-without-details',
    'a HostQueryReply that holds nothing but its type',
    ({stage, header, bytes}) =>
      stage === 'text' && header?.type === types.lightHouse && bytes.toString('hex') === '0802',
  ),
  diesOf(
    'relayed-packets',
    'a packet that claims to be relayed',
    ({stage, header}) => stage === 'text' && header?.type === types.message && header.subtype === 1,
  ),
];
