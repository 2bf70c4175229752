// What one run of a property is made of while its law is checked: what was noted, in order, and what it heard.
import type {WorldAnswer, WorldReply} from '../../../model/property.ts';
import type {TesteeAnswer} from '../../../model/peer.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {Story} from '../attempt/story.ts';
import type {Received} from '../http/exchange.ts';
import type {Inboxes} from '../steps/webhook-inboxes.ts';
import type {RecordedStep} from './recorded-step.ts';
import type {StoryRecord} from './recorder.ts';

/** One run while it goes on. */
export interface PropertyRun {
  /** What was judged and counted, in order. */
  readonly notes: Note[];
  /** What was done, told and written down as a case would say it. */
  readonly record: StoryRecord;
  readonly inboxes: Inboxes;
  /** A probe is never scored. */
  readonly isProbe: boolean;
  /** A miss of what is only usual ends the run as well. */
  readonly isUsualRed: boolean;
}

/** One thing that a run notes. A run that judged nothing shows nothing. */
export type Note =
  | {readonly kind: 'judged'}
  | {readonly kind: 'missed'; readonly findings: readonly Finding[]}
  | {readonly kind: 'command'; readonly command: string};

/** What the world of one run works with. */
export interface WorldParts extends PropertyRun {
  readonly story: Story;
  /** What came back, by what the property was handed for it. */
  readonly heard: WeakMap<WorldReply | WorldAnswer, Heard>;
  /** Steps whose reply has not come yet. */
  readonly underWay: Set<RecordedStep>;
}

/** What came back in a step: a reply of a hosting server, or an answer of a decoder about a message. */
export type Heard =
  | {readonly kind: 'reply'; readonly step: RecordedStep; readonly received: Received}
  | {
      readonly kind: 'answer';
      readonly step: RecordedStep;
      readonly message: string;
      readonly answer: TesteeAnswer;
    };

/** Says at which step something was found. */
export function ofStep({index}: RecordedStep, findings: readonly Finding[]): readonly Finding[] {
  return findings.map(finding => ({...finding, step: index}));
}
