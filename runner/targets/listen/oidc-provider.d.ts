/** The little of oidc-provider that is used here; the package brings no types. */
declare module 'oidc-provider' {
  import type {IncomingMessage, RequestListener, ServerResponse} from 'node:http';

  /** A request that the provider is working on. */
  export interface Context {
    readonly oidc: {
      readonly client: {readonly clientId: string};
      readonly session: {readonly accountId: string};
      readonly requestParamScopes: ReadonlySet<string>;
      readonly provider: Provider;
    };
  }

  export interface Grant {
    addOIDCScope(scopes: string): void;
    save(): Promise<string>;
  }

  export default class Provider {
    readonly Client: {readonly prototype: {redirectUriAllowed: (uri: string) => boolean}};
    readonly Grant: new (of: {readonly clientId: string; readonly accountId: string}) => Grant;
    proxy: boolean;
    constructor(
      issuer: string,
      options: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, id: string) => unknown;
        readonly loadExistingGrant?: (context: Context) => Promise<Grant>;
      },
    );
    callback(): RequestListener;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: {readonly login: {readonly accountId: string}; readonly consent: object},
    ): Promise<void>;
  }
}
