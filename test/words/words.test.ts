// Holds that texts for people use the words of the field: each entry of the list of replacements is nowhere in messages, help, pages and reports.
import {fileURLToPath} from 'node:url';
import {expect, test} from 'vitest';
import {exceptions, messageReplacements, replacements, type Replacement} from './replacements.ts';
import {linesOf, stringsOf, textsIn, titlesOf, type UserText} from './user-texts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Says where a text has a word to replace, and by what. */
function complaints(texts: readonly UserText[], list: readonly Replacement[]): readonly string[] {
  return texts.flatMap(({file, line, text}) => {
    if (exceptions.some(one => text.includes(one.text))) return [];
    return list.flatMap(({found, write}) => {
      const word = found.exec(text)?.[0];
      return word === undefined ? [] : [`${file}:${String(line)} "${word}": write ${write}`];
    });
  });
}

const everywhere = [...replacements, ...messageReplacements];

test('messages and help use the words of the field', () => {
  const texts = textsIn(root, ['base', 'model', 'runner', 'reports'], /\.ts$/, stringsOf);
  expect(texts.length).toBeGreaterThan(2_000);
  expect(complaints(texts, everywhere)).toEqual([]);
});

test('pages use the words of the field', () => {
  const catalogues = /^docs\/(?:requirements|kill-matrix|operations|servers)\.md$/;
  const texts = textsIn(root, ['.', 'docs', 'bench'], /\.md$/, linesOf).filter(({file}) => file !== 'CHANGELOG.md');
  expect(texts.length).toBeGreaterThan(2_000);
  expect(
    complaints(
      texts.filter(({file}) => !catalogues.test(file)),
      everywhere,
    ),
  ).toEqual([]);
  expect(
    complaints(
      texts.filter(({file}) => catalogues.test(file)),
      replacements,
    ),
  ).toEqual([]);
});

test('help texts and reports use the words of the field', () => {
  const texts = textsIn(root, ['test/golden'], /\.(?:txt|md|yaml)$/, linesOf);
  expect(texts.length).toBeGreaterThan(500);
  expect(complaints(texts, replacements)).toEqual([]);
});

test('titles of cases and texts of faults use the words of the field', () => {
  const titles = textsIn(root, ['suites', 'fixtures/arrangements'], /\.yaml$/, titlesOf).filter(
    ({file}) => file !== 'suites/requirements.yaml',
  );
  // What known servers answered is millions of characters of data, and nobody's words.
  const strings = textsIn(root, ['suites', 'reference-server/faults'], /(?<!\/usual-answers)\.ts$/, stringsOf);
  expect(titles.length).toBeGreaterThan(500);
  expect(complaints([...titles, ...strings], replacements)).toEqual([]);
});

test.each([
  ["const why = 'mend the address';", '"mend": write fix'],
  ['const why = `${name} is no address`;', '"is no": write is not a, or: there are no'],
  ["const why = 'nobody signs in';", '"nobody": write who is meant'],
  ["const says = 'it costs nothing';", '"costs nothing": write exits with 6'],
])('%s is found, with the replacement', (source, complaint) => {
  expect(complaints(stringsOf('a.ts', source), everywhere)).toEqual([expect.stringContaining(`a.ts:1 ${complaint}`)]);
});

test.each([
  "const why = 'there is no file'; // nobody mends it",
  "const kind = 'mend';",
  'const why = `${nobody(actor)} may not read it`;',
  "const why = 'it is no longer there, and stands for nothing';",
])('%s is fine', source => {
  expect(complaints(stringsOf('a.ts', source), everywhere)).toEqual([]);
});

test('every exception is still needed', () => {
  const texts = textsIn(root, ['base', 'model', 'runner', 'reports'], /\.ts$/, stringsOf);
  expect(exceptions.filter(one => !texts.some(({text}) => text.includes(one.text)))).toEqual([]);
});
