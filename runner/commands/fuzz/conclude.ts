// What is left of a search when it is over: files, the report, warnings, and the exit code.
import type {FuzzEnd} from '../../execute/fuzz/search-settings.ts';
import type {FuzzClusters} from '../../execute/fuzz/clusters.ts';
import type {FuzzLedger} from '../../execute/fuzz/difference-counts.ts';
import type {Machine} from '../../../model/machine.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {durationText} from '../../../reports/words/verdict-words.ts';
import {visibleLines} from '../../../base/text/visible-text.ts';
import {baselineText} from '../load/load-fuzz-baseline.ts';
import {findingName} from './finding-file.ts';
import {asksCorpusAlone, type FuzzOptions} from './search-options.ts';
import {counted, standingText, type FuzzFacts} from './search-progress.ts';
import {renderFoundNames, renderFuzzReport} from './search-report.ts';
import {summaryText} from './search-summary.ts';

/** A search that is over. */
export interface EndedSearch {
  readonly machine: Machine;
  readonly options: FuzzOptions;
  readonly output: RawFolder;
  /** The names of the decoders. */
  readonly decoders: readonly string[];
  readonly end: FuzzEnd;
  readonly ledger: FuzzLedger;
  readonly clusters: FuzzClusters;
  readonly facts: FuzzFacts;
  readonly seed: number;
}

/** Writes the baseline and the summary, says what was found, and gives the exit code. */
export function conclude(ended: EndedSearch): number {
  const {machine, options, output, decoders, end, ledger, clusters, facts, seed} = ended;
  const tallies = ledger.tallies();
  const hasSeveralDecoders = decoders.length > 1;
  const exitCode = exitCodeOf(end, facts);
  output.write('fuzz-baseline.yaml', baselineText(tallies));
  output.write(
    'fuzz.json',
    summaryText({
      version: machine.version,
      seed,
      facts,
      exitCode,
      tallies,
      clusters: clusters.all(),
      shares: clusters.shares(),
      decoders,
    }),
  );
  if (options.quiet === true) machine.print(renderFoundNames({tallies, hasSeveralDecoders}));
  else {
    machine.print(
      renderFuzzReport({
        tallies,
        clusters: clusters.all(),
        shares: clusters.shares(),
        hasSeveralDecoders,
        fileOf: finding => `${options.output}/findings/${findingName(finding, hasSeveralDecoders)}.json`,
      }),
    );
    if (end.kind === 'stopped') machine.talk('interrupted; --resume goes on from here\n');
  }
  if (end.kind === 'gone') machine.talk(`touchstone fuzz: ${visibleLines(end.detail).join('\n')}\n`);
  if (end.kind === 'over' && end.standing.judged === 0)
    machine.talk('touchstone fuzz: nothing was judged: every answer was "unsupported", or no input was asked\n');
  for (const warning of warningsOf(options, end, ledger.unexamined())) machine.talk(`touchstone fuzz: ${warning}\n`);
  const unsupported = end.standing.unsupported;
  const left = unsupported === 0 ? '' : ` · ${unsupported.toLocaleString('en-US')} unsupported`;
  const few = isTooFew(options, end) ? ' · TOO FEW INPUTS to say much' : '';
  machine.print(`${standingText(facts)}${left}${few} · seed ${String(seed)}\n`);
  return exitCode;
}

/** A search by time that examined fewer inputs than this has shown next to nothing. */
const fewInputs = 1_000;

/** Who asked for few inputs, or for the first findings only, gets what was asked for. */
function isTooFew(options: FuzzOptions, {kind, standing}: FuzzEnd): boolean {
  const {runs, maxFindings} = options;
  if (asksCorpusAlone(options)) return false;
  if (kind !== 'over' || standing.inputs >= fewInputs) return false;
  return standing.inputs < (runs ?? Infinity) && maxFindings === undefined;
}

function warningsOf(options: FuzzOptions, end: FuzzEnd, unexamined: number): readonly string[] {
  const {inputs, examiningMs} = end.standing;
  const few = `warning: only ${counted(inputs, 'input')} in all, too few to say much about the decoder: ${durationText(examiningMs)} of the time went into asking it again about what was found, where each crash costs a restart, the rest into waiting for its answers; give more --time, or fix the first findings and search again`;
  const left = `warning: ${counted(unexamined, 'kind')} of difference ${unexamined === 1 ? 'was' : 'were'} grouped with similar ones and not analysed before the search ended; they may be separate bugs: give more ${options.runs === undefined ? '--time' : '--runs or --time'}`;
  return [...(isTooFew(options, end) ? [few] : []), ...(unexamined > 0 ? [left] : [])];
}

// A decoder that is gone, or never gave an answer to judge, has shown nothing.
function exitCodeOf(end: FuzzEnd, facts: FuzzFacts): number {
  if (end.kind === 'stopped') return 130;
  if (facts.findings > 0) return 1;
  return end.kind === 'gone' || end.standing.judged === 0 ? 5 : 0;
}
