/** The little of oidc-provider that the test of the sign-in uses; the package brings no types. */
declare module 'oidc-provider' {
  import type {RequestListener} from 'node:http';

  export default class Provider {
    readonly Client: {readonly prototype: {redirectUriAllowed: (uri: string) => boolean}};
    constructor(
      issuer: string,
      options: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, id: string) => unknown;
      },
    );
    callback(): RequestListener;
  }
}
