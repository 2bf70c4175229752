// Which statement each operation is about, by the cases that call it.
import {readdirSync, readFileSync} from 'node:fs';
import {parse} from 'yaml';

interface Case {
  readonly proves?: readonly string[];
  readonly steps?: readonly Step[];
}

interface Step {
  readonly call?: string;
  readonly expect?: unknown;
  readonly usual?: unknown;
}

/** Gives the statement that most cases prove with each operation; a case of several statements, or with several operations, counts less. */
export function statementsOfOperations(): ReadonlyMap<string, string> {
  const folder = new URL('../suites/hosting/', import.meta.url);
  const weights = new Map<string, Map<string, number>>();
  for (const name of readdirSync(folder)
    .filter(file => file.endsWith('.yaml'))
    .toSorted()) {
    const {cases = []} = parse(readFileSync(new URL(name, folder), 'utf8'), {merge: true}) as {
      readonly cases?: readonly Case[];
    };
    for (const {proves = [], steps = []} of cases) {
      const judged = steps.filter(step => step.expect !== undefined || step.usual !== undefined);
      for (const {call} of judged) {
        if (call === undefined) continue;
        const own = weights.get(call) ?? new Map<string, number>();
        weights.set(call, own);
        for (const id of proves) own.set(id, (own.get(id) ?? 0) + 1 / (proves.length * judged.length));
      }
    }
  }
  return new Map(
    [...weights].map(([operation, own]) => {
      const [[statement] = ['API-PREFIX']] = [...own].toSorted(
        ([a, one], [b, other]) => other - one || (a < b ? -1 : 1),
      );
      return [operation, statement];
    }),
  );
}
