// Checks the target options before anything is touched.
import {withoutUrlPasswords} from '../../../model/url-credentials.ts';
import {addressForms, transportFor, type PeerKind} from '../../../model/peers/transports.ts';
import type {TargetOptions} from './target-options.ts';

/** Checks the options without touching any target. Gives every problem. */
export function checkTargetOptions(options: TargetOptions): readonly string[] {
  const problems: string[] = [];
  const given = {'--target': options.target, '--peer': options.peer, '--live-peer': options.livePeer};
  for (const [flag, value] of Object.entries(given)) {
    if (value?.trim() === '') problems.push(`${flag} is empty; was the variable that should fill it set?`);
    else if (value !== undefined) problems.push(...unknownScheme(flag, value.trim()));
  }
  const isAny =
    options.reference === true ||
    options.from?.server !== undefined ||
    Object.values(given).some(value => value !== undefined);
  if (!isAny)
    problems.push(
      'nothing to test: give --target URL, --peer ADDRESS, --live-peer URL, --target-file FILE or --reference',
    );
  if (options.reference === true) {
    for (const [flag, value] of Object.entries(given))
      if (value !== undefined) problems.push(`--reference and ${flag} exclude each other`);
  }
  if (options.fault !== undefined && options.reference !== true)
    problems.push('--fault belongs to the embedded reference: add --reference');
  if ((options.clientCert === undefined) !== (options.clientKey === undefined))
    problems.push('--client-cert and --client-key go together');
  if (options.proxy !== undefined && !isProxyUrl(options.proxy))
    problems.push(
      '--proxy: that is not a proxy address; write http://HOST:PORT, a user and a password before the host, and their special characters as %XX',
    );
  for (const header of options.header ?? []) {
    if (!/^[\w!#$%&'*+.^`|~-]+:[ \t]*[\t\x20-\x7e\x80-\xff]*$/.test(header))
      problems.push(`--header ${headerName(header)}: write it as "Name: value", in one line`);
  }
  return problems;
}

const peerKinds: {readonly [flag: string]: PeerKind} = {'--peer': 'decoder', '--live-peer': 'livePeer'};

function unknownScheme(flag: string, value: string): readonly string[] {
  const kind = peerKinds[flag];
  if (kind === undefined || transportFor(kind, value) !== undefined) return [];
  return [`${flag} ${withoutUrlPasswords(value, () => '…')}: write ${addressForms(kind)}`];
}

// The address itself is not shown: in one that cannot be read no password can be told from the rest.
function isProxyUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const {protocol, hostname, port, pathname, search, hash, username, password} = new URL(text);
  const isPlace = /^https?:$/.test(protocol) && hostname !== '' && port !== '0';
  return isPlace && `${pathname}${search}${hash}` === '/' && isEncoded(username) && isEncoded(password);
}

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
}

// A value may be a secret, and what has no name is all value.
function headerName(header: string): string {
  const [, name] = /^([^:]*):/.exec(header) ?? [];
  return name === undefined ? 'without a colon' : JSON.stringify(`${name}: …`);
}
