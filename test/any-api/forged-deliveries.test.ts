// Deliveries of a third party: where the server signs its own with the secret of the hook, others make and break no case.
import {createHmac} from 'node:crypto';
import {expect, test} from 'vitest';
import {runFiles} from '../support/any-api-run.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, reply, type Script} from '../support/raw-server.ts';

interface Hook {
  readonly url: string;
  readonly secret: string;
}

/** Sends what a hook is to hear: `own` is signed, `forged` is not, and `wrong` is signed with another secret. */
async function deliver({url, secret}: Hook, kinds: readonly string[]): Promise<void> {
  for (const kind of kinds) {
    const body = JSON.stringify({kind: kind === 'forged' || kind === 'wrong' ? 'own' : kind});
    const sign = (key: string): string => createHmac('sha256', key).update(body).digest('hex');
    const signature: Record<string, string> =
      kind === 'forged' ? {} : {'X-Hub-Signature-256': `sha256=${sign(kind === 'wrong' ? 'another' : secret)}`};
    await fetch(url, {method: 'POST', body, headers: {'Content-Type': 'application/json', ...signature}});
  }
}

const hear = (inbox: string, kinds: string): string => `
      - request: POST /hooks
        body: {url: "\${${inbox}.url}", secret: "\${${inbox}.secret}"}
        expect: {status: 200}
        capture: {${inbox}_id: /id}
      - {request: "POST /fire/\${${inbox}_id}", body: {kinds: [${kinds}]}, expect: {status: 200}}`;

// Another hook of the case shows that the server signs.
const suite = (id: string, kinds: string, step: string): string => `
  - id: ${id}
    title: hooks hear ${kinds}
    listen: [inbox, other]
    steps:${hear('other', 'own')}
      - {deliveries: {of: other}, expect: {count: 1}}${hear('inbox', kinds)}
      - ${step}
`;

test('what is not signed as the server signs is counted, and makes or breaks no case', async () => {
  const hooks: Hook[] = [];
  const made: Script = (socket, {body, ...request}) => {
    hooks.push(JSON.parse(body.toString()) as Hook);
    return reply(200, {body: JSON.stringify({id: hooks.length - 1})})(socket, {body, ...request});
  };
  const fire: Script = async (socket, request) => {
    const hook = hooks[Number(request.path.split('/').at(-1))];
    const {kinds} = JSON.parse(request.body.toString()) as {kinds: string[]};
    if (hook !== undefined) await deliver(hook, kinds);
    await reply(200, {body: '{}'})(socket, request);
  };
  const server = await rawServer({routes: {'POST /hooks': made, 'POST /fire/*': fire}});
  atEnd(() => server.close());
  const ran = await runFiles(
    {
      'target.yaml': `target: hooks\nurl: ${server.url}\nauth: {bearer: {env: TOUCHSTONE_TOKEN_ALICE}}\n`,
      'cases/a.yaml': `cases:${[
        suite(
          'once',
          'own, forged, wrong',
          '{deliveries: {of: inbox, settle: 100ms}, expect: {count: 1, at: {/kind: own}}}',
        ),
        suite('alone', 'forged', '{deliveries: {of: inbox, within: 1s}, expect: {count: 1}}'),
        suite(
          'none',
          'marker, forged',
          '{deliveries: {of: inbox, where: {at: {/kind: marker}}, settle: 100ms}, expect: {count: 1}}\n      - {deliveries: {of: inbox, within: 1s, where: {at: {/kind: own}}}, expect: {count: 0}}',
        ),
        suite(
          'headers',
          'wrong',
          '{deliveries: {of: inbox}, expect: {headers: {x-hub-signature-256: {$startsWith: sha256=}}}}',
        ),
      ].join('')}`,
    },
    {
      argv: ['cases', '--target-file', 'target.yaml', '--webhook-listen', '127.0.0.1:0', '--jobs', '1', '--lag', '1s'],
    },
  );
  const lines = ran.journal.filter(({type}) => type === 'case');
  expect(new Set(lines.map(({id, verdict, cause}) => [id, verdict, cause]))).toEqual(
    new Set([
      ['a/once', 'pass', undefined],
      ['a/alone', 'error', 'no-evidence'],
      ['a/none', 'pass', undefined],
      ['a/headers', 'pass', undefined],
    ]),
  );
  const apart =
    '2 deliveries to inbox "inbox" without a signature by its secret, with which this target signs; they were not counted';
  expect(lines.find(({id}) => id === 'a/once')?.['notes']).toEqual([apart]);
  expect(lines.find(({id}) => id === 'a/alone')?.['detail']).toContain(
    'nothing but 1 delivery to inbox "inbox" without a signature by its secret',
  );
});
