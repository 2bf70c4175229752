// Many requests of one case at once: those that wait for a connection leave nothing behind at the signal of the case, and Node warns of nothing.
import {getEventListeners} from 'node:events';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import {ownWords} from '../../../model/redacted.ts';
import {httpTarget} from './target.ts';

test('requests that waited for a connection no longer listen to their signal', async () => {
  const server = createServer((_request, response) => response.end('{}'));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const warnings: string[] = [];
  const warned = ({name}: Error): unknown => warnings.push(name);
  process.on('warning', warned);
  const {port} = server.address() as AddressInfo;
  const target = httpTarget({
    baseUrl: `http://127.0.0.1:${String(port)}`,
    bounds: {...defaultBounds, jobs: 2},
    tls: {insecure: false},
    headers: [],
    redaction: ownWords,
  });
  const {signal} = new AbortController();
  const request = {method: 'GET', path: '/', headers: []} as const;
  const replies = await Promise.all(Array.from({length: 30}, () => target.exchange(request, {signal})));
  await target.close();
  server.close();
  process.off('warning', warned);
  expect(replies.map(({kind}) => kind)).toEqual(Array.from({length: 30}, () => 'reply'));
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  expect(warnings).toEqual([]);
});
