// Makes suites/properties/histories/usual-answers.ts of what servers answered to the histories: what all of them have in common. The folder of the
// reference comes last; it prints where the reference differs from what the known servers have in common. See CONTRIBUTING.md.
import {readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {histories as byName} from '../suites/properties/histories/all.ts';
import {fingerprintOf} from '../suites/properties/histories/history.ts';
import {differencesOf, inCommon, type Fields, type Picture} from '../suites/properties/histories/picture.ts';
import {usualAnswersTo, type UsualAnswer} from '../suites/properties/histories/learnt.ts';
import {forms} from '../suites/properties/histories/usual-answers.ts';
import {sentence} from '../suites/properties/histories/tell.ts';

/** What was answered to one request. */
interface Answer {
  readonly status: number;
  readonly picture: Fields;
}

type Answers = readonly (Answer | null)[];

const histories = Object.values(byName);
const folders = process.argv.slice(2);
// What a single server answers is nothing that servers agree on; the reference is not one of them.
const foldersMin = 3;
if (folders.length < foldersMin) {
  process.stderr.write('usage: npx tsx scripts/usual-histories.ts FOLDER FOLDER… REFERENCE (see CONTRIBUTING.md)\n');
  process.exit(2);
}
const servers = folders.map(folder =>
  readdirSync(folder).flatMap(name =>
    readFileSync(`${folder}/${name}`, 'utf8')
      .split('\n')
      .filter(line => line !== '')
      .map(line => JSON.parse(line) as {readonly history: string; readonly form: string; readonly answers: Answers}),
  ),
);

/** What several tellings have in common; nothing where one was not answered at all, or with another status. */
function common(answers: readonly (Answer | null | undefined)[]): Answer | undefined {
  const [first, ...others] = answers;
  if (first === undefined || first === null || first.status >= 500) return undefined;
  let {picture} = first;
  for (const other of others) {
    if (other?.status !== first.status) return undefined;
    picture = inCommon(picture, other.picture) as Fields;
  }
  return {status: first.status, picture};
}

/** What tellings with different statuses come to, if that is the same: their replies tell nothing more, what they made hooks tell does. */
function outcomeOf(answers: readonly (Answer | null | undefined)[]): UsualAnswer | undefined {
  const statuses = answers.map(answer => answer?.status ?? 0);
  const isDone = statuses.every(status => status >= 200 && status < 300);
  if (!isDone && !statuses.every(status => status >= 400)) return undefined;
  const heard = answers.map(answer => answer?.picture['heard']);
  const [first, ...others] = heard;
  const picture =
    first === undefined || others.includes(undefined)
      ? {}
      : {heard: others.reduce<Picture>((one, other) => inCommon(one, other ?? null), first)};
  return {status: isDone ? '2xx' : 'refused', picture};
}

const shared = new Map<string, number>();
const sharedRows: string[] = [];
const sharedLengthMin = 40;

// An object that stands in several rows is written once.
function compact(picture: Picture, count: ReadonlyMap<string, number>): unknown {
  if (typeof picture !== 'object' || picture === null) return picture;
  const text = JSON.stringify(picture);
  if (text.length >= sharedLengthMin && (count.get(text) ?? 0) > 1) {
    let index = shared.get(text);
    if (index === undefined) {
      index = sharedRows.length;
      shared.set(text, index);
      sharedRows.push('');
      sharedRows[index] = JSON.stringify(inside(picture, count));
    }
    return {$same: index};
  }
  return inside(picture, count);
}

function inside(picture: Picture & object, count: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(picture)) return picture.map((one: Picture) => compact(one, count));
  return Object.fromEntries(Object.entries(picture).map(([key, one]) => [key, compact(one as Picture, count)]));
}

function countIn(picture: Picture, count: Map<string, number>): void {
  if (typeof picture !== 'object' || picture === null) return;
  const text = JSON.stringify(picture);
  const before = count.get(text) ?? 0;
  count.set(text, before + 1);
  if (before === 0) for (const one of Object.values(picture)) countIn(one as Picture, count);
}

const kept = new Map<string, readonly (UsualAnswer | undefined)[]>();
const lines: string[] = [];
for (const history of histories) {
  const {name, asks} = history;
  const form = fingerprintOf(history);
  const tellings = servers.map(lines =>
    lines.filter(line => line.history === name && line.form === form).map(({answers}) => answers),
  );
  // What nobody was told anew is as it was, unless the history has changed since.
  if (tellings.every(own => own.length === 0) && forms[name] === form) {
    kept.set(name, usualAnswersTo(name));
    continue;
  }
  if (tellings.some(own => own.length === 0))
    throw new Error(`not every server was told the history of ${name} as it is now`);
  const rows = asks.map((ask, at) => {
    const others = common(tellings.slice(0, -1).flatMap(own => own.map(answers => answers[at])));
    const reference = common(tellings.at(-1)?.map(answers => answers[at]) ?? []);
    const differing = (): UsualAnswer | undefined =>
      outcomeOf(tellings.flatMap(own => own.map(answers => answers[at])));
    if (others === undefined) return differing();
    if (reference === undefined || reference.status !== others.status) {
      lines.push(
        `${name} ${String(at + 1)}, ${sentence(ask)}: ${String(reference?.status)} (known servers: ${String(others.status)})`,
      );
      return differing();
    }
    for (const {pointer, wanted, got} of differencesOf(others.picture, reference.picture))
      lines.push(`${name} ${String(at + 1)}, ${sentence(ask)}: ${pointer} ${got} (known servers: ${wanted})`);
    return {status: others.status, picture: inCommon(others.picture, reference.picture) as Fields};
  });
  kept.set(name, rows);
}

const known = [...kept.values()].flat().filter(row => row !== undefined).length;
const count = new Map<string, number>();
for (const rows of kept.values()) for (const row of rows) if (row !== undefined) countIn(row.picture, count);
const written = [...kept].map(([name, rows]) => {
  const texts = rows.map(row => {
    return row === undefined ? '' : `${String(row.status)} ${JSON.stringify(compact(row.picture, count))}`;
  });
  return `  ${JSON.stringify(name)}: [\n${texts.map(text => `    ${JSON.stringify(text)},\n`).join('')}  ],`;
});
writeFileSync(
  new URL('../suites/properties/histories/usual-answers.ts', import.meta.url),
  [
    '// Made by `npx tsx scripts/usual-histories.ts` of what known servers answered; do not edit. What they do not agree on is not here.',
    '',
    '/** Parts of answers that stand in several of them, as JSON. */',
    'export const sharedParts: readonly string[] = [',
    ...sharedRows.map(row => `  ${JSON.stringify(row)},`),
    '];',
    '',
    '/** By the history, for each request: the status, or what statuses that differ come to, and the picture as JSON; nothing where servers differ in more. */',
    'export const usualAnswers: Readonly<Record<string, readonly string[]>> = {',
    ...written,
    '};',
    '',
    '/** The form of each history that was told. */',
    'export const forms: Readonly<Record<string, string>> = {',
    ...histories.map(history => `  ${JSON.stringify(history.name)}: ${JSON.stringify(fingerprintOf(history))},`),
    '};',
    '',
  ].join('\n'),
);
process.stdout.write(
  `${lines.join('\n')}\n${String(known)} requests of ${String(histories.reduce((sum, {asks}) => sum + asks.length, 0))}\n`,
);
