// Dates beside files: those of the commit that changed each of them last, whatever was committed since.
import fc from 'fast-check';
import {property, type Reference} from '../../runner/model/property.ts';
import {placeOf} from './common/things.ts';

const day = 86_400_000;
const base = Date.UTC(2011, 0, 1);
const names = ['a.txt', 'b.txt', 'folder/c.txt'] as const;

export const datesAreOfTheLastChange = property({
  id: 'dates-are-of-the-last-change',
  title: 'whatever history a repository has, the answer about a file holds the date of the last commit that changed it',
  proves: ['CONTENTS-DATES'],
  area: 'hosting',
  needs: ['repositories'],
  runs: 2,
  floor: 1,
  // Dates go up and down: the last commit is not always the one with the latest date.
  input: fc.array(fc.tuple(fc.constantFrom(...names), fc.integer({min: 0, max: 3_000})), {minLength: 3, maxLength: 6}),
  check: async (world, commits) => {
    const place = placeOf(await world.arrange('repository'));
    const last = new Map<string, {readonly sha: Reference; readonly date: string}>();
    for (const [index, [path, days]] of commits.entries()) {
      const date = new Date(base + days * day).toISOString();
      const before = last.get(path);
      world.count(before === undefined ? 'add a file' : 'change a file');
      const reply = await world.prepare(before === undefined ? 'repoCreateFile' : 'repoUpdateFile', {
        params: {...place, filepath: path},
        body: {
          content: Buffer.from(`${String(index)}\n`).toString('base64'),
          dates: {author: date, committer: date},
          ...(before === undefined ? {} : {sha: before.sha}),
        },
        say: `${before === undefined ? 'add' : 'change'} ${path} on ${date.slice(0, 10)}`,
      });
      last.set(path, {sha: reply.at('/content/sha'), date});
    }
    for (const [path, {date}] of last) {
      const shown = await world.prepare('repoGetContents', {
        as: 'bob',
        params: {...place, filepath: path},
        say: `bob reads ${path}`,
      });
      const isOfDate = {$contains: {$format: 'date-time', $within: {of: date, by: '1s'}}};
      world.expect(shown, {at: {'$..*': isOfDate}}, {usual: true});
    }
  },
});
