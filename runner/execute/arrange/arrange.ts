// Makes a starting state by a named arrangement, and remembers how to remove it before it is made.
import {defined} from '../../../base/json/defined.ts';
import {nameOfStep, type Arrangement, type ArrangementStep, type SigningIn} from '../../../model/arrangement.ts';
import {jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {Given, GivenHistory} from '../../../model/suite.ts';
import {referencesIn, type Lookup} from '../../../model/template.ts';
import {sendStep} from './arrangement-step.ts';
import {capture} from '../http/capture.ts';
import {actorOf, describeReply, type Received} from '../http/exchange.ts';
import {fill, fillAuth, fillObject, fillText} from '../http/fill.ts';
import {rememberMade, type Memory} from './remember-made.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import {cleanUp} from './clean-up.ts';
import {leftoversIn, type Scope} from '../attempt/events.ts';
import {beginStory, type Story} from '../attempt/story.ts';
import {CaseEnded, ended, unknownName} from '../attempt/failures.ts';

/** Makes everything that a case asks for, each after what it refers to; outputs land in the scope under the given names. */
export async function arrangeAll(story: Story, givens: readonly Given[], scope: Scope): Promise<void> {
  for (const given of inReferenceOrder(givens)) {
    const inputs = fillObject(given.inputs, lookupIn(story, scope));
    if (given.isShared === true) scope.set(given.name, await arrangeOnce(story, given, inputs));
    else {
      await arrangeSiblings(story, given, inputs);
      scope.set(given.name, await arrange(story, given.arrange, inputs, given.history));
    }
  }
}

/** Makes what all cases of a run share; the first one to need it makes it, and it is removed at the end of the run. */
async function arrangeOnce(story: Story, given: Given, inputs: JsonObject): Promise<JsonObject> {
  const {run} = story;
  const key = `${run.people.run} ${given.name}`;
  const known = run.learnt.shared.get(key);
  if (known !== undefined) return known.outputs;
  const own = beginStory(run, {caseId: given.name, file: '', proves: [], signal: run.policy.abandon});
  const outputs = arrange(own, given.arrange, inputs);
  const remove = async (): Promise<readonly string[]> => {
    await cleanUp(own);
    return leftoversIn(own.events);
  };
  run.learnt.shared.set(key, {outputs, remove});
  return outputs;
}

/** Makes more things of the same kind, under other names. */
async function arrangeSiblings(story: Story, {arrange: name, history}: Given, inputs: JsonObject): Promise<void> {
  const own = story.run.contract.arrangements.get(name)?.inputs ?? {};
  const shared = Object.entries(inputs).filter(
    ([input]) => !jsonText(own[input]?.default ?? null).includes('${random.'),
  );
  for (let count = 0; count < (history?.siblings ?? 0); count += 1) await arrange(story, name, jsonObject(shared));
}

/** Makes one arrangement and gives its outputs. Throws CaseEnded when it cannot be made. */
export async function arrange(
  story: Story,
  name: string,
  inputs: JsonObject,
  history: GivenHistory = {},
): Promise<JsonObject> {
  const arrangement = story.run.contract.arrangements.get(name);
  if (arrangement === undefined)
    throw ended('harness', unknownName('arrangement', name, story.run.contract.arrangements.keys()));
  const scope: Scope = new Map();
  for (const [input, {default: usual}] of Object.entries(arrangement.inputs)) {
    const value = inputs[input] ?? (usual === undefined ? undefined : fill(usual, lookupIn(story, scope)));
    if (value === undefined) throw ended('harness', `arrangement "${name}" needs the input "${input}"`);
    scope.set(input, value);
  }
  await arrangeAll(story, arrangement.given, scope);
  if (arrangement.signIn !== undefined) await beginSession(story, arrangement.signIn, scope);
  if (history.isRemovedBefore === true && arrangement.remove !== undefined) {
    const before = new Map(scope);
    const memory = await make(story, arrangement, before);
    await runArrangementStep(story, arrangement, arrangement.remove, {scope: before});
    memory?.gone();
  }
  await make(story, arrangement, scope);
  if (history.isEdited === true)
    for (const step of arrangement.edit ?? []) await runArrangementStep(story, arrangement, step, {scope});
  return fillObject(arrangement.outputs, lookupIn(story, scope));
}

/** Carries out the steps; what they make is written down before. */
async function make(story: Story, arrangement: Arrangement, scope: Scope): Promise<Memory | undefined> {
  const [first] = arrangement.steps;
  // Who cannot act makes nothing, so there is nothing to remember.
  if (first !== undefined) mayAct(story, first, lookupIn(story, scope));
  const memory = rememberMade(story, arrangement, scope);
  for (const step of arrangement.steps) {
    // A first step that is refused has made nothing.
    const refused = step === first ? memory?.gone : undefined;
    await runArrangementStep(story, arrangement, step, {scope, ...defined({refused})});
  }
  memory?.made();
  return memory;
}

// Throws CaseEnded when there are no credentials for it.
function mayAct(story: Story, {as, auth}: ArrangementStep, lookup: Lookup): void {
  const actor = actorOf(story, fillText(as, lookup));
  if (auth !== undefined) fillAuth(auth, actor, lookup);
}

async function beginSession(story: Story, signIn: SigningIn, scope: Scope): Promise<void> {
  const lookup = lookupIn(story, scope);
  const {signInActor, signInAtPages} = await import('../enter/web-login.ts');
  const cookie =
    signIn.kind === 'actor'
      ? await signInActor(story, fillText(signIn.as, lookup))
      : await signInAtPages(story, {
          user: fillText(signIn.user, lookup),
          password: fillText(signIn.password, lookup),
        });
  scope.set('session', jsonObject([['cookie', cookie]]));
}

async function runArrangementStep(
  story: Story,
  arrangement: Arrangement,
  step: ArrangementStep,
  {scope, refused}: {readonly scope: Scope; readonly refused?: () => void},
): Promise<void> {
  const received = await sendAllowed(story, step, scope);
  if (!isWanted(received, step)) {
    refused?.();
    throw brokenArrangement(story, arrangement, step, received);
  }
  await capture(story, step.capture, received, scope);
}

// Some servers let only an administrator make organizations.
async function sendAllowed(story: Story, step: ArrangementStep, scope: Scope): Promise<Received> {
  const received = await sendStep(story, step, scope);
  const {otherwise} = step;
  if (received.reply.status !== 403 || otherwise === undefined || !story.run.people.actors.has(otherwise.as))
    return received;
  const {login} = actorOf(story, fillText(step.as, lookupIn(story, scope)));
  return sendStep(story, otherwise, new Map([...scope, ['acting', jsonObject([['login', login]])]]));
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
  const what = `arrangement "${name}": ${nameOfStep(step)} ${describeReply(received, story)}`;
  if (received.reply.status === 429) return ended('rate-limited', what);
  if (requires.some(id => story.proves.includes(id))) {
    const finding = {
      basis: 'stated' as const,
      path: 'status',
      message: `${nameOfStep(step)} is needed to get anywhere: expected 2xx, got ${String(received.reply.status)}`,
      expected: '2xx',
      actual: received.reply.status,
      cause: received.reply.status >= 500 ? ('server-error' as const) : ('expectation' as const),
    };
    return new CaseEnded('fail', finding.cause, what, [finding]);
  }
  const blocker = requires
    .map(id => story.run.contract.provenBy.get(id))
    .find(id => id !== undefined && id !== story.caseId);
  return ended('blocked', blocker === undefined ? `blocked: ${what}` : `blocked by ${blocker}: ${what}`);
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
