// The browser of a sign-in carries cookies to where they belong and goes nowhere but to the houses that it was given.
import {defined} from '../../../base/json/defined.ts';
import {ownWords} from '../../../model/redacted.ts';
import {createServer, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import {machineClock} from '../../targets/host/clock.ts';
import {httpTarget} from '../../targets/http/target.ts';
import {machineRandom} from '../../targets/host/os-random.ts';
import {browse, type House, type Visited} from './browse.ts';
import {aRun} from '../../../test/support/run-context.ts';
import {beginStory} from '../attempt/story.ts';

const servers: Server[] = [];
const houses: House[] = [];
afterEach(async () => {
  await Promise.all(houses.splice(0).map(({http}) => http.close()));
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function house(name: string, url: string, cookies = ''): Promise<House> {
  const http = httpTarget({
    baseUrl: url,
    bounds: defaultBounds,
    tls: {insecure: false},
    headers: [],
    redaction: ownWords,
  });
  const made: House = {name, whose: name === 'the target' ? 'target' : 'identity-provider', url, http, cookies};
  houses.push(made);
  return made;
}

const secrets: string[] = [];

async function visit(known: readonly [House, ...House[]], path: string): Promise<Visited> {
  const run = await aRun({
    ports: {
      hosting: known[0],
      clock: machineClock(),
      random: machineRandom(),
      keepSecret: value => void secrets.push(value),
    },
  });
  const signal = AbortSignal.timeout(10_000);
  return browse(beginStory(run, {caseId: 'c', file: 'f.yaml', proves: [], signal}), known, path);
}

const redirect = (location: string, cookie?: string): RequestListener => {
  return (_, response) => {
    response.writeHead(303, {location, ...defined({'set-cookie': cookie})}).end();
  };
};

test('it goes there and back, each house sees its own cookies, and their values are secrets', async () => {
  const seen: string[] = [];
  let provider = '';
  const target = await listening((request, response) => {
    seen.push(`target ${request.url} ${request.headers.cookie ?? '-'}`);
    if (request.url === '/in')
      redirect(`${provider}/auth?x=1#part`, 'session=0123456789abcdef; HttpOnly')(request, response);
    else response.end('welcome');
  });
  provider = await listening((request, response) => {
    seen.push(`provider ${request.url} ${request.headers.cookie ?? '-'}`);
    redirect(`${target}/back`)(request, response);
  });
  const [first, second] = [await house('the target', target), await house('the provider', provider, 'ticket=t')];
  const {received, house: last, seen: led} = await visit([first, second], '/in');
  expect([received.reply.status, last, led]).toEqual([200, first, new Set([first, second])]);
  expect(seen).toEqual(['target /in -', 'provider /auth?x=1 ticket=t', 'target /back session=0123456789abcdef']);
  expect(secrets).toContain('0123456789abcdef');
});

test.each([
  [
    'another origin',
    'http://203.0.113.1/steal',
    /^the target redirects to http:\/\/203\.0\.113\.1, which is neither the target \(/,
  ],
  ['an address that only begins alike', '/codex', /which is neither the target/],
  ['a name in front', 'http://127.0.0.1@203.0.113.1/', /^the target redirects to http:\/\/203\.0\.113\.1, /],
  ['another scheme', 'file:///etc/passwd', /which is neither the target/],
  ['no address', 'http://[', /^the target redirects to "http:\/\/\[", which is not an address$/],
  ['itself', '/code/in', /^\/in redirects more than 20 times, last at the target$/],
])('it does not follow to %s', async (_, location, message) => {
  const url = await listening(redirect(location));
  await expect(visit([await house('the target', `${url}/code`)], '/in')).rejects.toThrow(message);
});
