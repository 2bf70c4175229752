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
export function nextCommand(journal: Journal): NextCommand {
  const cases = journal.cases.filter(({known}) => known === undefined);
  const {isComplete, isInterrupted, notRun} = runNumbers(journal);
  const red = cases.find(({verdict}) => verdict === 'fail') ?? cases.find(({verdict}) => verdict === 'flaky');
  if (red !== undefined) return {why: 'To repeat the first of them alone', command: runCommand(journal, red)};
  if (!isComplete || isInterrupted || notRun > 0) return {why: 'To run all of it', command: runCommand(journal)};
  const unjudged =
    cases.find(({verdict, cause}) => verdict === 'error' && cause !== 'blocked') ??
    cases.find(({verdict}) => verdict === 'error');
  if (unjudged !== undefined) return {why: 'To try the first of them again', command: runCommand(journal, unjudged)};
  return journal.header.isSelfTest
    ? {why: 'To test a server of yours', command: 'npx --no-install touchstone run --target http://127.0.0.1:3000'}
    : {why: 'To repeat this run', command: runCommand(journal)};
}

/** Gives the command line that runs one case of a journal, or all of them, with the same seed. */
export function runCommand({header}: Journal, line?: CaseLine): string {
  const {hosting, peer, livePeer} = header.target;
  const at = line?.source;
  const isOwnLine = at !== undefined && line?.kind === 'example';
  return [
    'npx --no-install touchstone run',
    ...(line === undefined ? [] : [isOwnLine ? shellWord(`${at.file}:${at.line}`) : `--id ${shellWord(line.id)}`]),
    ...(header.isSelfTest ? ['--reference'] : []),
    ...(hosting === undefined || header.isSelfTest
      ? []
      : [`--target ${shellWord(hosting.url)}`, ...(hosting.isInsecure ? ['--insecure'] : [])]),
    ...(peer === undefined || header.isSelfTest ? [] : [`--peer ${shellWord(peer.address)}`]),
    ...(livePeer === undefined || header.isSelfTest ? [] : [`--live-peer ${shellWord(livePeer.address)}`]),
    ...(header.options ?? []).map(word => shellWord(word)),
    `--seed ${header.seed}`,
  ].join(' ');
}
