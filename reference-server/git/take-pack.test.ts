import {createHash} from 'node:crypto';
import {expect, test} from 'vitest';
import {makeGitStore} from './git-store.ts';
import {readPush} from './take-pack.ts';
import {keepPack} from './keep-pack.ts';

const zeros = '0'.repeat(40);
const one = '1'.repeat(40);

function packet(text: string): string {
  return (text.length + 4).toString(16).padStart(4, '0') + text;
}

test('the refs of a push and the pack behind them are read', () => {
  const body = `${packet(`${zeros} ${one} refs/heads/main\0report-status`)}${packet(`${zeros} ${one} refs/notes/commits\n`)}0000PACK`;
  const push = readPush(Buffer.from(body));
  expect(push?.updates).toEqual([
    {ref: 'refs/heads/main', before: zeros, after: one},
    {ref: 'refs/notes/commits', before: zeros, after: one},
  ]);
  expect(Buffer.from(push?.pack ?? []).toString()).toBe('PACK');
});

test('options are read where the client says that it sends some', () => {
  const update = packet(`${zeros} ${one} refs/heads/main\0report-status push-options`);
  const read = (rest: string) => readPush(Buffer.from(`${update}0000${rest}`));
  const push = read(`${packet('repo.private=true')}${packet('x\n')}0000PACK`);
  expect([push?.options, Buffer.from(push?.pack ?? []).toString()]).toEqual([['repo.private=true', 'x'], 'PACK']);
  expect(read('0000')?.options).toEqual([]);
  expect(read('PACK')).toBeUndefined();
});

test.each(['', '0000', 'zzzz', '00ff', '0004', `${packet('hello')}0000`])('%j is no push', text => {
  expect(readPush(Buffer.from(text))).toBeUndefined();
});

test('a pack is kept only when its sum is right', async () => {
  const head = Buffer.from('5041434b 00000002 00000000'.replaceAll(' ', ''), 'hex');
  const whole = Buffer.concat([head, createHash('sha1').update(head).digest()]);
  expect(await keepPack(makeGitStore().open(1), whole)).toEqual({kind: 'kept', added: []});
  expect(await keepPack(makeGitStore().open(2), Buffer.concat([head, Buffer.alloc(20)]))).toEqual({
    kind: 'damaged',
    why: 'the pack is damaged',
  });
  expect(await keepPack(makeGitStore().open(3), Buffer.from('no pack'))).toMatchObject({kind: 'damaged'});
});
