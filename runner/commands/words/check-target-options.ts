// Checks the target options before anything is touched.
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
  for (const header of options.header ?? []) {
    if (!/^[\w!#$%&'*+.^`|~-]+:[ \t]*[\t\x20-\x7e\x80-\xff]*$/.test(header))
      problems.push(`--header ${JSON.stringify(header)}: write it as "Name: value", in one line`);
  }
  return problems;
}

const peerKinds: {readonly [flag: string]: PeerKind} = {'--peer': 'decoder', '--live-peer': 'livePeer'};

function unknownScheme(flag: string, value: string): readonly string[] {
  const kind = peerKinds[flag];
  if (kind === undefined || transportFor(kind, value) !== undefined) return [];
  return [`${flag} ${value}: write ${addressForms(kind)}`];
}
