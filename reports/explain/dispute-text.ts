// Tells one case with everything that an argument about it needs: what the record says, how it was read, what was asked and answered.
import {program} from '../../base/text/program.ts';
import {nameAndVersion} from '../words/decoder-name.ts';
import type {CaseLine, ExchangeLine, JournalFinding} from '../../model/journal.ts';
import {jsonText} from '../../model/json.ts';
import type {Requirement} from '../../model/requirement.ts';
import {accusedBy, touchedBy} from '../case/accused.ts';
import {exchangesByCase, statedFirst, type Requirements} from '../case/details.ts';
import type {Journal} from '../journal/reader.ts';
import {lineText} from '../journal/writer.ts';
import {markdownCode as code, markdownProse as prose} from '../../base/text/markdown-text.ts';
import {runCommand} from '../words/next-command.ts';
import {repeatLine} from '../case/repeat-line.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** The files of a dispute by name; bodies are copied beside them. */
export interface Dispute {
  readonly files: {readonly [name: string]: string};
  readonly exchanges: readonly ExchangeLine[];
}

/** Makes the files for one case of a journal, whose door has taken out all secrets. */
export function disputeOf(journal: Journal, line: CaseLine, requirements: Requirements): Dispute {
  const exchanges = exchangesByCase(journal).get(line.id) ?? [];
  const statements = [...accusedBy(line), ...touchedBy(line)].map(id => ({id, row: requirements.get(id)}));
  return {
    exchanges,
    files: {
      'README.md': page({journal, line, exchanges, statements}),
      'case.json': lineText(line),
      'exchanges.jsonl': exchanges.map(lineText).join(''),
    },
  };
}

interface PageInputs {
  readonly journal: Journal;
  readonly line: CaseLine;
  readonly exchanges: readonly ExchangeLine[];
  readonly statements: readonly {readonly id: string; readonly row: Requirement | undefined}[];
}

function page(inputs: PageInputs): string {
  const {line, statements, exchanges, journal} = inputs;
  return [
    `# Dispute: ${code(line.id)}`,
    '',
    `The case claims: ${prose(line.title)}. Its verdict was **${line.verdict}**${line.cause === undefined ? '' : ` (${line.cause})`}.`,
    ...(line.detail === undefined ? [] : ['', prose(cutText(line.detail, 2_000))]),
    '',
    '## What the record says',
    '',
    ...statements.flatMap(statementLines),
    '## What was found',
    '',
    ...findingLines(statedFirst(line.findings)),
    '## Requests and responses',
    '',
    ...exchangeLines(exchanges, journal),
    '## Versions',
    '',
    ...versionLines(journal),
    '',
    '## To run it again',
    '',
    code(runCommand(journal, line)),
    '',
    '## If the case is wrong',
    '',
    `A withdrawal is an entry of an errata file. \`${program} run --errata FILE\` and \`${program} certify --errata FILE\` take it at once; the next version carries it in \`suites/errata.yaml\`.`,
    '',
    '```yaml',
    'withdrawn:',
    `  - case: ${jsonText(line.id)}`,
    '    since: "YYYY-MM-DD"',
    '    reason: what is wrong with it',
    '```',
    '',
  ].join('\n');
}

function statementLines({id, row}: PageInputs['statements'][number]): readonly string[] {
  if (row === undefined) return [`- ${code(id)}: a statement that this version does not know`, ''];
  return [
    `- ${code(id)} (${row.level}${row.contested ? ', contested' : ''})`,
    '',
    `  > ${prose(row.quote)}`,
    '',
    `  Read as: ${row.reading === undefined ? 'what the quote says, and nothing more' : prose(row.reading)}`,
    ...(row.notClaimed === undefined ? [] : [`  Not claimed: ${prose(row.notClaimed)}`]),
    '',
  ];
}

// More than these say nothing new; case.json has all.
const findingsShown = 20;

const bases = {
  stated: 'stated: the record or a protocol standard says so',
  usual: 'usual: known implementations do so, and a miss only warns',
};

function findingLines(findings: readonly JournalFinding[]): readonly string[] {
  if (findings.length === 0) return ['Nothing was found; see the detail above.', ''];
  return findings
    .slice(0, findingsShown)
    .flatMap(({path, message, basis, expected, actual, source}) => [
      `- ${code(path === '' ? 'the reply' : path)}: ${code(cutText(message, 500))}`,
      `  - basis: ${bases[basis]}`,
      ...(expected === undefined ? [] : [`  - expected: ${code(cutText(jsonText(expected), 1_000))}`]),
      ...(actual === undefined ? [] : [`  - actual: ${code(cutText(jsonText(actual), 1_000))}`]),
      ...(source === undefined
        ? []
        : [`  - demanded by ${code(`${source.file}:${source.line}`)}: ${code(source.sourceLine.trim())}`]),
      '',
    ]);
}

function exchangeLines(exchanges: readonly ExchangeLine[], {header}: Journal): readonly string[] {
  if (exchanges.length === 0)
    return [`The journal holds no exchange of this case. \`${program} run --record all\` keeps them.`, ''];
  return [
    'Every exchange is in `exchanges.jsonl`; long bodies are in `bodies/`, each under its hash. Secrets were taken out when the run wrote its journal.',
    '',
    ...exchanges.flatMap((line, n) => {
      const repeat = repeatLine(line, header.target);
      const where = [
        line.phase,
        ...(line.step === undefined ? [] : [`step ${line.step + 1}`]),
        ...(line.actor === undefined ? [] : [`as ${line.actor}`]),
      ];
      return [
        ...(line.attempt === exchanges[n - 1]?.attempt ? [] : [`### Attempt ${line.attempt}`, '']),
        `${n + 1}. ${prose(where.join(', '))}: ${code(answerOf(line))}`,
        ...(repeat === undefined ? [] : ['', `   ${code(repeat)}`]),
        '',
      ];
    }),
  ];
}

function answerOf({exchange}: ExchangeLine): string {
  switch (exchange.kind) {
    case 'http': {
      const {request, reply, noReply} = exchange;
      return `${request.method} ${request.url} → ${reply === undefined ? (noReply?.detail ?? 'no reply') : String(reply.status)}`;
    }
    case 'testee':
      return `${exchange.question} ${exchange.message} (${exchange.form}) → ${cutText(jsonText(exchange.answer), 300)}`;
    case 'live':
      return exchange.sent === undefined
        ? `received ${exchange.received ?? exchange.arrival ?? 'nothing'}`
        : `sent ${exchange.sent}`;
    case 'delivery':
      return `delivery to ${exchange.inbox}: ${exchange.arrival}`;
  }
}

function versionLines({header}: Journal): readonly string[] {
  const {hosting, peer, livePeer} = header.target;
  return [
    `- touchstone ${prose(header.tool.version)} on Node.js ${prose(header.tool.node)}`,
    `- suites ${prose(header.suites.edition)}, digest ${code(header.suites.digest)}; statements ${code(header.requirementsDigest)}`,
    ...(hosting === undefined
      ? []
      : [`- server ${code(hosting.version ?? 'of unknown version')}, dialect ${code(header.dialect ?? '')}`]),
    ...(peer === undefined ? [] : [`- decoder ${code(nameAndVersion(peer))}`]),
    ...(livePeer === undefined ? [] : [`- live peer ${code(livePeer.address)}`]),
    `- seed ${header.seed}, run ${code(header.run)}, ${prose(header.startedAt)}`,
  ];
}
