// Reads the address of a decoder under test: which program, module or socket, and which form it speaks.
import {shellWords} from '../process/shell-words.ts';

/** Where a decoder under test is; `isLine` says that the line form was asked for. */
export type TesteeAddress = (
  | {readonly kind: 'exec'; readonly command: string; readonly args: readonly string[]}
  | {readonly kind: 'module'; readonly file: string}
  | {readonly kind: 'tcp'; readonly host: string; readonly port: number}
  | {readonly kind: 'unix'; readonly path: string}
) & {readonly isLine: boolean};

export type TesteeAddressReading =
  | {readonly kind: 'address'; readonly address: TesteeAddress}
  /** One full sentence. */
  | {readonly kind: 'problem'; readonly detail: string};

/** Reads `exec:COMMAND`, `module:FILE`, `tcp://HOST:PORT` or `unix:PATH`, each with `line:` before it or not. */
export function readTesteeAddress(text: string): TesteeAddressReading {
  const isLine = text.startsWith('line:');
  const rest = isLine ? text.slice('line:'.length) : text;
  if (rest.startsWith('exec:')) return readCommand(rest.slice('exec:'.length), isLine);
  if (rest.startsWith('module:')) return readModule(rest.slice('module:'.length), isLine);
  if (rest.startsWith('unix:')) {
    const path = rest.slice('unix:'.length);
    if (path === '') return problem('"unix:" names no socket: write unix:PATH.');
    return {kind: 'address', address: {kind: 'unix', path, isLine}};
  }
  if (rest.startsWith('tcp:')) return readTcp(rest, isLine);
  return problem(
    `"${rest}" is no address of a decoder: write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH, ` +
      'with line: before it where the decoder speaks the line form.',
  );
}

function readCommand(text: string, isLine: boolean): TesteeAddressReading {
  const split = shellWords(text);
  if (split.kind === 'unclosed')
    return problem(`The command of "exec:${text}" opens a ${split.quote} and never closes it.`);
  const [command, ...args] = split.words;
  if (command === undefined || command === '')
    return problem('"exec:" names no command: write exec:COMMAND, e.g. exec:./decoder.');
  return {kind: 'address', address: {kind: 'exec', command, args, isLine}};
}

function readModule(file: string, isLine: boolean): TesteeAddressReading {
  if (file === '') return problem('"module:" names no file: write module:FILE, e.g. module:./decoder.mjs.');
  if (isLine) return problem(`A module has no line form: write module:${file} without line: before it.`);
  return {kind: 'address', address: {kind: 'module', file, isLine}};
}

function readTcp(text: string, isLine: boolean): TesteeAddressReading {
  const [, host = '', port = ''] = /^tcp:\/\/(\[[0-9a-fA-F:.%]+\]|[^/:\s@?#]+):(\d{1,5})\/?$/.exec(text) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) {
    return problem(
      `"${text}" is no TCP address: write tcp://HOST:PORT, an IPv6 address in brackets, e.g. tcp://[::1]:4242.`,
    );
  }
  return {kind: 'address', address: {kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port), isLine}};
}

function problem(detail: string): TesteeAddressReading {
  return {kind: 'problem', detail};
}
