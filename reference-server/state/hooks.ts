/** The rows about webhooks and push mirrors. */
import type {HookTraits} from '../rules/events.ts';

/** One webhook. */
export interface Hook extends HookTraits {
  /** The family of payloads, as the client named it. */
  readonly type: string;
  /** What people call it; may be empty. */
  readonly name: string;
  readonly url: string;
  readonly contentType: 'json' | 'form';
  readonly secret: string;
  readonly authorization: string;
  readonly updatedAt: number;
}

/** One repository elsewhere that gets what this one has. */
export interface PushMirror {
  readonly id: number;
  readonly repositoryId: number;
  readonly remoteName: string;
  readonly address: string;
  readonly username: string;
  readonly password: string;
  /** As a Go duration; kept and shown. */
  readonly interval: string;
  readonly syncOnCommit: boolean;
  readonly createdAt: number;
  readonly lastUpdateAt: number | undefined;
  readonly lastError: string;
}
