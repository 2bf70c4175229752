import {expect, test} from 'vitest';
import type {Machine} from '../../../model/machine.ts';
import {givenSecrets} from './given-secrets.ts';

const machine = {env: {}} as unknown as Machine;

test.each([
  ['X-Gate-Key: short-word', ['X-Gate-Key=short-word']],
  ['Authorization: Bearer abc.def', ['Authorization=Bearer abc.def', 'Authorization=abc.def']],
  [
    `Proxy-Authorization: Basic ${Buffer.from('ada:lovelace').toString('base64')}`,
    [
      'Proxy-Authorization=Basic YWRhOmxvdmVsYWNl',
      'Proxy-Authorization=YWRhOmxvdmVsYWNl',
      'Proxy-Authorization=ada:lovelace',
      'Proxy-Authorization=lovelace',
    ],
  ],
  ['Cookie: lang=de; sid=0123456789abcdef', ['Cookie=lang=de; sid=0123456789abcdef', 'Cookie=0123456789abcdef']],
  ['X-Route: q7Zp2Lw9Xs4V', ['X-Route=q7Zp2Lw9Xs4V']],
  ['X-Back: http://ada:lovelace@h', ['X-Back=ada:lovelace', 'X-Back=lovelace']],
  ['X-Stage: canary', []],
  ['X-Debug: true', []],
  ['X-Count: 1', []],
  ['Accept: application/vnd.github.v3+json', []],
  ['Accept-Encoding: gzip', []],
  ['User-Agent: my-tool/1.2.3-rc4', []],
])('of the header %s', (header, secrets) => {
  expect(givenSecrets({header: [header]}, machine).map(({name, value}) => `${name}=${value}`)).toEqual(secrets);
});

test.each([
  [
    'http://ada:l%C3%B6ve@h',
    [
      'TOUCHSTONE_PROXY=ada:löve',
      'TOUCHSTONE_PROXY=ada:l%C3%B6ve',
      'TOUCHSTONE_PROXY=löve',
      'TOUCHSTONE_PROXY=l%C3%B6ve',
    ],
  ],
  ['http://tokentoken@h', ['TOUCHSTONE_PROXY=tokentoken']],
  ['http://h', []],
])('of the proxy %s', (proxy, secrets) => {
  expect(givenSecrets({proxy}, machine).map(({name, value}) => `${name}=${value}`)).toEqual(secrets);
});
