// One step against a hosting server: act, observe, judge.
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import {checkReply} from '../../check/check-reply.ts';
import type {Dialect} from '../../../model/operation.ts';
import type {CallStep, Expectation, RequestStep} from '../../../model/suite.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import {capture} from '../http/capture.ts';
import {eventually} from '../attempt/eventually.ts';
import {actorOf, describeReply, type Call, type Received} from '../http/exchange.ts';
import {travel} from '../http/travel.ts';
import {fillAuth, fillBody, fillExpectation, fillObject, fillText} from '../http/fill.ts';
import {judgeContract} from '../http/judge-contract.ts';
import {rememberStep} from '../arrange/step-cleanup.ts';
import {exchangeRemembered} from '../arrange/plain-create.ts';
import {literalLookupIn, lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import {stepOf, type Story} from '../attempt/story.ts';
import {expectsNothing, judgeEach} from './judge-each.ts';
import {judgeInSlices} from './judge-in-slices.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';

/** Runs one step and gives its findings. Throws CaseEnded when the case cannot go on. */
export async function runHttpStep(
  story: Story,
  step: CallStep | RequestStep,
  scope: Scope,
): Promise<readonly Finding[]> {
  const remembered = rememberStep(story, step, scope);
  let last: Received | undefined;
  try {
    const {received, findings} = await eventually(story, step.eventuallyMs ?? 0, {
      ask: async () => {
        const received = await act(story, step, scope);
        last = received;
        return {received, findings: await judge(story, step, received, scope)};
      },
      isEnough: ({findings}) => findings.length === 0,
    });
    return await settle(story, step, received, findings, scope);
  } finally {
    // What was made has to go, also where judging the reply ended the case.
    if (last !== undefined) await remembered?.(last);
  }
}

async function act(story: Story, step: CallStep | RequestStep, scope: Scope): Promise<Received> {
  const lookup = lookupIn(story, scope);
  const as = fillText(step.as, lookup);
  const common = {
    as,
    ...(step.auth === undefined ? {} : {auth: fillAuth(step.auth, actorOf(story, as), lookup)}),
    headers: spokenHeaders(fillObject(step.headers, lookup), story.run.contract.dialect),
    query: fillObject(step.query, lookup),
    ...(step.body === undefined ? {} : {body: fillBody(step.body, lookup)}),
  };
  const send = (call: Call): Promise<Received> => travel(story, call, step, exchangeRemembered);
  if (step.kind === 'call') {
    const operation = story.run.contract.operations.get(step.operation);
    if (operation === undefined) throw ended('harness', `there is no operation "${step.operation}"`);
    return send({...common, address: {operation, params: fillObject(step.params, lookup)}});
  }
  return send({...common, address: {method: step.method, path: fillText(step.path, lookup)}});
}

function judge(
  story: Story,
  step: CallStep | RequestStep,
  received: Received,
  scope: Scope,
): Promise<readonly Finding[]> {
  return judgeInSlices(step, received.reply, {
    judge: part =>
      judgeEach(
        part,
        (expectation, basis) => judgeReply(story, {expectation, basis, received, scope}),
        id => fillText(id, lookupIn(story, scope)),
      ),
    pause: () => story.run.ports.clock.wait(0, story.signal),
  });
}

/** Judges a reply against one expectation; a body that nests too deep to be read is nobody's fault. */
export function judgeReply(
  story: Story,
  {
    expectation,
    basis,
    received,
    scope,
  }: {readonly expectation: Expectation; readonly basis: Basis; readonly received: Received; readonly scope: Scope},
): readonly Finding[] {
  const findings = checkReply({
    expectation: inDialect(fillExpectation(expectation, literalLookupIn(story, scope)), story.run.contract.dialect),
    basis,
    file: story.file,
    ...stepOf(story),
    reply: received.reply,
    readBody: received.json,
    checkers: story.run.contract.checkers,
  });
  const needsBody = expectation.body !== undefined || expectation.at !== undefined;
  if (findings.length > 0 && needsBody && received.json().kind === 'too-deep') {
    throw ended('json-too-deep', `the body nests deeper than ${String(story.run.policy.bounds.jsonDepthMax)} levels`);
  }
  return findings;
}

export function inDialect(expectation: Expectation, dialect: Dialect): Expectation {
  if (expectation.headers === undefined) return expectation;
  return {...expectation, headers: spokenHeaders(expectation.headers, dialect)};
}

// "total-count" is our name for a header that the record does not name; the dialect has the one that is spoken.
function spokenHeaders(headers: JsonObject, {headers: names}: Dialect): JsonObject {
  const given = Object.keys(headers);
  if (!given.some(name => Object.hasOwn(names, name.toLowerCase()))) return headers;
  const spoken = (name: string): string => {
    const key = name.toLowerCase();
    return (Object.hasOwn(names, key) ? names[key] : undefined) ?? name;
  };
  return jsonObject(Object.entries(headers).map(([name, value]) => [spoken(name), value]));
}

async function settle(
  story: Story,
  step: CallStep | RequestStep,
  received: Received,
  findings: readonly Finding[],
  scope: Scope,
): Promise<readonly Finding[]> {
  const {status} = received.reply;
  if (status === 429) throw ended('rate-limited', describeReply(received, story));
  const isSuccess = status >= 200 && status < 300;
  if (expectsNothing(step) && !isSuccess) {
    throw ended(
      'blocked',
      `step ${String((stepOf(story).step ?? 0) + 1)} is only the way there and needs a 2xx: ${nameOf(step)} ${describeReply(received, story)}`,
    );
  }
  const contract = judgeContract(story, received);
  // A capture from a reply that already failed would only hide the finding behind "blocked".
  const missed = findings.find(({basis}) => basis === 'stated');
  if (missed === undefined) await captureOrSay(story, step, {received, findings, scope});
  else if (Object.keys(step.capture).length > 0) {
    const why = `${missed.message}; the later steps need what this reply should have held, and were not taken`;
    throw new CaseEnded('fail', causeOf(findings), why, [...findings, ...contract]);
  }
  return [...findings, ...contract];
}

// What was only usual did not happen, and the later steps build on it: that is the reason, and not what could not be read.
async function captureOrSay(
  story: Story,
  step: CallStep | RequestStep,
  {
    received,
    findings,
    scope,
  }: {readonly received: Received; readonly findings: readonly Finding[]; readonly scope: Scope},
): Promise<void> {
  try {
    await capture(story, step.capture, received, scope);
  } catch (problem) {
    const [usual] = findings;
    if (!(problem instanceof CaseEnded) || problem.reason !== 'blocked' || usual === undefined) throw problem;
    const waited = step.eventuallyMs === undefined ? '' : `within ${String(step.eventuallyMs / 1_000)} s `;
    throw ended(
      'blocked',
      `${nameOf(step)} did not show ${waited}what the later steps need: ${usual.path}: ${usual.message}`,
    );
  }
}

function nameOf(step: CallStep | RequestStep): string {
  return step.kind === 'call' ? step.operation : `${step.method} ${step.path}`;
}

function causeOf(findings: readonly Finding[]): 'expectation' | NonNullable<Finding['cause']> {
  return findings.find(({basis}) => basis === 'stated')?.cause ?? 'expectation';
}
