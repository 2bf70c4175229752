/** Runners of the automation feature as people administer them, and their runs and jobs. What runners themselves call is elsewhere. */
import {randomBytes} from 'node:crypto';
import type {Runner} from '../../../state/actions.ts';
import {actionsRoute, organizationHome, repositoryHome, siteHome} from '../../actions-home.ts';
import type {ActionsHome} from '../../actions-home.ts';
import {numberParam} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Method, Route} from '../../route.ts';

export const actionsRunnerRoutes: readonly Route[] = [
  ...routesOf(repositoryHome, {
    token: 'repoCreateRunnerRegistrationToken',
    list: 'getRepoRunners',
    get: 'getRepoRunner',
    remove: 'deleteRepoRunner',
    runs: 'getWorkflowRuns',
    jobs: 'listWorkflowJobs',
  }),
  ...routesOf(organizationHome, {
    token: 'orgCreateRunnerRegistrationToken',
    list: 'getOrgRunners',
    get: 'getOrgRunner',
    remove: 'deleteOrgRunner',
    runs: 'getOrgWorkflowRuns',
    jobs: 'getOrgWorkflowJobs',
  }),
  ...routesOf(siteHome, {
    token: 'adminCreateRunnerRegistrationToken',
    list: 'getAdminRunners',
    get: 'getAdminRunner',
    remove: 'deleteAdminRunner',
    runs: 'listAdminWorkflowRuns',
    jobs: 'listAdminWorkflowJobs',
  }),
];

type Names = Readonly<Record<'token' | 'list' | 'get' | 'remove' | 'runs' | 'jobs', string>>;

function routesOf(home: ActionsHome, names: Names): readonly Route[] {
  const route = (operation: string, method: Method, path: string, answer: (ask: Ask, home: string) => Reply): Route =>
    actionsRoute(home, {operation, method, path, answer: ask => answer(ask, home.homeOf(ask))});
  return [
    route(names.token, 'POST', '/runners/registration-token', giveToken),
    route(names.list, 'GET', '/runners', (ask, key) => listRunners(ask, home, key)),
    route(names.get, 'GET', '/runners/{runner_id}', (ask, key) => ok(showRunner(runnerOfPath(ask, key)))),
    route(names.remove, 'DELETE', '/runners/{runner_id}', (ask, key) => removeRunner(ask, home, key)),
    route(names.runs, 'GET', '/runs', () => ok({workflow_runs: [], total_count: 0})),
    route(names.jobs, 'GET', '/jobs', () => ok({jobs: [], total_count: 0})),
  ];
}

/** Gives the token with which a runner registers; it stays the same until the server ends. */
function giveToken({world: {state}}: Ask, home: string): Reply {
  const token = state.registrationTokens.get(home) ?? randomBytes(20).toString('hex');
  state.registrationTokens.set(home, token);
  return ok({token});
}

function listRunners({world: {state}, rules}: Ask, {level}: ActionsHome, home: string): Reply {
  if (!rules.mayListRunners(level)) throw new Refusal(403, 'The runners are not shown.');
  const runners = state.runners.of(home);
  return ok({runners: runners.map(showRunner), total_count: runners.length});
}

function showRunner({id, name, labels, isEphemeral}: Runner): Record<string, unknown> {
  return {
    id,
    name,
    status: 'online',
    busy: false,
    ephemeral: isEphemeral,
    labels: labels.map((label, at) => ({id: at + 1, name: label, type: 'custom'})),
  };
}

function runnerOfPath(ask: Ask, home: string): Runner {
  const id = numberParam(ask, 'runner_id');
  const runner = ask.world.state.runners.of(home).find(row => row.id === id);
  if (runner === undefined) throw notFound();
  return runner;
}

function removeRunner(ask: Ask, {level}: ActionsHome, home: string): Reply {
  if (!ask.rules.mayRemoveRunners(level)) throw new Refusal(403, 'The runners are not removed.');
  ask.world.state.runners.remove(runnerOfPath(ask, home).id);
  return noContent();
}
