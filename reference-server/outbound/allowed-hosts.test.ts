import {expect, test} from 'vitest';
import {isAllowedHost, readAllowedHosts} from './allowed-hosts.ts';

test.each([
  ['loopback', '127.9.9.9', true],
  ['loopback', '::1', true],
  ['loopback', '::ffff:127.0.0.1', true],
  ['loopback', '10.0.0.1', false],
  ['external', '127.0.0.1', false],
  ['external', '::ffff:10.0.0.1', false],
  ['external', '169.254.169.254', false],
  ['external', 'fe80::1', false],
  ['external', '93.184.216.34', true],
  ['private', '192.168.1.1', true],
  ['*', '169.254.169.254', true],
  ['10.0.0.0/8, loopback', '10.1.2.3', true],
  ['10.0.0.0/8', '11.0.0.1', false],
  ['10.0.0.1', '10.0.0.1', true],
  ['2001:db8::/32', '2001:db8::5', true],
])('the list "%s" and the address %s: %s', (list, address, isAllowed) => {
  expect(isAllowedHost(readAllowedHosts(list) ?? [], {host: address, address})).toBe(isAllowed);
});

test.each([
  ['*.example.org', 'hooks.example.org', true],
  ['*.example.org', 'example.org', false],
  ['*.example.org', 'hooksXexample.org', false],
  ['Receiver', 'receiver', true],
])('the list "%s" and the name %s: %s', (list, host, isAllowed) => {
  expect(isAllowedHost(readAllowedHosts(list) ?? [], {host, address: '10.0.0.1'})).toBe(isAllowed);
});

test('an empty list allows nothing', () =>
  expect(isAllowedHost(readAllowedHosts('') ?? [], {host: 'localhost', address: '127.0.0.1'})).toBe(false));

test.each(['10.0.0.0/99', '10.0.0.0/x', 'two words', '[::1]', '10.0.0.1/8/8'])('"%s" is no list', text =>
  expect(readAllowedHosts(text)).toBeUndefined(),
);
