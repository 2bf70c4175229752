// Writes docs/decoders.md from what runs of the decoders left: who does what, one input for each question, and each decoder by itself.
import {program} from '../base/text/program.ts';
import {questions, type Question, type WireRow} from './decoder-questions.ts';

/** What one decoder made of the wire cases and of a search. */
export interface Compared {
  readonly name: string;
  readonly version: string;
  readonly verdicts: {readonly [verdict: string]: number};
  readonly cases: readonly CaseLine[];
  readonly inputs: number;
  readonly findings: readonly string[];
  readonly notes: readonly string[];
}

/** A line of the journal, as far as it is read here. */
export interface CaseLine {
  readonly type: string;
  readonly id: string;
  readonly verdict: string;
  readonly cause?: string;
  readonly findings: readonly {readonly path: string; readonly expected?: unknown; readonly actual?: unknown}[];
}

export interface PageInputs {
  readonly compared: readonly Compared[];
  readonly skipped: readonly {readonly name: string; readonly why: string}[];
  /** Rows of the wire-case tables by `suite/id`. */
  readonly rows: ReadonlyMap<string, WireRow>;
  readonly time: string;
}

/** Renders the whole page. */
export function decoderPage({compared, skipped, rows, time}: PageInputs): string {
  return [
    '# What known decoders make of the overlay messages',
    '',
    `The same few hundred inputs, whose right answers are known exactly, were put to ${String(compared.length)} protobuf decoders. Made by`,
    '`npx tsx scripts/compare-decoders.ts` from real runs; do not edit. Each decoder is one of `fixtures/testees/`, a few lines around a library.',
    'It is not a ranking: who only reads what a careful encoder wrote meets few of these inputs. Who reads what a stranger sent meets all of them.',
    ...(skipped.length === 0
      ? []
      : ['', 'Not built here, and so not compared:', ...skipped.map(({name, why}) => `- ${name}: ${why}`)]),
    '',
    '## Who does what',
    '',
    'An empty field means that every input of its line was answered right. **misreads**: the input is accepted with another value than the right one;',
    '**accepts**: what is malformed is accepted; **refuses**: what is well-formed is refused; each with the number of inputs.',
    '',
    'What sentences of the encoding guide demand:',
    '',
    ...answerTable(
      questions.filter(({isCustom}) => isCustom !== true),
      {compared, rows},
    ),
    '',
    'What most decoders do, and what careful ones do where the guide leaves it open. touchstone only warns there, but for **misreads**, which fail:',
    '',
    ...answerTable(
      questions.filter(({isCustom}) => isCustom === true),
      {compared, rows},
    ),
    '',
    '## One input for each question',
    '',
    '| a right decoder | input | as | is |',
    '|---|---|---|---|',
    ...questions.flatMap(question => exampleLine(question, rows)),
    '',
    'Field numbers and types are in `proto/overlay.proto`; all inputs with their reasons in `fixtures/overlay/`. To see one taken apart:',
    `\`${program} explain 'overlay/groups/reads[grp-empty]'\`.`,
    '',
    '## In numbers',
    '',
    `The wire suites are \`suites/overlay\`; the search is \`touchstone fuzz --time ${time} --seed 1\` from an empty corpus. A **fail** or a **finding** breaks a`,
    'sentence of the encoding guide; a **warn** or a **note** leaves only what most decoders do. A decoder that only decodes skips the cases that encode, and',
    'one without JSON skips the cases of JSON. How many inputs a search gets through depends on the machine.',
    '',
    '| decoder | version | pass | warn | fail | skip | inputs | findings | notes |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|',
    ...compared.map(numbersLine),
    ...compared.flatMap(decoder => decoderLines(decoder)),
    '',
  ].join('\n');
}

