// What replies of one request look like on every server: without addresses, ids and times of the day, and what several servers' replies have in common.
import {cutText} from '../../../base/text/cut-text.ts';
import {isJsonList, isJsonObject, type Json} from '../../../model/json.ts';
import {shown} from '../calls/reply-shapes.ts';

/** Any value of this kind; `any` is not judged. */
interface Kind {
  readonly $kind: 'any' | 'flag' | 'number' | 'positive' | 'text' | 'words' | 'list' | 'object';
}

/** A list in an order that servers do not agree on: its items are found by what they hold under this key. */
interface Bag {
  readonly $bag: string;
  readonly items: readonly Picture[];
}

/** A value as it is, a list of pictures, a kind, or what the keys of an object hold; further keys are fine. */
export type Picture =
  | string
  | number
  | boolean
  | null
  | Kind
  | Bag
  | readonly Picture[]
  | {readonly [key: string]: Picture};

/** Pictures by what they are of. */
export type Fields = {readonly [key: string]: Picture};

const nameLengthMin = 4;
const addressPattern = /https?:\/\/[^\s/"'<>)]+/g;
const timePattern = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)/g;
const hashPattern = /\b[0-9a-f]{40}(?:[0-9a-f]{24})?\b/g;
const uuidPattern = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g;
/** Times that histories send are of years that nobody lives in. */
const firstYear = 1970;
const sentYears = {before: 2020, after: 2030};
const second = 1000;
/** A site may have another one. */
const usualBranch = 'main';
const someTime = '{time}';
/** What stands for the address of somebody who shows none: servers put their own domain there, and some the id of the account. */
const hiddenMailPattern = /(?:\d+\+)?\{([\w-]+)\}@noreply\.[\w.-]+/g;

const wholeHashPattern = new RegExp(`^${hashPattern.source}$`);
const hashLengthMin = 40;
const uuidLength = 36;
const timeLengthMin = '1970-01-01T00:00:00Z'.length;
/** So many texts are remembered, none of them longer than so many characters: a server may show any number of any length. */
const remembered = {textsMax: 10_000, lengthMax: 300};

/** Draws pictures of the replies of one history: what a hash is first seen as, it stays. */
export class Painter {
  private names: readonly (readonly [name: string, placeholder: string])[];
  private readonly hashes = new Map<string, string>();
  /** Texts with their pictures, where these hang on the names alone: servers show the same people and places in every reply. */
  private drawn = new Map<string, string>();
  /** When each period ended, in ms since 1970. */
  private readonly ends: number[] = [];
  private firstBranch = usualBranch;

  /** Takes the names of the history, as they are on this target. */
  constructor(names: ReadonlyMap<string, Json>) {
    this.names = [...names]
      .flatMap(([placeholder, name]) =>
        typeof name === 'string' && name.length >= nameLengthMin ? [[name, `{${placeholder}}`] as const] : [],
      )
      .toSorted(([one], [other]) => other.length - one.length);
  }

  /** Gives one that has seen the same: what it sees from now on, this one has not. */
  copy(): Painter {
    const copy = new Painter(new Map());
    copy.names = this.names;
    copy.drawn = this.drawn;
    for (const [hash, where] of this.hashes) copy.hashes.set(hash, where);
    copy.ends.push(...this.ends);
    copy.firstBranch = this.firstBranch;
    return copy;
  }

  /** Says that what happened up to this time, in ms since 1970, happened in a period that has ended. */
  endPeriod(at: number): void {
    this.ends.push(at);
  }

  /** Says with which branch repositories of this site begin where nobody names one; pictures show the usual name for it. */
  beginWith(branch: string): void {
    this.firstBranch = branch;
  }

  /** Draws the picture of a reply's body; `where` names the request. */
  paint(value: Json, where: string): Picture {
    return this.paintAt(value, where, '');
  }

