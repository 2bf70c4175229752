import {expect, test} from 'vitest';
import {readTesteeAddress} from './decoder-address.ts';

test.each([
  ["exec:./decoder --as 'a b'", {kind: 'exec', command: './decoder', args: ['--as', 'a b'], isLine: false}],
  ['line:exec:./decoder.py', {kind: 'exec', command: './decoder.py', args: [], isLine: true}],
  ['module:./decoder.mjs', {kind: 'module', file: './decoder.mjs', isLine: false}],
  ['tcp://localhost:4242', {kind: 'tcp', host: 'localhost', port: 4242, isLine: false}],
  ['line:tcp://[::1]:4242/', {kind: 'tcp', host: '::1', port: 4242, isLine: true}],
  ['unix:/run/a decoder.sock', {kind: 'unix', path: '/run/a decoder.sock', isLine: false}],
])('%s is an address', (text, address) => {
  expect(readTesteeAddress(text)).toEqual({kind: 'address', address});
});

test.each([
  ['exec:', '"exec:" names no command: write exec:COMMAND, e.g. exec:./decoder.'],
  ["exec:./decoder 'a", `The command of "exec:./decoder 'a" opens a ' and never closes it.`],
  ['module:', '"module:" names no file: write module:FILE, e.g. module:./decoder.mjs.'],
  ['line:module:a.mjs', 'A module has no line form: write module:a.mjs without line: before it.'],
  ['unix:', '"unix:" names no socket: write unix:PATH, e.g. unix:/run/overlay.sock.'],
  [
    'tcp://localhost',
    '"tcp://localhost" is not a TCP address: write tcp://HOST:PORT, an IPv6 address in brackets, e.g. tcp://[::1]:4242.',
  ],
  [
    './decoder',
    '"./decoder" is not an address of a decoder: write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH, with line: before it where the decoder speaks the line form.',
  ],
])('%s is refused with one sentence', (text, detail) => {
  expect(readTesteeAddress(text)).toEqual({kind: 'problem', detail});
});
