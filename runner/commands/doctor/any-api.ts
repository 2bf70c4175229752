// Looks at a server that is tested by suites of one's own: whether it answers, and whether every actor of `auth:` signs in.
import {program} from '../../../base/text/program.ts';
import {counted} from '../../../base/text/counted.ts';
import {shellWord} from '../../../base/text/shell-word.ts';
import type {Actor} from '../../../model/actor.ts';
import {buildRequest} from '../../execute/http/build-request.ts';
import type {Doorway} from '../../execute/enter/setup-client.ts';
import type {Diagnosis, DiagnosisLine} from '../../../reports/explain/diagnosis.ts';
import type {Entry} from '../open/enter-target.ts';
import type {OpenTarget} from '../open/opening.ts';
import {targetFacts} from '../run/run-header.ts';
import type {TargetOptions} from '../words/target-options.ts';

/** Everything that can be said without a suite; whoever could not sign in was refused before. */
export async function diagnoseAnyApi(
  target: OpenTarget,
  entry: Entry,
  {targetFile, from}: TargetOptions,
): Promise<Diagnosis> {
  const {door, actors} = entry;
  const answer = door === undefined ? undefined : await firstAnswer(door);
  const named = targetFile === undefined ? '' : ` --target-file ${shellWord(targetFile)}`;
  const people = [...actors.values()].filter(({role}) => role !== 'anonymous');
  return {
    target: targetFacts(target, entry),
    isReadOnly: true,
    ...(answer?.weight === 'obstacle' ? {isUnreachable: true} : {}),
    sections: [
      {title: 'target', lines: answer === undefined ? [] : [answer]},
      {
        title: 'who acts',
        lines:
          people.length === 0
            ? [{weight: 'note', says: 'no actor signs in; "auth:" of the target file says how they do'}]
            : people.map(actor => signedIn(actor, from?.auth?.[actor.role]?.fetch.length ?? 0)),
      },
      {
        title: 'what a run would do',
        lines: [
          {
            weight: 'note',
            says: 'that is said by your suites; name their folder',
            fix: `${program} run FOLDER${named} --dry-run`,
          },
        ],
      },
    ],
  };
}

/** What nothing else hurries. */
const firstAnswerMs = 30_000;

/** Says what the server answers first; an obstacle where it does not. */
export async function firstAnswer({http, baseUrl, random, stop}: Doorway): Promise<DiagnosisLine> {
  const request = buildRequest({
    method: 'GET',
    path: '/',
    query: [],
    headers: [['Accept', '*/*']],
    auth: {kind: 'none'},
    requestId: random.name(16),
  });
  const answer = await http.exchange(request, {signal: stop, timeoutMs: firstAnswerMs});
  if (answer.kind === 'no-reply') return {weight: 'obstacle', says: `${baseUrl}: ${answer.detail}`};
  const [, type] = answer.headers.find(([name]) => name.toLowerCase() === 'content-type') ?? [];
  const what = type === undefined ? '' : `, ${type.split(';', 1)[0] ?? ''}`;
  return {weight: 'good', says: `${baseUrl} answers: GET / gave ${String(answer.status)}${what}`};
}

const ways = {
  bearer: 'a bearer token',
  basic: 'user name and password',
  header: 'a header',
  query: 'a query parameter',
  cookie: 'a cookie',
} as const;

function signedIn({role, signing}: Actor, requests: number): DiagnosisLine {
  const way = signing === undefined ? 'nothing' : ways[signing.kind];
  const fetched = requests === 0 ? ', which was not tried' : `, which ${counted(requests, 'request')} fetched`;
  return {weight: 'good', says: `${role} signs in with ${way}${fetched}`};
}