  // `key` is the last part of `where`, which is long to search.
  private paintAt(value: Json, where: string, key: string): Picture {
    if (value === this.firstBranch && key === 'default_branch') return usualBranch;
    if (typeof value === 'string') return this.paintText(value, where);
    if (typeof value === 'bigint') return Number(value);
    // Ids are drawn by the server; a ghost's is negative.
    if (typeof value === 'number' && value > 0 && (key === 'id' || key.endsWith('_id'))) return {$kind: 'positive'};
    if (isJsonList(value)) return value.map((item, index) => this.paintAt(item, `${where}/${String(index)}`, ''));
    if (!isJsonObject(value)) return value;
    // The size of a repository and whether an account is active hang on the site too.
    const isOfTheSite = (key: string): boolean =>
      ofTheSite.has(key) || (key === 'size' && 'clone_url' in value) || (key === 'active' && 'login' in value);
    const keys = Object.keys(value).filter(key => !isOfTheSite(key));
    // A hash is called after the commit that has it before anything beside it: some servers show a commit's own as that of its tree.
    if ('sha' in value) this.paintAt(value['sha'] ?? null, `${where}/sha`, 'sha');
    return Object.fromEntries(
      keys.toSorted().map(own => [own, this.paintAt(value[own] ?? null, `${where}/${own}`, own)]),
    );
  }

  /** Draws a text of many lines, such as a file or what git says of a change. */
  paintLines(text: string, where: string): Picture {
    return text
      .replaceAll(/^index [0-9a-f]{7,}\.\.[0-9a-f]{7,}/gm, 'index {hashes}')
      .replaceAll(/^Date: .*$/gm, 'Date: {time}')
      .replaceAll(/^-- \n.+$/gm, '-- \n{version of git}')
      .split('\n')
      .map(line => this.paintText(line, where));
  }

  /** Draws the path and the query of an address, which servers write with and without their own name before it. */
  paintAddress(text: string, where: string): string {
    if (!/^(?:https?:\/)?\/[^ ]*$/.test(text)) return this.paintText(text, where);
    const {pathname, searchParams} = new URL(text, 'http://server');
    const asked = [...searchParams]
      .map(([name, value]) => `${name}=${this.paintText(value, where)}`)
      .toSorted()
      .join('&');
    // Numbers in the path are ids of this server.
    const path = this.paintText(decoded(pathname), where).replaceAll(/(?<=\/)\d+(?=\/|$)/g, '#');
    return asked === '' ? path : `${path}?${asked}`;
  }

  private paintText(text: string, where: string): string {
    const known = this.drawn.get(text);
    if (known !== undefined) return known;
    const isHash = text.length >= hashLengthMin && wholeHashPattern.test(text);
    if (isHash && !this.hashes.has(text)) this.hashes.set(text, where);
    const {told, isOfNamesAlone} = this.withoutChance(
      this.names.reduce((left, [name, placeholder]) => left.replaceAll(name, placeholder), text),
    );
    // Numbers in an address are ids of this server.
    const picture = told.includes('://')
      ? unescapedWhereFree(told)
          .replaceAll(addressPattern, '{server}')
          .replaceAll(/(?<![\w{])\d+/g, '#')
      : told;
    if (isOfNamesAlone && text.length <= remembered.lengthMax && this.drawn.size < remembered.textsMax)
      this.drawn.set(text, picture);
    return picture;
  }

  /** Puts a word for what differs from run to run; says whether what was seen before and the time had no part in it. */
  private withoutChance(text: string): {readonly told: string; readonly isOfNamesAlone: boolean} {
    const shown = text.includes('@noreply.') ? text.replaceAll(hiddenMailPattern, '{hidden mail of $1}') : text;
    if (shown.length < timeLengthMin) return {told: shown, isOfNamesAlone: true};
    let isOfNamesAlone = true;
    const part = (word: string): string => {
      isOfNamesAlone = false;
      return word;
    };
    const hashed =
      shown.length < hashLengthMin
        ? shown
        : shown.replaceAll(hashPattern, hash => part(`{hash of ${this.hashes.get(hash) ?? 'something'}}`));
    const told = (hashed.length < uuidLength ? hashed : hashed.replaceAll(uuidPattern, '{uuid}')).replaceAll(
      timePattern,
      time => part(this.timeWord(time)),
    );
    return {told, isOfNamesAlone};
  }

  private timeWord(time: string): string {
    const at = new Date(time);
    const year = at.getUTCFullYear();
    if (year <= firstYear) return '{no time}';
    if (year < sentYears.before || year > sentYears.after) return at.toISOString();
    if (this.ends.length === 0) return someTime;
    const period = this.ends.findIndex(end => at.getTime() < end + second);
    return `{time ${String(period === -1 ? this.ends.length : period)}}`;
  }
}

/** Undoes the percent signs that an address may have and need not (RFC 3986, section 3.3): servers differ in them. */
function unescapedWhereFree(text: string): string {
  return text.replaceAll(/%(?:21|24|26|27|28|29|2A|2B|2C|3A|3B|3D|40|7E)/gi, found =>
    String.fromCodePoint(Number.parseInt(found.slice(1), 16)),
  );
}

// An address that a server made up may hold percent signs that say nothing.
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/** What hangs on the settings of a site, or on who came by in the meantime. */
const ofTheSite: ReadonlySet<string> = new Set([
  'avatar_url',
  'mergeable',
  'has_actions',
  'language',
  'last_login',
  'mirror_updated',
  'ssh_url',
]);

/** Gives what two pictures have in common. */
export function inCommon(one: Picture, other: Picture): Picture {
  if (one === other) return one;
  // Some servers answer an empty list with null.
  if (isEmpty(one) && isEmpty(other)) return [];
  if (isBag(one) || isBag(other)) return bagInCommon(one, other);
  if (isList(one) && isList(other)) return listInCommon(one, other);
  if (isFields(one) && isFields(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])];
    // What one server leaves out and another shows as null is nothing on both.
    const shared = keys.filter(key => isShared(one[key], other[key]));
    return Object.fromEntries(shared.map(key => [key, inCommon(one[key] ?? null, other[key] ?? null)]));
  }
  const [first, second] = [kindOf(one), kindOf(other)];
  if (first === second) return {$kind: first};
  return {$kind: wider[first] !== undefined && wider[first] === wider[second] ? wider[first] : 'any'};
}

