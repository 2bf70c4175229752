// Sends a request as a step wants it to travel: with the cookies of its case, and on to where redirects lead within the server.
import type {HttpReply} from '../../../model/http.ts';
import {jsonObject} from '../../../model/json.ts';
import type {CallStep} from '../../../model/suite.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {happened, type CaseJar, type Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';
import {usualAuth} from './build-request.ts';
import {cookiesFor, keepInJar} from './case-jar.ts';
import {actorOf, addressOf, exchange, type Call, type Received} from './exchange.ts';

/** Sends the call, the first time with `send`, and gives the last reply together with the ones that led there. */
export async function travel(
  story: Story,
  call: Call,
  {follow = 0, cookies = false}: Pick<CallStep, 'follow' | 'cookies'>,
  send: (story: Story, call: Call) => Promise<Received>,
): Promise<Received> {
  if (follow === 0 && !cookies) return send(story, call);
  const jar = cookies ? jarOf(story, call.as) : undefined;
  const passed: HttpReply[] = [];
  let next = call;
  for (let hops = 0; ; hops += 1) {
    const received = await (hops === 0 ? send : exchange)(story, withCookies(story, next, jar));
    if (jar !== undefined) keep(story, next, jar, received.reply);
    const target = follow === 0 ? undefined : redirectOf(story, next, received.reply);
    if (target === undefined) return {...received, passed};
    if (hops === follow) {
      happened(story, {kind: 'noted', note: `followed ${String(follow)} redirects, and the last reply is another one`});
      return {...received, passed};
    }
    passed.push(received.reply);
    next = target;
  }
}

function jarOf({jars}: Story, actor: string): CaseJar {
  const known = jars.get(actor) ?? new Map();
  jars.set(actor, known);
  return known;
}

/** The path of a request from the root of the server, as cookies are kept for paths. */
function pathOf(story: Story, call: Call): string {
  return new URL(baseOf(story) + addressOf(story, call).path).pathname;
}

function withCookies(story: Story, call: Call, jar: CaseJar | undefined): Call {
  if (jar === undefined || Object.keys(call.headers).some(name => name.toLowerCase() === 'cookie')) return call;
  const auth = call.auth ?? usualAuth(actorOf(story, call.as));
  const cookie = cookiesFor(jar, pathOf(story, call), auth.kind === 'cookie' ? auth.cookie : '');
  if (cookie === '') return call;
  if (auth.kind === 'cookie') return {...call, auth: {kind: 'cookie', cookie}};
  return {...call, headers: jsonObject([...Object.entries(call.headers), ['Cookie', cookie]])};
}

function keep(story: Story, call: Call, jar: CaseJar, reply: HttpReply): void {
  const {clock, keepSecret} = story.run.ports;
  keepInJar(reply, {jar, path: pathOf(story, call)}, {now: clock.now(), keepSecret});
}

/** Gives the request that a redirect asks for; nothing where it is none, or leads away from the server: no credential goes there. */
function redirectOf(story: Story, call: Call, {status, headers}: HttpReply): Call | undefined {
  const location = headers.find(([name]) => name.toLowerCase() === 'location')?.[1];
  if (![301, 302, 303, 307, 308].includes(status) || location === undefined) return undefined;
  const {method, path} = addressOf(story, call);
  const next = pathWithin(baseOf(story), path, location);
  if (next === undefined) {
    const note = `${method} ${path} redirects to ${quoted(location)}, which is not below the target's own address and was not followed`;
    happened(story, {kind: 'noted', note});
    return undefined;
  }
  const isChanged = status === 303 ? method !== 'HEAD' : method === 'POST' && (status === 301 || status === 302);
  const {body, headers: sent, ...rest} = call;
  const address = {method: isChanged ? 'GET' : method, path: next};
  const query = jsonObject([]);
  if (!isChanged) return {...rest, ...(body === undefined ? {} : {body}), headers: sent, address, query};
  const kept = Object.entries(sent).filter(([name]) => !/^content-/i.test(name));
  return {...rest, headers: jsonObject(kept), address, query};
}

function baseOf({run}: Story): string {
  const url = run.ports.hosting?.url;
  if (url === undefined) throw ended('harness', 'a hosting step was planned without a hosting target');
  return url;
}

function pathWithin(base: string, path: string, location: string): string | undefined {
  if (!URL.canParse(location, base + path)) return undefined;
  const {href} = new URL(location, base + path);
  if (href !== base && !href.startsWith(`${base}/`) && !href.startsWith(`${base}?`)) return undefined;
  const rest = href.slice(base.length).split('#', 1)[0] ?? '';
  return rest.startsWith('/') ? rest : `/${rest}`;
}
