/** Signing in through the identity provider: there, back, and into the account and the teams that the claims lead to. */
import {mayUseApi} from '../hosting/authenticate.ts';
import {Refusal} from '../hosting/refusal.ts';
import {cookieOf, keepNewest} from '../state/sessions.ts';
import {personOfClaims} from './claimed-person.ts';
import {followGroups} from './follow-groups.ts';
import type {Claims, Provider} from './provider.ts';
import {signedIn} from './sign-in.ts';
import {seeOther} from './visit.ts';
import type {Visit, WebAnswer} from './visit.ts';

/** How long the provider may take to send somebody back. */
const pendingMs = 10 * 60 * 1000;

/** More sign-ins than this never wait at the same time; the oldest are given up. */
const pendingMax = 1000;

/** Holds the state in the browser that began the sign-in, so that its answer cannot be handed to another. */
const stateCookie = 'openid_state';

/** Sends the browser to the provider. */
export async function goToProvider(visit: Visit): Promise<WebAnswer> {
  const {world, url} = visit;
  const provider = providerOf(visit);
  const {url: there, checks} = await asked(provider, provider.begin(returnUrlOf(url, provider)));
  world.state.pendingSignIns.set(checks.state, {
    verifier: checks.verifier,
    nonce: checks.nonce,
    endsAt: world.clock.now() + pendingMs,
  });
  keepNewest(world.state.pendingSignIns, pendingMax);
  return seeOther(there, [`${stateCookie}=${checks.state}`]);
}

function providerOf({provider, param}: Visit): Provider {
  if (provider !== undefined && provider.name === param('name')) return provider;
  throw new Refusal(404, `There is no identity provider ${param('name')}; [openid] of the ini file names one.`);
}

function returnUrlOf({origin}: URL, {name}: Provider): string {
  return `${origin}/user/oauth2/${name}/callback`;
}

/** Takes the browser back, and signs its user in. */
export async function callback(visit: Visit): Promise<WebAnswer> {
  const {world, url, headers} = visit;
  const provider = providerOf(visit);
  const state = url.searchParams.get('state') ?? '';
  const pending = world.state.pendingSignIns.get(state);
  world.state.pendingSignIns.delete(state);
  const isOurs =
    pending !== undefined && pending.endsAt > world.clock.now() && cookieOf(headers, stateCookie) === state;
  if (!isOurs) throw new Refusal(400, 'This sign-in did not begin in this browser, or too long ago; begin again.');
  const cameBack = new URL(`${returnUrlOf(url, provider)}${url.search}`);
  const claims = await asked(provider, provider.finish(cameBack, {state, ...pending}));
  return enter(visit, claims);
}

async function enter(visit: Visit, claims: Claims): Promise<WebAnswer> {
  const person = mayUseApi(await personOfClaims(visit, claims));
  followGroups(visit, person, claims[visit.world.settings.openid.groupClaim]);
  return signedIn(visit, person.id);
}

async function asked<T>({name}: Provider, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (problem) {
    throw new Refusal(502, `The identity provider ${name} did not do its part: ${reasonOf(problem)}`);
  }
}

function reasonOf(problem: unknown): string {
  if (!(problem instanceof Error)) return String(problem);
  return problem.cause instanceof Error ? `${problem.message} (${problem.cause.message})` : problem.message;
}
