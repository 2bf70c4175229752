// Says when one kind of target is past asking, so that the rest of its cases is not run: a live peer that died or answers nothing, a decoder that hangs again and again.
import type {Attempt} from '../../../model/outcome.ts';
import type {Area} from '../../../model/suite.ts';

/** What the attempts that ended so far show: how many in a row hung alike, and how. */
export interface Hangs {
  readonly inRow: number;
  readonly detail: string;
}

/** Before the first case. */
export const noHangs: Hangs = {inRow: 0, detail: ''};

/** Each costs the reply timeout twice. */
const hangsMax = 5;

/** Counts a case of a decoder that has ended; one that ends otherwise, or hangs in another way, begins the count again. */
export function hangsAfter(before: Hangs, {cause, detail = ''}: Pick<Attempt, 'cause' | 'detail'>): Hangs {
  if (cause !== 'hang') return noHangs;
  return {inRow: before.detail === detail ? before.inRow + 1 : 1, detail};
}

const startsAgain = '. A run that starts the node (node: in a target file) starts it again and goes on';

/** What a case that ended shows of the target of its area. */
interface Ended {
  readonly id: string;
  readonly area: Area;
  readonly attempt: Pick<Attempt, 'verdict' | 'cause' | 'detail'>;
  readonly hangs: Hangs;
  /** Why nothing that the live peer does can be judged. */
  readonly liveUnusable?: string | undefined;
  /** The live peer is a node that the run did not start. */
  readonly isForeignNode?: boolean;
}

/** Says in one line why no more cases of the area are run; nothing while they are. */
export function whyPartGone({id, area, attempt, hangs, liveUnusable, isForeignNode}: Ended): string | undefined {
  const {verdict, cause, detail = ''} = attempt;
  if (area === 'overlay-live' && verdict === 'fail' && (cause === 'crash' || cause === 'hang'))
    return `the live peer died in ${id}: ${detail}${isForeignNode === true ? startsAgain : ''}`;
  if (area === 'overlay-live' && liveUnusable !== undefined) return liveUnusable;
  if (area === 'overlay-codec' && hangs.inRow >= hangsMax)
    return `${String(hangsMax)} cases in a row hung alike, the last of them ${id}: ${detail} A shorter --reply-timeout, or --id, runs the others`;
  return undefined;
}
