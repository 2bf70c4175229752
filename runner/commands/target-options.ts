// The options that say what is under test and how to reach it, shared by every command that speaks to a target.
import {Option, type Command} from 'commander';
import {defaultBounds, type Bounds} from '../model/bounds.ts';
import type {TargetFile} from '../model/target-file.ts';
import {collect, collectList, duration, size, wholeNumber} from './command-line.ts';

/** The options as commander gives them. */
export interface TargetOptions {
  readonly targetFile?: string;
  /** That file, read; no flag. Flags that say the same win over it. */
  readonly from?: TargetFile;
  readonly target?: string;
  readonly peer?: string;
  readonly livePeer?: string;
  readonly reference?: boolean;
  readonly fault?: readonly string[];
  readonly adminToken?: string;
  readonly adminTokenEnv?: string;
  readonly adminTokenFile?: string;
  readonly adminUser?: string;
  readonly adminPassword?: string;
  readonly adminPasswordEnv?: string;
  readonly adminPasswordFile?: string;
  readonly caFile?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
  readonly header?: readonly string[];
  readonly proxy?: string;
  readonly proxyExcept?: readonly string[];
  readonly dialect?: string;
  readonly without?: readonly string[];
  readonly allowWrites?: string;
  readonly webhookListen?: string;
  readonly webhookUrl?: string;
  readonly openidListen?: string;
  readonly openidUrl?: string;
  readonly allowDestructive?: boolean;
  readonly connectTimeout?: number;
  readonly replyTimeout?: number;
  readonly caseTimeout?: number;
  readonly replyBytesMax?: number;
  readonly headerBytesMax?: number;
  readonly headersMax?: number;
  readonly informationalMax?: number;
  readonly jsonDepthMax?: number;
  readonly frameBytesMax?: number;
  readonly retryAfterMax?: number;
  readonly jobs?: number;
  readonly rateLimit?: number;
  readonly lag?: number;
  /** Runs of each property; declared by commands that run any. */
  readonly propertyRuns?: number;
  /** Milliseconds after which a property begins no more runs. */
  readonly propertyTime?: number;
}

/** Declares the options. */
export function addTargetOptions(command: Command): Command {
  return addBounds(
    command
      .optionsGroup('What is under test (at least one):')
      .option(
        '--target-file <file>',
        'a YAML file that says all of the following and more: how it is started, its accounts, its variants',
      )
      .option('--target <url>', 'a hosting server: the base URL under which /api/v1 is served')
      .option('--peer <address>', 'a decoder under test: exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH')
      .option(
        '--live-peer <url>',
        'a peer that speaks bare overlay messages: udp://HOST:PORT, tcp://HOST:PORT?frame=u32be or unix:PATH',
      )
      .option('--reference', 'the embedded reference implementation, started for this run')
      .addOption(
        new Option('--fault <name>', 'with --reference: switch on a wrong behaviour (repeatable)').argParser(collect),
      )
      .optionsGroup('How to sign in (an administrator, who makes the other accounts):')
      .option(
        '--admin-token-env <name>',
        'environment variable that holds an access token; its name begins with TOUCHSTONE_',
      )
      .option('--admin-token-file <file>', 'file that holds an access token')
      .option('--admin-token <token>', 'the access token itself; process lists show it')
      .option('--admin-user <name>', 'user name, together with one of the passwords below')
      .option(
        '--admin-password-env <name>',
        'environment variable that holds the password; its name begins with TOUCHSTONE_',
      )
      .option('--admin-password-file <file>', 'file that holds the password')
      .option('--admin-password <password>', 'the password itself; process lists show it')
      .optionsGroup('How to get there:')
      .option('--ca-file <file>', 'PEM file with the certificate authorities to trust')
      .option('--client-cert <file>', 'PEM file with a client certificate')
      .option('--client-key <file>', 'PEM file with its key')
      .option('--insecure', 'accept any certificate; every report says so')
      .addOption(new Option('--header <name: value>', 'a header for every request (repeatable)').argParser(collect))
      .option('--proxy <url>', 'send requests through this proxy; HTTP_PROXY is never used by itself')
      .addOption(
        new Option('--proxy-except <hosts>', 'hosts to reach without the proxy, comma-separated').argParser(
          collectList,
        ),
      )
      .option('--webhook-listen <host:port>', 'where webhooks are received (default 127.0.0.1, any free port)')
      .option('--webhook-url <url>', 'what the target is told instead, e.g. http://host.docker.internal:9000')
      .addOption(openidListen)
      .addOption(openidUrl)
      .optionsGroup('What it speaks and what may be done to it:')
      .option('--dialect <name>', 'the names that the record does not show; without it, chosen by the target’s version')
      .addOption(
        new Option('--without <capability>', 'declare that the target lacks a capability (repeatable)').argParser(
          collect,
        ),
      )
      .option(
        '--allow-writes <origin>',
        'repeat the target’s origin to let accounts and repositories be made on a host that is not this one',
      )
      .option('--allow-destructive', 'let cases run that change the whole instance'),
  );
}

