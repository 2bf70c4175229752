// The real machine: what main hands to a command. Everything heavy is loaded when it is used.
import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Machine} from '../../model/machine.ts';
import {transportFor} from '../../model/peers/transports.ts';
import {shownText} from '../../model/url-credentials.ts';
import {withoutHidden} from '../../base/text/visible-text.ts';
import {machineCache} from './host/cache.ts';
import {machineClock} from './host/clock.ts';
import {machineFiles} from './host/files.ts';
import {machineRandom} from './host/os-random.ts';
import {openRawFolder} from './host/raw-folder.ts';
import {hostFlags, peerCommand, referenceCommand} from './reference/start-reference.ts';
import {machineSigning} from './host/signing.ts';
import {tuneEngineFor} from './host/tune-engine.ts';

/** Makes the machine for one command; `root` is the folder of our own package.json. */
export function machineOf({root, version}: {readonly root: string; readonly version: string}): Machine {
  return {
    files: machineFiles(),
    clock: machineClock(),
    random: machineRandom(),
    cache: machineCache(root, process.env),
    signing: machineSigning(),
    tuneFor: tuneEngineFor,
    openRawFolder: path => openRawFolder(path, machineFiles()),
    env: process.env,
    workingFolder: process.cwd(),
    system: process.platform,
    packageRoot: root,
    version,
    print: text => {
      process.stdout.write(shownText(text));
    },
    talk: text => {
      process.stderr.write(withoutHidden(shownText(text)));
    },
    ask: async (question, options) => (await import('./host/prompt.ts')).ask(question, options?.isHidden),
    terminal: {
      // A log, and a terminal that cannot move its cursor, get plain lines.
      isTalkTerminal: isTerminal(process.stderr) && (process.env['CI'] ?? '') === '' && process.env['TERM'] !== 'dumb',
      isPrintTerminal: isTerminal(process.stdout),
      columns: Math.max(40, (process.stdout.isTTY ? process.stdout.columns : undefined) ?? 100),
      // Asked for anew each time: a window can be made narrower while a run goes on.
      get talkColumns() {
        return process.stderr.isTTY ? process.stderr.columns : 100;
      },
    },
    loadProperties: () => loadProperties(root),
    loadModules: async files => (await import('./host/load-modules.ts')).loadModules(files),
    readBaseUrl: async text => (await import('./http/base-url.ts')).readBaseUrl(text),
    openHttp: async settings => (await import('./http/noticing-target.ts')).noticingTarget(settings),
    endLeftByDecoders: async () => (await import('./testee/testee-child.ts')).endLeftByDecoders(),
    openTestee: async (address, bounds, settings) =>
      (await import('./testee/open-testee.ts')).openTestee(address, {bounds, packageRoot: root, ...settings}),
    openLive: async (url, bounds, start) =>
      transportFor('livePeer', url)?.isSealed === true
        ? (await import('./mesh/open-node.ts')).openNode(url, bounds, start)
        : (await import('./live/open-live-peer.ts')).openLive(url, bounds),
    readWebhookAddress: async text => (await import('./listen/listen-address.ts')).readWebhookAddress(text),
    openWebhooks: async settings =>
      (await import('./listen/webhook-receiver.ts')).webhookReceiver(settings, {
        clock: machineClock(),
        random: machineRandom(),
      }),
    readIdentityAddress: async text => (await import('./listen/listen-address.ts')).readIdentityAddress(text),
    startIdentityProvider: async settings =>
      (await import('./listen/identity-provider.ts')).startIdentityProvider(settings),
    referencePeer: faults => peerCommand(faults.flatMap(name => ['--fault', name])),
    referenceHost: faults => {
      const {command, args} = referenceCommand('mesh');
      return {command: [command, ...args, ...hostFlags, ...faults.flatMap(name => ['--fault', name])], folder: root};
    },
    referenceFaults: async () => (await import('./reference/ask-faults.ts')).referenceFaults(),
    startReference: async settings => (await import('./reference/start-reference.ts')).startReference(settings),
    serveReference: async (options, role) =>
      (await import('./reference/serve-reference.ts')).serveReference(options, role),
    openReferenceHouse: async () => (await import('./reference/many-servers.ts')).openReferenceHouse(),
    buildMutants: async () => (await import('./mutants/build-mutants.ts')).buildMutants(root),
    startCommand: async settings => (await import('./process/start-command.ts')).startCommand(settings),
    freePort: async () => (await import('./process/start-command.ts')).freePort(),
    onInterrupt,
  };
}

// Node leaves `isTTY` undefined for a pipe or a file, which the library of colours takes for "as the environment says": with CI set it then paints.
function isTerminal(stream: {readonly isTTY?: boolean}): boolean {
  return stream.isTTY === true;
}

/** Whether this process runs from sources (under tsx) or from compiled code. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** The folder that holds our code: the package root when running from sources, else dist. */
function codeRoot(root: string): string {
  return extension === '.ts' ? root : join(root, 'dist');
}

async function loadProperties(
  root: string,
): Promise<readonly {readonly file: string; readonly exports: readonly unknown[]}[]> {
  const folder = join(codeRoot(root), 'suites', 'properties');
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter(name => name.endsWith(extension) && !/\.(test|d)\.[jt]s$/.test(name))
    .toSorted();
  const loaded = names.map(async name => {
    const module = (await import(pathToFileURL(join(folder, name)).href)) as {readonly [name: string]: unknown};
    return {file: `suites/properties/${name.slice(0, -extension.length)}.ts`, exports: Object.values(module)};
  });
  return Promise.all(loaded);
}

function onInterrupt(handler: (count: number) => void): () => void {
  let count = 0;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const listener = (): void => {
    count += 1;
    handler(count);
  };
  for (const signal of signals) process.on(signal, listener);
  return () => {
    for (const signal of signals) process.off(signal, listener);
  };
}
