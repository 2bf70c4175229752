// Connects to a decoder under test that listens at a TCP port or a Unix socket.
import {connect, type Socket} from 'node:net';
import type {ChannelEnd, ChannelOpening, TesteeChannel} from './channel.ts';
import type {TesteeAddress} from './decoder-address.ts';

/** Opens one connection; nothing is sent. */
export function openSocket(
  address: Extract<TesteeAddress, {kind: 'tcp' | 'unix'}>,
  connectTimeoutMs: number,
): Promise<ChannelOpening> {
  const place = address.kind === 'unix' ? `unix:${address.path}` : `tcp://${address.host}:${address.port}`;
  const socket =
    address.kind === 'unix'
      ? connect({path: address.path})
      : connect({host: address.host, port: address.port, noDelay: true});
  return new Promise(resolve => {
    const failed = (why: string): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve({kind: 'cannot-open', detail: `No decoder can be reached at ${place}: ${why}`});
    };
    const timer = setTimeout(() => failed(`no connection within ${connectTimeoutMs} ms.`), connectTimeoutMs);
    const onError = (error: Error): void => failed(reasonOf(error));
    socket.once('error', onError).once('connect', () => {
      clearTimeout(timer);
      socket.off('error', onError);
      resolve({kind: 'open', channel: watch(socket)});
    });
  });
}

function reasonOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (code === 'ECONNREFUSED') return 'nothing listens there.';
  if (code === 'ENOENT') return 'there is no such socket; start the decoder first.';
  if (code === 'ENOTFOUND') return 'the host name is not known.';
  return `${error.message}.`;
}

function watch(socket: Socket): TesteeChannel {
  let how = 'closed the connection';
  socket.on('error', error => {
    how = `broke the connection (${error.message})`;
  });
  const closed = new Promise<void>(resolve => socket.once('close', () => resolve()));
  const ended = closed.then((): ChannelEnd => ({how, isOrderly: how === 'closed the connection'}));
  const kill = async (): Promise<void> => {
    socket.destroy();
    await closed;
  };
  return {input: socket, output: socket, pid: undefined, stderrTail: () => '', ended, close: kill, kill};
}
