// Shows webhooks through the command line: what arrives is judged, what cannot arrive is no failure, and nothing secret is written down.
import {readFileSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {liveReference} from '../support/live-reference.ts';
import {completeResults} from '../support/run-results.ts';

const deliverable = liveReference();
const forbidden = liveReference([], ['webhook.ALLOWED_HOST_LIST=external']);

/** A case of one hook of a repository: an issue is opened, and these steps follow. */
function aSuite(id: string, steps: string): string {
  return `
  - id: ${id}
    title: a hook is judged (${id})
    proves: [EVENT-CLOSE]
    table: [{id: row, none: 0}]
    listen: [${steps.includes('silent') ? 'inbox, silent' : 'inbox'}]
    given:
      repo: {arrange: repository}
      hook: {arrange: repository-hook, repo: "\${repo}", url: "\${inbox.url}", secret: "\${inbox.secret}", events: [issues]}
    steps:
      - call: issueCreateIssue
        params: {owner: "\${repo.owner}", repo: "\${repo.name}"}
        body: {title: "\${case.name}"}
${steps.trim().replaceAll(/^/gm, '      ')}
`;
}

async function judge(id: string, steps: string) {
  const folder = temporaryFolder();
  const suite = `suite: mine/hooks\ntitle: Hooks\ncases:${aSuite(id, steps)}`;
  writeFileSync(join(folder, 'hooks.yaml'), suite);
  const {args, env} = deliverable();
  const finished = await touchstone(
    ['run', 'hooks.yaml', ...args, '--lag', '2s', '--record', 'all', '--output', 'out'],
    {
      env,
      cwd: folder,
    },
  );
  const results = completeResults(join(folder, 'out'));
  const journal = readFileSync(join(folder, 'out', 'results.jsonl'), 'utf8');
  return {finished, results, journal, line: results.cases.get(`mine/hooks/${id}[row]`)};
}

describe('a server whose webhooks arrive', () => {
  test('what arrives passes, and the journal has it with the route and without the secret', async () => {
    const {line, results, journal, finished} = await judge(
      'arrives',
      '- {deliveries: {of: inbox, where: {at: {/action: opened}}}, expect: {count: 1, at: {/issue/title: "${case.name}"}}}',
    );
    expect([line?.verdict, finished.exitCode]).toEqual(['pass', 0]);
    expect(results.journal.probes).toEqual([
      expect.objectContaining({name: 'webhook-route', outcome: 'open'}) as unknown,
    ]);
    const [delivery] = results.journal.exchanges.flatMap(({exchange}) =>
      exchange.kind === 'delivery' ? [exchange] : [],
    );
    expect(delivery).toMatchObject({inbox: 'inbox', request: {method: 'POST'}});
    expect(delivery?.arrival).toMatch(/^a delivery after \d+ ms$/);
    const signature = delivery?.request?.headers.find(([name]) => name === 'X-Gitea-Signature')?.[1];
    expect(signature).toBeDefined();
    expect(journal).toContain('"secret\\":\\"[redacted:TOUCHSTONE_WEBHOOK_SECRET]');
    expect(results.journal.footer.leftovers).toEqual([]);
  });

  test.each([
    [
      'one-too-few',
      '- {deliveries: {of: inbox, within: 5s}, expect: {count: 2}}',
      {verdict: 'fail', path: 'count', message: 'expected 2, got 1 delivery'},
    ],
    [
      'wrong-payload',
      '- {deliveries: {of: inbox}, expect: {at: {/action: closed}}}',
      {verdict: 'fail', path: 'deliveries/0/action', message: 'expected "closed", got "opened"'},
    ],
    [
      'never',
      '- {deliveries: {of: inbox, where: {at: {/action: closed}}, within: 2s}, expect: {count: 1}}',
      {
        verdict: 'fail',
        path: 'count',
        // How long is waited follows how long the deliveries before took.
        message: expect.stringMatching(
          /^expected a delivery to inbox "inbox" within \d\.\d s; 1 came, and it differs: \/action expected "closed", got "opened"$/,
        ),
      },
    ],
    [
      'never-of-several',
      `- {call: issueCreateIssue, params: {owner: "\${repo.owner}", repo: "\${repo.name}"}, body: {title: second}}
- {deliveries: {of: inbox}, expect: {count: 2}}
- {deliveries: {of: inbox, where: {at: {/action: closed, /issue/title: second}}, within: 1s}, expect: {count: 1}}`,
      {
        verdict: 'fail',
        path: 'count',
        message: expect.stringMatching(
          /^expected a delivery to inbox "inbox" within \d\.\d s; 2 came; the nearest differs: \/action expected "closed", got "opened"$/,
        ),
      },
    ],
    [
      'only-usual',
      '- {deliveries: {of: inbox}, usual: {headers: {x-gitea-event: push}}}',
      {verdict: 'warn', path: 'deliveries/0 headers/x-gitea-event', message: 'expected "push", got "issues"'},
    ],
    [
      'unexpected',
      '- {deliveries: {of: inbox}, expect: {count: {$gte: 1}}}\n- {deliveries: {of: inbox, where: {at: {/action: opened}}}, expect: {count: 0}}',
      {verdict: 'fail', path: 'count', message: 'expected 0, got 1 delivery'},
    ],
  ])('%s is told', async (id, steps, {verdict, ...finding}) => {
    const {line} = await judge(id, steps);
    expect(line?.verdict).toBe(verdict);
    expect(line?.findings[0]).toMatchObject(finding);
  });

  test('what an earlier step has seen is told again with a miss that is about it', async () => {
    const {results} = await judge(
      'told-again',
      '- {deliveries: {of: inbox}, expect: {count: {$gte: 1}}}\n- {deliveries: {of: inbox, where: {at: {/action: opened}}}, expect: {count: 0}}',
    );
    const arrivals = results.journal.exchanges.flatMap(({exchange, step, attempt}) =>
      exchange.kind === 'delivery' && attempt === 2 ? [[step, exchange.arrival.replace(/\d+ ms/, 'N ms')]] : [],
    );
    expect(arrivals).toEqual([
      [1, 'a delivery after N ms'],
      [2, 'nothing more for N ms'],
      [2, 'a delivery that came before'],
    ]);
  });

  test('that nothing came is no evidence when nothing at all came', async () => {
    const {line} = await judge(
      'silent',
      '- {deliveries: {of: inbox}, expect: {count: 1}}\n- {deliveries: {of: silent}, expect: {count: "${row.none}"}}',
    );
    expect(line).toMatchObject({
      verdict: 'error',
      cause: 'no-evidence',
      detail: 'nothing at all came to inbox "silent", so that this did not come shows nothing',
    });
  });
});

describe('a server that may not call us', () => {
  test('skips its hook cases, says what stands in the way, and leaves nothing behind', async () => {
    const folder = temporaryFolder();
    const server = forbidden();
    const selection = ['--requirement', 'HOOK-ORG', '--requirement', 'HOOK-SYSTEM', '--allow-destructive'];
    const finished = await touchstone(['run', ...server.args, ...selection, '--lag', '500ms', '--output', 'out'], {
      env: server.env,
      cwd: folder,
    });
    const {cases, journal} = completeResults(join(folder, 'out'));
    expect(cases.size).toBeGreaterThan(4);
    expect(new Set([...cases.values()].map(({verdict, cause}) => `${verdict} ${cause ?? ''}`))).toEqual(
      new Set(['skip no-webhook-route']),
    );
    const [probe] = journal.probes;
    expect(probe).toMatchObject({name: 'webhook-route', outcome: 'closed'});
    expect(probe?.detail).toMatch(
      /^the probe hook delivered nothing within 0\.5 s to http:\/\/127\.0\.0\.1:\d+\/[a-z0-9]{32}: the server may be forbidden/,
    );
    expect(finished.exitCode).toBe(6);
    expect(await server.accounts()).toEqual([]);
    expect(await server.ask('GET', '/admin/hooks')).toEqual([]);
  });

  test('can be declared to have none', async () => {
    const folder = temporaryFolder();
    const {args, env} = forbidden();
    await touchstone(['run', ...args, '--requirement', 'HOOK-USER', '--without', 'webhooks', '--output', 'out'], {
      env,
      cwd: folder,
    });
    const {cases, journal} = completeResults(join(folder, 'out'));
    expect(new Set([...cases.values()].map(({cause}) => cause))).toEqual(new Set(['capability-absent']));
    expect(journal.probes).toEqual([]);
  });
});

describe('the address of the receiver', () => {
  test('that another program has is told before anything is sent', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    atEnd(() => {
      other.close();
    });
    await new Promise(resolve => other.once('listening', resolve));
    const {port} = other.address() as {readonly port: number};
    const {args, env} = deliverable();
    const finished = await touchstone(
      ['run', ...args, '--requirement', 'HOOK-ORG', '--webhook-listen', `127.0.0.1:${String(port)}`],
      {env},
    );
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain(
      `the webhook receiver cannot listen on 127.0.0.1:${String(port)}: another program listens there`,
    );
  });

  test('that makes no sense is told', async () => {
    const {args, env} = deliverable();
    const finished = await touchstone(
      ['run', ...args, '--requirement', 'HOOK-ORG', '--webhook-listen', '0.0.0.0:9000'],
      {env},
    );
    expect(finished.exitCode).toBe(2);
    expect(finished.stderr).toContain('add --webhook-url with an address that the target can reach');
  });
});
