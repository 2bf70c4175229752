// Names the one command that takes a reader further from where the run ended.
import type {CaseLine} from '../runner/model/journal.ts';
import type {Journal} from './journal-reader.ts';
import {shellWord} from './shell-word.ts';
import {runNumbers} from './verdict-words.ts';

/** A command and why it is the next one. */
export interface NextCommand {
  readonly why: string;
  readonly command: string;
}

/** Gives the next command: repeat the first red case, else the first unjudged one, else the whole run. */
export function nextCommand(journal: Journal, from?: string): NextCommand {
  const cases = journal.cases.filter(({known}) => known === undefined);
  const {isComplete, isInterrupted, notRun} = runNumbers(journal);
  const red = cases.find(({verdict}) => verdict === 'fail') ?? cases.find(({verdict}) => verdict === 'flaky');
  if (red !== undefined) return {why: 'To repeat the first of them alone', command: repeatCommand(journal, red, from)};
  if (!isComplete || isInterrupted || notRun > 0) return {why: 'To run all of it', command: runCommand(journal)};
  const unjudged =
    cases.find(({verdict, cause}) => verdict === 'error' && cause !== 'blocked') ??
    cases.find(({verdict}) => verdict === 'error');
  if (unjudged !== undefined) return {why: 'To try the first of them again', command: runCommand(journal, unjudged)};
  return journal.header.isSelfTest
    ? {why: 'To test a server of yours', command: 'npx --no-install touchstone init --target http://127.0.0.1:3000'}
    : {why: 'To repeat this run', command: runCommand(journal)};
}

/** Gives what else helps where something is red: what its case claims, all red cases again, another form of the report. */
export function furtherCommands({cases, header}: Journal, from?: string): readonly NextCommand[] {
  const fresh = cases.filter(({known}) => known === undefined);
  const red = fresh.find(({verdict}) => verdict === 'fail') ?? fresh.find(({verdict}) => verdict === 'flaky');
  if (red === undefined) return [];
  const place = from === undefined || from === usualJournal ? '' : ` ${shellWord(from)}`;
  const explain = place === '' ? '' : ` --journal${place}`;
  const replay = [...(place === '' ? [] : [`--from${place}`]), ...targetWords(header)].map(word => ` ${word}`);
  return [
    {
      why: 'To read what it claims, and what an answer has to look like',
      command: `npx --no-install touchstone explain ${shellWord(red.id)}${explain}`,
    },
    {why: 'To do every red case again', command: `npx --no-install touchstone replay${replay.join('')}`},
    {why: 'To have this report in another form', command: `npx --no-install touchstone report${place} --to sarif`},
  ];
}

/** Gives the command that repeats one red case: of a property exactly the run that failed, of any other the case. */
export function repeatCommand(journal: Journal, line: CaseLine, from?: string): string {
  return isToldAsStory(line) ? replayCommand(journal, line, from) : runCommand(journal, line);
}

/** Tells a property whose failed run has a story and can be replayed. */
export function isToldAsStory({verdict, property}: CaseLine): boolean {
  return verdict !== 'pass' && verdict !== 'skip' && property?.path !== undefined && property.story !== undefined;
}

/** Gives the command line that does exactly the failed run of a property again; `from` is its journal where that is not in the usual folder. */
export function replayCommand({header}: Journal, {id}: CaseLine, from?: string): string {
  return [
    `npx --no-install touchstone replay ${shellWord(id)}`,
    ...(from === undefined || from === usualJournal ? [] : [`--from ${shellWord(from)}`]),
    ...targetWords(header),
  ].join(' ');
}

const usualJournal = 'touchstone-results/results.jsonl';

/** Gives the command line that runs one case of a journal, or all of them, with the same seed. */
export function runCommand({header}: Journal, line?: CaseLine): string {
  const at = line?.source;
  const isOwnLine = at !== undefined && line?.kind === 'example';
  return [
    'npx --no-install touchstone run',
    ...(line === undefined ? [] : [isOwnLine ? shellWord(`${at.file}:${at.line}`) : `--id ${shellWord(line.id)}`]),
    ...targetWords(header),
    `--seed ${header.seed}`,
  ].join(' ');
}

function targetWords({target, isSelfTest, options = []}: Journal['header']): readonly string[] {
  const {hosting, peer, livePeer} = target;
  // A target file names them itself, and a started server has another port each time.
  if (options.includes('--target-file')) return options.map(word => shellWord(word));
  return [
    ...(isSelfTest ? ['--reference'] : []),
    ...(hosting === undefined || isSelfTest
      ? []
      : [`--target ${shellWord(hosting.url)}`, ...(hosting.isInsecure ? ['--insecure'] : [])]),
    ...(peer === undefined || isSelfTest ? [] : [`--peer ${shellWord(peer.address)}`]),
    ...(livePeer === undefined || isSelfTest ? [] : [`--live-peer ${shellWord(livePeer.address)}`]),
    ...options.map(word => shellWord(word)),
  ];
}
