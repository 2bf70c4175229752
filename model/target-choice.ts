// Which target is meant and how to sign in there, by the names that flags and programs share.

/** What is under test, and how to sign in there. */
export interface TargetChoice {
  readonly targetFile?: string;
  readonly target?: string;
  readonly peer?: string;
  readonly livePeer?: string;
  readonly reference?: boolean;
  readonly fault?: readonly string[];
  readonly adminToken?: string;
  readonly adminTokenEnv?: string;
  readonly adminTokenFile?: string;
  readonly adminUser?: string;
  readonly adminPassword?: string;
  readonly adminPasswordEnv?: string;
  readonly adminPasswordFile?: string;
  readonly caFile?: string;
  readonly clientCert?: string;
  readonly clientKey?: string;
  readonly insecure?: boolean;
  readonly header?: readonly string[];
  readonly proxy?: string;
  readonly proxyExcept?: readonly string[];
  readonly webhookListen?: string;
  readonly webhookUrl?: string;
  readonly openidListen?: string;
  readonly openidUrl?: string;
  readonly dialect?: string;
  readonly without?: readonly string[];
  readonly allowWrites?: string;
  readonly allowDestructive?: boolean;
}
