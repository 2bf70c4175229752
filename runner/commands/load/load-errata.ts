// Loads the withdrawn cases: those that this version knows of, and those of a file that the user was sent.
import type {Machine} from '../../../model/machine.ts';
import type {Withdrawal} from '../../../model/profile.ts';
import {keptValue} from './kept-value.ts';
import {shownProblems} from './linked-file.ts';
import {digestOf} from '../words/digest.ts';
import {isColored} from '../words/colored.ts';

/** The withdrawals, with a digest of everything they were read from; or the text that says why a file cannot be used. */
export type Errata =
  | {readonly kind: 'errata'; readonly withdrawn: readonly Withdrawal[]; readonly digest: string}
  | {readonly kind: 'unusable'; readonly why: string};

const ownFile = 'suites/errata.yaml';

/** Loads our own and, where one is given, the user's. */
export async function loadErrata(given: string | undefined, machine: Machine): Promise<Errata> {
  const own = machine.files.readText(`${machine.packageRoot}/${ownFile}`);
  if (own.kind === 'unreadable') return {kind: 'unusable', why: `${ownFile}: ${own.why}`};
  const first = await read(own.text, ownFile, machine);
  if (given === undefined || first.kind === 'unusable') return first;
  const text = machine.files.readText(given);
  if (text.kind === 'unreadable') return {kind: 'unusable', why: `--errata ${given}: ${text.why}`};
  const second = await read(text.text, given, machine);
  if (second.kind === 'unusable') return second;
  return {
    kind: 'errata',
    withdrawn: [...first.withdrawn, ...second.withdrawn],
    digest: digestOf(`${first.digest}\n${second.digest}`),
  };
}

// Raise it whenever reading the same text gives another result.
const errataCacheVersion = '1';

async function read(text: string, file: string, machine: Machine): Promise<Errata> {
  const digest = digestOf(text);
  const key = `errata-${digestOf(JSON.stringify([errataCacheVersion, text]))}.json`;
  const known = file === ownFile ? (keptValue(machine, key) as readonly Withdrawal[] | undefined) : undefined;
  if (known !== undefined) return {kind: 'errata', withdrawn: known, digest};
  const {readErrata} = await import('../../read/contract/read-errata.ts');
  const {withdrawn, problems} = readErrata({text, file});
  if (problems.length > 0) {
    const {renderProblems} = await import('../../../base/yaml/render-problems.ts');
    return {
      kind: 'unusable',
      why: `${file} cannot be used\n${renderProblems(shownProblems(problems, file, machine), {color: isColored(machine, machine.terminal.isTalkTerminal)})}`,
    };
  }
  if (file === ownFile) machine.cache.write(key, JSON.stringify(withdrawn));
  return {kind: 'errata', withdrawn, digest};
}
