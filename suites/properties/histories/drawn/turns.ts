// What mixed histories are drawn with: in each turn one repository and one of each kind of thing are at hand, so that looks see what was done.
import type {Ask, Sent} from '../history.ts';
import {Drawing} from './drawing.ts';

type Params = Ask['params'];

/** What deeds touch, and looks look at. */
export type Subject =
  | 'issue'
  | 'comment'
  | 'label'
  | 'milestone'
  | 'time'
  | 'pull'
  | 'branch'
  | 'file'
  | 'release'
  | 'status'
  | 'protection'
  | 'repository'
  | 'collaborator'
  | 'organization'
  | 'team'
  | 'member'
  | 'transfer'
  | 'notice'
  | 'hook'
  | 'account';

/** One thing that may be done, the more often the greater its weight. */
export interface Deed {
  readonly weight: number;
  readonly touches: Subject;
  readonly does: (turns: Turns) => void;
}

/** One look at something. */
export interface Look {
  readonly weight: number;
  readonly at: Subject;
  readonly does: (turns: Turns) => void;
}

/** Makes deeds of one kind. */
export function deedsOf(
  touches: Subject,
  all: readonly (readonly [weight: number, does: (turns: Turns) => void])[],
): readonly Deed[] {
  return all.map(([weight, does]) => ({weight, touches, does}));
}

/** Makes looks at one kind of thing. */
export function looksAt(
  at: Subject,
  all: readonly (readonly [weight: number, does: (turns: Turns) => void])[],
): readonly Look[] {
  return all.map(([weight, does]) => ({weight, at, does}));
}

interface Place {
  /** Tells the things of this repository from those of others. */
  readonly key: string;
  readonly owner: string;
  readonly home: {readonly owner: string; readonly repo: string};
  /** People who were given rights. */
  readonly others: readonly string[];
}

const everyPlace: readonly Place[] = [
  {key: 'a', owner: 'alice', home: {owner: '{alice}', repo: '{repo}'}, others: ['carol', 'dave']},
  {key: 'b', owner: 'alice', home: {owner: '{org}', repo: '{shelf}'}, others: ['carol', 'dave', 'bob']},
  {key: 'c', owner: 'carol', home: {owner: '{carol}', repo: '{own}'}, others: ['alice', 'bob']},
];

const everyone = ['alice', 'bob', 'carol', 'dave'] as const;

/** The turns of one history. */
export class Turns {
  readonly draw: Drawing;
  readonly places = everyPlace;
  place = everyPlace[0] as Place;
  /** Who does something in this turn: mostly somebody who may. */
  who = 'alice';
  private readonly chosen = new Map<string, string | undefined>();

  constructor(seed: number) {
    this.draw = new Drawing(seed + 4000);
  }

  /** Begins a turn: at another place, with other things at hand. */
  next(): void {
    const {draw} = this;
    this.chosen.clear();
    this.place = draw.of(...(everyPlace as [Place, ...Place[]]));
    const {owner, others} = this.place;
    const weight = draw.below(10);
    this.who = weight < 5 ? owner : weight < 8 ? (others[draw.below(others.length)] ?? owner) : draw.of(...everyone);
  }

  get home(): Place['home'] {
    return this.place.home;
  }

  /** Somebody who looks. */
  get reader(): string {
    const {draw, place} = this;
    return draw.oneIn(3) ? draw.of('nobody', ...everyone) : draw.oneIn(2) ? place.owner : this.who;
  }

  /** Somebody who looks and is signed in. */
  get member(): string {
    return this.draw.oneIn(2) ? this.who : this.draw.of(...everyone);
  }

  /** Somebody that a request is about. */
  get person(): string {
    return this.once('person', () => `{${this.draw.of('bob', ...everyone)}}`) ?? '{bob}';
  }

  get org(): string {
    return this.once('org', () => this.draw.of('{org}', '{org}', '{other}')) ?? '{org}';
  }

  get team(): Sent {
    return this.once('team', () => this.draw.one('team')) ?? 1;
  }

  /** One of what was made of a kind at this place, the same for the whole turn, rarely one of another place. */
  one(kind: string): Sent {
    const made = this.once(kind, () => {
      const from = this.draw.oneIn(16) ? this.draw.of('a', 'b', 'c') : this.place.key;
      return this.draw.one(`${kind}-${from}`) ?? this.draw.one(`${kind}-${this.place.key}`);
    });
    return made ?? 1;
  }

  /** Some of them. */
  some(kind: string, most = 3): readonly string[] {
    return this.draw.some(this.draw.all(`${kind}-${this.place.key}`), most);
  }

  /** What is called so at this place, the same for the whole turn. */
  called(kind: string, otherwise: string): string {
    return this.once(kind, () => this.draw.called(`${kind}-${this.place.key}`, otherwise)) ?? otherwise;
  }

  /** Gives something of this place a name. */
  name(kind: string): string {
    const name = this.draw.name(`${kind}-${this.place.key}`);
    this.chosen.set(kind, name);
    return name;
  }

  make(kind: string, pointer: string, operation: string, params: Params, body: {readonly [key: string]: Sent}): void {
    this.draw.make(`${kind}-${this.place.key}`, pointer, {who: this.who, operation, params, body});
    this.chosen.delete(kind);
  }

  send(operation: string, params: Params, body?: {readonly [key: string]: Sent}): void {
    this.draw.send(this.who, operation, params, body);
  }

  look(operation: string, params: Params = this.home): void {
    this.draw.send(this.reader, operation, params);
  }

  get issue(): Params {
    // Many operations take an issue and a pull request alike.
    const kind = this.once('issue or pull', () => (this.draw.oneIn(4) ? 'pull' : 'issue')) ?? 'issue';
    return {...this.home, index: this.one(kind)};
  }

  get pull(): Params {
    return {...this.home, index: this.one('pull')};
  }

  /** Something of this place by its id. */
  byId(kind: string): Params {
    return {...this.home, id: this.one(kind)};
  }

  private once(kind: string, choose: () => string | undefined): string | undefined {
    if (!this.chosen.has(kind)) this.chosen.set(kind, choose());
    return this.chosen.get(kind);
  }
}
