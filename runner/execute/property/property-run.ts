// What one run of a property is made of while its law is checked: its events, and what it heard.
import type {Context} from '../../../model/contexts/context.ts';
import type {Frames} from '../../../model/contexts/frame-reads.ts';
import type {DrawnContexts} from '../../../model/plan.ts';
import type {WorldAnswer, WorldReply} from '../../../model/property.ts';
import type {TesteeAnswer} from '../../../model/peer.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {Story} from '../attempt/story.ts';
import type {Received} from '../http/exchange.ts';
import type {Inboxes} from '../steps/webhook-inboxes.ts';
import type {BesideRun} from './beside.ts';
import type {PropertyEvent} from './property-events.ts';
import type {RecordedStep} from './recorded-step.ts';
import type {StoryRecord} from './recorder.ts';

/** One run while it goes on. */
export interface PropertyRun {
  /** What happened, in order. */
  readonly events: PropertyEvent[];
  /** Adds to the events in the names of a case. */
  readonly record: StoryRecord;
  readonly inboxes: Inboxes;
  /** A probe is never scored. */
  readonly isProbe: boolean;
  /** A miss of what is only usual ends the run as well. */
  readonly isUsualRed: boolean;
  /** Where it runs. */
  readonly context: Context;
  /** How the things of the property are made there; absent where it draws no contexts. */
  readonly drawn?: DrawnContexts;
  /** What operations must leave alone; absent where nothing is read beside them. */
  readonly frames?: Frames;
}

/** What the world of one run works with. */
export interface WorldParts extends PropertyRun {
  readonly story: Story;
  /** What came back, by what the property was handed for it. */
  readonly heard: WeakMap<WorldReply | WorldAnswer, Heard>;
  /** Steps whose reply has not come yet. */
  readonly underWay: Set<RecordedStep>;
  /** What calls are looked beside of. */
  readonly beside: BesideRun;
}

/** What came back in a step: a reply of a hosting server, or an answer of a decoder about a message. */
export type Heard =
  | {readonly kind: 'reply'; readonly step: RecordedStep; readonly received: Received}
  | {
      readonly kind: 'answer';
      readonly step: RecordedStep;
      readonly message: string;
      /** In which form an encoded answer is. */
      readonly form: 'binary' | 'json';
      readonly answer: TesteeAnswer;
    };

/** Tells whether what came back was a success. */
export function isSuccess(heard: Heard): boolean {
  if (heard.kind === 'answer') return heard.answer.kind === 'value' || heard.answer.kind === 'encoded';
  const {status} = heard.received.reply;
  return status >= 200 && status < 300;
}

/** Says at which step something was found. */
export function ofStep({index}: RecordedStep, findings: readonly Finding[]): readonly Finding[] {
  return findings.map(finding => ({...finding, step: index}));
}
