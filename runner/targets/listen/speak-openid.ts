// Speaks OpenID Connect for the provider of a run: whoever brings a ticket is signed in at once, without a page to fill in.
import {generateKeyPair, randomBytes} from 'node:crypto';
import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';
import {promisify} from 'node:util';
import OpenidProvider, {type Context, type Grant} from 'oidc-provider';
import type {IdentityPerson} from '../../../model/identity.ts';
import {openidStorage} from './openid-storage.ts';

/** What a provider is made of. */
export interface Speaking {
  /** What targets are told; requests are answered as if they had come there. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Everybody whom cases have admitted, by login. */
  readonly people: ReadonlyMap<string, IdentityPerson>;
  /** Gives the login that a Cookie header lets in, if any. */
  readonly enter: (cookies: string) => string | undefined;
}

/** A sign-in, and every token, counts this long. */
const lifeSeconds = 600;

const entrance = '/interaction/';

/** Makes the listener. */
export async function speakOpenid(speaking: Speaking): Promise<RequestListener> {
  const {issuer, enter} = speaking;
  const provider = await makeProvider(speaking);
  const speak = provider.callback();
  const {host, protocol} = new URL(issuer);
  return (request, response) => {
    // However a request came here (a container's name for this machine, a proxy), the addresses in the answer are those that targets know.
    request.headers.host = host;
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete request.headers['x-forwarded-host'];
    if (request.url?.startsWith(entrance) === true) letIn(provider, {request, response, enter});
    else speak(request, response);
  };
}

interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly enter: Speaking['enter'];
}

function letIn(provider: OpenidProvider, {request, response, enter}: Arrival): void {
  const accountId = enter(request.headers.cookie ?? '');
  const refuse = (status: number, why: string): void => {
    response.writeHead(status, {'content-type': 'text/plain; charset=utf-8'}).end(`${why}\n`);
  };
  if (accountId === undefined) {
    refuse(403, 'This provider is part of a conformance run and lets in only whom that run admits.');
    return;
  }
  provider.interactionFinished(request, response, {login: {accountId}, consent: {}}).catch((problem: unknown) => {
    refuse(400, `This sign-in cannot go on: ${String(problem)}`);
  });
}

async function makeProvider({issuer, clientId, clientSecret, people}: Speaking): Promise<OpenidProvider> {
  const {privateKey} = await promisify(generateKeyPair)('rsa', {modulusLength: 2048});
  const provider = new OpenidProvider(issuer, {
    adapter: openidStorage(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: ['http://127.0.0.1/any'],
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    // Every claim stands under `openid` too: which scopes a target asks for is its own affair.
    claims: {openid: ['sub', ...claimNames], profile: claimNames, email: claimNames, groups: ['groups']},
    scopes: ['openid', 'profile', 'email', 'groups'],
    // Some targets read the id token alone.
    conformIdTokenClaims: false,
    pkce: {required: () => false},
    features: {devInteractions: {enabled: false}, rpInitiatedLogout: {enabled: false}},
    interactions: {url: (_: unknown, {uid}: {readonly uid: string}) => `${entrance}${uid}`},
    findAccount: (_, login) => accountOf(people.get(login)),
    loadExistingGrant: grantEverything,
    renderError: showError,
    cookies: {keys: [randomBytes(24).toString('hex')]},
    jwks: {keys: [{...privateKey.export({format: 'jwk'}), kid: 'run', use: 'sig', alg: 'RS256'}]},
    ttl: {
      AccessToken: lifeSeconds,
      AuthorizationCode: lifeSeconds,
      Grant: lifeSeconds,
      IdToken: lifeSeconds,
      Interaction: lifeSeconds,
      Session: lifeSeconds,
    },
  });
  provider.proxy = true;
  // The address of a target is not known when it is named here. A code is worth nothing without the secret that the target has, and the one
  // browser that gets a code takes it to the target and nowhere else.
  provider.Client.prototype.redirectUriAllowed = () => true;
  return provider;
}

const claimNames = ['preferred_username', 'nickname', 'name', 'email', 'email_verified', 'groups'];

function accountOf(person: IdentityPerson | undefined): unknown {
  if (person === undefined) return undefined;
  const {login, email, groups} = person;
  return {
    accountId: login,
    claims: () => ({
      sub: login,
      preferred_username: login,
      nickname: login,
      name: login,
      email,
      email_verified: true,
      groups,
    }),
  };
}

/** Nobody is asked whether the target may know who they are. */
async function grantEverything({oidc}: Context): Promise<Grant> {
  const {provider, client, session, requestParamScopes} = oidc;
  const grant = new provider.Grant({clientId: client.clientId, accountId: session.accountId});
  grant.addOIDCScope([...requestParamScopes].join(' '));
  await grant.save();
  return grant;
}

function showError(context: {type: string; body: string}, told: {error: string; error_description?: string}): void {
  context.type = 'text/plain';
  context.body = `The identity provider of this run refused: ${told.error_description ?? told.error}\n`;
}
