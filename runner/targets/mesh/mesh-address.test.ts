// Addresses of nodes: where, which cipher, whose certificates; and one sentence for each that is none.
import {expect, test} from 'vitest';
import {readLiveAddress} from '../live/peer-address.ts';
import {readMeshAddress} from './mesh-address.ts';

const udp = {kind: 'udp', address: '127.0.0.1', family: 4, port: 4242};

test.each([
  [
    'nebula://127.0.0.1:4242?ca=ca.crt&key=ca.key',
    {udp, cipher: 'aes', files: {kind: 'authority', certificate: 'ca.crt', key: 'ca.key'}},
  ],
  [
    'nebula://127.0.0.1:4242?ca=ca.crt&key=ca.key&cipher=chachapoly',
    {udp, cipher: 'chachapoly', files: {kind: 'authority', certificate: 'ca.crt', key: 'ca.key'}},
  ],
  [
    'nebula://127.0.0.1:4242?ca=ca.crt&key=ca.key&role=lighthouse',
    {
      udp,
      cipher: 'aes',
      role: 'lighthouse',
      files: {kind: 'authority', certificate: 'ca.crt', key: 'ca.key'},
    },
  ],
  [
    'nebula://127.0.0.1:4242?certificate=host.crt&key=host.key',
    {udp, cipher: 'aes', files: {kind: 'host', certificate: 'host.crt', key: 'host.key'}},
  ],
])('%s is read', async (text, address) => {
  expect(await readMeshAddress(text, readLiveAddress, {isStarted: false})).toEqual({kind: 'address', address});
});

test('a node that the run starts needs no certificates', async () => {
  const reading = await readMeshAddress('nebula://127.0.0.1:4242', readLiveAddress, {isStarted: true});
  expect(reading).toEqual({kind: 'address', address: {udp, cipher: 'aes', files: {kind: 'own'}}});
});

test.each([
  ['nebula://127.0.0.1:4242', false, 'names no CA: add ?ca=FILE&key=FILE'],
  ['nebula://127.0.0.1:4242?ca=a', false, 'names no CA: add ?ca=FILE&key=FILE'],
  ['nebula://127.0.0.1:4242?certificate=b', false, 'or ?certificate=FILE&key=FILE, those of one host of the mesh'],
  ['nebula://127.0.0.1:4242?ca=a&certificate=b&key=c', false, 'names a CA and a certificate'],
  ['nebula://127.0.0.1:4242?certificate=b&key=c', true, 'but the run makes those of a node that it starts'],
  [
    'nebula://127.0.0.1:4242?ca=a&key=b&cypher=aes',
    false,
    'has an unknown parameter "cypher"; there are ca, certificate, key, cipher, role.',
  ],
  ['nebula://127.0.0.1:4242?ca=a&key=b&role=relay', false, 'asks for role=relay; use lighthouse or host.'],
  ['nebula://127.0.0.1:4242?ca=a&key=b&cipher=des', false, 'asks for cipher=des; use aes or chachapoly.'],
  ['nebula://127.0.0.1:4242?ca=a&key=b', true, 'but the run makes those of a node that it starts'],
  ['nebula://127.0.0.1?ca=a&key=b', false, 'is not an address of a live peer'],
  ['nebula://255.255.255.255:9?ca=a&key=b', false, 'is a broadcast address'],
])('%s is refused in one sentence', async (text, isStarted, part) => {
  const reading = await readMeshAddress(text, readLiveAddress, {isStarted});
  expect(reading).toMatchObject({kind: 'problem', detail: expect.stringContaining(part) as string});
});
