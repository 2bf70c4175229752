// Tries one mutant after the other in warm processes, several at a time.
import type {Machine} from '../../../../model/machine.ts';
import type {MutantBuild, MutantHouse} from '../../../../model/mutants.ts';
import type {DescribedMutant, MutantRow} from '../../../../reports/mutants/mutant-result.ts';
import {confirmVisible} from './confirm-visible.ts';
import type {Reach} from './reach.ts';
import {tryMutant, type Trial} from './try-mutant.ts';

/** What trying all stands on. */
export interface TrialsInputs extends Pick<
  Trial,
  'machine' | 'catalog' | 'target' | 'seed' | 'runnables' | 'healthy' | 'stop'
> {
  readonly build: MutantBuild;
  readonly jobs: number;
  readonly reach: (mutant: DescribedMutant) => Reach;
  readonly statements: (mutant: DescribedMutant, cases: readonly string[]) => readonly string[];
  /** Is given each row as soon as it is there. */
  readonly keep: (row: MutantRow) => void;
}

/** Tries the mutants until all are tried or it is stopped. */
export async function tryAll(mutants: readonly DescribedMutant[], inputs: TrialsInputs): Promise<void> {
  const queue = [...mutants];
  const work = async (): Promise<void> => {
    const warm = warmHouse(inputs.build);
    try {
      for (let mutant = queue.shift(); mutant !== undefined && !inputs.stop.aborted; mutant = queue.shift()) {
        const row = await rowOf(mutant, inputs, warm);
        if (!inputs.stop.aborted) inputs.keep(row);
      }
    } finally {
      await warm.close();
    }
  };
  await Promise.all(Array.from({length: Math.min(inputs.jobs, mutants.length)}, work));
}

async function rowOf(mutant: DescribedMutant, inputs: TrialsInputs, warm: WarmHouse): Promise<MutantRow> {
  const {machine, build, reach, statements} = inputs;
  const {cases, isAtLoad} = reach(mutant);
  const startedMs = machine.clock.monotonicMs();
  const row = {mutant, reachedBy: cases.length, isAtLoad, statements: statements(mutant, cases)};
  if (cases.length === 0) return {...row, outcome: {kind: 'not-reached'}, ran: 0, ms: 0};
  const house = isAtLoad ? build.open({atLoad: mutant.id}) : warm.house();
  const trial = {...inputs, house, mutant, cases};
  const {outcome: found, suspects = [], ran, isHouseSpent} = await tryMutant(trial);
  const outcome = found ?? (await confirmVisible({...trial, healthyHouse: warm.house(), suspects}));
  if (isAtLoad) await house.close();
  else if (isHouseSpent) await warm.renew();
  return {...row, outcome, ran, ms: Math.round(elapsed(machine, startedMs))};
}

function elapsed({clock}: Machine, startedMs: number): number {
  return clock.monotonicMs() - startedMs;
}

/** A place whose process serves one mutant after the other, until one breaks it. */
interface WarmHouse {
  house(): MutantHouse;
  renew(): Promise<void>;
  close(): Promise<void>;
}

function warmHouse(build: MutantBuild): WarmHouse {
  let house = build.open({});
  return {
    house: () => house,
    renew: async () => {
      await house.close();
      house = build.open({});
    },
    close: () => house.close(),
  };
}
