// Says who may act: credentials of the command line, else of the target file.
import type {AdminCredentials} from '../../execute/enter/setup-client.ts';
import type {Machine} from '../../../model/machine.ts';
import type {People} from '../../../model/target-file.ts';
import {readCredentials, readPeopleSecrets} from './secrets.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Credentials of the command line, else those of the target file, or of one of its variants. */
export function credentialsOf(
  options: TargetOptions,
  machine: Machine,
  people: People | undefined = options.from?.people,
): Credentials | {readonly kind: 'wrong'; readonly problems: readonly string[]} {
  const flags = readCredentials(withUserOf(people, options), machine);
  if (flags.kind === 'wrong') return flags;
  const file =
    people === undefined
      ? undefined
      : readPeopleSecrets(
          isEmpty(flags.admin) ? people : {accounts: people.accounts},
          options.from?.file ?? '',
          machine,
        );
  if (file?.kind === 'wrong') return file;
  return {
    kind: 'read',
    admin: isEmpty(flags.admin) ? (file?.admin ?? {}) : flags.admin,
    accounts: file?.accounts ?? new Map(),
    warnings: flags.warnings,
  };
}

/** A password without a user name is that of the administrator whom the file names: TOUCHSTONE_ADMIN_PASSWORD may be its variable. */
function withUserOf(people: People | undefined, options: TargetOptions): TargetOptions {
  const {adminUser, adminPassword, adminPasswordEnv, adminPasswordFile} = options;
  const hasPassword = (adminPassword ?? adminPasswordEnv ?? adminPasswordFile) !== undefined;
  const user = people?.admin?.user;
  return adminUser === undefined && hasPassword && user !== undefined ? {...options, adminUser: user} : options;
}

function isEmpty({token, password}: AdminCredentials): boolean {
  return token === undefined && password === undefined;
}

interface Credentials {
  readonly kind: 'read';
  readonly admin: AdminCredentials;
  readonly accounts: ReadonlyMap<string, AdminCredentials>;
  readonly warnings: readonly string[];
}
