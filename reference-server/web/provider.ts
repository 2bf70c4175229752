/** Speaks to the OpenID Connect provider of the settings. Its client is loaded when the first person signs in through it. */
import type {Configuration} from 'openid-client';
import type {OpenidSettings} from '../settings/openid-settings.ts';

/** What the provider says about somebody who signed in. */
export type Claims = Readonly<Record<string, unknown>> & {readonly sub: string};

/** What is checked when the browser comes back. */
interface Checks {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string;
}

export interface Provider {
  readonly name: string;
  /** Makes the address to send the browser to, and what to check when it comes back to `returnUrl`. */
  readonly begin: (returnUrl: string) => Promise<{readonly url: string; readonly checks: Checks}>;
  /** Trades the answer of the provider for claims; rejects when a check fails. */
  readonly finish: (cameBack: URL, checks: Checks) => Promise<Claims>;
}

/** How long one request to the provider may take, in seconds. */
const timeoutSeconds = 10;

export function makeProvider(settings: OpenidSettings): Provider | undefined {
  if (settings.issuer === '') return undefined;
  let ready: Promise<Configuration> | undefined;
  const configuration = async (): Promise<Configuration> => {
    ready ??= discover(settings);
    try {
      return await ready;
    } catch (problem) {
      // A provider that is not up yet may be up at the next sign-in.
      ready = undefined;
      throw problem;
    }
  };
  return {
    name: settings.name,
    begin: async returnUrl => begin(await configuration(), {returnUrl, scopes: settings.scopes}),
    finish: async (cameBack, checks) => finish(await configuration(), cameBack, checks),
  };
}

async function discover({issuer, clientId, clientSecret}: OpenidSettings): Promise<Configuration> {
  const {allowInsecureRequests, discovery} = await import('openid-client');
  const isPlain = new URL(issuer).protocol === 'http:';
  const execute = isPlain ? [allowInsecureRequests] : [];
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {execute, timeout: timeoutSeconds});
}

async function begin(
  configuration: Configuration,
  {returnUrl, scopes}: {returnUrl: string; scopes: string},
): Promise<{url: string; checks: Checks}> {
  const client = await import('openid-client');
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: returnUrl,
    scope: scopes,
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
  });
  return {url: url.href, checks};
}

/** Claims that the provider keeps out of the id token are asked for where it tells about users. */
async function finish(configuration: Configuration, cameBack: URL, checks: Checks): Promise<Claims> {
  const client = await import('openid-client');
  const tokens = await client.authorizationCodeGrant(configuration, cameBack, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (claims === undefined) throw new Error('the provider sent no id token');
  const hasUserInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasUserInfo ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
  return {...claims, ...more, sub: claims.sub};
}