const openidListen = new Option(
  '--openid-listen <host:port>',
  'where the identity provider of the run listens (default 127.0.0.1, any free port)',
);
const openidUrl = new Option(
  '--openid-url <url>',
  'the issuer that the target was told instead, e.g. http://host.docker.internal:9001',
);

/** Declares where the identity provider is, for the command that offers it by itself. */
export function addOpenidOptions(command: Command): Command {
  return command.addOption(openidListen).addOption(openidUrl);
}

function addBounds(command: Command): Command {
  const {replyBytesMax, headerBytesMax, frameBytesMax} = defaultBounds;
  const hourMs = 3_600_000;
  return command
    .optionsGroup('Bounds:')
    .addOption(new Option('--connect-timeout <time>', 'for a connection (default 5s)').argParser(duration(1, hourMs)))
    .addOption(
      new Option('--reply-timeout <time>', 'for a whole exchange (default 10s)').argParser(duration(1, hourMs)),
    )
    .addOption(
      new Option('--case-timeout <time>', 'for a whole example case, or one run of a property (default 60s)').argParser(
        duration(1, hourMs),
      ),
    )
    .addOption(
      new Option('--lag <time>', 'how long an effect may take until it is visible (default 10s)').argParser(
        duration(1, hourMs),
      ),
    )
    .addOption(
      new Option(
        '--reply-bytes-max <size>',
        `of a reply after decompression (default ${String(replyBytesMax / 1024 / 1024)}MiB)`,
      ).argParser(size(1024, 1024 ** 3)),
    )
    .addOption(
      new Option(
        '--header-bytes-max <size>',
        `of all headers of a reply (default ${String(headerBytesMax / 1024)}KiB)`,
      ).argParser(size(1024, 1024 ** 2)),
    )
    .addOption(new Option('--headers-max <n>', 'headers of a reply (default 200)').argParser(wholeNumber(1, 10_000)))
    .addOption(
      new Option('--informational-max <n>', '1xx replies before the final one (default 20)').argParser(
        wholeNumber(0, 10_000),
      ),
    )
    .addOption(
      new Option('--json-depth-max <n>', 'nesting of a JSON reply (default 200)').argParser(wholeNumber(1, 1_000)),
    )
    .addOption(
      new Option(
        '--frame-bytes-max <size>',
        `of an overlay frame (default ${String(frameBytesMax / 1024 / 1024)}MiB)`,
      ).argParser(size(1024, 1024 ** 3)),
    )
    .addOption(
      new Option('--retry-after-max <time>', 'longest Retry-After that is waited for (default 60s)').argParser(
        duration(0, hourMs),
      ),
    )
    .addOption(
      new Option('--rate-limit <n>', 'requests per second over the whole run (default: no limit)').argParser(
        wholeNumber(1, 100_000),
      ),
    )
    .addOption(
      new Option('--jobs <n>', 'cases at a time (default 8 on this host, 2 elsewhere)').argParser(wholeNumber(1, 256)),
    );
}

/** Gives the bounds that the options ask for. */
export function boundsOf(options: TargetOptions, isLoopback: boolean): Bounds {
  return {
    connectTimeoutMs: options.connectTimeout ?? defaultBounds.connectTimeoutMs,
    replyTimeoutMs: options.replyTimeout ?? defaultBounds.replyTimeoutMs,
    caseTimeoutMs: options.caseTimeout ?? defaultBounds.caseTimeoutMs,
    replyBytesMax: options.replyBytesMax ?? defaultBounds.replyBytesMax,
    headerBytesMax: options.headerBytesMax ?? defaultBounds.headerBytesMax,
    headersMax: options.headersMax ?? defaultBounds.headersMax,
    informationalMax: options.informationalMax ?? defaultBounds.informationalMax,
    jsonDepthMax: options.jsonDepthMax ?? defaultBounds.jsonDepthMax,
    frameBytesMax: options.frameBytesMax ?? defaultBounds.frameBytesMax,
    retryAfterMaxMs: options.retryAfterMax ?? defaultBounds.retryAfterMaxMs,
    jobs: options.jobs ?? (isLoopback ? defaultBounds.jobs : 2),
    rateLimit: options.rateLimit ?? defaultBounds.rateLimit,
    lagMs: options.lag ?? defaultBounds.lagMs,
  };
}
