// Opens the way to a decoder under test: a process of its own, the host of a module, or a socket.
import {existsSync} from 'node:fs';
import {createRequire} from 'node:module';
import {resolve} from 'node:path';
import {fileURLToPath, pathToFileURL} from 'node:url';
import type {Bounds} from '../../../model/bounds.ts';
import type {TesteeAddress} from './decoder-address.ts';
import type {ChannelOpening} from './channel.ts';
import {openProcess} from './testee-child.ts';
import {openSocket} from './socket.ts';
import {quoted} from '../../../base/text/visible-text.ts';

/** Starts the program or the module, or connects. */
export function openChannel(address: TesteeAddress, bounds: Bounds): Promise<ChannelOpening> {
  switch (address.kind) {
    case 'exec':
      return openProcess({command: address.command, args: address.args, isOnExtraPipe: false});
    case 'module':
      return openModule(address.file);
    case 'tcp':
    case 'unix':
      return openSocket(address, bounds.connectTimeoutMs);
  }
}

const moduleMemoryMegabytes = 512;

async function openModule(text: string): Promise<ChannelOpening> {
  const file = resolve(text);
  if (!existsSync(file))
    return {
      kind: 'cannot-open',
      detail: `The module ${quoted(text)} was not found: check the path, it is taken from the working folder.`,
    };
  const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js';
  const host = fileURLToPath(new URL(`./module-host${extension}`, import.meta.url));
  const needsTsx = extension === '.ts' || /\.[cm]?tsx?$/.test(file);
  const tsx = needsTsx ? ['--import', pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href] : [];
  const args = [`--max-old-space-size=${moduleMemoryMegabytes}`, ...tsx, host, file];
  return openProcess({command: process.execPath, args, isOnExtraPipe: true});
}