function isShared(one: Picture | undefined, other: Picture | undefined): boolean {
  if (one === undefined) return other === null;
  return other !== undefined || one === null;
}

function isEmpty(picture: Picture): boolean {
  return picture === null || (isList(picture) && picture.length === 0);
}

function listInCommon(one: readonly Picture[], other: readonly Picture[]): Picture {
  if (one.length !== other.length) return {$kind: 'list'};
  const key = keys.find(name => isOtherOrder(one, other, name));
  if (key !== undefined)
    return {$bag: key, items: one.map((item, at) => inCommon(item, twinIn(other, key, item) ?? other[at] ?? null))};
  return one.map((item, at) => inCommon(item, other[at] ?? null));
}

function bagInCommon(one: Picture, other: Picture): Picture {
  const bag = isBag(one) ? one : (other as Bag);
  const rest = isBag(one) ? other : one;
  const items = isBag(rest) ? rest.items : isList(rest) ? rest : undefined;
  if (items?.length !== bag.items.length) return {$kind: items === undefined ? 'any' : 'list'};
  const twins = bag.items.map(item => twinIn(items, bag.$bag, item));
  if (twins.includes(undefined)) return {$kind: 'list'};
  return {$bag: bag.$bag, items: bag.items.map((item, at) => inCommon(item, twins[at] ?? null))};
}

/** By what things in a list are told apart, in whatever order they come. */
const keys = [
  'login',
  'full_name',
  'tag_name',
  'title',
  'name',
  'path',
  'filename',
  'context',
  'ref',

  'content',
  'body',
  'branch_name',
  'sha',
  'url',
] as const;

function columnOf(list: readonly Picture[], key: string): readonly string[] | undefined {
  const values = list.flatMap(item => {
    const value = isFields(item) ? item[key] : undefined;
    return typeof value === 'string' ? [value] : [];
  });
  return values.length === list.length && new Set(values).size === list.length ? values : undefined;
}

function isOtherOrder(one: readonly Picture[], other: readonly Picture[], key: string): boolean {
  const [left, right] = [columnOf(one, key), columnOf(other, key)];
  if (left === undefined || right === undefined) return false;
  return left.join('\n') !== right.join('\n') && left.toSorted().join('\n') === right.toSorted().join('\n');
}

function twinIn(list: readonly Picture[], key: string, item: Picture): Picture | undefined {
  const value = isFields(item) ? item[key] : undefined;
  return list.find(one => isFields(one) && one[key] === value);
}

function isList(picture: Picture): picture is readonly Picture[] {
  return Array.isArray(picture);
}

