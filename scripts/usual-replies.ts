// Makes suites/properties/calls/usual-replies.ts of what servers answered: what all of them agree on. See CONTRIBUTING.md.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {asked, type Asked, type UsualReply} from '../suites/properties/calls/replies.ts';
import {joined, kindsOf, type Shape} from '../suites/properties/calls/reply-shapes.ts';
import {parts} from '../suites/properties/calls/parts.ts';

/** One line of what was learnt. */
interface Learnt {
  readonly operation: string;
  readonly who: Asked;
  readonly status: number;
  readonly body?: Shape;
}

const folders = process.argv.slice(2);
if (folders.length < 2) {
  process.stderr.write(
    'usage: npx tsx scripts/usual-replies.ts FOLDER FOLDER… (one for each server; see CONTRIBUTING.md)\n',
  );
  process.exit(2);
}
const servers = folders.map(folder => readdirSync(folder).flatMap(name => linesOf(`${folder}/${name}`)));

function linesOf(file: string): readonly Learnt[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter(line => line !== '').map(line => JSON.parse(line) as Learnt);
}

/** What a single server answers is nothing that servers agree on. */
const serversMin = 2;

/** What all agree on. Who may write beside the owner is left out, as the answer to the owner depends on it, and so is what makes something of nothing. */
function usualOf(operation: string, learnt: readonly Learnt[]): UsualReply {
  const isRead = calls.some(call => call.operation === operation && call.isRead);
  const status = Object.fromEntries(
    asked.flatMap(who => {
      const [first, ...others] = new Set(learnt.filter(line => line.who === who).map(line => line.status));
      if (first === undefined || others.length > 0) return [];
      const isWanted = first < 500 && (who === 'owner' ? first < 400 : first >= 400 || (isRead && who !== 'unknown'));
      return isWanted ? [[who, first]] : [];
    }),
  );
  const bodies = learnt.flatMap(line =>
    line.who === 'owner' && line.status === status['owner'] && line.body !== undefined ? [line.body] : [],
  );
  const body = bodies.length === 0 ? undefined : bodies.reduce(joined);
  return {status, ...(body === undefined ? {} : {body: prepared(operation, body)})};
}

/** Lists of the whole server, and of an account that every case uses, hold what others made. */
const wide = new Set(
  'issueSearchIssues userGetCurrent userSearch userGet userListRepos userListEmails userCurrentTrackedTimes userGetOauth2Application listPackages userListHooks notifyGetList notifyNewAvailable adminSearchUsers adminGetAllEmails adminSearchEmails adminListHooks repoSearch userCurrentListRepos orgGetAll orgListCurrentUserOrgs orgListUserOrgs notifyReadList repoGetArchive repoGetLatestRelease'.split(
    ' ',
  ),
);

function prepared(operation: string, body: Shape): Shape {
  const isList = typeof body === 'object' && body !== null && '$each' in body;
  return withoutSettings(isList || wide.has(operation) ? kindsOf(body) : body);
}

// What the settings of a server decide, and what a server counts and words as it likes.
const settingKeys =
  /^(?:has_|allow_|default_(?!branch)|internal_tracker|enable_|object_format|size$|html_url$|message$|avatar_url$|language$|email$|last_login$|visibility$|verification$|followers_count$|following_count$|starred_repos_count$)/;

function withoutSettings(shape: Shape): Shape {
  if (typeof shape !== 'object' || shape === null || '$kind' in shape) return shape;
  // Which items a list has, and in which order, depends on what else was done.
  if ('$each' in shape) return kindsUnlessNone(shape);
  return Object.fromEntries(
    Object.entries(shape)
      .map(([key, one]): [string, Shape] => [key, settingKeys.test(key) ? kindsOf(one) : withoutSettings(one)])
      .filter(([, one]) => !isAny(one)),
  );
}

function kindsUnlessNone(list: Shape): Shape {
  return JSON.stringify(list) === '{"$each":{"$kind":"none"}}' ? list : kindsOf(list);
}

function isAny(shape: Shape): boolean {
  return typeof shape === 'object' && shape !== null && '$kind' in shape && shape.$kind === 'any';
}

// ---- as a module: objects that stand in several places are written once.

const keysMin = 4;
const count = new Map<string, number>();
const namesFor = new Map<string, string>();

function countIn(shape: Shape): void {
  if (typeof shape !== 'object' || shape === null || '$kind' in shape) return;
  const text = JSON.stringify(shape);
  const before = count.get(text) ?? 0;
  count.set(text, before + 1);
  if (before === 0) for (const one of Object.values(shape)) countIn(one as Shape);
}

const declarations: string[] = [];
const counters = new Map<string, number>();

function written(shape: Shape, key: string): string {
  if (typeof shape !== 'object' || shape === null) return JSON.stringify(shape);
  if ('$kind' in shape) return shape.$kind as string;
  const text = JSON.stringify(shape);
  const known = namesFor.get(text);
  if (known !== undefined) return known;
  const body =
    '$each' in shape
      ? `each(${written((shape as {$each: Shape}).$each, key)})`
      : `{${Object.entries(shape)
          .map(([name, one]) => `${/^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name)}: ${written(one, name)}`)
          .join(', ')}}`;
  if ((count.get(text) ?? 0) < 2 || Object.keys(shape).length < keysMin) return body;
  const nth = (counters.get(key) ?? 0) + 1;
  counters.set(key, nth);
  const base = key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  const name = `${base}${String(nth)}`;
  namesFor.set(text, name);
  declarations.push(`const ${name}: Shape = ${body};`);
  return name;
}

const calls = Object.values(parts).flatMap(part => part.calls);
const operations = calls.map(({operation}) => operation).toSorted((a, b) => (a < b ? -1 : 1));
const usual = new Map(
  operations.flatMap(operation => {
    const answers = servers.map(lines => lines.filter(line => line.operation === operation));
    if (answers.filter(lines => lines.length > 0).length < serversMin) return [];
    const reply = usualOf(operation, answers.flat());
    return Object.keys(reply.status).length === 0 ? [] : [[operation, reply] as const];
  }),
);

for (const {body} of usual.values()) if (body !== undefined) countIn(body);
const rows = [...usual].map(([operation, {status, body}]) => {
  const statuses = `{${Object.entries(status)
    .map(([who, code]) => `${who}: ${String(code)}`)
    .join(', ')}}`;
  return `  ${operation}: {status: ${statuses}${body === undefined ? '' : `, body: ${written(body, 'reply')}`}},`;
});
function kindsUsed(): readonly string[] {
  const text = [...declarations, ...rows].join('\n');
  return ['any', 'flag', 'none', 'number', 'text'].filter(kind => new RegExp(`(?:: |\\()${kind}\\b`).test(text));
}

writeFileSync(
  new URL('../suites/properties/calls/usual-replies.ts', import.meta.url),
  [
    '// Made by `npx tsx scripts/usual-replies.ts` of what known servers answered; do not edit. What they do not agree on is not here.',
    "import type {UsualReply} from './replies.ts';",
    "import type {Kind, ListShape, Shape} from './reply-shapes.ts';",
    '',
    ...kindsUsed().map(kind => `const ${kind}: Kind = {$kind: '${kind}'};`),
    'const each = (item: Shape): ListShape => ({$each: item});',
    '',
    ...declarations,
    '',
    '/** What every known server answers, by the operation. */',
    'export const usualReplies: Readonly<Record<string, UsualReply>> = {',
    ...rows,
    '};',
    '',
  ].join('\n'),
);
process.stdout.write(`${String(usual.size)} of ${String(operations.length)} operations\n`);
