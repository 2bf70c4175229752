import {PassThrough} from 'node:stream';
import {expect, test} from 'vitest';
import {answerOrders, type StartOne} from './serve-many.ts';

const starts: StartOne = async args => {
  const [name = ''] = args;
  await Promise.resolve();
  if (name === 'bad') return {kind: 'problems', problems: ['no', 'never']};
  return {kind: 'listening', server: {url: `http://${name}`, close: () => Promise.resolve()}};
};

async function answersTo(...lines: readonly string[]): Promise<readonly unknown[]> {
  const input = new PassThrough();
  const output = new PassThrough();
  input.end(lines.map(line => `${line}\n`).join(''));
  await answerOrders(input, output, starts);
  const text = (output.read() as Buffer | null)?.toString() ?? '';
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as unknown);
}

test.each<[string, readonly string[], readonly unknown[]]>([
  ['starts', ['{"id": 1, "args": ["one"]}'], [{id: 1, url: 'http://one'}]],
  [
    'starts two beside each other',
    ['{"id": 1, "args": ["one"]}', '{"id": 2, "args": ["two"]}'],
    [
      {id: 1, url: 'http://one'},
      {id: 2, url: 'http://two'},
    ],
  ],
  ['says why a server cannot be started', ['{"id": 7, "args": ["bad"]}'], [{id: 7, problem: 'no; never'}]],
  ['says that there is nothing to stop', ['{"id": 3, "stop": true}'], [{id: 3, problem: 'there is no such server'}]],
  ...['what', '[]', '{"id": "1", "args": []}', '{"id": 1}', '{"id": 1, "args": [1]}'].map(
    (line): [string, readonly string[], readonly unknown[]] => [
      `refuses ${line}`,
      [line],
      [{problem: 'an order is a JSON object with a number id, and args or stop'}],
    ],
  ),
])('%s', async (_name, lines, expected) => expect(await answersTo(...lines)).toEqual(expected));

test('closes what it stops, and at the end what is left', async () => {
  const closed: string[] = [];
  const input = new PassThrough();
  const output = new PassThrough();
  const running = answerOrders(input, output, args =>
    Promise.resolve({
      kind: 'listening',
      server: {url: '', close: () => Promise.resolve(void closed.push(args[0] ?? ''))},
    }),
  );
  const answer = (): Promise<unknown> => new Promise(resolve => output.once('data', resolve));
  for (const line of ['{"id": 1, "args": ["one"]}', '{"id": 2, "args": ["two"]}', '{"id": 1, "stop": true}']) {
    input.write(`${line}\n`);
    await answer();
  }
  expect(closed).toEqual(['one']);
  input.end();
  await running;
  expect(closed).toEqual(['one', 'two']);
});
