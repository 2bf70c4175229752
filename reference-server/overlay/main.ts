// The command line of the reference overlay peer: as a decoder under test or as a live peer, healthy or with faults.
import {createHash} from 'node:crypto';
import type {OverlayPatch} from './rules/overlay-rules.ts';
import {readOptions, type Options} from './options.ts';
import {overlayFaults} from './faults.ts';
import {listenForTestee, listenLive} from './listen.ts';
import {makeOverlayRules} from './rules/overlay-rules.ts';
import {serveFramed} from './serve-framed.ts';
import {serveLines} from './serve-lines.ts';
import {untilAskedToEnd} from '../serve/until-asked-to-end.ts';
import {survivesLostOutput} from '../serve/survive-lost-output.ts';

const usage = `usage: reference overlay peer
  --testee                     answer proto/testee.proto frames on stdin and stdout
  --testee --line              answer the line form on stdin and stdout
  --testee --listen URL        answer frames at tcp://HOST:PORT or unix:PATH
  --live URL                   speak bare overlay messages at udp://HOST:PORT, tcp://HOST:PORT or unix:PATH
                               ?as=OverlayMeta|OverlayPing|OverlayHandshake  read every message as this one
                               ?frame=u32be|u32le|varint                     the length before each message of a stream
  --fault NAME                 switch a wrong behaviour on; may be given more than once
  --list-faults                print every fault as JSON
A listening peer prints {"ready":true,"url":…} and ends on SIGTERM, or with its stdin where REFERENCE_PARENT_PIPE=1.
`;

process.exitCode = await main(process.argv.slice(2));

async function main(argv: readonly string[]): Promise<number> {
  // Most inputs of a decoder under test are rejected; a stack trace that nobody reads costs more than the decoding.
  Error.stackTraceLimit = 0;
  survivesLostOutput();
  const options = readOptions(argv);
  switch (options.kind) {
    case 'problem':
      log(options.sentence);
      return 2;
    case 'help':
      process.stdout.write(usage);
      return 0;
    case 'list-faults':
      process.stdout.write(
        `${JSON.stringify(
          overlayFaults.map(({patch, ...fault}) => ({...fault, digest: digestOf(fault, patch)})),
          undefined,
          2,
        )}\n`,
      );
      return 0;
    case 'stdio':
      return serveStdio(options);
    case 'listen':
      break;
  }
  return serveDoor(options);
}

// So that who has proved a fault once sees whether it is still the same.
function digestOf(fault: object, patch: OverlayPatch): string {
  return createHash('sha256').update(JSON.stringify(fault)).update(String(patch)).digest('hex');
}

async function serveStdio({form, patches}: Extract<Options, {kind: 'stdio'}>): Promise<number> {
  const rules = makeOverlayRules(patches);
  const serve = form === 'lines' ? serveLines : serveFramed;
  process.once('SIGTERM', () => process.exit(0));
  // Who asks may be gone before the answer is; that ends this peer, it is no error of its own.
  process.stdout.on('error', () => process.exit(0));
  try {
    await serve(rules, process.stdin, process.stdout);
    return 0;
  } catch (thrown) {
    log(thrown instanceof Error ? thrown.message : String(thrown));
    return 1;
  }
}

async function serveDoor({door, role, patches}: Extract<Options, {kind: 'listen'}>): Promise<number> {
  const rules = makeOverlayRules(patches);
  const ended = untilAskedToEnd();
  try {
    const open = await (role === 'testee' ? listenForTestee : listenLive)({rules, door, log});
    process.stdout.write(`${JSON.stringify({ready: true, url: open.url})}\n`);
    await ended;
    await open.close();
    return 0;
  } catch (thrown) {
    log(
      `Cannot listen: ${thrown instanceof Error ? thrown.message : String(thrown)}. Choose another address or port 0.`,
    );
    return 1;
  } finally {
    process.stdin.destroy();
  }
}

function log(sentence: string): void {
  process.stderr.write(`reference overlay peer: ${sentence}\n`);
}
