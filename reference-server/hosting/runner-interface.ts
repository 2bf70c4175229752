/** The interface that runners of the automation feature call: Connect procedures in JSON, outside `/api/v1`. */
import {createHash, randomBytes, randomUUID, timingSafeEqual} from 'node:crypto';
import type {Hono} from 'hono';
import {watchRules} from '../rules/make-rules.ts';
import type {Runner} from '../state/actions.ts';
import type {DispatchOptions} from './dispatch.ts';
import {readFields} from './fields.ts';
import type {Fields} from './fields.ts';
import {Refusal} from './refusal.ts';
import type {World} from './world.ts';

/** One call of a runner. */
interface Call {
  readonly world: World;
  readonly headers: Headers;
  readonly fields: Fields;
}

/** What each procedure answers; a runner is refused with a `RunnerProblem`. */
const procedures: Readonly<Record<string, (call: Call) => unknown>> = {
  'ping.v1.PingService/Ping': ({fields}) => ({data: `Hello, ${fields.text('data') ?? ''}!`}),
  'runner.v1.RunnerService/Register': register,
  'runner.v1.RunnerService/Declare': declare,
  // No workflow ever runs here, so a runner that asks for work is told that there is none.
  'runner.v1.RunnerService/FetchTask': call => ({task: null, tasksVersion: String(runnerOf(call).id)}),
  'runner.v1.RunnerService/UpdateTask': call => noTask(runnerOf(call)),
  'runner.v1.RunnerService/UpdateLog': call => noTask(runnerOf(call)),
};

/** The largest message that is read, in bytes: a chunk of a log. */
const messageBytesMax = 4 * 1024 * 1024;

class RunnerProblem extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Serves the procedures under each prefix that the rules name, and nothing at all while the feature is off. */
export function addRunnerInterface(app: Hono, options: DispatchOptions): void {
  for (const prefix of options.rules.runnerPrefixes) {
    app.all(`${prefix}/:service/:procedure`, async (context, next) => {
      const touched = new Set<string>(['runnerPrefixes']);
      const rules = watchRules(options.rules, touched);
      if (!rules.isActionsOn(options.world.settings.actionsEnabled, 'runner')) {
        await next();
        if (options.tracesRules) context.header('X-Reference-Rules', traced(touched, context.res), {append: false});
        return;
      }
      const {service, procedure} = context.req.param();
      const response = await answer(options.world, context.req.raw, `${service}/${procedure}`);
      if (options.tracesRules) response.headers.set('X-Reference-Rules', traced(touched, response));
      return response;
    });
  }
}

/** Lists the rules that this interface touched, with those that somebody else noted who answered after it. */
function traced(touched: ReadonlySet<string>, {headers}: Response): string {
  const others = (headers.get('X-Reference-Rules') ?? '').split(',').filter(name => name !== '');
  return [...new Set([...touched, ...others])].sort().join(',');
}

async function answer(world: World, request: Request, name: string): Promise<Response> {
  const procedure = Object.hasOwn(procedures, name) ? procedures[name] : undefined;
  if (procedure === undefined) return new Response(null, {status: 404});
  if (request.method !== 'POST') return new Response(null, {status: 405, headers: {Allow: 'POST'}});
  const type = request.headers.get('Content-Type') ?? '';
  if (!type.startsWith('application/json'))
    return new Response(null, {status: 415, headers: {'Accept-Post': 'application/json'}});
  try {
    const fields = readFields(await readMessage(request));
    return Response.json(procedure({world, headers: request.headers, fields}));
  } catch (problem) {
    return refusalOf(problem);
  }
}

async function readMessage(request: Request): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (request.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > messageBytesMax)
      throw new RunnerProblem(429, 'resource_exhausted', `The message is larger than ${messageBytesMax} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** Writes a problem in the form of Connect: a code and a message. */
function refusalOf(problem: unknown): Response {
  if (problem instanceof RunnerProblem)
    return Response.json({code: problem.code, message: problem.message}, {status: problem.status});
  if (problem instanceof Refusal)
    return Response.json({code: 'invalid_argument', message: problem.message}, {status: 400});
  throw problem;
}

function register({world: {state}, fields}: Call): unknown {
  const token = fields.requiredText('token');
  const name = fields.requiredText('name');
  const labels = fields.texts('labels') ?? [];
  const details = {name, labels, version: fields.text('version') ?? '', isEphemeral: fields.flag('ephemeral') ?? false};
  const home = [...state.registrationTokens].find(([, given]) => given === token)?.[0];
  if (home === undefined)
    throw new RunnerProblem(401, 'unauthenticated', 'runner registration token is not known; ask the API for one');
  const secret = randomBytes(20).toString('hex');
  const uuid = randomUUID();
  const runner = state.runners.add((id): Runner => ({...details, id, home, uuid, tokenDigest: digestOf(secret)}));
  return {runner: {...showRunner(runner), token: secret}};
}

function declare(call: Call): unknown {
  const labels = call.fields.texts('labels');
  const version = call.fields.text('version');
  const runner = runnerOf(call);
  return {
    runner: showRunner(
      call.world.state.runners.put({...runner, labels: labels ?? runner.labels, version: version ?? runner.version}),
    ),
  };
}

function showRunner({id, uuid, name, version, labels}: Runner): Record<string, unknown> {
  return {id: String(id), uuid, name, version, labels};
}

/** Finds the runner that the headers `x-runner-uuid` and `x-runner-token` name and prove. */
function runnerOf({world: {state}, headers}: Call): Runner {
  const uuid = headers.get('x-runner-uuid') ?? '';
  const digest = digestOf(headers.get('x-runner-token') ?? '');
  const runner = state.runners.all().find(row => row.uuid === uuid);
  if (runner !== undefined && timingSafeEqual(Buffer.from(runner.tokenDigest), Buffer.from(digest))) return runner;
  throw new RunnerProblem(401, 'unauthenticated', 'unregistered runner');
}

function noTask(runner: Runner): never {
  throw new RunnerProblem(404, 'not_found', `The runner ${runner.name} has no task.`);
}

function digestOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
