// Makes suites/properties/calls/usual-replies.ts of what servers answered: what all of them agree on. See CONTRIBUTING.md.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {asked, type Asked, type UsualReply} from '../suites/properties/calls/replies.ts';
import {joined, kindsOf, type Shape} from '../suites/properties/calls/reply-shapes.ts';
import {parts} from '../suites/properties/calls/parts.ts';
import {sharedWriter} from './shared-shapes.ts';
import {wide, withoutSettings} from './usual-parts.ts';

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
  return lines
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Learnt)
    .filter(({who}) => who !== undefined);
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

function prepared(operation: string, body: Shape): Shape {
  const isList = typeof body === 'object' && body !== null && '$each' in body;
  return withoutSettings(isList || wide.has(operation) ? kindsOf(body) : body);
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

const {declarations, written, kinds} = sharedWriter([...usual.values()].flatMap(({body}) => body ?? []));
const rows = [...usual].map(([operation, {status, body}]) => {
  const statuses = `{${Object.entries(status)
    .map(([who, code]) => `${who}: ${String(code)}`)
    .join(', ')}}`;
  return `  ${operation}: {status: ${statuses}${body === undefined ? '' : `, body: ${written(body, 'reply')}`}},`;
});
writeFileSync(
  new URL('../suites/properties/calls/usual-replies.ts', import.meta.url),
  [
    '// Made by `npx tsx scripts/usual-replies.ts` of what known servers answered; do not edit. What they do not agree on is not here.',
    "import type {UsualReply} from './replies.ts';",
    "import type {Kind, ListShape, Shape} from './reply-shapes.ts';",
    '',
    ...kinds([...declarations, ...rows]),
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
