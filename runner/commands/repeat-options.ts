// The words of a command line that a repetition of its run needs: how to get there and what was asked for, but no secret.
import type {TargetOptions} from './target-options.ts';

/** Gives flags and values in the order of the help; a secret that stood on the command line itself is left out. */
export function repeatOptions(options: TargetOptions): readonly string[] {
  const flag = (name: string, value: string | undefined): readonly string[] =>
    value === undefined ? [] : [name, value];
  const each = (name: string, values: readonly string[] = []): readonly string[] =>
    values.flatMap(value => [name, value]);
  return [
    ...ofTargetFile(options),
    ...each('--fault', options.fault),
    ...flag('--admin-token-env', options.adminTokenEnv),
    ...flag('--admin-token-file', options.adminTokenFile),
    ...flag('--admin-user', options.adminUser),
    ...flag('--admin-password-env', options.adminPasswordEnv),
    ...flag('--admin-password-file', options.adminPasswordFile),
    ...flag('--ca-file', options.caFile),
    ...flag('--client-cert', options.clientCert),
    ...flag('--client-key', options.clientKey),
    ...flag('--proxy', options.proxy),
    ...flag('--dialect', options.dialect),
    ...each('--without', options.without),
    ...flag('--allow-writes', options.allowWrites),
    ...(options.allowDestructive === true ? ['--allow-destructive'] : []),
  ];
}

// The file says where everything is, save what a flag named instead.
function ofTargetFile({targetFile, target, peer, livePeer, from}: TargetOptions): readonly string[] {
  if (targetFile === undefined) return [];
  return [
    '--target-file',
    targetFile,
    ...(target !== undefined && from?.server === undefined ? ['--target', target] : []),
    ...(peer !== undefined && peer !== from?.peer ? ['--peer', peer] : []),
    ...(livePeer !== undefined && livePeer !== from?.livePeer ? ['--live-peer', livePeer] : []),
  ];
}
