/** Makes what an operation needs before it can be called with success: its path, its caller and its body. */
import {made} from '../../reference-server/testing.ts';
import type {TestServer} from '../../reference-server/testing.ts';
import {bodies} from './bodies.ts';
import type {Operation} from './contract.ts';
import {notify, pathValues} from './path-values.ts';
import {makePlot} from './plot.ts';
import type {Plot} from './plot.ts';

/** What must have happened before an operation has anything to do. */
const before: Readonly<Record<string, (plot: Plot) => Promise<unknown>>> = {
  notifyGetList: notify,
  notifyNewAvailable: notify,
  notifyGetRepoList: notify,
  repoGetLatestRelease: async plot => made(plot.root.post(`${await plot.base()}/releases`, {tag_name: 'v1'})),
  acceptRepoTransfer: offer,
  rejectRepoTransfer: offer,
  userCurrentCheckSubscription: async plot => plot.root.put(`${await plot.base()}/subscription`),
  issueResetTime: async plot =>
    made(plot.root.post(`${await plot.base()}/issues/${await plot.issue()}/times`, {time: 5})),
  orgRemoveTeamRepository: async plot =>
    plot.root.put(`/teams/${await plot.team()}/repos/${await plot.org()}/${await plot.repo()}`),
};

async function offer(plot: Plot): Promise<void> {
  await made(plot.server.as(await plot.owner()).post(`${await plot.base()}/transfer`, {new_owner: await plot.user()}));
}

/** Operations that somebody else than the administrator must call. */
const callers: Readonly<Record<string, (plot: Plot) => Promise<string>>> = {
  acceptRepoTransfer: async plot => plot.user(),
  rejectRepoTransfer: async plot => plot.user(),
};

/** One call of an operation that must succeed. */
export interface Prepared {
  readonly path: string;
  /** The values of the path by their names. */
  readonly values: Readonly<Record<string, string>>;
  readonly caller: string;
  readonly body: unknown;
}

let count = 0;

/** Makes everything that one call of an operation needs. */
export async function prepare(server: TestServer, operation: Operation): Promise<Prepared> {
  count += 1;
  const plot = makePlot(server, operation, `w${count}`);
  const values = await pathValues(operation, plot);
  await before[operation.id]?.(plot);
  const body = await bodies[operation.id]?.(plot);
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
  return {path: path.replaceAll('%2F', '/'), values, caller: (await callers[operation.id]?.(plot)) ?? 'root', body};
}
