// Scanners and forges get places in files that the reader has: their own suites, else the target file, else the journal.
import {describe, expect, test} from 'vitest';
import {aFailedCase, aFinding, aJournalText} from '../../test/support/journal-lines.ts';
import {renderCtrf} from '../formats/ctrf.ts';
import {renderGithub} from '../formats/github.ts';
import {renderSarif} from '../formats/sarif.ts';
import {readJournal, type Journal} from '../journal/reader.ts';

const source = {file: 'suites/hosting/labels.yaml', line: 38, column: 30, sourceLine: 'at: {…}'};
const requirements = new Map();

function journalOf(options: readonly string[], isOfPackage: boolean): Journal {
  const at = isOfPackage ? {...source, isOfPackage: true as const} : source;
  const findings = [aFinding({source: at}), aFinding({path: '/1', source: {...at, line: 40}})];
  const ids = ['hosting/labels/a[one]', 'hosting/labels/a[two]'];
  const text = aJournalText(
    ids.map(id => aFailedCase({id, findings})),
    {header: {options}},
  );
  const reading = readJournal(text);
  if (reading.kind === 'refused') throw new Error(reading.why);
  return reading;
}

function sarifOf(journal: Journal) {
  const {runs} = JSON.parse(renderSarif(journal, {requirements})) as {
    runs: readonly [
      {
        results: readonly {
          message: {text: string};
          locations: readonly [{physicalLocation: {artifactLocation: {uri: string}; region: {startLine: number}}}];
          relatedLocations?: readonly unknown[];
          partialFingerprints: {primaryLocationLineHash: string};
        }[];
      },
    ];
  };
  return runs[0].results;
}

describe.each([
  {
    what: 'a suite of the reader',
    isOfPackage: false,
    options: ['--target-file', 'touchstone.yaml'],
    file: 'suites/hosting/labels.yaml',
    line: 38,
    noted: 'suites/hosting/labels.yaml',
  },
  {
    what: 'a suite of the package, with a target file',
    isOfPackage: true,
    options: ['--target-file', 'touchstone.yaml'],
    file: 'touchstone.yaml',
    line: 1,
    noted: 'touchstone.yaml',
  },
  {
    what: 'a suite of the package, without a target file',
    isOfPackage: true,
    options: ['--jobs', '2'],
    file: 'results.jsonl',
    line: 1,
    noted: undefined,
  },
])('a failure of $what', ({isOfPackage, options, file, line, noted}) => {
  const journal = journalOf(options, isOfPackage);

  test('is a result of code scanning at a file that is there', () => {
    const [one, two] = sarifOf(journal);
    expect(one?.locations[0].physicalLocation).toMatchObject({
      artifactLocation: {uri: file},
      region: {startLine: line},
    });
    expect(one?.relatedLocations?.length ?? 0).toBe(isOfPackage ? 0 : 1);
    expect(one?.message.text.includes('[suites/hosting/labels.yaml:38 in the package of touchstone]')).toBe(
      isOfPackage,
    );
    expect(one?.partialFingerprints.primaryLocationLineHash).not.toBe(two?.partialFingerprints.primaryLocationLineHash);
  });

  test('is an annotation at a file of the repository, or at none', () => {
    const [first = ''] = renderGithub(journal, {requirements}).split('\n');
    expect(/ file=([^,]*)/.exec(first)?.[1]).toBe(noted);
    expect(first.includes('suites/hosting/labels.yaml:38 in the package of touchstone')).toBe(isOfPackage);
  });

  test('has a file in CTRF only where it is a suite of the reader', () => {
    expect(renderCtrf(journal, {requirements}).includes('"filePath"')).toBe(!isOfPackage);
  });
});
