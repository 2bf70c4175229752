// Asks what a repository offers: one is made for it, and each part of its API is read once.
import {arrange} from '../../execute/arrange/arrange.ts';
import {CaseEnded} from '../../execute/attempt/failures.ts';
import {lastReplyIn} from '../../execute/attempt/events.ts';
import type {RunContext} from '../../execute/attempt/run-context.ts';
import type {Story} from '../../execute/attempt/story.ts';
import {exchange} from '../../execute/http/exchange.ts';
import {inStory} from '../../execute/names/try-name.ts';
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import type {DiagnosisLine} from '../../../reports/explain/diagnosis.ts';
import {missing} from './ask-server.ts';
import {arrangementProbes, repositoryProbes} from './known-settings.ts';

/** Says which parts are there, and which seem to be switched off; what was declared absent is not asked for. */
export function askRepository(
  run: RunContext,
  absent: ReadonlyMap<string, string>,
  stop: AbortSignal,
): Promise<readonly DiagnosisLine[]> {
  return inStory(run, stop, async story => {
    try {
      return await probeAll(story, absent);
    } catch (problem) {
      if (!(problem instanceof CaseEnded)) throw problem;
      return [{weight: 'obstacle', says: `no repository could be made and read: ${problem.message}`}];
    }
  });
}

async function probeAll(story: Story, absent: ReadonlyMap<string, string>): Promise<readonly DiagnosisLine[]> {
  const {operations, dialect} = story.run.contract;
  const repo = await arrange(story, 'repository', jsonObject([]));
  const issue = await madeOrNothing(() => arrange(story, 'issue', jsonObject([['repo', repo]])));
  const params = jsonObject([
    ['owner', repo['owner'] ?? ''],
    ['repo', repo['name'] ?? ''],
    ['index', issue?.['number'] ?? 0],
    ['ref', repo['default_branch'] ?? ''],
    ['sha', repo['default_branch'] ?? ''],
  ]);
  const there: string[] = [];
  const lines: DiagnosisLine[] = [];
  for (const {capability, operation: id, ofIssue, isUsuallyOff} of repositoryProbes) {
    const operation = operations.get(id);
    if (operation === undefined || absent.has(capability) || dialect.absent.includes(id)) continue;
    // Where no issue can be made, that is said of issues.
    if (ofIssue === true && issue === undefined) continue;
    const {reply} = await exchange(story, {
      as: 'alice',
      address: {operation, params: pathParameters(operation.path, params)},
      query: jsonObject([]),
      headers: jsonObject([]),
      ...(operation.method === 'POST' ? {body: {kind: 'json', value: jsonObject([['message', story.name]])}} : {}),
    });
    if (reply.status < 300) there.push(capability);
    else if (isUsuallyOff === true)
      lines.push({
        weight: 'note',
        says: `${capability} is off (${id} answered ${String(reply.status)}), as it usually is`,
      });
    else lines.push(missing(capability, id, reply.status));
  }
  for (const {capability, arrange: name} of arrangementProbes) {
    if (absent.has(capability)) continue;
    try {
      await arrange(story, name, jsonObject([]));
      there.push(capability);
    } catch (problem) {
      if (!(problem instanceof CaseEnded)) throw problem;
      lines.push(missing(capability, `making a ${name}`, lastReplyIn(story.events)?.status));
    }
  }
  return [
    ...(there.length === 0 ? [] : [{weight: 'good' as const, says: `there, tried: ${there.join(', ')}`}]),
    ...lines,
  ];
}

function pathParameters(path: string, known: JsonObject): JsonObject {
  return jsonObject(Object.entries(known).filter(([name]) => path.includes(`{${name}}`)));
}

async function madeOrNothing(make: () => Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await make();
  } catch (problem) {
    if (problem instanceof CaseEnded) return undefined;
    throw problem;
  }
}
