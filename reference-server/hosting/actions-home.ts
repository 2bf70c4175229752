/** The places that have secrets, variables and runners of the automation feature: repositories, organizations and the site. */
import type {ActionsLevel} from '../rules/actions.ts';
import type {ScopeArea} from '../rules/scope-names.ts';
import type {Ask} from './ask.ts';
import {ownedOrganization, repositoryOfPath} from './lookups.ts';
import {Refusal} from './refusal.ts';
import type {Method, Route} from './route.ts';

/** One level and where its operations stand. */
export interface ActionsHome {
  readonly level: Exclude<ActionsLevel, 'runner'>;
  /** The path that its operations begin with. */
  readonly base: string;
  readonly areas: readonly ScopeArea[];
  /** Finds the place of the path, for somebody who may change its settings; gives the key that its rows are kept under. */
  readonly homeOf: (ask: Ask) => string;
}

export const repositoryHome: ActionsHome = {
  level: 'repository',
  base: '/repos/{owner}/{repo}/actions',
  areas: ['repository'],
  homeOf: ask => `repository:${repositoryOfPath(ask, 'admin').id}`,
};

export const organizationHome: ActionsHome = {
  level: 'organization',
  base: '/orgs/{org}/actions',
  areas: ['organization'],
  homeOf: ask => `organization:${ownedOrganization(ask).id}`,
};

export const siteHome: ActionsHome = {
  level: 'site',
  base: '/admin/actions',
  areas: ['admin'],
  homeOf: () => 'site',
};

/** Makes the route of one operation; it is not there while the feature is off. */
export function actionsRoute(
  {level, base, areas}: ActionsHome,
  {operation, method, path, answer}: {operation: string; method: Method; path: string; answer: Route['answer']},
): Route {
  return {
    operation,
    method,
    path: `${base}${path}`,
    caller: level === 'site' ? 'site-admin' : 'signed-in',
    areas,
    isServed: ({rules, world}) => rules.isActionsOn(world.settings.actionsEnabled, level),
    answer,
  };
}

/** Reads the name of a secret or variable; stored names are upper-case, and `CI` is what every job has from the start. */
export function readActionsName(text: string): string {
  const isRight =
    /^[a-z_][a-z0-9_]*$/i.test(text) && !/^(?:(?:gitea|github|forgejo)_|ci$)/i.test(text) && text.length <= 255;
  if (isRight) return text.toUpperCase();
  throw new Refusal(
    400,
    `The name ${JSON.stringify(text)} must have letters, digits and _, begin with no digit and with none of GITEA_, GITHUB_ and FORGEJO_, and cannot be CI.`,
  );
}
