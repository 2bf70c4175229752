// Makes suites/properties/calls/usual-changes.ts of what servers answered: what all of them agree on. See CONTRIBUTING.md.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {parts} from '../suites/properties/calls/parts.ts';
import type {UsualEffect} from '../suites/properties/calls/effects.ts';
import type {Asked, Change, Items, UsualChange} from '../suites/properties/calls/replies.ts';
import {joined, type Shape} from '../suites/properties/calls/reply-shapes.ts';
import {sharedWriter} from './shared-shapes.ts';
import {wide, withoutSettings} from './usual-parts.ts';

/** One line of what was learnt. */
interface Learnt {
  readonly operation: string;
  readonly who?: Asked;
  readonly change?: Change;
  readonly status?: number;
  readonly items?: Items;
  readonly body?: Shape;
  readonly effect?: UsualEffect;
}

const folders = process.argv.slice(2);
/** What a single server answers is nothing that servers agree on; the reference is none of them, and has to do as they do. */
const serversMin = 2;
if (folders.filter(folder => !folder.endsWith('reference')).length < serversMin) {
  process.stderr.write(
    'usage: npx tsx scripts/usual-changes.ts FOLDER FOLDER reference (one for each server; see CONTRIBUTING.md)\n',
  );
  process.exit(2);
}
const servers = folders.map(folder => readdirSync(folder).flatMap(name => linesOf(`${folder}/${name}`)));

// Where changed calls were accepted, what changes afterwards is no property of the operation.
function linesOf(file: string): readonly Learnt[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  const lines = texts.filter(text => text !== '').map(text => JSON.parse(text) as Learnt);
  if (lines.every(({change}) => change === undefined)) return lines;
  // Of a list that is empty anyway, a filter shows nothing.
  const full = new Set(lines.flatMap(({operation, who, body}) => (who === 'owner' && isFull(body) ? [operation] : [])));
  return lines
    .filter(({effect}) => effect === undefined)
    .map(line => (line.items === 'none' && !full.has(line.operation) ? withoutItems(line) : line));
}

function isFull(body: Shape | undefined): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const list = 'data' in body ? body['data'] : body;
  return JSON.stringify(list).startsWith('{"$each":') && !JSON.stringify(list).startsWith('{"$each":{"$kind":"none"}');
}

function withoutItems({items: _, ...line}: Learnt): Learnt {
  return line;
}

/** What every server answered in what is asked for: nothing where one of them was not asked. */
function agreed<One, Two>(
  choose: (line: Learnt) => One | undefined,
  join: (all: readonly One[]) => Two | undefined,
): Two | undefined {
  const chosen = servers.map(lines => lines.flatMap(line => choose(line) ?? []));
  return chosen.some(({length}) => length === 0) ? undefined : join(chosen.flat());
}

function same<One>(all: readonly One[]): One | undefined {
  return new Set(all.map(one => JSON.stringify(one))).size === 1 ? all[0] : undefined;
}

const calls = Object.values(parts)
  .flatMap(part => part.calls)
  .toSorted((one, other) => (one.operation < other.operation ? -1 : 1));

// ---- who is refused

const ladder = ['manager', 'writer', 'reader'] as const;

/** The one with the most rights of those who are refused, as whoever has fewer is too; and a member of the organization. */
function rightsOf(operation: string): {readonly [who in Asked]?: number} {
  const status = (who: Asked): number | undefined =>
    agreed(line => (line.operation === operation && line.who === who ? line.status : undefined), same);
  const refused = (who: Asked): readonly (readonly [Asked, number])[] => {
    const found = status(who);
    return found !== undefined && found >= 400 && found < 500 ? [[who, found]] : [];
  };
  return Object.fromEntries([...ladder.flatMap(refused).slice(0, 1), ...refused('member')]);
}

// ---- what is refused

function changesOf(operation: string, isRead: boolean): readonly UsualChange[] {
  const tried = new Map<string, Change>();
  for (const lines of servers)
    for (const {operation: one, change} of lines)
      if (one === operation && change !== undefined) tried.set(JSON.stringify(change), change);
  const found = [...tried].flatMap(([key, change]): readonly UsualChange[] => {
    const answer = agreed(
      line =>
        line.operation === operation && line.change !== undefined && JSON.stringify(line.change) === key
          ? {status: line.status ?? 0}
          : undefined,
      same,
    );
    if (answer === undefined || answer.status >= 500) return [];
    const {status} = answer;
    const items = agreed(
      line => (line.operation === operation && JSON.stringify(line.change) === key ? line.items : undefined),
      same,
    );
    // A conflict is with something that is there.
    if (status >= 400) return status === conflict ? [] : [{...change, status}];
    // What fits nothing leaves nothing, whatever else is there.
    return isRead && items === 'none' && isFar(change) && !wide.has(operation) ? [{...change, status, items}] : [];
  });
  const seen = new Set<string>();
  return found.filter(({at, name, status, items, value}) => {
    // Who owns the place, and whether it is there, is one question for all operations.
    if (at === 'path' && ['owner', 'repo', 'org'].includes(name)) return false;
    const key = JSON.stringify([at, name, status, items, value === undefined]);
    return !seen.has(key) && seen.add(key);
  });
}

const conflict = 409;

