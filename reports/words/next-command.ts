// Names the one command that takes a reader further from where the run ended.
import {program} from '../../base/text/program.ts';
import type {CaseLine} from '../../model/journal.ts';
import {folderOf} from '../../base/text/dirname.ts';
import type {Journal} from '../journal/reader.ts';
import {orderedCases} from '../journal/ordered-cases.ts';
import {shellWord} from '../../base/text/shell-word.ts';
import {runNumbers} from './verdict-words.ts';

/** A command and why it is the next one. */
export interface NextCommand {
  readonly why: string;
  readonly command: string;
}

/** Gives the next command: repeat the first red case, else the first unjudged one, else the whole run. */
export function nextCommand(journal: Journal, from = journal.path): NextCommand {
  const cases = orderedCases(journal).filter(({known}) => known === undefined);
  const {isComplete, isInterrupted, notRun} = runNumbers(journal);
  const red = cases.find(({verdict}) => verdict === 'fail') ?? cases.find(({verdict}) => verdict === 'flaky');
  if (red !== undefined) return {why: 'To repeat the first of them alone', command: repeatCommand(journal, red, from)};
  if (!isComplete || isInterrupted || notRun > 0) return {why: 'To run all of it', command: runCommand(journal)};
  const unjudged =
    cases.find(({verdict, cause}) => verdict === 'error' && cause !== 'blocked') ??
    cases.find(({verdict}) => verdict === 'error');
  if (unjudged !== undefined)
    return {why: 'To try the first of them again', command: aloneCommand(journal, unjudged, from)};
  if (journal.header.certifies !== undefined) return verifyCommand(from);
  return journal.header.isSelfTest
    ? {why: 'To test a server of yours', command: `${program} init --target http://127.0.0.1:3000`}
    : {why: 'To repeat this run', command: runCommand(journal)};
}

// The run ends before its certificate is written, or refused.
function verifyCommand(from = 'touchstone-certificate/results.jsonl'): NextCommand {
  const certificate = from.replace(/[^/\\]*$/, 'certificate.json');
  return {
    why: 'To check the certificate, when there is one',
    command: `${program} verify ${shellWord(certificate)} --results ${shellWord(from)}`,
  };
}

/** Gives the command that removes what a run left behind; undefined where nothing can reach its server any more. */
export function cleanCommand({header, path}: Journal, from = path): string | undefined {
  // Our own server ends with its run.
  if (header.isSelfTest) return undefined;
  const folder = folderOf(from ?? usualJournal);
  return [
    `${program} clean --run ${shellWord(header.run)}`,
    ...targetWords(header),
    ...(folder === 'touchstone-results' ? [] : [`--output ${shellWord(folder)}`]),
    '--yes',
  ].join(' ');
}

/** Gives what else helps where something is red: what its case claims, all red cases again, another form of the report. */
export function furtherCommands(journal: Journal, from = journal.path): readonly NextCommand[] {
  const {header} = journal;
  const fresh = orderedCases(journal).filter(({known}) => known === undefined);
  const red = fresh.find(({verdict}) => verdict === 'fail') ?? fresh.find(({verdict}) => verdict === 'flaky');
  if (red === undefined) return [];
  if (header.isSearch === true) return searchCommands(journal, red, from);
  const place = from === undefined || from === usualJournal ? '' : ` ${shellWord(from)}`;
  const explain = place === '' ? '' : ` --journal${place}`;
  const replay = [...(place === '' ? [] : [`--from${place}`]), ...targetWords(header)].map(word => ` ${word}`);
  return [
    {
      why: 'To read what it claims, and what an answer has to look like',
      command: [`${program} explain ${shellWord(red.id)}`, ...suiteWords(header, '--suites')].join(' ') + explain,
    },
    {
      why: 'To do every red case again',
      command: [`${program} replay`, ...suiteWords(header)].join(' ') + replay.join(''),
    },
    ...(header.isSelfTest || (journal.kind === 'complete' && journal.footer.baseline !== undefined)
      ? []
      : [
          {
            why: 'To keep a list of what is known, so that only what is new is red',
            command: `${program} baseline init${place}`,
          },
        ]),
    {why: 'To have this report in another form', command: `${program} report${place} --to sarif`},
  ];
}

function searchCommands(journal: Journal, line: CaseLine, from = usualJournal): readonly NextCommand[] {
  const folder = folderOf(from);
  const file = findingFile(line);
  return [
    ...(file === undefined
      ? []
      : [
          {why: 'To make a case or a test of it', command: `${program} promote ${shellWord(`${folder}/${file}.json`)}`},
        ]),
    {
      why: 'To do every finding again',
      command: [
        `${program} replay`,
        ...(from === usualJournal ? [] : [`--from ${shellWord(from)}`]),
        ...targetWords(journal.header),
      ].join(' '),
    },
    {
      why: 'To search on with what is known, so that only what is new is red',
      command: `${runCommand(journal)} --baseline ${shellWord(`${folder}/fuzz-baseline.yaml`)}`,
    },
  ];
}

