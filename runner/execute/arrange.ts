// Makes a starting state by a named arrangement, and remembers how to remove it before it is made.
import type {Arrangement, ArrangementStep} from '../model/arrangement.ts';
import type {LedgerMark} from '../model/ledger.ts';
import {isJsonObject, jsonObject, newJsonObject, type Json, type JsonObject} from '../model/json.ts';
import type {Given} from '../model/suite.ts';
import {MissingValue, referencesIn} from '../model/template.ts';
import {scalarText} from './build-request.ts';
import {capture} from './capture.ts';
import {describeReply, actorOf, exchange, type Received} from './exchange.ts';
import {fill, fillAuth, fillBody, fillObject, fillText} from './fill.ts';
import {lookupIn} from './scope.ts';
import type {Scope, Story} from './story.ts';
import {CaseEnded, ended} from './troubles.ts';

/** Makes everything that a case asks for, each after what it refers to; outputs land in the scope under the given names. */
export async function arrangeAll(story: Story, givens: readonly Given[], scope: Scope): Promise<void> {
  for (const given of inReferenceOrder(givens)) {
    const inputs = fillObject(given.inputs, lookupIn(story, scope));
    scope.set(given.name, await arrange(story, given.arrange, inputs));
  }
}

/** Makes one arrangement and gives its outputs. Throws CaseEnded when it cannot be made. */
export async function arrange(story: Story, name: string, inputs: JsonObject): Promise<JsonObject> {
  const arrangement = story.run.arrangements.get(name);
  if (arrangement === undefined) throw ended('harness', `there is no arrangement "${name}"`);
  const scope: Scope = new Map();
  for (const [input, {default: usual}] of Object.entries(arrangement.inputs)) {
    const value = inputs[input] ?? (usual === undefined ? undefined : fill(usual, lookupIn(story, scope)));
    if (value === undefined) throw ended('harness', `arrangement "${name}" needs the input "${input}"`);
    scope.set(input, value);
  }
  await arrangeAll(story, arrangement.given, scope);
  const mark = rememberCleanup(story, arrangement, scope);
  for (const step of arrangement.steps) await runArrangementStep(story, arrangement, step, scope);
  mark?.made(recordedValues(arrangement, scope));
  return fillObject(arrangement.outputs, lookupIn(story, scope));
}

async function runArrangementStep(
  story: Story,
  arrangement: Arrangement,
  step: ArrangementStep,
  scope: Scope,
): Promise<void> {
  const received = await send(story, step, scope);
  if (!isWanted(received, step)) throw brokenArrangement(story, arrangement, step, received);
  capture(story, step.capture, received, scope);
}

async function send(story: Story, step: ArrangementStep, scope: Scope): Promise<Received> {
  const lookup = lookupIn(story, scope);
  const operation = story.run.operations.get(step.call);
  if (operation === undefined) throw ended('harness', `there is no operation "${step.call}"`);
  const role = fillText(step.as, lookup);
  return exchange(story, {
    as: role,
    ...(step.auth === undefined ? {} : {auth: fillAuth(step.auth, actorOf(story, role), lookup)}),
    address: {operation, params: fillObject(step.params, lookup)},
    query: fillObject(step.query, lookup),
    headers: {},
    ...(step.body === undefined ? {} : {body: fillBody(step.body, lookup)}),
  });
}

function isWanted({reply}: Received, {status}: ArrangementStep): boolean {
  if (status === undefined || status === '2xx') return reply.status >= 200 && reply.status < 300;
  const wanted: readonly Json[] = Array.isArray(status) ? status : [status];
  return wanted.includes(reply.status);
}

// "If an arrangement breaks, the case that proves the broken requirement fails; the others are blocked by it."
function brokenArrangement(
  story: Story,
  {name, requires}: Arrangement,
  step: ArrangementStep,
  received: Received,
): CaseEnded {
  const what = `arrangement "${name}": ${step.call} ${describeReply(received)}`;
  if (received.reply.status === 429) return ended('rate-limited', what);
  if (requires.some(id => story.proves.includes(id))) {
    const finding = {
      basis: 'stated' as const,
      path: 'status',
      message: `${step.call} is needed to get anywhere: expected 2xx, got ${String(received.reply.status)}`,
      expected: '2xx',
      actual: received.reply.status,
      cause: received.reply.status >= 500 ? ('server-error' as const) : ('expectation' as const),
    };
    return new CaseEnded('fail', finding.cause, what, [finding]);
  }
  const blocker = requires.map(id => story.run.provenBy.get(id)).find(id => id !== undefined && id !== story.caseId);
  return ended('blocked', blocker === undefined ? `blocked: ${what}` : `blocked by ${blocker}: ${what}`);
}

