// Finds out where the hosting server is and who may act there; refuses to write to a machine that nobody called a test server.
import type {AdminCredentials} from '../../execute/enter/setup-client.ts';
import type {Machine} from '../../../model/machine.ts';
import {failed, type Opening} from './opening.ts';
import {credentialsOf} from './target-credentials.ts';
import type {TargetOptions} from '../words/target-options.ts';

export async function addressOf(options: TargetOptions, machine: Machine): Promise<Address> {
  if (options.target === undefined) return {kind: 'address'};
  const credentials = credentialsOf(options, machine);
  if (credentials.kind === 'wrong') return failed(2, ...credentials.problems);
  const base = await machine.readBaseUrl(options.target);
  if (base.kind === 'refused') return failed(2, `--target: ${base.why}\n  ${base.fix}`);
  const {admin, accounts, warnings} = credentials;
  const isWriting = admin.token !== undefined || admin.password !== undefined || accounts.size > 0;
  const isAllowed = base.isLoopback || options.allowWrites === base.origin || options.from?.isTestServer === true;
  if (isWriting && !isAllowed) {
    return failed(
      2,
      `${base.origin} is not this machine, and a run makes accounts, organizations and repositories there\n  if it is a test server, say so: --allow-writes ${base.origin}, or testServer: true in its target file`,
    );
  }
  return {kind: 'address', hosting: {url: base.url, isLoopback: base.isLoopback, admin, accounts, warnings}};
}

type Address =
  | {
      readonly kind: 'address';
      readonly hosting?: {
        readonly url: string;
        readonly isLoopback: boolean;
        readonly admin: AdminCredentials;
        readonly accounts: ReadonlyMap<string, AdminCredentials>;
        readonly warnings: readonly string[];
      };
    }
  | Extract<Opening, {kind: 'failed'}>;
