// The words of a command line that a repetition of its run needs: how to get there and what was asked for, but no secret.
import type {Plan} from '../../../model/plan.ts';
import {hasUrlCredentials} from '../../../model/url-credentials.ts';
import type {RunOptions} from '../load/run-options.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Gives flags and values in the order of the help; a secret that stood on the command line itself is left out. */
export function repeatOptions(options: TargetOptions): readonly string[] {
  const {from} = options;
  return [
    ...ofTargetFile(options),
    ...each('--fault', options.fault),
    ...flag('--admin-token-env', options.adminTokenEnv),
    ...flag('--admin-token-file', options.adminTokenFile),
    ...flag('--admin-user', options.adminUser),
    ...flag('--admin-password-env', options.adminPasswordEnv),
    ...flag('--admin-password-file', options.adminPasswordFile),
    ...flag('--ca-file', options.caFile, from?.tls.caFile),
    ...flag('--client-cert', options.clientCert, from?.tls.clientCert),
    ...flag('--client-key', options.clientKey, from?.tls.clientKey),
    ...(options.insecure === true && from?.tls.isInsecure !== true ? ['--insecure'] : []),
    ...flag('--proxy', options.proxy, from?.proxy),
    ...flag('--proxy-except', options.proxyExcept?.join(','), from?.proxyExcept.join(',')),
    ...flag('--webhook-listen', options.webhookListen, from?.webhook.listen),
    ...flag('--webhook-url', options.webhookUrl, from?.webhook.url),
    ...flag('--openid-listen', options.openidListen, from?.openid.listen),
    ...flag('--openid-url', options.openidUrl, from?.openid.url),
    ...flag('--dialect', options.dialect, from?.dialect),
    ...each('--without', options.without),
    ...flag('--allow-writes', options.allowWrites),
    ...(options.allowDestructive === true ? ['--allow-destructive'] : []),
  ];
}

// What the target file says already is not said again.
function flag(name: string, value: string | undefined, inFile?: string): readonly string[] {
  return value === undefined || value === inFile ? [] : [name, withoutPassword(name, value)];
}

// Of an address with a password the line names the variable that can hold all of it, whether it came from there or not.
function withoutPassword(name: string, value: string): string {
  if (!hasUrlCredentials(value)) return value;
  return `[redacted:TOUCHSTONE_${name.replace(/^--/, '').replaceAll('-', '_').toUpperCase()}]`;
}

function each(name: string, values: readonly string[] = []): readonly string[] {
  return values.flatMap(value => [name, value]);
}

/** Gives the words that chose the cases of a run: places first, then flags. */
export function selectionWords(
  operands: readonly string[],
  {id, grep, tags, requirement, lastFailed, context, variants, var: vars, varFile}: RunOptions,
  {cases}: Plan,
): readonly string[] {
  return [
    ...operands,
    // What failed last is another set after this run, so that its cases are named.
    ...each('--id', lastFailed === true ? cases.map(one => one.runnable.id) : id),
    ...(lastFailed === true
      ? []
      : [
          ...flag('--grep', grep),
          ...flag('--tags', tags?.join(',')),
          ...flag('--requirement', requirement?.join(',')),
        ]),
    ...flag('--context', context),
    ...(variants === true ? ['--variants'] : []),
    ...each('--var', vars),
    ...each('--var-file', varFile),
  ];
}

// The file says where everything is, save what a flag named instead.
function ofTargetFile({targetFile, target, peer, livePeer, from}: TargetOptions): readonly string[] {
  if (targetFile === undefined) return [];
  return [
    '--target-file',
    targetFile,
    ...(target !== undefined && from?.server === undefined ? flag('--target', target) : []),
    ...(peer !== undefined && peer !== from?.peer ? flag('--peer', peer) : []),
    ...(livePeer !== undefined && livePeer !== from?.livePeer ? flag('--live-peer', livePeer) : []),
  ];
}
