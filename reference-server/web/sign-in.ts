/** Signing in with name and password, and signing out. */
import {randomBytes, timingSafeEqual} from 'node:crypto';
import {mayUseApi, personOfPassword} from '../hosting/authenticate.ts';
import {Refusal} from '../hosting/refusal.ts';
import {cookieOf, endSession, sessionCookie, sessionOf, startSession} from '../state/sessions.ts';
import {page} from './html.ts';
import type {Part} from './html.ts';
import {seeOther} from './visit.ts';
import type {Visit, WebAnswer} from './visit.ts';

/** Where somebody who has signed in goes, and the first page that needs a session. */
const firstPage = '/user/settings/applications';

const formCookie = '_csrf';

export function signInForm(visit: Visit): WebAnswer {
  return formAnswer(visit, 200, []);
}

function formAnswer({headers, provider}: Visit, status: number, before: readonly Part[]): WebAnswer {
  const token = cookieOf(headers, formCookie) ?? randomBytes(24).toString('hex');
  const parts: readonly Part[] = [
    ...before,
    {
      kind: 'form',
      action: '/user/login',
      button: 'Sign in',
      fields: [
        {type: 'hidden', name: formCookie, value: token},
        {type: 'text', name: 'user_name', label: 'User name or e-mail address'},
        {type: 'password', name: 'password', label: 'Password'},
      ],
    },
    ...(provider === undefined ? [] : [providerLink(provider.name)]),
  ];
  return {status, html: page('Sign in', parts), cookies: [`${formCookie}=${encodeURIComponent(token)}`]};
}

function providerLink(name: string): Part {
  return {kind: 'link', href: `/user/oauth2/${name}`, text: `Sign in with ${name}`};
}

export async function signIn(visit: Visit): Promise<WebAnswer> {
  const {world, form, headers} = visit;
  checkFormToken(form, cookieOf(headers, formCookie));
  const person = await personOfPassword(world, form.get('user_name') ?? '', form.get('password') ?? '');
  if (person === undefined)
    return formAnswer(visit, 403, [{kind: 'text', text: 'There is no user with this name and password.'}]);
  return signedIn(visit, mayUseApi(person).id);
}

/** Starts a new session, so that a cookie that somebody else knew before is worth nothing. */
export function signedIn({world, headers}: Visit, personId: number): WebAnswer {
  endSession(world.state, headers);
  return seeOther(firstPage, [`${sessionCookie}=${startSession(world.state, personId, world.clock.now())}`]);
}

export function signOut({world, form, headers}: Visit): WebAnswer {
  checkFormToken(form, sessionOf(world.state, headers, world.clock.now())?.formToken);
  endSession(world.state, headers);
  return seeOther('/user/login', [`${sessionCookie}=; Max-Age=0`]);
}

/** Refuses a form that another site made somebody send: it cannot know the token that stands in ours. */
function checkFormToken(form: URLSearchParams, expected: string | undefined): void {
  const sent = Buffer.from(form.get(formCookie) ?? '');
  const wanted = Buffer.from(expected ?? '');
  const isRight = wanted.length > 0 && sent.length === wanted.length && timingSafeEqual(sent, wanted);
  if (!isRight)
    throw new Refusal(
      400,
      `The form has no valid field ${formCookie}; load the page again and send the form from there.`,
    );
}
