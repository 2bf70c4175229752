// Reads the address of a decoder under test: which program, module or socket, and which form it speaks.
import {addressForms, addressParts, transports, type TransportOf} from '../../../model/peers/transports.ts';
import {shellWords} from '../../../base/text/shell-words.ts';

/** Where a decoder under test is; `isLine` says that the line form was asked for. */
export type TesteeAddress = TesteePlace & {readonly isLine: boolean};

type TesteePlace =
  | {readonly kind: 'exec'; readonly command: string; readonly args: readonly string[]}
  | {readonly kind: 'module'; readonly file: string}
  | {readonly kind: 'tcp'; readonly host: string; readonly port: number}
  | {readonly kind: 'unix'; readonly path: string};

export type TesteeAddressReading = {readonly kind: 'address'; readonly address: TesteeAddress} | Refusal;

/** One full sentence. */
interface Refusal {
  readonly kind: 'problem';
  readonly detail: string;
}

/** Reads an address of transports.ts, with `line:` before it or not. */
export function readTesteeAddress(text: string): TesteeAddressReading {
  const {isLine, scheme, rest} = addressParts(text);
  if (scheme === undefined || !isDecoderScheme(scheme))
    return problem(`"${text}" is not an address of a decoder: write ${addressForms('decoder')}.`);
  const {decoder, names, example, hasLineForm} = transports[scheme];
  if (rest === '') return problem(`"${scheme}:" names no ${names}: write ${decoder}, e.g. ${example}.`);
  if (isLine && !hasLineForm)
    return problem(`A ${scheme} has no line form: write ${scheme}:${rest} without line: before it.`);
  const place = placeReaders[scheme](rest);
  return place.kind === 'problem' ? place : {kind: 'address', address: {...place, isLine}};
}

/** How to read what follows each scheme: a new row of transports.ts needs one here. */
const placeReaders: {readonly [scheme in TransportOf<'decoder'>]: (rest: string) => TesteePlace | Refusal} = {
  exec: readCommand,
  module: file => ({kind: 'module', file}),
  tcp: readTcp,
  unix: path => ({kind: 'unix', path}),
};

function isDecoderScheme(scheme: keyof typeof transports): scheme is TransportOf<'decoder'> {
  return Object.hasOwn(placeReaders, scheme);
}

function readCommand(text: string): TesteePlace | Refusal {
  const split = shellWords(text);
  if (split.kind === 'unclosed')
    return problem(`The command of "exec:${text}" opens a ${split.quote} and never closes it.`);
  const [command = '', ...args] = split.words;
  const {decoder, example} = transports.exec;
  if (command === '') return problem(`"exec:" names no command: write ${decoder}, e.g. ${example}.`);
  return {kind: 'exec', command, args};
}

function readTcp(rest: string): TesteePlace | Refusal {
  const [, host = '', port = ''] = /^\/\/(\[[0-9a-fA-F:.%]+\]|[^/:\s@?#]+):(\d{1,5})\/?$/.exec(rest) ?? [];
  if (host === '' || Number(port) < 1 || Number(port) > 65_535) {
    const {decoder, example} = transports.tcp;
    return problem(
      `"tcp:${rest}" is not a TCP address: write ${decoder}, an IPv6 address in brackets, e.g. ${example}.`,
    );
  }
  return {kind: 'tcp', host: host.replace(/^\[|\]$/g, ''), port: Number(port)};
}

function problem(detail: string): Refusal {
  return {kind: 'problem', detail};
}
