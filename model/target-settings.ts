// Every option that says what is under test and how to reach it: the one table that flags, environment names and docs/options.md are made from.
import type {Setting, SettingGroup, SettingTable} from './setting.ts';
import {boundRanges, type BoundName} from './target-file.ts';
import {addressForms} from './peers/transports.ts';

const subject = {
  targetFile: {
    flags: '--target-file <file>',
    about: 'a YAML file that says all of the following and more: how it is started, its accounts, its variants',
    value: {kind: 'text'},
  },
  target: {
    flags: '--target <url>',
    about: 'a hosting server: the base URL under which /api/v1 is served',
    value: {kind: 'text'},
    fileKey: 'url',
  },
  peer: {
    flags: '--peer <address>',
    about: `a decoder under test: ${addressForms('decoder')}`,
    value: {kind: 'text'},
    fileKey: 'peer',
  },
  livePeer: {
    flags: '--live-peer <url>',
    about: `a running overlay peer: ${addressForms('livePeer')}`,
    value: {kind: 'text'},
    fileKey: 'livePeer',
  },
  reference: {
    flags: '--reference',
    about: 'the embedded reference implementation, started for this run',
    value: {kind: 'switch'},
    fileKey: 'reference',
  },
  fault: {
    flags: '--fault <name>',
    about: 'with --reference: switch on a wrong behaviour (repeatable)',
    value: {kind: 'each'},
  },
} as const satisfies SettingTable;

const credentials = {
  adminTokenEnv: {
    flags: '--admin-token-env <name>',
    about: 'environment variable that holds an access token; its name begins with TOUCHSTONE_',
    value: {kind: 'text'},
    fileKey: 'admin.tokenEnv',
  },
  adminTokenFile: {
    flags: '--admin-token-file <file>',
    about: 'file that holds an access token',
    value: {kind: 'text'},
    fileKey: 'admin.tokenFile',
  },
  adminToken: {
    flags: '--admin-token <token>',
    about: 'the access token itself; process lists show it',
    value: {kind: 'text'},
    isSecret: true,
  },
  adminUser: {
    flags: '--admin-user <name>',
    about: 'user name, together with one of the passwords below',
    value: {kind: 'text'},
    fileKey: 'admin.user',
  },
  adminPasswordEnv: {
    flags: '--admin-password-env <name>',
    about: 'environment variable that holds the password; its name begins with TOUCHSTONE_',
    value: {kind: 'text'},
    fileKey: 'admin.passwordEnv',
  },
  adminPasswordFile: {
    flags: '--admin-password-file <file>',
    about: 'file that holds the password',
    value: {kind: 'text'},
    fileKey: 'admin.passwordFile',
  },
  adminPassword: {
    flags: '--admin-password <password>',
    about: 'the password itself; process lists show it',
    value: {kind: 'text'},
    isSecret: true,
  },
} as const satisfies SettingTable;

/** Where the identity provider of a run is. */
export const openidSettings = {
  openidListen: {
    flags: '--openid-listen <host:port>',
    about: 'where the identity provider of the run listens (default 127.0.0.1, any free port)',
    value: {kind: 'text'},
    fileKey: 'openid.listen',
  },
  openidUrl: {
    flags: '--openid-url <url>',
    about: 'the issuer that the target is configured with instead, e.g. http://host.docker.internal:9001',
    value: {kind: 'text'},
    fileKey: 'openid.url',
  },
} as const satisfies SettingTable;

