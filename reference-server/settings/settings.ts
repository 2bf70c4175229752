/** The settings of the server, each with the section and key of the ini file that sets it. */
import {readAllowedHosts} from '../outbound/allowed-hosts.ts';
import type {HostEntry} from '../outbound/allowed-hosts.ts';
import {defaultOpenid, openidKeys, problemsOfOpenid, readFlag} from './openid-settings.ts';
import type {OpenidSettings} from './openid-settings.ts';

export interface Settings {
  /** "enabled by a configuration setting named `ENABLED` in an `actions` section"; undefined when the file does not say. */
  readonly actionsEnabled: boolean | undefined;
  /** How many items a page has when the request names no number. */
  readonly defaultPageSize: number;
  readonly largestPageSize: number;
  /** How many repositories one account may own; -1 means any number. */
  readonly repositoriesMax: number;
  /** Whether forking goes on beyond that number; undefined when the file does not say. */
  readonly forkBeyondMax: boolean | undefined;
  /** Where hooks and mirrors may lead. */
  readonly allowedHosts: readonly HostEntry[];
  /** Whether a reverse proxy may say who sends a request to a page, and in which header. */
  readonly reverseProxy: {readonly isTrusted: boolean; readonly header: string};
  /** The identity provider that people sign in through. */
  readonly openid: OpenidSettings;
  /** Endings of the files that issues and comments take, such as `.png`; empty means that they take any. */
  readonly attachmentTypes: readonly string[];
  /** How large one of them may be, in MiB. */
  readonly attachmentMiB: number;
  /** The same of releases. */
  readonly releaseFileTypes: readonly string[];
  /** How large a file of a release may be, in MiB. */
  readonly releaseFileMiB: number;
  /** How long one delivery to a hook may take, in seconds. */
  readonly deliverTimeoutSeconds: number;
}

const usualAttachmentTypes =
  '.avif .csv .docx .fodg .fodp .fods .fodt .gif .gz .jpeg .jpg .json .jsonc .log .md .mov .mp4 .odf .odg .odp .ods .odt .patch .pdf .png .pptx .svg .tgz .txt .webm .webp .xls .xlsx .zip'.split(
    ' ',
  );

/** The server without an ini file. */
export const defaultSettings: Settings = {
  actionsEnabled: undefined,
  defaultPageSize: 30,
  largestPageSize: 50,
  repositoriesMax: -1,
  forkBeyondMax: undefined,
  allowedHosts: [{kind: 'network', name: 'loopback'}],
  attachmentTypes: usualAttachmentTypes,
  attachmentMiB: 2048,
  releaseFileTypes: [],
  releaseFileMiB: 2048,
  deliverTimeoutSeconds: 5,
  reverseProxy: {isTrusted: false, header: 'X-WEBAUTH-USER'},
  openid: defaultOpenid,
};

type Reading = {readonly ok: true; readonly set: Partial<Settings>} | {readonly ok: false; readonly wants: string};

/** Reads the text of one key into what it sets, over the settings as they are so far. */
type ReadKey = (text: string, before: Settings) => Reading;

/** What one key of the ini file sets; by `section.KEY`. */
export const settingKeys: Readonly<Record<string, ReadKey>> = {
  'actions.ENABLED': flag(actionsEnabled => ({actionsEnabled})),
  'api.DEFAULT_PAGING_NUM': count(1, defaultPageSize => ({defaultPageSize})),
  'api.MAX_RESPONSE_ITEMS': count(1, largestPageSize => ({largestPageSize})),
  'repository.MAX_CREATION_LIMIT': count(-1, repositoriesMax => ({repositoriesMax})),
  'repository.ALLOW_FORK_WITHOUT_MAXIMUM_LIMIT': flag(forkBeyondMax => ({forkBeyondMax})),
  'attachment.ALLOWED_TYPES': fileTypes(attachmentTypes => ({attachmentTypes})),
  'attachment.MAX_SIZE': count(1, attachmentMiB => ({attachmentMiB})),
  'repository.release.ALLOWED_TYPES': fileTypes(releaseFileTypes => ({releaseFileTypes})),
  'repository.release.FILE_MAX_SIZE': count(1, releaseFileMiB => ({releaseFileMiB})),
  'webhook.ALLOWED_HOST_LIST': hosts(allowedHosts => ({allowedHosts})),
  'webhook.DELIVER_TIMEOUT': count(1, deliverTimeoutSeconds => ({deliverTimeoutSeconds})),
  'service.ENABLE_REVERSE_PROXY_AUTHENTICATION': flag((isTrusted, {reverseProxy}) => ({
    reverseProxy: {...reverseProxy, isTrusted},
  })),
  'security.REVERSE_PROXY_AUTHENTICATION_USER': word(
    /^[A-Za-z0-9-]+$/,
    'the name of a header',
    (header, {reverseProxy}) => ({reverseProxy: {...reverseProxy, header}}),
  ),
  ...Object.fromEntries(
    Object.entries(openidKeys).map(([name, read]): [string, ReadKey] => [
      `openid.${name}`,
      (text, {openid}) => {
        const reading = read(text);
        return reading.ok ? {ok: true, set: {openid: {...openid, ...reading.set}}} : reading;
      },
    ]),
  ),
};

/** Tells what is wrong with settings that are right one by one. */
export function problemsOfSettings({openid}: Settings): readonly string[] {
  return problemsOfOpenid(openid);
}

function flag(set: (value: boolean, before: Settings) => Partial<Settings>): ReadKey {
  return (text, before) => {
    const value = readFlag(text);
    return value === undefined ? {ok: false, wants: 'true or false'} : {ok: true, set: set(value, before)};
  };
}

function word(pattern: RegExp, wants: string, set: (value: string, before: Settings) => Partial<Settings>): ReadKey {
  return (text, before) => (pattern.test(text) ? {ok: true, set: set(text, before)} : {ok: false, wants});
}

/** Reads endings of file names between commas; nothing, or a star between the two parts of a type, means any. */
function fileTypes(set: (value: readonly string[]) => Partial<Settings>): (text: string) => Reading {
  return text => {
    const types = text.split(',').map(type => type.trim().toLowerCase());
    if (types.every(type => ['', '*', '*/*'].includes(type))) return {ok: true, set: set([])};
    const areEndings = types.every(type => /^\.[\w.-]+$/.test(type));
    return areEndings ? {ok: true, set: set(types)} : {ok: false, wants: 'a list of endings such as .png,.txt, or */*'};
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
