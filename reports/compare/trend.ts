// Lines up more than two runs of one target: which cases changed their verdict, and which of them only waver.
import type {CaseLine} from '../../model/journal.ts';
import {targetText} from './comparison.ts';
import type {Journal} from '../journal/reader.ts';
import {countVerdicts} from '../words/verdict-words.ts';

/** Runs in the order in which they were given. */
export interface Trend {
  readonly runs: readonly {
    readonly run: string;
    readonly startedAt: string;
    readonly counts: {readonly [verdict in CaseLine['verdict']]: number};
  }[];
  /** Cases whose verdict is not the same in all runs. */
  readonly cases: readonly TrendCase[];
}

/** One case over all runs. */
interface TrendCase {
  readonly id: string;
  readonly verdicts: readonly (CaseLine['verdict'] | 'absent')[];
  /** It was flaky in a run, or went from green to red and back while neither the target nor the case had changed. */
  readonly isFlaky: boolean;
}

/** Lines them up. */
export function trendOf(journals: readonly Journal[]): Trend {
  const byRun = journals.map(({cases}) => new Map(cases.map(line => [line.id, line])));
  const targets = journals.map(({header}) => targetText(header));
  const ids = [...new Set(byRun.flatMap(cases => [...cases.keys()]))].sort();
  const cases = ids.flatMap((id): readonly TrendCase[] => {
    const lines = byRun.map(run => run.get(id));
    const verdicts = lines.map(line => line?.verdict ?? 'absent');
    if (new Set(verdicts).size === 1 && verdicts[0] !== 'flaky') return [];
    return [{id, verdicts, isFlaky: isWavering(lines, targets)}];
  });
  return {
    runs: journals.map(({header, cases: lines}) => ({
      run: header.run,
      startedAt: header.startedAt,
      counts: countVerdicts(lines),
    })),
    cases,
  };
}

function isWavering(lines: readonly (CaseLine | undefined)[], targets: readonly string[]): boolean {
  if (lines.some(line => line?.verdict === 'flaky')) return true;
  const judged = lines.flatMap((line, n) =>
    line?.verdict === 'pass' || line?.verdict === 'warn' || line?.verdict === 'fail'
      ? [{...line, target: targets[n]}]
      : [],
  );
  const turns = judged.filter((line, n) => {
    const previous = judged[n - 1];
    return (
      previous !== undefined &&
      (previous.verdict === 'fail') !== (line.verdict === 'fail') &&
      previous.digest === line.digest &&
      previous.target === line.target
    );
  });
  return turns.length > 1;
}
