// What drawn histories are drawn with: choices by a seed, and the names of what was made so far.
import {randomAt} from '../../../../base/random/seeded-numbers.ts';
import {ask, type Ask, type Body, type Sent} from '../history.ts';

type Params = Ask['params'];

/** Draws the requests of one history. */
export class Drawing {
  private readonly sent: Ask[] = [];
  private readonly random: ReturnType<typeof randomAt>;
  private readonly made = new Map<string, string[]>();
  private readonly names = new Map<string, readonly string[]>();
  private named = 0;

  constructor(seed: number) {
    this.random = randomAt(seed, 0);
  }

  /** All requests so far. */
  get asks(): readonly Ask[] {
    return this.sent;
  }

  get count(): number {
    return this.sent.length;
  }

  /** A whole number below this one. */
  below(count: number): number {
    return this.random.below(count);
  }

  oneIn(count: number): boolean {
    return this.random.oneIn(count);
  }

  of<T>(first: T, ...others: readonly T[]): T {
    const all = [first, ...others];
    return all[this.below(all.length)] ?? first;
  }

  /** Some of them, in their order. */
  some<T>(items: readonly T[], most = items.length): readonly T[] {
    return items.filter(() => this.oneIn(2)).slice(0, most);
  }

  /** Some of the fields, at least one. */
  fields(all: {readonly [key: string]: () => Sent}): Body {
    const names = Object.keys(all);
    const first = this.of('', ...names);
    const chosen = names.filter(name => name === first || this.oneIn(4));
    const kept = chosen.length === 0 ? names.slice(0, 1) : chosen;
    return Object.fromEntries(kept.map(name => [name, all[name]?.() ?? null]));
  }

  send(who: string, operation: string, params: Params, body?: Body, more: Pick<Ask, 'isPatient'> = {}): void {
    this.sent.push(ask(who, operation, params, {...(body === undefined ? {} : {body}), ...more}));
  }

  /** Sends what makes something, and keeps a name for what the reply shows of it. */
  make(kind: string, pointer: string, {who, operation, params, body}: Making): void {
    const known = this.made.get(kind) ?? [];
    const name = `${kind}${String(known.length + 1)}`;
    this.made.set(kind, [...known, name]);
    this.sent.push(ask(who, operation, params, {...(body === undefined ? {} : {body}), take: {[name]: pointer}}));
  }

  /** One of what was made, as a placeholder; the newest more often. */
  one(kind: string): string | undefined {
    const known = this.made.get(kind) ?? [];
    const at = this.oneIn(2) ? known.length - 1 : this.below(Math.max(1, known.length));
    const name = known[at];
    return name === undefined ? undefined : `{${name}}`;
  }

  /** A name that something of this kind has by now: drawn requests that name what is not there show little. */
  called(kind: string, otherwise: string): string {
    return this.of(otherwise, ...(this.names.get(kind) ?? []));
  }

  /** A new name of this kind, which is called so from now on. */
  name(kind: string): string {
    const known = this.names.get(kind) ?? [];
    this.named += 1;
    const name = `${kind}-${String(this.named)}`;
    this.names.set(kind, [...known, name]);
    return name;
  }

  /** Says that nothing is called so any more. */
  forget(kind: string, name: string): void {
    this.names.set(
      kind,
      (this.names.get(kind) ?? []).filter(one => one !== name),
    );
  }

  /** All of what was made. */
  all(kind: string): readonly string[] {
    return (this.made.get(kind) ?? []).map(name => `{${name}}`);
  }

  /** Draws deeds, each with one or two looks at what came of them, until there are enough requests. */
  goOn(deeds: Deeds, looks: Deeds): readonly Ask[] {
    while (this.count < length) {
      this.step(deeds);
      this.step(looks);
      if (this.oneIn(2)) this.step(looks);
    }
    return this.sent;
  }

  /** Does one of these, those with a greater weight more often. */
  private step(deeds: Deeds): void {
    this.weighed(deeds.map(([weight, does]) => ({weight, does}))).does();
  }

  /** One of these, those of greater weight more often. */
  weighed<T extends {readonly weight: number}>(all: readonly T[]): T {
    let at = this.below(all.reduce((sum, {weight}) => sum + weight, 0));
    for (const one of all) {
      if (at < one.weight) return one;
      at -= one.weight;
    }
    throw new Error('nothing to draw from');
  }
}

/** What may be done next, the more often the greater its weight. */
type Deeds = readonly (readonly [weight: number, deed: () => void])[];

/** Requests of a drawn history; the last deed with its looks may go a little beyond. */
const length = 180;

interface Making {
  readonly who: string;
  readonly operation: string;
  readonly params: Params;
  readonly body?: Body;
}