function isFields(picture: Picture | undefined): picture is Fields {
  return (
    typeof picture === 'object' && picture !== null && !isList(picture) && !('$kind' in picture) && !('$bag' in picture)
  );
}

function isBag(picture: Picture): picture is Bag {
  return typeof picture === 'object' && picture !== null && '$bag' in picture;
}

function isKind(picture: Picture): picture is Kind {
  return typeof picture === 'object' && picture !== null && '$kind' in picture;
}

function kindOf(picture: Picture | undefined): Kind['$kind'] {
  if (typeof picture === 'string') return picture === '' ? 'text' : 'words';
  if (typeof picture === 'number') return picture > 0 ? 'positive' : 'number';
  if (typeof picture === 'boolean') return 'flag';
  if (picture === undefined || picture === null) return 'any';
  if (isList(picture) || isBag(picture)) return 'list';
  return isKind(picture) ? picture.$kind : 'object';
}

/** What a narrower kind is part of. */
const wider: Readonly<Partial<Record<Kind['$kind'], Kind['$kind']>>> = {
  positive: 'number',
  number: 'number',
  words: 'text',
  text: 'text',
};

function isOfKind(picture: Picture | undefined, kind: Kind['$kind']): boolean {
  // Some servers answer an empty list with null.
  if (kind === 'list' && picture === null) return true;
  const own = kindOf(picture);
  return kind === 'any' || own === kind || wider[own] === kind;
}

/** Where a reply is not what known servers show. */
export interface Difference {
  readonly pointer: string;
  readonly wanted: string;
  readonly got: string;
}

/** Tells without a list that a picture is what servers have in common, as nearly every one is; where this is false, it may be so in another order. */
function isPlainlySo(wanted: Picture, got: Picture | undefined): boolean {
  if (wanted === got) return true;
  if (typeof wanted !== 'object' || wanted === null || isBag(wanted)) return false;
  if (isKind(wanted)) return isOfKind(got, wanted.$kind);
  if (isList(wanted)) {
    if (got === undefined || !isList(got) || got.length !== wanted.length) return false;
    return wanted.every((item, at) => isPlainlySo(item, got[at]));
  }
  if (!isFields(got)) return false;
  for (const key in wanted) {
    const one = wanted[key];
    if (one === undefined || !isPlainlySo(one, Object.hasOwn(got, key) ? got[key] : undefined)) return false;
  }
  return true;
}

/** Lists where a picture is not what servers have in common. */
export function differencesOf(wanted: Picture, got: Picture | undefined, pointer = ''): readonly Difference[] {
  if (isPlainlySo(wanted, got)) return [];
  const differs = (words: string): readonly Difference[] => [
    {pointer, wanted: words, got: shown(got as Json | undefined, pointer)},
  ];
  if (isKind(wanted)) return isOfKind(got, wanted.$kind) ? [] : differs(kindWords[wanted.$kind]);
  if (isList(wanted) || isBag(wanted)) {
    const items = isBag(wanted) ? wanted.items : wanted;
    // Some servers answer an empty list with null.
    const own = got ?? [];
    if (!isList(own)) return differs('a list');
    if (own.length !== items.length) return [{pointer, wanted: itemsWord(items), got: itemsWord(own)}];
    // In what order plain words come is chance on some servers: Gitea lists the units of a team as its map has them.
    if (isOfWords(items.filter(item => !isKind(item))) && isOfWords(own))
      return differencesInAnyOrder(items, own, pointer);
    return items.flatMap((item, at) => {
      const twin = isBag(wanted) ? twinIn(own, wanted.$bag, item) : own[at];
      return differencesOf(item, twin, `${pointer}/${String(at)}`);
    });
  }
  if (isFields(wanted)) {
    if (!isFields(got)) return differs('an object');
    const told = Object.entries(wanted).filter(([key]) => !isFirstOfUnknown(wanted, key));
    return told.flatMap(([key, one]) => {
      const own = Object.hasOwn(got, key) ? got[key] : undefined;
      if (isFirstOfSome(wanted, got, key)) return [];
      if (key === 'updated_at' && 'unread' in wanted && isOnePeriodLater(one, own)) return [];
      return (inAnyOrder.has(key) ? differencesInAnyOrder : differencesOf)(one, own, `${pointer}/${key}`);
    });
  }
  if (wanted === null) return got === undefined || isEmpty(got) ? [] : differs('nothing');
  return wanted === got || isSomeTime(wanted, got) || isHiddenMail(wanted, got) ? [] : differs(shown(wanted, pointer));
}

