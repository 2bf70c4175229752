import * as fc from 'fast-check';
import {expect, test} from 'vitest';
import {multiSearch, type SearchPattern} from './multi-search.ts';

const pattern = (text: string): SearchPattern => ({text, name: text, widenLeft: 0, widenRight: 0});
const letters = fc.string({unit: fc.constantFrom('a', 'b', 'ö', '\u0141'), minLength: 6, maxLength: 9});

test('finds the leftmost and then longest of any patterns in any text, also after some were removed', () => {
  fc.assert(
    fc.property(
      fc.array(letters, {maxLength: 6}),
      fc.array(letters, {maxLength: 3}),
      fc.string({unit: fc.constantFrom('a', 'b', 'ö', '\u0141'), maxLength: 60}),
      (kept, removed, text) => {
        const search = multiSearch();
        const gone = removed.filter(word => !kept.includes(word)).map(pattern);
        for (const one of gone) search.add(one);
        for (const word of kept) search.add(pattern(word));
        for (const one of gone) search.remove(one);
        const places = kept.map(word => ({at: text.indexOf(word), word})).filter(({at}) => at !== -1);
        const [first] = places.sort((a, b) => a.at - b.at || b.word.length - a.word.length);
        const found = search.find(text, 0);
        expect(found === undefined ? undefined : {at: found.at, word: found.pattern.text}).toEqual(first);
      },
    ),
    {numRuns: 2_000, seed: 11},
  );
});

test('a pattern too short to be skipped over is our own mistake', () => {
  expect(() => multiSearch().add(pattern('short'))).toThrow('a search pattern has fewer than 6 characters');
});
