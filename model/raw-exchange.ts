// One exchange as the runner saw it, before anything is redacted or written down.
import type {HttpObservation, HttpRequest} from './http.ts';
import type {Delivery} from './webhook.ts';
import type {SealedSending} from './peers/sealed.ts';
import type {LiveArrival, TesteeAnswer, TesteeQuestion} from './peer.ts';

/** Whose an exchange is: only what the target said, in a reply or in a webhook, says something about the target. */
export type ExchangeParty = 'target' | 'identity-provider' | 'webhook';

/** One exchange of one attempt of a case, in order; the journal's door turns it into an ExchangeLine. */
export interface RawExchange {
  /** Who answered, or who sent a webhook: the target, or the identity provider that this run offers. */
  readonly whose: ExchangeParty;
  readonly phase: 'arrange' | 'act' | 'clean-up';
  /** Index of the step in its case; absent in arrangements and clean-up. */
  readonly step?: number;
  readonly actor?: string;
  readonly operation?: string;
  readonly durationMs: number;
  readonly traffic: RawTraffic;
}

export type RawTraffic =
  | {
      readonly kind: 'http';
      readonly requestId: string;
      /** Base URL and path. */
      readonly url: string;
      readonly request: HttpRequest;
      readonly observation: HttpObservation;
    }
  | {readonly kind: 'testee'; readonly question: TesteeQuestion; readonly answer: TesteeAnswer}
  | {
      readonly kind: 'live';
      readonly sent?: Uint8Array;
      /** How its packet to a node differed from the everyday one. */
      readonly sending?: SealedSending;
      readonly arrival?: LiveArrival;
    }
  /** A delivery to an inbox, or that none came. */
  | {
      readonly kind: 'delivery';
      readonly inbox: string;
      readonly delivery?: Delivery;
      readonly waitedMs: number;
      /** An earlier step has seen it, and this one is about it as well; without a delivery, that others came before. */
      readonly isEarlier?: boolean;
    };
