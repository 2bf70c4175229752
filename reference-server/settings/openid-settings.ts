/** The settings of the section `[openid]`: through which provider people sign in, and which of its groups lead to which teams. */
import type {GroupMap} from '../rules/openid.ts';

export interface OpenidSettings {
  /** Stands in the address of the sign-in, `/user/oauth2/NAME`. */
  readonly name: string;
  /** Where the provider publishes its configuration; empty when nobody signs in this way. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scopes: string;
  /** The claim that holds the groups of a user. */
  readonly groupClaim: string;
  readonly groupMap: GroupMap;
  /** Whether a user leaves a mapped team when no claimed group leads to it any more. */
  readonly leavesTeams: boolean;
}

export const defaultOpenid: OpenidSettings = {
  name: 'openid',
  issuer: '',
  clientId: '',
  clientSecret: '',
  scopes: 'openid profile email groups',
  groupClaim: 'groups',
  groupMap: {},
  leavesTeams: false,
};

type Reading =
  | {readonly ok: true; readonly set: Partial<OpenidSettings>}
  | {readonly ok: false; readonly wants: string};

/** What one key of the section sets; by `KEY`. */
export const openidKeys: Readonly<Record<string, (text: string) => Reading>> = {
  PROVIDER_NAME: text =>
    /^[\w-]+$/.test(text) ? {ok: true, set: {name: text}} : {ok: false, wants: 'a name of letters, digits, _ and -'},
  ISSUER: text => (isHttpUrl(text) ? {ok: true, set: {issuer: text}} : {ok: false, wants: 'an http or https address'}),
  CLIENT_ID: clientId => ({ok: true, set: {clientId}}),
  CLIENT_SECRET: clientSecret => ({ok: true, set: {clientSecret}}),
  SCOPES: text => {
    const scopes = text.split(/[\s,]+/).filter(scope => scope !== '');
    if (!scopes.includes('openid')) return {ok: false, wants: 'a list of scopes with openid among them'};
    return {ok: true, set: {scopes: scopes.join(' ')}};
  },
  GROUP_CLAIM_NAME: text =>
    text === '' ? {ok: false, wants: 'the name of a claim'} : {ok: true, set: {groupClaim: text}},
  GROUP_TEAM_MAP: text => {
    const groupMap = readGroupMap(text);
    if (groupMap !== undefined) return {ok: true, set: {groupMap}};
    return {ok: false, wants: 'JSON in the form {"group": {"organization": ["team", "other team"]}}'};
  },
  GROUP_TEAM_MAP_REMOVAL: text => {
    const leavesTeams = readFlag(text);
    return leavesTeams === undefined ? {ok: false, wants: 'true or false'} : {ok: true, set: {leavesTeams}};
  },
};

/** Tells what is missing when a provider is named only in part. */
export function problemsOfOpenid({issuer, clientId, groupMap}: OpenidSettings): readonly string[] {
  if (issuer !== '' && clientId === '')
    return ['openid.ISSUER is set but openid.CLIENT_ID is not; set the id that the provider knows this server by'];
  const needsIssuer = clientId !== '' || Object.keys(groupMap).length > 0;
  if (issuer === '' && needsIssuer)
    return ['settings of openid stand without openid.ISSUER; set the address of the identity provider'];
  return [];
}

/** Reads a switch of an ini file; undefined when it is neither on nor off. */
export function readFlag(text: string): boolean | undefined {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  return /^(false|0|no|off)$/i.test(text) ? false : undefined;
}

function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

function readGroupMap(text: string): GroupMap | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isGroupMap(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isGroupMap(value: unknown): value is GroupMap {
  return (
    isRecord(value) && Object.values(value).every(organizations => isRecord(organizations) && namesTeams(organizations))
  );
}

function namesTeams(organizations: Readonly<Record<string, unknown>>): boolean {
  return Object.values(organizations).every(
    teams => Array.isArray(teams) && teams.every(team => typeof team === 'string'),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
