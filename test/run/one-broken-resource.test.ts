// Shows that a server whose labels are broken costs the cases about labels and those that need one, each with the true cause, and no other.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import type {CaseLine} from '../../model/journal.ts';
import {liveReference, targetArgs} from '../support/live-reference.ts';
import {passThrough, rawServer, reply} from '../support/raw-server.ts';
import {completeResults} from '../support/run-results.ts';
import {isLong} from '../support/length.ts';

const reference = liveReference();

// These write labels on the way to statements about something else.
const usersOfLabels = [
  'hosting/authentication/administrators-may-write',
  'hosting/authentication/scope-is-checked-when-something-is-removed',
  'hosting/authentication/writing-needs-credentials',
  'hosting/events/label-added',
  'hosting/events/label-removed',
  'hosting/events/labels-cleared',
  'hosting/events/labels-replaced',
  'hosting/events/old-label-told-on-removal',
  'hosting/events/old-label-told-on-replacement',
  ...[
    'all',
    'content-and-hooks',
    'content-and-labels',
    'content-and-rules',
    'content',
    'hooks',
    'labels',
    'rules-and-hooks',
    'rules-and-labels',
    'rules',
  ].map(row => `hosting/repositories/a-generated-repository-has-what-was-asked-for[${row}]`),
  'hosting/users/a-restricted-administrator-may-write',
];

const selected = ['--id', 'hosting/*', '--id', 'properties/labels/*'];

test.runIf(isLong)(
  'labels answer 500: cases of labels fail, those that need one name what blocks them, all others pass (in npm run test:long)',
  {timeout: 120_000},
  async () => {
    const broken = reply(500, {body: '{"message":"boom"}'});
    const server = await rawServer({
      routes: {'* /api/v1/repos/*/labels*': broken, '* /api/v1/orgs/*/labels*': broken},
      fallback: passThrough(reference().url),
    });
    atEnd(() => server.close());
    const cwd = temporaryFolder();
    const finished = await touchstone(
      ['run', ...targetArgs(server.url), ...selected, '--allow-destructive', '--output', 'out'],
      {
        env: reference().env,
        cwd,
        budgetMs: 110_000,
      },
    );
    expect(finished.exitCode).toBe(1);
    const cases = [...completeResults(join(cwd, 'out')).cases.values()].filter(({verdict}) => verdict !== 'skip');
    const failed = new Set(cases.filter(({verdict}) => verdict === 'fail').map(({id}) => id));
    const touched = cases.filter(({verdict}) => verdict !== 'pass');
    // Red is what the server answered 500 to; the others name a red case.
    const isTrue = ({verdict, cause, detail = ''}: CaseLine): boolean =>
      verdict === 'fail'
        ? cause === 'server-error'
        : cause === 'blocked' && failed.has(/^blocked by (\S+): .+ answered 500/.exec(detail)?.[1] ?? '');
    expect(touched.filter(line => !isTrue(line))).toEqual([]);
    const isOfLabels = (id: string): boolean => /^(hosting|properties)\/labels\//.test(id);
    expect(touched.filter(({id}) => isOfLabels(id))).toEqual(cases.filter(({id}) => isOfLabels(id)));
    expect(
      touched
        .map(({id}) => id)
        .filter(id => !isOfLabels(id))
        .toSorted(),
    ).toEqual(usersOfLabels);
    expect(cases.length - touched.length).toBeGreaterThan(200);
  },
);
