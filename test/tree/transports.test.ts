// Holds that the forms of peers' addresses are written once, and what the table gives for an address.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {addressForms, addressParts, transportFor, transports, type Transport} from '../../model/peers/transports.ts';
import {readLiveAddress} from '../../runner/targets/live/peer-address.ts';
import {readMeshAddress} from '../../runner/targets/mesh/mesh-address.ts';
import {readTesteeAddress} from '../../runner/targets/testee/decoder-address.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

test('no source file but model/peers/transports.ts says how an address is written', () => {
  const forms = /\b(?:exec:COMMAND|module:FILE|(?:udp|tcp):\/\/HOST:PORT|unix:PATH)/;
  const listOfSchemes = /\b(?:exec|module|udp|tcp|unix):?\|(?:exec|module|udp|tcp|unix)\b/;
  const files = ['model', 'base', 'runner', 'reports'].flatMap(folder =>
    readdirSync(join(root, folder), {recursive: true, encoding: 'utf8'}).map(name => `${folder}/${name}`),
  );
  const sources = files.map(name => name.replaceAll('\\', '/')).filter(name => /(?<!\.test)\.ts$/.test(name));
  const again = sources.filter(name =>
    [forms, listOfSchemes].some(one => one.test(readFileSync(join(root, name), 'utf8'))),
  );
  expect(again).toEqual(['model/peers/transports.ts']);
});

const rows = Object.entries<Transport>(transports);

const decoders = rows.filter(([, {decoder}]) => decoder !== undefined);
const livePeers = rows.filter(([, {livePeer}]) => livePeer !== undefined);

test.each(decoders)('the example of %s: is the address of a decoder', (_scheme, {example}) => {
  expect(readTesteeAddress(example).kind).toBe('address');
});

test.each(livePeers)('the example of %s: is the address of a live peer', async (_scheme, {example}) => {
  const reading = transportFor('livePeer', example)?.isSealed
    ? await readMeshAddress(example, readLiveAddress, {isStarted: false})
    : await readLiveAddress(example);
  expect(reading.kind).toBe('address');
});

test.each(rows)('every form of %s: begins with its scheme', (scheme, {decoder, livePeer, example}) => {
  const forms = [decoder, livePeer, example].filter(form => form !== undefined);
  expect(new Set(forms.map(form => addressParts(form).scheme))).toEqual(new Set([scheme]));
});

test('forms are listed as a sentence', () => {
  expect(addressForms('decoder')).toBe(
    'exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH, with line: before it where the decoder speaks the line form',
  );
  expect(addressForms('livePeer')).toBe(
    'udp://HOST:PORT, nebula://HOST:PORT?ca=FILE&key=FILE, tcp://HOST:PORT?frame=u32be or unix:PATH',
  );
});

test.each([
  ['line:exec:./a b', {isLine: true, scheme: 'exec', rest: './a b'}],
  ['unix:/run/a:b', {isLine: false, scheme: 'unix', rest: '/run/a:b'}],
  ['./decoder', {isLine: false, scheme: undefined, rest: './decoder'}],
  ['constructor:x', {isLine: false, scheme: undefined, rest: 'constructor:x'}],
  ['', {isLine: false, scheme: undefined, rest: ''}],
])('%s is taken apart', (text, parts) => {
  expect(addressParts(text)).toEqual(parts);
});

test.each([
  ['decoder', 'udp://a:1', undefined],
  ['livePeer', 'exec:./a', undefined],
  ['livePeer', 'line:tcp://a:1', undefined],
  ['decoder', 'line:tcp://a:1', transports.tcp],
  ['livePeer', 'tcp://a:1', transports.tcp],
] as const)('for a %s, %s is found or not', (kind, address, transport) => {
  expect(transportFor(kind, address)).toBe(transport);
});
