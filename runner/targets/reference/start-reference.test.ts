// Shows that the embedded reference starts in a process of its own, answers its administrator, and goes when it is told to.
import {ownWords} from '../../../model/redacted.ts';
import {expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import {httpTarget} from '../http/target.ts';
import {referenceFaults} from './ask-faults.ts';
import {openReferenceHouse} from './many-servers.ts';
import {startReference} from './start-reference.ts';

test('the hosting reference serves the API to the administrator with the password that was drawn, until it is stopped', async () => {
  const started = await startReference({role: 'hosting', faults: [], settings: [], isTracingRules: false});
  if (started.kind !== 'started') throw new Error(started.detail);
  const port = httpTarget({
    baseUrl: started.url,
    bounds: defaultBounds,
    tls: {insecure: false},
    headers: [],
    redaction: ownWords,
  });
  const ask = (password: string): ReturnType<typeof port.exchange> => {
    const pair = Buffer.from(`${started.admin.user}:${password}`).toString('base64');
    return port.exchange({method: 'GET', path: '/api/v1/user', headers: [['Authorization', `Basic ${pair}`]]});
  };
  expect(await ask(started.admin.password)).toMatchObject({kind: 'reply', status: 200});
  expect(await ask('wrong')).toMatchObject({kind: 'reply', status: 401});
  await started.stop();
  expect(await ask(started.admin.password)).toMatchObject({kind: 'no-reply', cause: 'connect-refused'});
  await port.close();
});

test('the live peer says where it listens', async () => {
  const started = await startReference({role: 'live-peer', faults: [], settings: [], isTracingRules: false});
  if (started.kind !== 'started') throw new Error(started.detail);
  expect(started.url).toMatch(/^udp:\/\/127\.0\.0\.1:\d+/);
  await started.stop();
});

test('a fault that is not known says so in the words of the reference', async () => {
  const started = await startReference({
    role: 'hosting',
    faults: ['no-such-fault'],
    settings: [],
    isTracingRules: false,
  });
  expect(started.kind === 'cannot-start' && started.detail).toMatch(
    /^the reference cannot be started: it ended before it was ready .*no-such-fault/,
  );
});

test('the faults of all roles are listed with the rules that they patch', async () => {
  const faults = await referenceFaults();
  expect(new Set(faults.map(fault => fault.role))).toEqual(new Set(['hosting', 'overlay', 'mesh']));
  expect(faults.filter(fault => fault.rules.length === 0 || fault.name === '')).toEqual([]);
});

test('a house holds many faulty references in one process, each with faults of its own', async () => {
  const house = openReferenceHouse();
  const start = async (faults: readonly string[]) => {
    const started = await house.start({role: 'hosting', faults, settings: [], isTracingRules: false});
    if (started.kind === 'cannot-start') throw new Error(started.detail);
    return started;
  };
  const [healthy, faulty] = await Promise.all([start([]), start(['oauth2-created-200'])]);
  const create = async ({url, adminToken}: typeof healthy): Promise<number> => {
    const body = JSON.stringify({name: 'a', redirect_uris: ['http://127.0.0.1:9/'], confidential_client: true});
    const headers = {authorization: `token ${adminToken}`, 'content-type': 'application/json'};
    return (await fetch(`${url}/api/v1/user/applications/oauth2`, {method: 'POST', headers, body})).status;
  };
  expect([await create(healthy), await create(faulty)]).toEqual([201, 200]);
  await faulty.stop();
  await expect(create(faulty)).rejects.toThrow('fetch failed');
  expect(await create(healthy)).toBe(201);
  expect(await house.start({role: 'hosting', faults: ['no-such'], settings: [], isTracingRules: false})).toMatchObject({
    kind: 'cannot-start',
    detail: expect.stringContaining('--fault no-such  there is no such fault') as unknown,
  });
  await house.close();
  await expect(create(healthy)).rejects.toThrow('fetch failed');
});