/** Lists what differs where the items of a list may come in any order; where one has no twin, what differs at its place. */
export function differencesInAnyOrder(wanted: Picture, got: Picture | undefined, pointer = ''): readonly Difference[] {
  if (got === undefined || !isList(wanted) || !isList(got) || wanted.length !== got.length)
    return differencesOf(wanted, got, pointer);
  const left = [...got];
  const twins = (item: Picture): number => got.filter(one => differencesOf(item, one).length === 0).length;
  // What few items fit chooses first; what any item fits takes what is left.
  const alone = wanted
    .map(item => ({item, twins: twins(item)}))
    .toSorted((one, other) => one.twins - other.twins)
    .map(({item}) => item)
    .filter(item => {
      const at = left.findIndex(one => differencesOf(item, one).length === 0);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  return alone.flatMap((item, n) => differencesOf(item, left[n], `${pointer}/${String(wanted.indexOf(item))}`));
}

/** Fields that hold the first item of a list beside them. */
const firsts: ReadonlyMap<string, string> = new Map([['assignee', 'assignees']]);

/** Tells whether a field is the first of a list of which known servers tell nothing, not even whether there are items: what a failed edit left is chance. */
function isFirstOfUnknown(wanted: Fields, key: string): boolean {
  const beside = firsts.get(key);
  const list = beside === undefined ? undefined : wanted[beside];
  return list !== undefined && isKind(list) && list.$kind === 'list';
}

/** Tells whether a field holds the first item of the list beside it, and that one is any of those that known servers show, as the list may come in any order. */
function isFirstOfSome(wanted: Fields, got: Fields, key: string): boolean {
  const beside = firsts.get(key);
  const [list, own] = beside === undefined ? [] : [wanted[beside], got[beside]];
  if (list === undefined || own === undefined || !isList(list) || !isList(own)) return false;
  const [first] = own;
  const isFirst = first !== undefined && differencesOf(first, got[key]).length === 0;
  return isFirst && list.some(item => differencesOf(item, got[key]).length === 0);
}

/**
 * Fields whose lists may come in any order: known servers sort requested reviewers by the second in which each came, of which two in one second have no
 * order, and assign several people in the order of a map, which is never the same.
 */
const inAnyOrder: ReadonlySet<string> = new Set(['requested_reviewers', 'assignees']);

function isOfWords(items: readonly Picture[]): boolean {
  return items.every(item => typeof item === 'string');
}

// A site may hide the addresses of all; to show one that others hide is another matter.
function isHiddenMail(wanted: Picture, got: Picture | undefined): boolean {
  return typeof wanted === 'string' && wanted.replaceAll(/\{([\w-]+)-mail\}/g, '{hidden mail of $1}') === got;
}

// Some servers make notices of what happened in the background, and so a moment later: the next period may have begun.
function isOnePeriodLater(wanted: Picture, got: Picture | undefined): boolean {
  const periodOf = (picture: Picture | undefined): number =>
    typeof picture === 'string' ? Number(/^\{time (\d+)\}$/.exec(picture)?.[1]) : Number.NaN;
  return periodOf(got) === periodOf(wanted) + 1;
}

// A target whose clock is not seen tells no time from another.
function isSomeTime(wanted: Picture, got: Picture | undefined): boolean {
  return got === someTime && typeof wanted === 'string' && /^\{time \d+\}$/.test(wanted);
}

const kindWords: Readonly<Record<Kind['$kind'], string>> = {
  any: 'anything',
  flag: 'true or false',
  number: 'a number',
  positive: 'a number above 0',
  text: 'a text',
  words: 'a text that is not empty',
  list: 'a list',
  object: 'an object',
};

const shownMax = 60;

function itemsWord(items: readonly Picture[]): string {
  const names = keys.map(name => columnOf(items, name)).find(column => column?.some(name => name !== ''));
  const count = items.length === 0 ? 'an empty list' : `a list of ${String(items.length)}`;
  const named = names === undefined ? '' : ` (${names.join(', ')})`;
  return cutText(`${count}${named}`, shownMax);
}