const way = {
  caFile: {
    flags: '--ca-file <file>',
    about: 'PEM file with the certificate authorities to trust',
    value: {kind: 'text'},
    fileKey: 'tls.caFile',
  },
  clientCert: {
    flags: '--client-cert <file>',
    about: 'PEM file with a client certificate',
    value: {kind: 'text'},
    fileKey: 'tls.clientCert',
  },
  clientKey: {
    flags: '--client-key <file>',
    about: 'PEM file with its key',
    value: {kind: 'text'},
    fileKey: 'tls.clientKey',
  },
  insecure: {
    flags: '--insecure',
    about: 'accept any certificate; every report says so',
    value: {kind: 'switch'},
    fileKey: 'tls.insecure',
  },
  header: {
    flags: '--header <name: value>',
    about: 'a header for every request (repeatable)',
    value: {kind: 'each'},
    fileKey: 'headers',
    isSecret: true,
  },
  proxy: {
    flags: '--proxy <url>',
    about: 'send requests through this proxy; HTTP_PROXY is never used by itself',
    value: {kind: 'text'},
    fileKey: 'proxy',
  },
  proxyExcept: {
    flags: '--proxy-except <hosts>',
    about: 'hosts to reach without the proxy, comma-separated',
    value: {kind: 'list'},
    fileKey: 'proxyExcept',
  },
  webhookListen: {
    flags: '--webhook-listen <host:port>',
    about: 'where webhooks are received (default 127.0.0.1, any free port)',
    value: {kind: 'text'},
    fileKey: 'webhook.listen',
  },
  webhookUrl: {
    flags: '--webhook-url <url>',
    about: 'the address that the target gets instead, e.g. http://host.docker.internal:9000',
    value: {kind: 'text'},
    fileKey: 'webhook.url',
  },
  ...openidSettings,
} as const satisfies SettingTable;

const leave = {
  dialect: {
    flags: '--dialect <name or file>',
    about: 'the names that the record does not show; without it, recognised by what the target reports',
    value: {kind: 'text'},
    fileKey: 'dialect',
  },
  without: {
    flags: '--without <capability>',
    about: 'declare that the target lacks a capability (repeatable)',
    value: {kind: 'each'},
    fileKey: 'absent',
  },
  allowWrites: {
    flags: '--allow-writes <origin>',
    about: 'repeat the target’s origin to let accounts and repositories be made on a host that is not this one',
    value: {kind: 'text'},
    fileKey: 'testServer',
  },
  allowDestructive: {
    flags: '--allow-destructive',
    about: 'let cases run that change the whole instance',
    value: {kind: 'switch'},
  },
} as const satisfies SettingTable;

const boundFlags: {readonly [name in Exclude<BoundName, 'propertyRuns' | 'propertyTime'>]: Omit<Setting, 'value'>} = {
  connectTimeout: {flags: '--connect-timeout <time>', about: 'for a connection (default 5s)'},
  replyTimeout: {flags: '--reply-timeout <time>', about: 'for a whole exchange (default 10s)'},
  caseTimeout: {
    flags: '--timeout, --case-timeout <time>',
    about: 'for a whole example case, or for 100 requests of a run of a property (default 60s)',
  },
  lag: {flags: '--lag <time>', about: 'how long an effect may take until it is visible (default 10s)'},
  replyBytesMax: {flags: '--reply-bytes-max <size>', about: 'of a reply after decompression (default 8MiB)'},
  headerBytesMax: {flags: '--header-bytes-max <size>', about: 'of all headers of a reply (default 64KiB)'},
  headersMax: {flags: '--headers-max <n>', about: 'headers of a reply (default 200)'},
  informationalMax: {flags: '--informational-max <n>', about: '1xx replies before the final one (default 20)'},
  jsonDepthMax: {flags: '--json-depth-max <n>', about: 'nesting of a JSON reply (default 200)'},
  frameBytesMax: {flags: '--frame-bytes-max <size>', about: 'of an overlay frame (default 4MiB)'},
  retryAfterMax: {
    flags: '--retry-after-max <time>',
    about: 'longest Retry-After that is waited for (default 60s)',
  },
  rateLimit: {flags: '--rate-limit <n>', about: 'requests per second over the whole run (default: no limit)'},
  jobs: {flags: '--jobs <n>', about: 'cases at a time (default 8 on this host, 2 elsewhere)'},
};

/** Makes the option of a bound; its range is that of the target file. */
export function boundSetting(name: BoundName, said: Omit<Setting, 'value'>): Setting {
  const {unit, least, most} = boundRanges[name];
  return {...said, value: {kind: unit, least, most}, fileKey: `bounds.${name}`};
}

const bounds = Object.fromEntries(
  Object.entries(boundFlags).map(([name, said]) => [name, boundSetting(name as keyof typeof boundFlags, said)]),
);

/** All of them, in the order of the help. */
export const targetSettings: readonly SettingGroup[] = [
  {title: 'What is under test (at least one):', settings: subject},
  {title: 'How to sign in (an administrator, who makes the other accounts):', settings: credentials},
  {title: 'How to get there:', settings: way},
  {title: 'What it speaks and what may be done to it:', settings: leave},
  {title: 'Bounds:', settings: bounds},
];