/** Gives the command that repeats one red case: of a property exactly the run that failed, of any other the case. */
export function repeatCommand(journal: Journal, line: CaseLine, from = journal.path): string {
  if (journal.header.isSearch === true) return findingCommand(journal, line, from);
  return isToldAsStory(line) ? replayCommand(journal, line, from) : aloneCommand(journal, line, from);
}

/** A finding has a file of its own beside the journal. */
function findingCommand(journal: Journal, line: CaseLine, from = usualJournal): string {
  const file = findingFile(line);
  if (file === undefined) return runCommand(journal);
  return [`${program} replay ${shellWord(`${folderOf(from)}/${file}.json`)}`, ...peerWords(journal.header)].join(' ');
}

/** Where a search leaves the finding of a case, in its folder and without ending; nothing where it has none. What a journal says is no path elsewhere. */
export function findingFile({saved = ''}: CaseLine): string | undefined {
  return /^findings\/[a-z0-9-]+$/.test(saved) ? saved : undefined;
}

function peerWords({target: {peer}, isSelfTest}: Journal['header']): readonly string[] {
  return isSelfTest ? ['--reference'] : peer === undefined ? [] : [`--peer ${shellWord(peer.address)}`];
}

// In a folder of its own, so that the reports and the journal of the whole run stay for whatever is asked of them next.
function aloneCommand(journal: Journal, line: CaseLine, from?: string): string {
  const folder = folderOf(from ?? usualJournal);
  const again = /(?:^|[/\\])again$/.test(folder) ? folder : `${folder}/again`;
  return `${runCommand(journal, line)} --output ${shellWord(again)}`;
}

/** Tells a property whose failed run has a story and can be replayed. */
export function isToldAsStory({verdict, property}: CaseLine): boolean {
  return verdict !== 'pass' && verdict !== 'skip' && property?.path !== undefined && property.story !== undefined;
}

/** Gives the command line that does exactly the failed run of a property again; `from` is its journal where that is not in the usual folder. */
export function replayCommand({header, path}: Journal, {id}: CaseLine, from = path): string {
  return [
    `${program} replay ${shellWord(id)}`,
    ...suiteWords(header),
    ...(from === undefined || from === usualJournal ? [] : [`--from ${shellWord(from)}`]),
    ...targetWords(header),
  ].join(' ');
}

/** What replay has to load besides our own suites. */
function suiteWords({selection = []}: Journal['header'], flag = '--suite'): readonly string[] {
  return placesOf(selection)
    .filter(place => !ourPlaces.test(place))
    .map(place => `${flag} ${shellWord(place)}`);
}

const ourPlaces = /^suites(?:[/\\](?:hosting|overlay|properties)(?:[/\\]|$)|[/\\]?$)/;

/** The files and folders that a run was given, without lines. */
function placesOf(selection: readonly string[]): readonly string[] {
  const flagsFrom = selection.findIndex(word => word.startsWith('-'));
  return [
    ...new Set((flagsFrom === -1 ? selection : selection.slice(0, flagsFrom)).map(place => place.replace(/:\d+$/, ''))),
  ];
}

const usualJournal = 'touchstone-results/results.jsonl';

/** Gives the command line that runs one case of a journal, or all that were selected, with the same seed. */
export function runCommand(journal: Journal, line?: CaseLine): string {
  const {header} = journal;
  if (header.isSearch === true)
    return [`${program} fuzz`, ...targetWords(header), `--seed ${header.seed}`, ...shardWords(header)].join(' ');
  const baseline = journal.kind === 'complete' ? journal.footer.baseline?.file : undefined;
  return [
    `${program} run`,
    ...(line === undefined ? (header.selection ?? []).map(word => shellWord(word)) : caseWords(header, line)),
    ...targetWords(header),
    ...(baseline === undefined ? [] : [`--baseline ${shellWord(baseline)}`]),
    `--seed ${header.seed}`,
  ].join(' ');
}

function shardWords({shard}: Journal['header']): readonly string[] {
  return shard === undefined ? [] : [`--shard ${String(shard.index)}/${String(shard.count)}`];
}

function caseWords({selection = []}: Journal['header'], line: CaseLine): readonly string[] {
  const {source: at, id} = line;
  const drawn = selection.filter(word => word === '--variants');
  if (at !== undefined && standsInSuite(line)) return [shellWord(`${at.file}:${at.line}`), ...drawn];
  // A line that chooses another row would leave nothing of this one.
  const files = placesOf(selection).map(place => shellWord(place));
  return [...files, `--id ${shellWord(id)}`, ...drawn];
}

// `run` takes lines of suites. Of the rows only ours in place are sure to stand in one: others may be of a table file.
function standsInSuite({source, kind, id}: CaseLine): boolean {
  if (source === undefined || kind !== 'example') return false;
  return !id.endsWith(']') || (/^suites[/\\]/.test(source.file) && !/[/\\]tables[/\\]/.test(source.file));
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
