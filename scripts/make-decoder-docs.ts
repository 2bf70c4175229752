// Writes docs/decoders.md from what is kept of runs of the decoders: who does what, one input for each rule, and each decoder by itself.
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {program} from '../base/text/program.ts';
import type {MatrixCell} from '../reports/matrix/cell.ts';
import type {MatrixRun} from '../reports/matrix/matrix-of-runs.ts';
import {exampleOf, wireRules, type RuleRows, type WireRule} from '../reports/matrix/wire-rules.ts';
import {readRuleRows} from '../runner/commands/run/matrix-columns.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {knownMatrix, runsOf} from './known-pages.ts';

export const decoderDocsFile = fileURLToPath(new URL('../docs/decoders.md', import.meta.url));
export const searchesFile = fileURLToPath(new URL('../fixtures/known/decoder-searches.json', import.meta.url));

/** What the search found in one decoder. */
export interface Search {
  readonly inputs: number;
  readonly findings: readonly string[];
  readonly notes: readonly string[];
}

/** What searches of this time found. */
export interface Searches {
  /** The day on which they were kept; the wire cases can be asked again without them. */
  readonly kept: string;
  readonly time: string;
  readonly decoders: {readonly [name: string]: Search};
}

/** Renders the whole page. */
export function renderDecoderDocs(): string {
  const runs = runsOf(knownMatrix('decoders'));
  const {kept, time, decoders} = JSON.parse(readFileSync(searchesFile, 'utf8')) as Searches;
  const searchOf = ({name}: MatrixRun): Search => decoders[name] ?? {inputs: 0, findings: [], notes: []};
  const rows = readRuleRows(
    machineOf({root: fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, ''), version: ''}),
  );
  return [
    '# What known decoders make of the overlay messages',
    '',
    `The same few hundred inputs, whose right answers are known exactly, were put to ${String(runs.length)} protobuf decoders. Made by \`npm run generate\` from`,
    '`fixtures/known/decoders.json`, which `npx tsx scripts/compare-decoders.ts` keeps of real runs; do not edit. Each decoder is one of `fixtures/testees/`, a few',
    'lines around a library. It is not a ranking: who only reads what a careful encoder wrote meets few of these inputs. Who reads what a stranger sent meets',
    `all of them. [The matrix](matrix.md) of the same runs, with what was sent and received: \`${program} matrix fixtures/known/decoders.json --to html:site\``,
    '(of a dependency: `node_modules/touchstone/fixtures/…`).',
    '',
    '## Who does what',
    '',
    'An empty field means that every input of its line was answered right. **misreads**: the input is accepted with another value than the right one;',
    '**accepts**: what is malformed is accepted; **refuses**: what is well-formed is refused; each with the number of inputs.',
    '',
    'What sentences of the encoding guide demand:',
    '',
    ...answerTable(
      wireRules.filter(({isCustom}) => isCustom !== true),
      runs,
    ),
    '',
    'What most decoders do, and what careful ones do where the guide leaves it open. touchstone only warns there, but for **misreads**, which fail:',
    '',
    ...answerTable(
      wireRules.filter(({isCustom}) => isCustom === true),
      runs,
    ),
    '',
    '## One input for each rule',
    '',
    '| rule | a right decoder | input | as | is |',
    '|---|---|---|---|---|',
    ...wireRules.map(rule => exampleLine(rule, rows)),
    '',
    'Field numbers and types are in `proto/overlay.proto`; all inputs with their reasons in `fixtures/overlay/`. To see one taken apart:',
    `\`${program} explain 'overlay/groups/reads[grp-empty]'\`.`,
    '',
    '## In numbers',
    '',
    `The wire suites are \`suites/overlay\`; the search is \`touchstone fuzz --time ${time} --seed 1\` from an empty corpus. A **fail** or a **finding** breaks a`,
    'sentence of the encoding guide; a **warn** or a **note** leaves only what most decoders do. A decoder that only decodes skips the cases that encode, and',
    'one without JSON skips the cases of JSON. How many inputs a search gets through depends on the machine.',
    `The searches were kept on ${kept}; the wire cases can have been asked again since.`,
    '',
    '| decoder | version | pass | warn | fail | skip | inputs | findings | notes |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...runs.map(run => numbersLine(run, searchOf(run))),
    ...runs.flatMap(run => decoderLines(run, searchOf(run))),
    '',
  ].join('\n');
}

function answerTable(asked: readonly WireRule[], runs: readonly MatrixRun[]): readonly string[] {
  const line = ({id, does}: WireRule): string => {
    const cells = runs.map(run => run.cells.get(id));
    const inputs = Math.max(0, ...cells.map(cell => cell?.cases ?? 0));
    return `| ${does} (${String(inputs)}) | ${cells.map(answerWords).join(' | ')} |`;
  };
  return [
    `| a right decoder | ${runs.map(({name, version}) => `${name.replace(/ \d+$/, '')} ${version}`).join(' | ')} |`,
    `|---|${'---|'.repeat(runs.length)}`,
    ...asked.map(line),
  ];
}

/** In which ways a decoder goes wrong; nothing where its cell says that the rule holds. */
function answerWords(cell: MatrixCell | undefined): string {
  if (cell === undefined || cell.state === 'not-judged') return '?';
  return Object.entries(cell.ways ?? {})
    .map(([way, count]) => `**${way}** ${String(count)}`)
    .join(', ');
}

function exampleLine(rule: WireRule, rows: RuleRows): string {
  const {input, as, is} = exampleOf(rule, rows);
  return `| ${rule.id} | ${rule.does} | ${input} | ${as} | ${is} |`;
}

function numbersLine({name, version, counts}: MatrixRun, {inputs, findings, notes}: Search): string {
  const cells = [
    ...[counts.pass, counts.warn, counts.fail + counts.flaky, counts.skip].map(String),
    inputs.toLocaleString('en-US'),
    String(findings.length),
    String(notes.length),
  ];
  return `| ${name} | ${version} | ${cells.join(' | ')} |`;
}

function decoderLines({name, cells}: MatrixRun, {findings, notes}: Search): readonly string[] {
  const broken = wireRules.filter(({id}) => cells.get(id)?.state === 'fails').map(({id}) => id);
  return [
    '',
    `## ${name}`,
    '',
    broken.length === 0 ? 'It breaks no rule of the wire.' : `Rules that it breaks: ${broken.join(', ')}.`,
    ...list('Findings of the search', findings),
    ...list('Notes of the search', notes),
  ];
}

function list(title: string, kinds: readonly string[]): readonly string[] {
  if (kinds.length === 0) return [];
  const counts = new Map<string, number>();
  for (const kind of kinds.map(withoutField)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [
    '',
    `${title}:`,
    ...[...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([kind, count]) => `- ${kind}${count === 1 ? '' : ` (${String(count)} fields)`}`),
  ];
}

/** Takes the field out of the name of a kind: which one was met first is chance. */
function withoutField(kind: string): string {
  return kind.replace(/^(reads another|answers an impossible) .+? (from|to) /, '$1 value $2 ');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(decoderDocsFile, renderDecoderDocs());
}
