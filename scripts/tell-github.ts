// Tells a GitHub job what became of a run: outputs for later steps, and a sentence when there is no journal to make annotations from.
import {randomUUID} from 'node:crypto';
import {appendFileSync, existsSync, readFileSync} from 'node:fs';
import {ledgerName} from '../runner/commands/open/ledger-file.ts';
import type {Verdict} from '../model/verdict.ts';
import {formatFiles} from '../reports/formats/format-files.ts';
import {readJournal, type Journal} from '../reports/journal/reader.ts';

/** One word for each exit code of a run; a run that was killed has none of them. */
const words: {readonly [code: string]: string} = {
  '0': 'pass',
  '1': 'fail',
  '2': 'refused',
  '4': 'stale',
  '5': 'unreachable',
  '6': 'inconclusive',
  '130': 'interrupted',
};

const sentences: {readonly [code: string]: string} = {
  '2': 'touchstone was given something wrong and sent nothing; the log of its step says what, and what to do.',
  '5': 'touchstone could not reach the target or sign in there; the log of its step says why.',
  '130': 'touchstone was interrupted before the first case.',
};

const {env} = process;
const folder = env['GATE_OUTPUT'] ?? '';
const code = env['GATE_EXIT_CODE'] ?? '';
const journalFile = `${folder}/results.jsonl`;
const journal = existsSync(journalFile) ? readJournal(readFileSync(journalFile, 'utf8')) : ({kind: 'refused'} as const);

for (const [name, value] of Object.entries(outputsOf(journal))) writeOutput(name, value);
if (journal.kind === 'refused') tellWithoutJournal();

/** Gives the outputs by name; what does not exist is empty. */
function outputsOf(journal: Journal | {readonly kind: 'refused'}): {readonly [name: string]: string} {
  const isRefused = journal.kind === 'refused';
  const counted = (wanted: Verdict): string =>
    isRefused ? '' : String(journal.cases.filter(({verdict}) => verdict === wanted).length);
  const path = (file: string): string => (isRefused || !existsSync(`${folder}/${file}`) ? '' : `${folder}/${file}`);
  return {
    verdict: words[code] ?? 'broken',
    passed: counted('pass'),
    failed: counted('fail'),
    warned: counted('warn'),
    flaky: counted('flaky'),
    skipped: counted('skip'),
    errored: counted('error'),
    journal: path('results.jsonl'),
    html: path(formatFiles.html),
    junit: path(formatFiles.junit),
    sarif: path(formatFiles.sarif),
    // Of an earlier run as well: whoever cleans up needs it all the more when this one never began.
    ledger: existsSync(`${folder}/${ledgerName}`) ? `${folder}/${ledgerName}` : '',
  };
}

// A line break in a value would begin another output; between markers that nobody knows beforehand it is only a line break.
function writeOutput(name: string, value: string): void {
  const marker = randomUUID();
  appendFileSync(env['GITHUB_OUTPUT'] ?? '', `${name}<<${marker}\n${value}\n${marker}\n`);
}

function tellWithoutJournal(): void {
  const sentence =
    sentences[code] ?? 'touchstone broke off before it could judge anything; the log of its step says more.';
  process.stdout.write(`::error title=touchstone::${sentence}\n`);
  const summary = env['GITHUB_STEP_SUMMARY'] ?? '';
  if (summary !== '') appendFileSync(summary, `## touchstone: nothing was judged\n\n${sentence}\n`);
}
