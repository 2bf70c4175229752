// Writes a target file for somebody who has none: what is known as keys, what may be wanted later as comments.
import {program} from '../../../base/text/program.ts';
import type {SchemaPlace} from '../load/schema-place.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** What a new target file says. Secrets are the names of variables. */
export interface NewTarget {
  readonly name: string;
  readonly url?: string;
  readonly peer?: string;
  readonly livePeer?: string;
  readonly account?: NewAccount;
  /** What was found out about the account. */
  readonly accountNote?: string;
  readonly version?: string;
  /** Certificate authorities to trust, from the folder of the file. */
  readonly caFile?: string;
  readonly isInsecure: boolean;
  readonly isLoopback: boolean;
  readonly isTestServer: boolean;
  /** It does not answer as servers of the record do: suites of the user test it. */
  readonly isAnyApi: boolean;
  readonly schema: SchemaPlace;
}

/** The account that signs in. */
export type NewAccount =
  | {readonly kind: 'token'; readonly variable: string}
  | {readonly kind: 'password'; readonly user: string; readonly variable: string};

/** Gives the text of the file. */
export function targetFileText(target: NewTarget): string {
  const {name, url, version, peer, livePeer} = target;
  return [
    `# yaml-language-server: $schema=${target.schema.reference}\n`,
    '# What touchstone tests here, and how. This file has no secrets: only names of environment variables that begin with TOUCHSTONE_.\n',
    `# Look at the target:  ${program} doctor --target-file FILE\n# Test it:             ${program} run ${target.isAnyApi ? 'FOLDER ' : ''}--target-file FILE\n`,
    `target: ${name}\n`,
    version === undefined ? '' : `title: ${quoted(`version ${version} when this file was written`)}\n`,
    ...(url === undefined ? [] : serverLines(url, target)),
    peer === undefined ? '' : `\n# The decoder under test.\npeer: ${quoted(peer)}\n`,
    livePeer === undefined ? '' : `\n# The peer that speaks bare overlay messages.\nlivePeer: ${quoted(livePeer)}\n`,
    target.isAnyApi ? laterOfAnyApi : later,
  ].join('');
}

const signInLines = `
# How each actor signs in; docs/any-api.md has more ways. Without any, no actor does. A secret is named, never written:
# auth:
#   alice: {bearer: {env: TOUCHSTONE_TOKEN}}
#   bob: {basic: {user: bob, password: {env: TOUCHSTONE_PASSWORD}}}
auth: {}
`;

function serverLines(url: string, target: NewTarget): readonly string[] {
  if (target.isAnyApi)
    return [
      `\n# The base URL of the server.\nurl: ${quoted(url)}\n`,
      tlsLines(target),
      signInLines,
      target.isLoopback ? '' : testServerLines(false, target.isTestServer),
    ];
  const {account, accountNote, isLoopback, isTestServer} = target;
  return [
    `\n# The base URL of the server; /api/v1 is below it.\nurl: ${quoted(url)}\n`,
    tlsLines(target),
    `\n# Who signs in: the site administrator, who makes the other accounts and removes them. ${accountNote ?? ''}`.trimEnd() +
      '\n',
    accountLine(account),
    testServerLines(isLoopback, isTestServer),
  ];
}

function tlsLines({caFile, isInsecure}: NewTarget): string {
  const words = [
    ...(caFile === undefined ? [] : [`caFile: ${quoted(caFile)}`]),
    ...(isInsecure ? ['insecure: true'] : []),
  ];
  if (words.length === 0) return '';
  const what = isInsecure ? 'Any certificate is accepted; every report says so.' : 'Who signs its certificate.';
  return `\n# ${what}\ntls: {${words.join(', ')}}\n`;
}

function accountLine(account: NewAccount | undefined): string {
  if (account === undefined)
    return '# Without one, only what anybody may do is tested.\n# admin: {tokenEnv: TOUCHSTONE_TOKEN}\n# admin: {user: root, passwordEnv: TOUCHSTONE_PASSWORD}\n';
  if (account.kind === 'token') return `admin: {tokenEnv: ${account.variable}}\n`;
  return `admin: {user: ${quoted(account.user)}, passwordEnv: ${account.variable}}\n`;
}

function testServerLines(isLoopback: boolean, isTestServer: boolean): string {
  if (isLoopback) return '';
  return `\n# A run makes and removes accounts, organizations and repositories. It does so on another machine only when this is true.\n${isTestServer ? '' : '# '}testServer: true\n`;
}

const laterOfAnyApi = `
# Values that suites name, e.g. \${vars.title}.
# vars: {title: Milk, key: {env: TOUCHSTONE_KEY}}

# How gently it is treated; ${program} run --help names every bound.
# bounds: {rateLimit: 20, jobs: 2, replyTimeout: 20s}
`;

const later = `
# What the server lacks, and why; cases that need it are skipped, and every report says so.
# absent: {oauth2: switched off by our policy}

# Where webhooks are received, and the address under which the server reaches that; docs/webhooks.md.
# webhook: {listen: "0.0.0.0:9000", url: "http://host.docker.internal:9000"}

# How gently it is treated; ${program} run --help names every bound.
# bounds: {rateLimit: 20, jobs: 2, replyTimeout: 20s}
`;
