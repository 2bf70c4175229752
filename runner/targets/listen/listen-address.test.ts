import {expect, test} from 'vitest';
import {readWebhookAddress} from './listen-address.ts';

test.each([
  [{}, {host: '127.0.0.1', port: 0}],
  [{listen: '127.0.0.1:9000'}, {host: '127.0.0.1', port: 9_000}],
  [{listen: '[::1]:0'}, {host: '::1', port: 0}],
  [
    {listen: '0.0.0.0:9000', url: 'http://host.docker.internal:9000/'},
    {host: '0.0.0.0', port: 9_000, publicUrl: 'http://host.docker.internal:9000'},
  ],
  [
    {listen: 'localhost:9000', url: 'https://hooks.example.org/tests'},
    {host: 'localhost', port: 9_000, publicUrl: 'https://hooks.example.org/tests'},
  ],
])('%j', (options, settings) => {
  expect(readWebhookAddress(options)).toEqual({kind: 'settings', settings});
});

test.each([
  [
    {listen: '9000'},
    '--webhook-listen 9000: that is not an address to listen on\n  write HOST:PORT, e.g. 0.0.0.0:9000 or [::1]:0; port 0 is any free one',
  ],
  [
    {listen: '127.0.0.1:70000'},
    '--webhook-listen 127.0.0.1:70000: that is not an address to listen on\n  write HOST:PORT, e.g. 0.0.0.0:9000 or [::1]:0; port 0 is any free one',
  ],
  [
    {listen: '0.0.0.0:9000'},
    '--webhook-listen 0.0.0.0:9000 listens on every address of this machine, and a target cannot be told that\n  add --webhook-url with an address that the target can reach, e.g. http://192.168.0.10:9000',
  ],
  [
    {url: 'http://192.168.0.10:9000'},
    '--webhook-url names an address that stays, so the receiver needs a port that stays\n  add --webhook-listen HOST:PORT, e.g. 0.0.0.0:9000',
  ],
  [
    {listen: '0.0.0.0:9000', url: 'host:9000'},
    '--webhook-url host:9000: that is not a URL that a target could use\n  write e.g. http://192.168.0.10:9000',
  ],
  [
    {listen: '0.0.0.0:9000', url: 'http://a:b@host:9000'},
    '--webhook-url holds a user name or password, which would be told to the target\n  take them away',
  ],
  [
    {listen: '0.0.0.0:9000', url: 'http://host:9000/?x=1'},
    '--webhook-url http://host:9000/?x=1: the path of each hook is put behind it, so it can have no "?" and no "#"\n  take them away',
  ],
])('%j is refused', (options, problem) => {
  expect(readWebhookAddress(options)).toEqual({kind: 'refused', problems: [problem]});
});
