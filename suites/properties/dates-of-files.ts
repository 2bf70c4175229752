// Dates beside files: those of the commit that changed each of them last, whatever was committed since.
import {defined} from '../../base/json/defined.ts';
import fc from 'fast-check';
import type {Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {instantOf} from './common/instants.ts';
import {isSuccess, itemsOf, placeOf, spelled, wordOf, type Place} from './common/things.ts';

export * from './calls/written-files.ts';

const second = 1_000;
const day = 86_400_000;
const base = Date.UTC(2011, 0, 1);
const names = ['a.txt', 'b.txt', 'folder/c.txt', 'folder/d.txt'] as const;

export const datesAreOfTheLastChange = property({
  id: 'dates-are-of-the-last-change',
  title: 'whatever history a repository has, the answer about a file holds the date of the last commit that changed it',
  proves: ['CONTENTS-DATES'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories'],
  runs: 2,
  floor: 1,
  // Dates go up and down: the last commit is not always the one with the latest date.
  input: fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({min: 0, max: 3_000})), {minLength: 2, maxLength: 5}),
  check: async (world, drawn) => {
    // In every run the newest commit is not that of the folder.
    const commits = [['folder/c.txt', 1_500] as const, ...drawn, ['a.txt', 3_001] as const];
    const place = placeOf(await world.arrange('repository'));
    const last = new Map<string, {readonly sha: Reference; readonly date: string; readonly number: number}>();
    for (const [index, [path, days]] of commits.entries()) {
      const date = new Date(base + days * day).toISOString();
      const before = last.get(path);
      world.count(before === undefined ? 'add a file' : 'change a file');
      const reply = await world.prepare(before === undefined ? 'repoCreateFile' : 'repoUpdateFile', {
        params: {...place, filepath: path},
        body: {
          content: Buffer.from(`${String(index)}\n`).toString('base64'),
          dates: {author: date, committer: date},
          ...defined({sha: before?.sha}),
        },
        say: `commit ${before === undefined ? 'a new' : 'a change of'} ${path}, dated ${date.slice(0, 10)}`,
      });
      last.set(path, {sha: reply.at('/content/sha'), date, number: index});
    }
    for (const folder of ['', 'folder']) await expectDatesOfEntries(world, place, {folder, last});
    for (const [path, {date}] of last) {
      const shown = await world.prepare('repoGetContents', {
        as: 'bob',
        params: {...place, filepath: path},
        say: `bob reads ${path}`,
      });
      const dates = datesIn(shown.body);
      const isOfDate = {$contains: {$format: 'date-time', $within: {of: date, by: '1s'}}};
      world.law(
        dates.some(one => isNear(one, date)),
        {
          path: '$..*',
          message: `the answer about ${path} holds ${dates.length === 0 ? 'no date' : spelled(dates)}; expected ${date}, when ${path} was changed last`,
          expected: date,
          actual: dates,
        },
        {usual: true, written: {reply: shown, tree: {at: {'$..*': isOfDate}}}},
      );
    }
  },
});

/** In the list of a folder each file has its own dates, where the list has any. */
async function expectDatesOfEntries(
  world: PropertyWorld,
  place: Place,
  {
    folder,
    last,
  }: {readonly folder: string; readonly last: ReadonlyMap<string, {readonly date: string; readonly number: number}>},
): Promise<void> {
  if (folder !== '' && ![...last.keys()].some(path => path.startsWith(`${folder}/`))) return;
  const [operation, params] =
    folder === '' ? ['repoGetContentsList', place] : ['repoGetContents', {...place, filepath: folder}];
  const told = folder === '' ? 'the root' : `the folder ${folder}`;
  const list = await world.call(operation, {as: 'bob', params, say: `bob lists ${told}`});
  if (!isSuccess(list)) return;
  world.count(told);
  for (const [at, entry] of itemsOf(list).entries()) {
    const date = dateOf(wordOf(entry['path']), last);
    const dates = datesIn(entry);
    if (date === undefined || dates.length === 0) continue;
    const isOfDate = {$contains: {$format: 'date-time', $within: {of: date, by: '1s'}}};
    world.law(
      dates.some(one => isNear(one, date)),
      {
        path: `/${String(at)}`,
        message: `the list of ${told} dates ${wordOf(entry['path'])} ${spelled(dates)}; expected ${date}, when it was changed last`,
        expected: date,
        actual: dates,
      },
      {usual: true, written: {reply: list, tree: {at: {[`$[${String(at)}]..*`]: isOfDate}}}},
    );
  }
}

/** When a file was changed last, or any file in a folder. */
function dateOf(path: string, last: ReadonlyMap<string, {readonly date: string; readonly number: number}>) {
  const below = [...last].filter(([file]) => file === path || file.startsWith(`${path}/`)).map(([, change]) => change);
  return below.toSorted((one, other) => other.number - one.number)[0]?.date;
}

function isNear(one: string, date: string): boolean {
  return Math.abs((instantOf(one) ?? Number.NaN) - Date.parse(date)) <= second;
}

/** Every date with its time in an answer, each once. */
function datesIn(value: Json | undefined): readonly string[] {
  if (typeof value === 'string') return instantOf(value) === undefined ? [] : [value];
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(datesIn))];
}
