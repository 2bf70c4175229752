import {describe, expect, test} from 'vitest';
import {listed, testServer} from '../testing.ts';
import type {TestServer} from '../testing.ts';
import {cookbook, signed} from '../testing-cookbook.ts';
import {packageFaults} from './packages.ts';

type Look = (server: TestServer) => Promise<unknown>;

/** What a healthy server shows and a faulty one does not. */
const looks: Record<string, {readonly healthy: unknown; readonly look: Look}> = {
  'package-text-only': {healthy: 'ff00', look: async server => roundTrip(server, 'ff00')},
  'package-last-line-break-dropped': {healthy: '610a', look: async server => roundTrip(server, '610a')},
  'package-past-a-kilobyte-dropped': {
    healthy: 1_025,
    look: async server => (await roundTrip(server, '61'.repeat(1_025))).length / 2,
  },
  'package-not-listed': {
    healthy: ['p'],
    look: async server => {
      await roundTrip(server, '61');
      return listed(server.admin.get('/packages/root'), 'name');
    },
  },
  'package-signature-not-asked-for': {healthy: 401, look: async server => upload(server, 'unsigned')},
  'package-signature-not-verified': {healthy: 401, look: async server => upload(server, 'other key')},
  'package-signature-refused': {healthy: 201, look: async server => upload(server, 'signed')},
  'package-signature-of-long-ago': {healthy: 401, look: async server => upload(server, 'long ago')},
  'package-signature-from-the-future': {healthy: 401, look: async server => upload(server, 'far ahead')},
  'cookbook-versions-by-letters': {healthy: '1.10.0', look: async server => latestOf(server, ['1.9.0', '1.10.0'])},
  'cookbook-versions-by-upload': {healthy: '1.10.0', look: async server => latestOf(server, ['1.10.0', '1.9.0'])},
};

function authorization(name: string): Record<string, string> {
  return {Authorization: `Basic ${Buffer.from(`${name}:a-password-for-tests`).toString('base64')}`};
}

async function roundTrip(server: TestServer, hex: string): Promise<string> {
  const url = `${server.url}/api/packages/root/generic/p/1/f`;
  await fetch(url, {method: 'PUT', headers: authorization('root'), body: Buffer.from(hex, 'hex')});
  return Buffer.from(await (await fetch(url)).arrayBuffer()).toString('hex');
}

/** Uploads these versions in this order, and gives the one that is called the latest. */
async function latestOf(server: TestServer, versions: readonly string[]): Promise<string | undefined> {
  const url = `${server.url}/api/packages/root/chef/api/v1/cookbooks`;
  for (const version of versions) {
    const body = new FormData();
    body.append('tarball', new Blob([new Uint8Array(cookbook('c', version))]), 'c.tar.gz');
    await fetch(url, {method: 'POST', headers: authorization('root'), body});
  }
  const {latest_version: latest} = (await (await fetch(`${url}/c`)).json()) as {readonly latest_version: string};
  return latest.split('/').at(-1);
}

const hourMs = 3_600_000;

type Way = 'signed' | 'unsigned' | 'other key' | 'long ago' | 'far ahead';

async function upload(server: TestServer, way: Way): Promise<number> {
  await server.user('bob');
  const keyOf = async (name: string): Promise<string> => {
    const path = '/user/settings/packages/chef/regenerate_keypair';
    return (await fetch(server.url + path, {method: 'POST', headers: authorization(name)})).text();
  };
  const [own, other] = [await keyOf('root'), await keyOf('bob')];
  const path = '/api/packages/root/chef/api/v1/cookbooks';
  const archive = cookbook('c', '1.0.0');
  const key = way === 'other key' ? other : own;
  const at = new Date(Date.now() + (way === 'long ago' ? -hourMs : way === 'far ahead' ? hourMs : 0));
  const headers = way === 'unsigned' ? {} : signed({method: 'POST', path, content: archive, key, user: 'root', at});
  const body = new FormData();
  body.append('tarball', new Blob([new Uint8Array(archive)]), 'c.tar.gz');
  return (await fetch(server.url + path, {method: 'POST', headers, body})).status;
}

async function seen(look: Look, faultNames: readonly string[]): Promise<unknown> {
  const server = await testServer({faultNames});
  try {
    return await look(server);
  } finally {
    await server.close();
  }
}

describe.each(Object.entries(looks))('%s', (name, {healthy, look}) => {
  test('is not there on a healthy server', async () => expect(await seen(look, [])).toEqual(healthy));
  test('shows when it is switched on', async () => expect(await seen(look, [name])).not.toEqual(healthy));
});

test('every fault of packages is looked at', () =>
  expect(Object.keys(looks).toSorted()).toEqual(packageFaults.map(({name}) => name).toSorted()));
