/** The rows of the automation feature. `home` is `repository:ID`, `organization:ID` or `site`. */

/** A secret; its value can be set and used, but nobody reads it back. */
export interface ActionsSecret {
  readonly id: number;
  readonly home: string;
  readonly name: string;
  readonly data: string;
  readonly description: string;
  readonly createdAt: number;
}

export interface ActionsVariable {
  readonly id: number;
  readonly home: string;
  readonly name: string;
  readonly data: string;
  readonly description: string;
}

/** A program that registered itself to run jobs. */
export interface Runner {
  readonly id: number;
  readonly home: string;
  readonly uuid: string;
  readonly tokenDigest: string;
  readonly name: string;
  readonly version: string;
  readonly labels: readonly string[];
  readonly isEphemeral: boolean;
}
