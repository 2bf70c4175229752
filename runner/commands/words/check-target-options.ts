// Checks the target options before anything is touched.
import type {TargetOptions} from './target-options.ts';
import {quoted} from '../../../base/text/visible-text.ts';

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
      problems.push(`--header ${quoted(header)}: write it as "Name: value", in one line`);
  }
  return problems;
}

const schemes: {readonly [flag: string]: {readonly pattern: RegExp; readonly fix: string}} = {
  '--peer': {
    pattern: /^(line:)?(exec:|module:|tcp:|unix:)/,
    fix: 'write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH',
  },
  '--live-peer': {
    pattern: /^(udp:|tcp:|unix:)/,
    fix: 'write udp://HOST:PORT, tcp://HOST:PORT?frame=u32be or unix:PATH',
  },
};

function unknownScheme(flag: string, value: string): readonly string[] {
  const scheme = schemes[flag];
  return scheme === undefined || scheme.pattern.test(value) ? [] : [`${flag} ${value}: ${scheme.fix}`];
}
