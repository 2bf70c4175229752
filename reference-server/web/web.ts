/** Serves the few pages outside the API: signing in, by password or through an identity provider, and the page of access tokens. */
import type {Hono} from 'hono';
import type {DispatchOptions} from '../hosting/dispatch.ts';
import {Refusal} from '../hosting/refusal.ts';
import {watchRules} from '../rules/make-rules.ts';
import {applicationsPage} from './applications-page.ts';
import {page} from './html.ts';
import {pageHeaders} from './page-reply.ts';
import {signIn, signInForm, signOut} from './sign-in.ts';
import {makeProvider} from './provider.ts';
import {callback, goToProvider} from './openid-sign-in.ts';
import type {Visit, WebAnswer} from './visit.ts';

type PageHandler = (visit: Visit) => WebAnswer | Promise<WebAnswer>;

/** The largest form that is read, in bytes; the sign-in form has three short fields. */
const formBytesMax = 64 * 1024;

export function addPages(app: Hono, options: DispatchOptions): void {
  const provider = makeProvider(options.world.settings.openid);
  const serve = (method: 'GET' | 'POST', path: string, answer: PageHandler): void => {
    app.on(method, path, async context => {
      const {raw} = context.req;
      return respond(options, raw, async (rules, form) =>
        answer({
          world: options.world,
          rules,
          provider,
          headers: raw.headers,
          url: new URL(raw.url),
          form,
          param: name => context.req.param(name) ?? '',
        }),
      );
    });
  };
  serve('GET', '/user/login', signInForm);
  serve('POST', '/user/login', signIn);
  serve('POST', '/user/logout', signOut);
  serve('GET', '/user/settings/applications', applicationsPage);
  serve('GET', '/user/oauth2/:name', goToProvider);
  serve('GET', '/user/oauth2/:name/callback', callback);
}

type Answering = (rules: Visit['rules'], form: URLSearchParams) => Promise<WebAnswer>;

async function respond(options: DispatchOptions, request: Request, answer: Answering): Promise<Response> {
  const touched = new Set<string>();
  const rules = watchRules(options.rules, touched);
  const {status, html, headers = [], cookies = []} = await answered(options, request, form => answer(rules, form));
  const sent = new Headers(
    [...Object.entries(pageHeaders), ...headers].map(([name, value]): [string, string] => [name, value]),
  );
  for (const cookie of cookies) sent.append('Set-Cookie', `${cookie}; Path=/; HttpOnly; SameSite=Lax`);
  if (options.tracesRules) sent.set('X-Reference-Rules', [...touched].sort().join(','));
  return new Response(html, {status, headers: sent});
}

async function answered(
  options: DispatchOptions,
  request: Request,
  answer: (form: URLSearchParams) => Promise<WebAnswer>,
): Promise<WebAnswer> {
  try {
    return await answer(await readForm(request));
  } catch (problem) {
    if (problem instanceof Refusal)
      return {status: problem.status, html: page('That did not work', [{kind: 'text', text: problem.message}])};
    const story = problem instanceof Error ? (problem.stack ?? problem.message) : String(problem);
    options.log(`${request.method} ${new URL(request.url).pathname} failed inside the reference server: ${story}`);
    const text = 'The reference server has a fault of its own; its standard error says more.';
    return {status: 500, html: page('That did not work', [{kind: 'text', text}])};
  }
}

async function readForm(request: Request): Promise<URLSearchParams> {
  if (request.method !== 'POST' || request.body === null) return new URLSearchParams();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as ReadableStream<Uint8Array> & AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > formBytesMax) throw new Refusal(413, `The form is larger than ${formBytesMax} bytes.`);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
