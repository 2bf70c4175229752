// Processes of the instrumented build: healthy ones that note which mutants each request reaches, and ones that serve mutants.
import {mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Mutant, MutantHouse, MutantPlace, NotedUnit} from '../../../model/mutants.ts';
import {openReferenceHouse} from '../reference/many-servers.ts';
import {peerCommand} from '../reference/start-reference.ts';

interface Build {
  readonly folder: string;
  readonly mutants: readonly Mutant[];
}

/** Opens a place; what was noted there is kept in a folder of its own until it is closed. */
export function openMutantHouse({folder, mutants}: Build, {atLoad, watched}: MutantPlace): MutantHouse {
  const notes = watched === undefined ? undefined : noteFolder(mutants, watched);
  const build = {
    folder,
    flags: [
      ...(atLoad === undefined ? [] : [`--mutant=${String(atLoad)}`]),
      ...(notes === undefined ? [] : [`--reach=${notes}`]),
    ],
  };
  const house = openReferenceHouse(build);
  let noted: readonly NotedUnit[] = [];
  return {
    start: settings => house.start(atLoad === undefined ? settings : {...settings, mutant: atLoad}),
    ends: () => house.ends(),
    peer: mutant => peerCommand(mutant === undefined ? [] : [`--mutant=${String(mutant)}`], build),
    noted: () => noted,
    close: async () => {
      await house.close();
      if (notes === undefined) return;
      noted = readNotes(notes);
      rmSync(notes, {recursive: true, force: true});
    },
  };
}

function noteFolder(mutants: readonly Mutant[], watched: readonly number[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-mutants-'));
  const watch = {count: mutants.length, ids: watched, files: rangesOf(mutants)};
  writeFileSync(join(folder, 'watch.json'), JSON.stringify(watch));
  return folder;
}

/** The mutants of one file have numbers in a row. */
function rangesOf(mutants: readonly Mutant[]): readonly (readonly [file: string, from: number, to: number])[] {
  const ranges = new Map<string, [number, number]>();
  for (const {file, id} of mutants) {
    const [from, to] = ranges.get(file) ?? [id, id];
    ranges.set(file, [Math.min(from, id), Math.max(to, id + 1)]);
  }
  return [...ranges].map(([file, [from, to]]) => [file, from, to] as const);
}

function readNotes(folder: string): readonly NotedUnit[] {
  return readdirSync(folder)
    .filter(name => name.endsWith('.jsonl'))
    .flatMap(name =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        // A process that was killed may have left half a line.
        .filter(line => line.endsWith('}'))
        .map(line => JSON.parse(line) as NotedUnit),
    );
}