function isFar({name, value}: Change): boolean {
  if (name === 'limit' || name === 'per_page') return false;
  return value === 'no-such-thing' || value === 2_000_000_000 || (typeof value === 'string' && /^2[01]01-/.test(value));
}

// ---- what changes

function effectsOf(operation: string): readonly UsualEffect[] {
  const readers = new Set(
    servers.flatMap(lines =>
      lines.flatMap(({operation: one, effect}) => (one === operation && effect !== undefined ? [effect.read] : [])),
    ),
  );
  const all = [...readers]
    .filter(read => !wide.has(read))
    .flatMap(
      read =>
        agreed(
          line => (line.operation === operation && line.effect?.read === read ? line.effect : undefined),
          joinedEffects,
        ) ?? [],
    );
  // Each reading is two requests: what lies further up is read only where something shows there.
  return all.filter((effect, at) => at === 0 || isShown(effect));
}

function isShown({status, more = 0, changed = {}}: UsualEffect): boolean {
  return status >= 400 || more !== 0 || Object.keys(changed).length > 0;
}

function joinedEffects(all: readonly UsualEffect[]): UsualEffect | undefined {
  const [first] = all;
  const status = same(all.map(one => one.status));
  if (first === undefined || status === undefined) return undefined;
  const {read, params} = first;
  const more = same(all.map(one => one.more));
  const shapes = all.flatMap(({added}) => added ?? []);
  const added = shapes.length === all.length ? withoutSettings(shapes.reduce(joined)) : undefined;
  if (more !== undefined) return {read, params, status, more, ...(added === undefined ? {} : {added})};
  const changes = all.map(({changed}) => changed);
  if (changes.some(one => one === undefined)) return status >= 400 ? {read, params, status} : undefined;
  const pointers = [...new Set(changes.flatMap(one => Object.keys(one ?? {})))].toSorted();
  const known = pointers.flatMap((pointer): readonly (readonly [string, Shape])[] => {
    const value = same(changes.map(one => one?.[pointer] ?? nothing));
    return value === undefined || value === nothing ? [] : [[pointer, value]];
  });
  const open = pointers.filter(pointer => !known.some(([one]) => one === pointer));
  return {read, params, status, changed: Object.fromEntries(known), ...(open.length === 0 ? {} : {open})};
}

const nothing = 'no change';

// ---- as a module

const rights = calls.flatMap(({operation}) => {
  const found = rightsOf(operation);
  return Object.keys(found).length === 0 ? [] : [`  ${operation}: ${JSON.stringify(found)},`];
});
const changed = calls
  .map(({operation, isRead}) => [operation, changesOf(operation, isRead)] as const)
  .filter(([, all]) => all.length > 0);
const effects = calls
  .filter(({isRead}) => !isRead)
  .map(({operation}) => [operation, effectsOf(operation)] as const)
  .filter(([, all]) => all.length > 0);

const writer = sharedWriter(effects.flatMap(([, all]) => all.flatMap(({added}) => added ?? [])));
const long = 'x'.repeat(300);
const changeRows = changed.map(
  ([operation, all]) => `  ${operation}: ${JSON.stringify(all).replaceAll(`"${long}"`, 'long')},`,
);
const effectRows = effects.map(([operation, all]) => {
  const each = all.map(
    ({added, ...rest}) =>
      `{${JSON.stringify(rest).slice(1, -1)}${added === undefined ? '' : `, added: ${writer.written(added, 'added')}`}}`,
  );
  return `  ${operation}: [${each.join(', ')}],`;
});
writeFileSync(
  new URL('../suites/properties/calls/usual-changes.ts', import.meta.url),
  [
    '// Made by `npx tsx scripts/usual-changes.ts` of what known servers answered; do not edit. What they do not agree on is not here.',
    "import type {UsualEffect} from './effects.ts';",
    "import type {UsualChange, UsualReply} from './replies.ts';",
    "import type {Kind, ListShape, Shape} from './reply-shapes.ts';",
    '',
    ...writer.kinds([...effectRows, ...writer.declarations]),
    'const each = (item: Shape): ListShape => ({$each: item});',
    ...(changeRows.some(row => row.includes('long')) ? [`const long = 'x'.repeat(${String(long.length)});`] : []),
    '',
    ...writer.declarations,
    '',
    '/** Who is refused although they have some rights: the one with the most of them, by the operation. */',
    "export const usualRights: Readonly<Record<string, UsualReply['status']>> = {",
    ...rights,
    '};',
    '',
    '/** What every known server answers to its owner when one part of a call is changed, by the operation. */',
    'export const usualChanges: Readonly<Record<string, readonly UsualChange[]>> = {',
    ...changeRows,
    '};',
    '',
    '/** What every known server changes when a writing operation succeeds, as readers of the same place show it, by the operation. */',
    'export const usualEffects: Readonly<Record<string, readonly UsualEffect[]>> = {',
    ...effectRows,
    '};',
    '',
  ].join('\n'),
);
const count = (rows: readonly (readonly [string, readonly unknown[]])[]): string =>
  `${String(rows.reduce((sum, [, all]) => sum + all.length, 0))} of ${String(rows.length)} operations`;
process.stdout.write(
  `rights of ${String(rights.length)} operations, changes: ${count(changed)}, effects: ${count(effects)}\n`,
);