function answerTable(
  asked: readonly Question[],
  {compared, rows}: Pick<PageInputs, 'compared' | 'rows'>,
): readonly string[] {
  const groups = compared.map(({cases}) => groupCases(cases, rows));
  const line = (question: Question): string => {
    const inputs = Math.max(0, ...groups.map(group => group.get(question)?.length ?? 0));
    const cells = groups.map(group => answerWords(group.get(question) ?? []));
    return `| ${question.does} (${String(inputs)}) | ${cells.join(' | ')} |`;
  };
  return [
    `| a right decoder | ${compared.map(({name, version}) => `${name.replace(/ \d+$/, '')} ${version}`).join(' | ')} |`,
    `|---|${'---|'.repeat(compared.length)}`,
    ...asked.map(line),
  ];
}

/** Puts each case under the first question that takes it; cases of no question are about JSON, encoding or what is left open. */
function groupCases(
  cases: readonly CaseLine[],
  rows: ReadonlyMap<string, WireRow>,
): ReadonlyMap<Question, readonly CaseLine[]> {
  const groups = new Map<Question, CaseLine[]>();
  for (const line of cases) {
    const [, suite = '', row = ''] = /^overlay\/([^/]+)\/[^[]+\[(.+)\]$/.exec(line.id) ?? [];
    const found = rows.get(`${suite}/${row}`);
    const question = questions.find(({takes, byHand}) =>
      found === undefined ? byHand?.cases.test(line.id) === true : takes(found),
    );
    if (question === undefined || line.verdict === 'skip') continue;
    groups.set(question, [...(groups.get(question) ?? []), line]);
  }
  return groups;
}

/** Says in which ways the cases went wrong, the most frequent first; nothing when none did. */
function answerWords(cases: readonly CaseLine[]): string {
  const counts = new Map<string, number>();
  for (const line of cases.filter(({verdict}) => verdict !== 'pass')) {
    const word = wayOf(line);
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts]
    .toSorted(([, a], [, b]) => b - a)
    .map(([word, count]) => `**${word}** ${String(count)}`)
    .join(', ');
}

function wayOf({cause, findings}: CaseLine): string {
  if (cause === 'crash' || cause === 'hang' || cause === 'memory' || cause === 'noise') return cause;
  const answer = findings.find(({path}) => path === 'answer');
  if (answer?.actual === 'reject') return 'refuses';
  if (answer?.expected === 'reject') return 'accepts';
  return 'misreads';
}

function exampleLine({does, shown, byHand}: Question, rows: ReadonlyMap<string, WireRow>): readonly string[] {
  if (byHand !== undefined) return [`| ${does} | ${byHand.input} | ${byHand.as} | ${byHand.is} |`];
  const row = [...rows.values()].find(({id}) => id === shown);
  if (row === undefined) throw new Error(`there is no wire case "${shown}"`);
  const right = row.verdict === 'accept' ? `\`${JSON.stringify(row.value)}\`` : 'malformed';
  const answer = row.verdict === 'open' ? 'left open; better refused' : right;
  return [`| ${does} | \`${row.hex ?? ''}\` | ${row.message} | ${answer} |`];
}

function numbersLine({name, version, verdicts, inputs, findings, notes}: Compared): string {
  const counts = [
    verdicts['pass'],
    verdicts['warn'],
    (verdicts['fail'] ?? 0) + (verdicts['flaky'] ?? 0),
    verdicts['skip'],
  ];
  const cells = [
    ...counts.map(count => String(count ?? 0)),
    inputs.toLocaleString('en-US'),
    String(findings.length),
    String(notes.length),
  ];
  return `| ${name} | ${version} | ${cells.join(' | ')} |`;
}

function decoderLines({name, cases, findings, notes}: Compared): readonly string[] {
  const failing = new Map<string, number>();
  for (const {id} of cases.filter(({verdict}) => verdict === 'fail' || verdict === 'flaky')) {
    const suite = id.split('/')[1] ?? id;
    failing.set(suite, (failing.get(suite) ?? 0) + 1);
  }
  const counted = [...failing].toSorted(([, a], [, b]) => b - a).map(([suite, count]) => `${suite} ${String(count)}`);
  return [
    '',
    `## ${name}`,
    '',
    counted.length === 0 ? 'No wire case fails.' : `Wire cases that fail, by suite: ${counted.join(', ')}.`,
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
