// Opens the way to a decoder under test: a process of its own, the host of a module, or a socket.
import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Bounds} from '../../../model/bounds.ts';
import type {TesteeAddress} from './decoder-address.ts';
import type {ChannelOpening} from './channel.ts';
import {newestProgram, tsxFlags} from '../process/newest-program.ts';
import {openProcess} from './testee-child.ts';
import {openSocket} from './socket.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** Starts the program or the module, or connects. */
export function openChannel(
  address: TesteeAddress,
  {bounds, isCounted}: {readonly bounds: Bounds; readonly isCounted: boolean},
): Promise<ChannelOpening> {
  switch (address.kind) {
    case 'exec':
      return openProcess({command: address.command, args: address.args, isOnExtraPipe: false});
    case 'module':
      return openModule(address.file, isCounted);
    case 'tcp':
    case 'unix':
      return openSocket(address, bounds.connectTimeoutMs);
  }
}

const moduleMemoryMegabytes = 512;

async function openModule(text: string, isCounted: boolean): Promise<ChannelOpening> {
  const file = resolve(text);
  if (!existsSync(file))
    return {
      kind: 'cannot-open',
      detail: `The module ${quoted(text)} was not found: check the path, it is taken from the working folder.`,
    };
  const host = newestProgram('runner/targets/testee/module-host');
  const needsTsx = host.length === 1 && /\.[cm]?tsx?$/.test(file);
  const flags = [`--max-old-space-size=${moduleMemoryMegabytes}`, ...(needsTsx ? tsxFlags() : [])];
  const args = [...flags, ...host, file, String(process.pid), ...(isCounted ? ['coverage'] : [])];
  return openProcess({command: process.execPath, args, isOnExtraPipe: true});
}
