/** The settings of the server, each with the section and key of the ini file that sets it. */
import {readAllowedHosts} from '../outbound/allowed-hosts.ts';
import type {HostEntry} from '../outbound/allowed-hosts.ts';

export interface Settings {
  /** "enabled by a configuration setting named `ENABLED` in an `actions` section" */
  readonly actionsEnabled: boolean;
  /** How many items a page has when the request names no number. */
  readonly defaultPageSize: number;
  readonly largestPageSize: number;
  /** How many repositories one account may own; -1 means any number. */
  readonly repositoriesMax: number;
  /** Whether forking goes on beyond that number; undefined when the file does not say. */
  readonly forkBeyondMax: boolean | undefined;
  /** Where hooks and mirrors may lead. */
  readonly allowedHosts: readonly HostEntry[];
  /** How long one delivery to a hook may take, in seconds. */
  readonly deliverTimeoutSeconds: number;
}

/** The server without an ini file: the automation feature is off, as "default-disabled" says. */
export const defaultSettings: Settings = {
  actionsEnabled: false,
  defaultPageSize: 30,
  largestPageSize: 50,
  repositoriesMax: -1,
  forkBeyondMax: undefined,
  allowedHosts: [{kind: 'network', name: 'loopback'}],
  deliverTimeoutSeconds: 5,
};

type Reading = {readonly ok: true; readonly set: Partial<Settings>} | {readonly ok: false; readonly wants: string};

/** What one key of the ini file sets; by `section.KEY`. */
export const settingKeys: Readonly<Record<string, (text: string) => Reading>> = {
  'actions.ENABLED': flag(actionsEnabled => ({actionsEnabled})),
  'api.DEFAULT_PAGING_NUM': count(1, defaultPageSize => ({defaultPageSize})),
  'api.MAX_RESPONSE_ITEMS': count(1, largestPageSize => ({largestPageSize})),
  'repository.MAX_CREATION_LIMIT': count(-1, repositoriesMax => ({repositoriesMax})),
  'repository.ALLOW_FORK_WITHOUT_MAXIMUM_LIMIT': flag(forkBeyondMax => ({forkBeyondMax})),
  'webhook.ALLOWED_HOST_LIST': hosts(allowedHosts => ({allowedHosts})),
  'webhook.DELIVER_TIMEOUT': count(1, deliverTimeoutSeconds => ({deliverTimeoutSeconds})),
};

function flag(set: (value: boolean) => Partial<Settings>): (text: string) => Reading {
  return text => {
    if (/^(true|1|yes|on)$/i.test(text)) return {ok: true, set: set(true)};
    if (/^(false|0|no|off)$/i.test(text)) return {ok: true, set: set(false)};
    return {ok: false, wants: 'true or false'};
  };
}

function count(least: number, set: (value: number) => Partial<Settings>): (text: string) => Reading {
  return text => {
    const value = Number(text);
    const isCount = /^-?\d{1,9}$/.test(text) && value >= least;
    return isCount ? {ok: true, set: set(value)} : {ok: false, wants: `a whole number from ${least} on`};
  };
}

function hosts(set: (value: readonly HostEntry[]) => Partial<Settings>): (text: string) => Reading {
  return text => {
    const entries = readAllowedHosts(text);
    if (entries !== undefined) return {ok: true, set: set(entries)};
    return {
      ok: false,
      wants: 'a list of loopback, private, external, *, addresses such as 10.0.0.0/8 or names such as *.example.org',
    };
  };
}