function rememberCleanup(story: Story, arrangement: Arrangement, scope: Scope): LedgerMark | undefined {
  const {cleanup, find} = arrangement;
  if (cleanup === undefined) return undefined;
  const as = fillText(cleanup.as, lookupIn(story, scope));
  const mark = story.run.ledger.intend({
    kind: 'arrangement',
    arrangement: arrangement.name,
    as,
    login: story.run.actors.get(as)?.login ?? '',
    values: recordedValues(arrangement, scope),
  });
  story.cleanups.push({
    label: arrangement.name,
    remove: async () => {
      const left = await remove(story, {arrangement, cleanup, find, scope});
      if (left === undefined) mark.gone();
      return left;
    },
  });
  return mark;
}

// Only what removing and finding it refer to: other values may be secrets.
function recordedValues({cleanup, find}: Arrangement, scope: Scope): JsonObject {
  const trees = [cleanup, find].filter(step => step !== undefined).map(({as, params, query}) => [as, params, query]);
  const paths = referencesIn(trees.flat());
  return jsonObject(
    [...scope].flatMap(([name, value]): (readonly [string, Json])[] => {
      if (paths.includes(name)) return [[name, value]];
      const keys = paths.filter(path => path.startsWith(`${name}.`)).map(path => path.slice(name.length + 1));
      return keys.length === 0 ? [] : [[name, pickPaths(value, keys)]];
    }),
  );
}

function pickPaths(value: Json, paths: readonly string[]): Json {
  const picked = newJsonObject();
  for (const key of new Set(paths.map(path => path.split('.', 1)[0] ?? ''))) {
    const part = isJsonObject(value) ? value[key] : undefined;
    if (part === undefined) continue;
    const deeper = paths.filter(path => path.startsWith(`${key}.`)).map(path => path.slice(key.length + 1));
    picked[key] = paths.includes(key) ? part : pickPaths(part, deeper);
  }
  return picked;
}

/** Removes what an earlier run wrote down, as that run would have; gives what it could not remove. */
export function removeRecorded(
  story: Story,
  arrangement: Arrangement,
  values: JsonObject,
): Promise<string | undefined> {
  const {cleanup, find} = arrangement;
  const scope: Scope = new Map(Object.entries(values));
  if (cleanup === undefined) return Promise.resolve(`${arrangement.name}: nothing says how it is removed`);
  return remove(story, {arrangement, cleanup, find, scope});
}

interface Removal {
  readonly arrangement: Arrangement;
  readonly cleanup: ArrangementStep;
  readonly find: ArrangementStep | undefined;
  readonly scope: Scope;
}

// What the create's answer would have told is unknown when that answer was lost: then the object is looked for by its name.
async function remove(story: Story, {arrangement, cleanup, find, scope}: Removal): Promise<string | undefined> {
  const lookup = lookupIn(story, scope);
  const missing = referencesIn(cleanup.params).some(path => lookup(path) === undefined);
  try {
    if (missing) {
      if (find === undefined) return undefined;
      const found = await send(story, find, scope);
      if (found.reply.status === 404) return undefined;
      capture(story, find.capture, found, scope);
    }
    const {reply} = await send(story, cleanup, scope);
    if ((reply.status >= 200 && reply.status < 300) || reply.status === 404) return undefined;
    return `${arrangement.name} ${describe(cleanup, scope, story)}: ${cleanup.call} answered ${String(reply.status)}`;
  } catch (problem) {
    if (problem instanceof MissingValue) return undefined;
    if (problem instanceof CaseEnded)
      return `${arrangement.name} ${describe(cleanup, scope, story)}: ${problem.message}`;
    throw problem;
  }
}

function describe(step: ArrangementStep, scope: Scope, story: Story): string {
  try {
    return Object.values(fillObject(step.params, lookupIn(story, scope)))
      .map(scalarText)
      .join('/');
  } catch {
    return '(its name is not known)';
  }
}

/** Sorts so that each arrangement comes after those whose outputs it refers to; the reader has refused cycles. */
function inReferenceOrder(givens: readonly Given[]): readonly Given[] {
  if (givens.length < 2) return givens;
  const names = new Set(givens.map(({name}) => name));
  const done = new Set<string>();
  const order: Given[] = [];
  const waiting = [...givens];
  while (waiting.length > 0) {
    const next = waiting.findIndex(given =>
      rootsOf(given).every(root => !names.has(root) || done.has(root) || root === given.name),
    );
    const [given] = waiting.splice(Math.max(next, 0), 1);
    if (given === undefined) break;
    done.add(given.name);
    order.push(given);
  }
  return order;
}

function rootsOf({inputs}: Given): readonly string[] {
  return referencesIn(jsonObject(Object.entries(inputs))).map(path => path.split('.', 1)[0] ?? '');
}
