// What a run writes down before it makes anything, so that a run that was killed can be cleaned up after.
import type {JsonObject} from './json.ts';

/** One thing that is about to be made. Its name is known before; what only the answer tells comes with `made`. */
export type LedgerEntry =
  | {
      readonly kind: 'account';
      /** The login name. */
      readonly name: string;
    }
  | {
      readonly kind: 'arrangement';
      readonly arrangement: string;
      /** Who removes it, and under which login name. */
      readonly as: string;
      readonly login: string;
      /** The values that removing or finding it needs, as far as they are known. */
      readonly values: JsonObject;
    }
  | {
      /** What a step of a case makes, with the request that removes it. */
      readonly kind: 'request';
      readonly as: string;
      readonly login: string;
      readonly method: string;
      /** A template over the values. */
      readonly path: string;
      readonly values: JsonObject;
    };

/** Where a run writes them down; every line is on its way to the disk when the call returns. */
export interface Ledger {
  intend(entry: LedgerEntry): LedgerMark;
}

/** One written entry. */
export interface LedgerMark {
  /** Adds what the answer of the create told. */
  made(values: JsonObject): void;
  /** It was removed, or never made. */
  gone(): void;
}

/** One entry as it was read back. */
export interface RecordedThing {
  readonly run: string;
  readonly n: number;
  /** When it was about to be made, RFC 3339. */
  readonly at: string;
  /** The address of the server it was made on: only compared, never contacted. */
  readonly target: string;
  readonly variant?: string;
  readonly entry: LedgerEntry;
}
