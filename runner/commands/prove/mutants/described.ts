// Says of each mutant what people want to know of it: file, line, function, and the change in the source.
import {digestOf} from '../../words/digest.ts';
import type {Mutant} from '../../../../model/mutants.ts';
import type {DescribedMutant} from '../../../../reports/mutants/mutant-result.ts';
import {functionAt, functionsOf, oneLine} from './functions.ts';

/** A source by its file. */
export type ReadSource = (file: string) => string;

/** Describes all mutants of a build, and leaves out those that are not worth a try. */
export function describeMutants(mutants: readonly Mutant[], readSource: ReadSource): readonly DescribedMutant[] {
  const byFile = new Map<string, Mutant[]>();
  for (const mutant of mutants) {
    const same = byFile.get(mutant.file);
    if (same === undefined) byFile.set(mutant.file, [mutant]);
    else same.push(mutant);
  }
  return [...byFile].flatMap(([file, ofFile]) => describeFile(file, readSource(file), ofFile));
}

function describeFile(file: string, text: string, mutants: readonly Mutant[]): readonly DescribedMutant[] {
  const functions = functionsOf(text);
  const lines = text.split('\n');
  const seen = new Map<string, number>();
  return mutants.flatMap(mutant => {
    const before = textBetween(lines, mutant);
    if (isName(lines, mutant)) return [];
    const within = functionAt(functions, mutant.from.line)?.name ?? '';
    const after = oneLine(mutant.replacement);
    const change = [file, within, mutant.mutator, oneLine(before), after].join('\n');
    const nth = (seen.get(change) ?? 0) + 1;
    seen.set(change, nth);
    return [
      {
        id: mutant.id,
        key: digestOf(`${change}\n${String(nth)}`).slice(0, 16),
        file,
        folder: file.split('/')[1] ?? '',
        line: mutant.from.line,
        column: mutant.from.column + 1,
        function: within,
        mutator: mutant.mutator,
        before: oneLine(before),
        after,
      },
    ];
  });
}

function textBetween(lines: readonly string[], {from, to}: Mutant): string {
  const whole = lines.slice(from.line - 1, to.line);
  const last = whole.length - 1;
  return whole
    .map((line, index) => line.slice(index === 0 ? from.column : 0, index === last ? to.column : undefined))
    .join('\n');
}

// The name of an operation is how we speak of it; no request and no reply holds it.
function isName(lines: readonly string[], {mutator, from}: Mutant): boolean {
  return mutator === 'StringLiteral' && /\boperation:\s*$/.test((lines[from.line - 1] ?? '').slice(0, from.column));
}
