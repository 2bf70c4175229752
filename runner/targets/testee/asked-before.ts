// Remembers what the process of a decoder was asked, so that a question that went wrong can be asked again after the same ones.
import type {TesteeQuestion} from '../../../model/peer.ts';

/** How far back it is remembered. While a question is open, two thousand younger ones may be sent. */
const rememberedMax = 8_192;

/** The questions of one process after the other. A search asks millions, so that each costs one place in a list. */
export class AskedBefore {
  private readonly places: (TesteeQuestion | undefined)[] = Array.from({length: rememberedMax}, () => undefined);
  private next = 0;

  /** A process begins: nothing of what came before matters to it. */
  begin(): void {
    this.places[this.next % rememberedMax] = undefined;
    this.next += 1;
  }

  add(question: TesteeQuestion): void {
    this.places[this.next % rememberedMax] = question;
    this.next += 1;
  }

  /** Gives what the same process was asked before this very question, oldest first, at most so many; nothing where that is not known any more. */
  before(question: TesteeQuestion, max: number): readonly TesteeQuestion[] {
    const oldest = Math.max(0, this.next - rememberedMax);
    let at = this.next - 1;
    while (at >= oldest && this.places[at % rememberedMax] !== question) at -= 1;
    const found: TesteeQuestion[] = [];
    for (at -= 1; at >= oldest && found.length < max; at -= 1) {
      const earlier = this.places[at % rememberedMax];
      if (earlier === undefined) break;
      found.push(earlier);
    }
    return found.toReversed();
  }
}
