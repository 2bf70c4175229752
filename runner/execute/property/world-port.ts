// The world as a property sees it: arrangements, calls, laws; everything is recorded so that a run can be told.
import {defined} from '../../../base/json/defined.ts';
import type {JsonObject} from '../../../model/json.ts';
import type {CallAuth, CallRequest, PropertyWorld, WorldAnswer, WorldReply} from '../../../model/property.ts';
import type {TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import type {Finding} from '../../../model/verdict.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {arrange} from '../arrange/arrange.ts';
import {scalarText, type FilledAuth, type FilledBody} from '../http/build-request.ts';
import {eventually} from '../attempt/eventually.ts';
import {actorOf, describeReply, type Call, type Received} from '../http/exchange.ts';
import {fillAuth} from '../http/fill.ts';
import {judgeReply} from '../steps/http-step.ts';
import {judgeContract} from '../http/judge-contract.ts';
import {ask} from '../steps/overlay-step.ts';
import {exchangeRemembered} from '../arrange/plain-create.ts';
import {expectationOf, listeningWorld} from './deliveries.ts';
import {missed} from './miss.ts';
import {resolve} from './reference-names.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {StoryRecord} from './recorder.ts';
import type {RecordedStep} from './recorded-step.ts';
import {enter, type Story} from '../attempt/story.ts';
import {CaseEnded, ended, unknownName} from '../attempt/failures.ts';
import type {Inboxes} from '../steps/webhook-inboxes.ts';

/** What one run of a property leaves behind. */
export interface PropertyRun {
  readonly findings: Finding[];
  /** What was done, told and written down as a case would say it. */
  readonly record: StoryRecord;
  readonly commands: Map<string, number>;
  /** How often something was judged; a run that judged nothing shows nothing. */
  judged: number;
  readonly inboxes: Inboxes;
  /** A probe is never scored. */
  readonly isProbe: boolean;
  /** A miss of what is only usual ends the run as well. */
  readonly isUsualRed: boolean;
}

/** Makes the world of one run. */
export function propertyWorld(story: Story, propertyRun: PropertyRun): PropertyWorld {
  const {record} = propertyRun;
  const replies = new WeakMap<WorldReply, Received>();
  const steps = new WeakMap<WorldReply | WorldAnswer, RecordedStep>();
  let underWay = 0;
  const send = async (address: Call['address'], request: CallRequest, step: RecordedStep): Promise<WorldReply> => {
    const {as = 'alice', auth, headers = {}, until} = request;
    const body = bodyOf(request);
    const ask = async () => {
      const received = await exchangeRemembered(story, {
        as,
        step: step.index,
        ...(auth === undefined ? {} : {auth: filledAuth(story, as, auth)}),
        address,
        query: {},
        headers: resolve(headers) as JsonObject,
        ...defined({body}),
      });
      return {received, reply: worldReply(received, propertyRun, step)};
    };
    if (underWay > 0) record.refuse('it makes requests at the same time, and a case makes one after the other');
    underWay += 1;
    const {received, reply} = await eventually(story, until === undefined ? 0 : 10_000, {
      ask,
      isEnough: answer => until?.(answer.reply) ?? true,
    }).finally(() => (underWay -= 1));
    step.isSuccess = reply.status >= 200 && reply.status < 300;
    const broken = propertyRun.isProbe ? [] : judgeContract(story, received);
    step.isTelling ||= broken.length > 0;
    propertyRun.findings.push(...ofStep(step, broken));
    replies.set(reply, received);
    steps.set(reply, step);
    return reply;
  };
  const call: PropertyWorld['call'] = async (operationId, request) => {
    const operation = story.run.contract.operations.get(operationId);
    if (operation === undefined)
      throw ended('harness', unknownName('operation', operationId, story.run.contract.operations.keys()));
    if (story.run.contract.dialect.absent.includes(operationId))
      throw new CaseEnded('skip', 'not-in-dialect', `the dialect has no name for operation ${operationId}`);
    const address = {operation, params: resolve(request.params ?? {}) as JsonObject};
    return send(address, request, record.called(operationId, request));
  };
  return {
    arrange: async (name, inputs = {}, {called} = {}) => {
      enter(story, {phase: 'arrange', step: record.told.length});
      try {
        const outputs = await arrange(story, name, resolve(inputs) as JsonObject);
        return record.arranged(name, inputs, outputs, {arrangement: story.run.contract.arrangements.get(name), called});
      } catch (problem) {
        record.refuse(`the arrangement "${name}" broke, and a case takes no step before everything is arranged`);
        throw problem;
      } finally {
        enter(story, {phase: 'act'});
      }
    },
    known: path => {
      const value = lookupIn(story, new Map())(path);
      if (value === undefined) throw ended('harness', `a property names ${path}, which there is not`);
      return record.known(path, value);
    },
    call,
    request: (method, path, request) => send({method, path}, request, record.requested(method, path, request)),
    ...listeningWorld(story, propertyRun),
    prepare: async (operationId, request) => {
      const reply = await call(operationId, request);
      const received = replies.get(reply);
      const step = steps.get(reply);
      if (step !== undefined) step.isNeeded = true;
      if (reply.status >= 200 && reply.status < 300) return reply;
      const answer = received === undefined ? '' : describeReply(received, story);
      throw ended('blocked', `${request.say ?? operationId} is only the way there and needs a 2xx: it ${answer}`);
    },
    expect: (reply, tree, {usual = false, unwritable} = {}) => {
      const received = replies.get(reply);
      const step = steps.get(reply);
      if (received === undefined || step === undefined)
        throw ended('harness', 'a property judged a reply that is not of its world');
      const basis = usual ? 'usual' : 'stated';
      propertyRun.judged += 1;
      record.judged(step, tree, basis);
      const findings = judgeReply(story, {expectation: expectationOf(tree), basis, received, scope: new Map()});
      if (findings.length > 0 && unwritable !== undefined) record.refuse(unwritable);
      missed(
        propertyRun,
        ofStep(
          step,
          findings.map(({at: _at, ...finding}) => finding),
        ),
      );
    },
    law: (holds, finding, {usual = false, written, unwritable} = {}) => {
      const basis = usual ? 'usual' : 'stated';
      propertyRun.judged += 1;
      if (holds) return;
      const judged = (written === undefined ? [] : [written].flat()).flatMap(({reply, tree}) => {
        const step = steps.get(reply);
        return step === undefined ? [] : [{step, tree}];
      });
      for (const {step, tree} of judged)
        if (tree === undefined) step.isNeeded = true;
        else record.judged(step, tree, basis);
      const shows = judged.find(({tree}) => tree !== undefined)?.step;
      if (shows === undefined) record.refuse(unwritable ?? `what it checks is no matcher tree: ${finding.message}`);
      const index = shows?.index ?? record.told.length - 1;
      missed(propertyRun, [{basis, ...finding, ...(index < 0 ? {} : {step: index})}]);
    },
    decode: (message, bytes) =>
      question(record.decoded(message, hexOf(bytes)), {kind: 'decode', message, form: 'binary', bytes}),
    encode: (message, value) =>
      question(record.encoded(message, value), {kind: 'encode', message, form: 'binary', value}),
    count: kind => {
      propertyRun.commands.set(kind, (propertyRun.commands.get(kind) ?? 0) + 1);
    },
  };

  async function question(step: RecordedStep, asked: TesteeQuestion): Promise<WorldAnswer> {
    enter(story, {phase: 'act', step: step.index});
    const answer = worldAnswer(await ask(story, asked));
    step.isSuccess = answer.answer === 'value' || answer.answer === 'encoded';
    steps.set(answer, step);
    return answer;
  }
}

function ofStep({index}: RecordedStep, findings: readonly Finding[]): readonly Finding[] {
  return findings.map(finding => ({...finding, step: index}));
}

function bodyOf({body, bytes, multipart}: CallRequest): FilledBody | undefined {
  if (bytes !== undefined) return {kind: 'bytes', hex: bytes};
  if (multipart !== undefined) return {kind: 'multipart', parts: resolve(multipart) as JsonObject};
  return body === undefined ? undefined : {kind: 'json', value: resolve(body)};
}

function filledAuth(story: Story, as: string, auth: CallAuth): FilledAuth {
  if (typeof auth === 'object') {
    if ('token' in auth) return {kind: 'token', token: scalarText(resolve(auth.token))};
    if ('cookie' in auth) return {kind: 'cookie', cookie: scalarText(resolve(auth.cookie))};
    const [user, password] = [auth.basic.user, auth.basic.password].map(part => scalarText(resolve(part)));
    return {kind: 'basic', user: user ?? '', password: password ?? ''};
  }
  return fillAuth({kind: auth === 'none' ? 'none' : `actor-${auth}`}, actorOf(story, as), () => undefined);
}

function worldReply(received: Received, propertyRun: PropertyRun, step: RecordedStep): WorldReply {
  const reading = received.json();
  const body = reading.kind === 'json' ? reading.value : undefined;
  const {record} = propertyRun;
  return {
    status: received.reply.status,
    body,
    header: name => received.reply.headers.find(([own]) => own.toLowerCase() === name.toLowerCase())?.[1],
    at: pointer => {
      const selected = body === undefined ? undefined : selectPointer(body, pointer);
      if (selected?.kind === 'value')
        return record.selected(step, pointer, selected.value, `${received.operation?.id ?? 'reply'} ${pointer}`);
      record.judged(step, {at: {[pointer]: {$present: true}}}, 'stated');
      const message = `expected a value, got nothing (the reply answered ${String(received.reply.status)})`;
      missed(propertyRun, ofStep(step, [{basis: 'stated', path: pointer, message}]));
      throw ended('blocked', message);
    },
  };
}

function worldAnswer(answer: TesteeAnswer): WorldAnswer {
  switch (answer.kind) {
    case 'value':
      return {answer: 'value', value: answer.value};
    case 'encoded':
      return {answer: 'encoded', bytes: answer.bytes};
    case 'reject':
    case 'unsupported':
      return {answer: answer.kind, detail: answer.text};
    case 'broken':
    case 'lost':
      return {answer: 'broken', detail: answer.detail};
  }
}
