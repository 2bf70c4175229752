// Signs an actor in at the pages of the target, as a browser does with the form of the dialect's `webLogin`, and gives the cookie of the session.
import {defined} from '../../../base/json/defined.ts';
import {jsonObject, type JsonObject} from '../../../model/json.ts';
import type {WebLogin} from '../../../model/operation.ts';
import type {FilledBody} from '../http/build-request.ts';
import {cookieHeader, keepCookies, readJar, type Jar} from '../http/cookie-jar.ts';
import {actorOf, describeReply, exchange, type Received} from '../http/exchange.ts';
import {formsOf, type HtmlForm} from '../http/html-form.ts';
import type {Story} from '../attempt/story.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {quoted} from '../../../base/text/quoted.ts';

/** Gives the Cookie header of an actor who is signed in: the one that the target file has, else that of a new session. A page shows that it counts. */
export async function signInActor(story: Story, role: string): Promise<string> {
  const {login, password, cookie} = actorOf(story, role);
  if (cookie !== undefined) {
    await checkSession(story, loginPage(story), readJar(cookie), `the cookie that was given for ${role}`);
    return cookie;
  }
  if (password !== undefined) return signInAtPages(story, {user: login, password});
  const why = `${role} has neither a password to sign in with nor a cookie in the target file`;
  throw new CaseEnded('skip', 'needs-credentials', why);
}

/** Whoever signs in. */
export interface Account {
  readonly user: string;
  readonly password: string;
}

/** Gives the Cookie header of a new session, and shows at a page that it counts. Throws CaseEnded when the account cannot sign in. */
export async function signInAtPages(story: Story, account: Account): Promise<string> {
  const webLogin = loginPage(story);
  const jar = await sendForm(story, webLogin, account);
  await checkSession(story, webLogin, jar, `the cookie of ${account.user}, who signed in at ${webLogin.page},`);
  return cookieHeader(jar);
}

function loginPage({run}: Story): WebLogin {
  const {dialect} = run.contract;
  if (dialect.webLogin !== undefined) return dialect.webLogin;
  throw new CaseEnded('skip', 'not-in-dialect', `the dialect ${dialect.name} names no page to sign in at ("webLogin")`);
}

// Redirects are not followed, neither here nor after the form: whoever is sent elsewhere is not signed in.
async function checkSession(story: Story, {home}: WebLogin, jar: Jar, whose: string): Promise<void> {
  const seen = await visit(story, jar, {method: 'GET', path: home});
  if (seen.reply.status >= 200 && seen.reply.status < 300) return;
  throw ended('blocked', `${whose} does not open ${home}: it ${describeReply(seen, story)}`);
}

async function sendForm(story: Story, webLogin: WebLogin, account: Account): Promise<Jar> {
  const jar: Jar = new Map();
  const page = await visit(story, jar, {method: 'GET', path: webLogin.page});
  const form = await signInForm(story, page, webLogin);
  for (const name of form.hidden) keepField(story, form.fields.get(name) ?? '');
  const reply = await visit(story, jar, {
    method: 'POST',
    path: actionOf(form, webLogin, story.run.ports.hosting?.url ?? ''),
    body: {kind: 'form', fields: filled(form, webLogin, account)},
  });
  await checkEntered(story, reply, {jar, webLogin, account});
  return jar;
}

interface Visit {
  readonly method: string;
  readonly path: string;
  readonly body?: FilledBody;
}

async function visit(story: Story, jar: Jar, {method, path, body}: Visit): Promise<Received> {
  const cookie = cookieHeader(jar);
  const received = await exchange(story, {
    as: 'anonymous',
    auth: cookie === '' ? {kind: 'none'} : {kind: 'cookie', cookie},
    address: {method, path},
    query: jsonObject([]),
    headers: jsonObject([['Accept', 'text/html']]),
    ...defined({body}),
  });
  keepCookies(received.reply, jar, {now: story.run.ports.clock.now(), keepSecret: story.run.ports.keepSecret});
  return received;
}

async function signInForm(story: Story, page: Received, webLogin: WebLogin): Promise<HtmlForm> {
  const form = (await formsIn(page)).find(({fields}) => fields.has(webLogin.user) && fields.has(webLogin.password));
  if (form !== undefined) return form;
  const wanted = `a form with the fields "${webLogin.user}" and "${webLogin.password}"`;
  throw ended(
    'blocked',
    `GET ${webLogin.page} shows no sign-in page, which has ${wanted}: it ${describeReply(page, story)}`,
  );
}

function formsIn({reply}: Received): Promise<readonly HtmlForm[]> {
  return formsOf(Buffer.from(reply.body).toString('utf8'));
}

// A password goes to the server that was named and to no other.
function actionOf({action}: HtmlForm, {page}: WebLogin, baseUrl: string): string {
  const url = URL.canParse(action, baseUrl + page) ? new URL(action, baseUrl + page) : undefined;
  const base = new URL(baseUrl);
  const prefix = base.pathname.replace(/\/$/, '');
  if (url?.origin === base.origin && url.pathname.startsWith(`${prefix}/`))
    return url.pathname.slice(prefix.length) + url.search;
  throw ended(
    'blocked',
    `the sign-in form of ${page} is sent to ${quoted(action)}, which is not below ${baseUrl}; where that is the target's own address, call the target by it`,
  );
}

function filled(form: HtmlForm, webLogin: WebLogin, {user, password}: Account): JsonObject {
  return jsonObject([
    ...[...form.hidden].map(name => [name, form.fields.get(name) ?? ''] as const),
    [webLogin.user, user] as const,
    [webLogin.password, password] as const,
  ]);
}

// A server that refuses shows the form again, with whatever status.
async function checkEntered(
  story: Story,
  reply: Received,
  {jar, webLogin, account}: {readonly jar: Jar; readonly webLogin: WebLogin; readonly account: Account},
): Promise<void> {
  const isFormAgain = (await formsIn(reply)).some(({fields}) => fields.has(webLogin.password));
  if (reply.reply.status < 400 && !isFormAgain && jar.size > 0) return;
  const why = isFormAgain ? 'shows the form again' : jar.size === 0 ? 'sets no cookie' : 'refuses';
  throw ended('blocked', `signing in as ${account.user} at ${webLogin.page} ${why}: it ${describeReply(reply, story)}`);
}

// A token against forged forms is as good as the session that it belongs to.
function keepField(story: Story, value: string): void {
  if (value.length >= 16) story.run.ports.keepSecret(value, 'form-token');
}
