// The part of the HTML report that needs no script: verdict, numbers, facts, the matrix of the record and notes.
import {nameAndVersion} from '../words/decoder-name.ts';
import {verdicts} from '../../model/verdict.ts';
import {htmlCharts} from './charts.ts';
import {html, htmlLines, htmlQuote, linkText, type HtmlPart, type Markup} from '../../base/text/html-text.ts';
import {htmlWrong} from './first-failures.ts';
import type {Journal} from '../journal/reader.ts';
import {cleanCommand, nextCommand} from '../words/next-command.ts';
import type {StatementRow, StatementVerdict} from '../run/requirement-verdicts.ts';
import {exitWords, runChecks} from '../run/checks.ts';
import {
  durationText,
  isGreen,
  goneTitle,
  reachText,
  runNumbers,
  verdictWords,
  type RunNumbers,
} from '../words/verdict-words.ts';
import {counted} from '../../base/text/counted.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** How each verdict is written, so that nobody has to tell colours apart. */
export const verdictSigns: {readonly [verdict in StatementVerdict]: string} = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  flaky: '≈',
  skip: '–',
  error: '?',
  touched: '~',
  none: '·',
};

/** What is above and below the list of cases; what went wrong is above it, the record below. */
export interface HtmlOverview {
  readonly header: Markup;
  readonly above: Markup;
  readonly below: Markup;
}

/** Renders everything around the list of cases. */
export function htmlOverview(journal: Journal, statements: readonly StatementRow[]): HtmlOverview {
  const numbers = runNumbers(journal);
  const parts: readonly Part[] = [
    {id: 'wrong', name: 'What went wrong', part: htmlWrong(journal, statements)},
    {id: 'run', name: 'The run as a whole', part: doubts(journal)},
    {id: 'list', name: `Cases (${String(journal.cases.length)})`, part: undefined},
    {
      id: 'numbers',
      name: 'Numbers and target',
      part: html`<section class="front" id="numbers">${tiles(journal, numbers, statements)}\n${facts(journal)}</section>`,
    },
    {id: 'charts', name: 'Suites and times', part: htmlCharts(journal)},
    {id: 'skipped', name: `Skipped (${String(numbers.counts.skip)})`, part: skips(journal)},
    {
      id: 'record',
      name: `Statements (${String(statements.length)})`,
      part: statements.length === 0 ? '' : matrix(journal, statements, numbers.filtered > 0),
    },
    {id: 'notes', name: 'Notes', part: notes(journal)},
  ].filter(({part}) => part !== '');
  const at = parts.findIndex(({id}) => id === 'list');
  return {
    header: header(journal, numbers, parts),
    above: htmlLines(parts.slice(0, at).map(({part}) => part)),
    below: htmlLines(parts.slice(at + 1).map(({part}) => part)),
  };
}

/** A part of the page that the contents lead to. */
interface Part {
  readonly id: string;
  readonly name: string;
  readonly part: HtmlPart;
}

function header(journal: Journal, numbers: RunNumbers, parts: readonly Part[]): Markup {
  const {
    header: {isSelfTest, target},
  } = journal;
  const tone = isGreen(journal) ? 'pass' : numbers.counts.fail + numbers.counts.flaky > 0 ? 'fail' : 'error';
  const exit = exitWords(journal);
  const banners = [
    ...(isSelfTest ? ['REFERENCE SELF-TEST: our own server was judged, no other.'] : []),
    ...(journal.kind === 'incomplete' ? [`INCOMPLETE: ${journal.why}.`] : []),
    ...(numbers.isInterrupted ? [`INTERRUPTED: ${reachText(numbers)}.`] : []),
    ...(journal.kind === 'complete' && journal.footer.gone !== undefined
      ? [`${goneTitle(numbers)}: ${journal.footer.gone}. ${reachText(numbers)}.`]
      : []),
    ...(target.hosting?.isInsecure === true ? ['Certificates were NOT checked (--insecure).'] : []),
  ];
  return html`<header class="top"><p class="brand">touchstone</p>
${htmlLines(banners.map(text => html`<p class="banner" role="alert">${text}</p>`))}
<h1 class="words ${tone}">${verdictWords(numbers)}</h1>${exit === undefined ? '' : html`\n<p class="exit ${tone}">${exit}</p>`}
<p class="target">${targetWords(journal)}</p>
<nav class="contents" aria-label="contents">${parts.map(({id, name}) => html`<a href="#${id}">${name}</a> `)}</nav></header>`;
}

/** What was tested and when, in one line. */
function targetWords({header: {target, startedAt}}: Journal): string {
  const {hosting, peer, livePeer} = target;
  const names = [
    ...(hosting === undefined ? [] : [`${hosting.url} ${hosting.version ?? ''}`.trim()]),
    ...(peer === undefined ? [] : [nameAndVersion(peer)]),
    ...(livePeer === undefined ? [] : [livePeer.address]),
  ];
  return `${cutText(names.join(', '), 300)} · ${startedAt.slice(0, 16).replace('T', ' ')} UTC`;
}

/** What speaks against the run as a whole; its end is told by a banner. */
function doubts(journal: Journal): HtmlPart {
  const [, ...checks] = runChecks(journal);
  const items = checks.map(({claim, isBroken, why, said}) => {
    const lines = said.map(text => html`<span>${text}</span>`);
    return html`<li class="${isBroken ? 'error' : 'warn'}"><b>${isBroken ? `Not so: ${claim}` : `${why} (a warning; it does not fail the run)`}</b>${lines}</li>`;
  });
  return items.length === 0
    ? ''
    : html`<section class="wrong" id="run"><h2>About the run as a whole</h2><ol>${htmlLines(items)}</ol></section>`;
}

function tiles(
  {header}: Journal,
  {counts, planned, notRun, filtered, probed}: RunNumbers,
  statements: readonly StatementRow[],
): Markup {
  const known = statements.filter(({requirement}) => requirement !== undefined);
  const judged = known.filter(({verdict}) => !['none', 'skip', 'error', 'touched'].includes(verdict));
  const held = known.filter(({verdict}) => verdict === 'pass' || verdict === 'warn');
  const executed = counts.pass + counts.fail + counts.warn + counts.flaky + counts.error;
  const group = (title: string, rows: readonly (readonly [string, number, string])[]) =>
    html`<section class="tiles"><h2>${title}</h2><dl>${rows.map(([name, count, tone]) => html`<div class="tile ${count > 0 ? tone : 'zero'}"><dt>${name}</dt><dd>${count}</dd></div>`)}</dl></section>`;
  return html`<div class="numbers">
${
  statements.length === 0
    ? ''
    : group(header.isWithoutRecord === true ? 'Your statements' : 'Statements of the record', [
        ['required', known.length, ''],
        ['judged', judged.length, ''],
        ['held', held.length, 'pass'],
        ['not judged', known.length - judged.length, 'skip'],
      ])
}
${group('Cases', [
  ['planned', planned, ''],
  ['executed', executed, ''],
  ['passed', counts.pass, 'pass'],
  ['failed', counts.fail, 'fail'],
  ['flaky', counts.flaky, 'flaky'],
  ['warned', counts.warn, 'warn'],
  ['in error', counts.error, 'error'],
  ['skipped', counts.skip, 'skip'],
  ...(probed > 0 ? [['probed', probed, ''] as const] : []),
  ['not run', notRun, 'error'],
  ...(filtered > 0 ? [['not selected', filtered, 'skip'] as const] : []),
])}
</div>`;
}

function facts(journal: Journal): Markup {
  const {header: head} = journal;
  const {hosting, peer, livePeer} = head.target;
  const next = nextCommand(journal);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['target', hosting === undefined ? undefined : `${hosting.url} ${hosting.version ?? ''}`],
    ['peer', peer === undefined ? undefined : `${peer.address} (${nameAndVersion(peer)})`],
    ['live peer', livePeer?.address],
    [
      'started',
      `${head.startedAt}${journal.kind === 'complete' ? `, took ${durationText(journal.footer.durationMs)}` : ''}`,
    ],
    ['seed', String(head.seed)],
    ['suites', `${head.suites.edition}, ${head.suites.digest.slice(0, 16)}`],
    [
      'edition',
      head.pinnedEdition === undefined
        ? undefined
        : `${head.pinnedEdition} counts; newer cases still run and are shown, but do not fail the run`,
    ],
    ['dialect', head.dialect],
    ['touchstone', `${head.tool.version} on Node ${head.tool.node}`],
    ['run', head.run],
    ...head.notes.map(note => ['note', note] as const),
  ];
  const list = rows.flatMap(([name, value]) => (value === undefined ? [] : [html`<dt>${name}</dt><dd>${value}</dd>`]));
  return html`<section class="facts"><dl>${list}</dl>
<p>${next.why}: <code class="command">${next.command}</code> <button type="button" class="copy">copy</button></p></section>`;
}

const areaTitles = {overlay: 'Overlay messages', hosting: 'Code-hosting API', other: 'Statements of other suites'};

function matrix({header}: Journal, statements: readonly StatementRow[], isSelection: boolean): Markup {
  const words = isSelection ? 'none selected' : 'no case';
  const areas = (['overlay', 'hosting', 'other'] as const).flatMap(area => {
    const rows = statements.filter(row => (row.requirement?.area ?? 'other') === area);
    const title = header.isWithoutRecord === true ? 'Your statements' : areaTitles[area];
    return rows.length === 0 ? [] : [areaTable(title, rows, words)];
  });
  return html`<section class="matrix" id="record"><h2>${header.isWithoutRecord === true ? 'Statement by statement' : 'The record, statement by statement'}</h2>
<p class="grid" aria-hidden="true">${statements.map(({id, verdict}) => html`<a class="${verdict}" href="#statement-${linkText(id)}" title="${id}: ${verdict}" tabindex="-1">${verdictSigns[verdict]}</a>`)}</p>
<p class="legend">${htmlLines(
    Object.entries(verdictSigns).map(
      ([verdict, sign]) => html`<span class="pill ${verdict}">${sign} ${verdict === 'none' ? words : verdict}</span>`,
    ),
  )}
<label><input type="checkbox" id="only-open"> only statements that do not hold</label></p>
${htmlLines(areas)}</section>`;
}

function areaTable(title: string, rows: readonly StatementRow[], noneWords: string): Markup {
  return html`<table><caption>${title}</caption><thead><tr><th scope="col">verdict</th><th scope="col">statement</th><th scope="col">the record says</th><th scope="col">cases</th></tr></thead><tbody>
${htmlLines(rows.map(row => statementRow(row, noneWords)))}
</tbody></table>`;
}

const shownNames = [...verdicts, 'touched'] as const;

function statementRow({id, requirement, verdict, counts}: StatementRow, noneWords: string): Markup {
  const total = shownNames.reduce((sum, name) => sum + counts[name], 0);
  const shown = shownNames
    .filter(name => counts[name] > 0)
    .map(name => (name === 'touched' ? `touched by ${counts[name]} failing` : `${counts[name]} ${name}`));
  const reading = requirement?.reading === undefined ? '' : html`<span class="reading">${requirement.reading}</span>`;
  const marks = [
    ...(requirement?.contested === true ? ['contested'] : []),
    ...(requirement?.level === 'should' ? ['should'] : []),
  ];
  const isHidden = requirement?.observe === 'none';
  const wordOfNone = isHidden ? 'not visible' : noneWords;
  const cases =
    total === 0
      ? `none${isHidden ? ' (cannot be seen from outside)' : ''}`
      : html`<a href="#statement=${linkText(id)}">${shown.join(', ')}</a>`;
  return html`<tr id="statement-${linkText(id)}" class="${verdict}"><td><span class="pill ${verdict}">${verdictSigns[verdict]} ${verdict === 'none' ? wordOfNone : verdict}</span></td><th scope="row">${id}${marks.map(mark => html` <small>${mark}</small>`)}</th><td>${htmlQuote(requirement?.quote ?? 'a statement that this version does not know')}${reading}</td><td>${cases}</td></tr>`;
}

/** Skipped cases by what they lack: a variant of the server, a function, a right. */
function skips({cases}: Journal): HtmlPart {
  const counts = new Map<string, number>();
  for (const {verdict, cause, detail} of cases) {
    if (verdict !== 'skip') continue;
    const why = `${cause ?? 'no cause given'}${detail === undefined ? '' : `: ${cutText(detail, 400)}`}`;
    counts.set(why, (counts.get(why) ?? 0) + 1);
  }
  if (counts.size === 0) return '';
  const items = [...counts]
    .toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
    .map(([why, count]) => html`<li><b>${count}</b> ${why}</li>`);
  const rest = items.slice(skipsMax);
  const more =
    rest.length === 0
      ? ''
      : html`<details><summary>${counted(rest.length, 'more reason')}</summary><ul>${rest}</ul></details>`;
  return html`<section class="skips" id="skipped"><h2>Skipped</h2><ul>${items.slice(0, skipsMax)}</ul>${more}</section>`;
}

const skipsMax = 20;

function notes(journal: Journal): HtmlPart {
  const contractNotes = journal.kind === 'complete' ? journal.footer.contractNotes : [];
  const leftovers = journal.kind === 'complete' ? journal.footer.leftovers : [];
  const clean = cleanCommand(journal);
  const list = (title: string, lead: HtmlPart, items: readonly string[]) =>
    items.length === 0
      ? ''
      : html`<details><summary>${title} (${items.length})</summary><p>${lead}</p><ul>${items
          .slice(0, 500)
          .map(item => html`<li>${cutText(item, 600)}</li>`)}</ul></details>`;
  const parts = [
    list(
      'Left behind',
      clean === undefined
        ? 'The clean-up could not remove these; remove them by hand.'
        : html`The clean-up could not remove these. To try it again: <code>${clean}</code>. Remove by hand what is left after that.`,
      leftovers,
    ),
    list(
      'Contract notes',
      'Replies that differ from the contract where the record states nothing. They change no verdict.',
      contractNotes.map(
        note =>
          `${note.operation} ${note.status}${note.pointer === '' ? '' : ` ${note.pointer}`}: ${note.message} (${note.count} ×, first in ${note.firstCase})`,
      ),
    ),
    list(
      'Probes',
      'What was found out about the target beside the cases.',
      journal.probes.map(
        ({name, outcome, detail}) => `${name}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`,
      ),
    ),
  ].filter(part => part !== '');
  return parts.length === 0 ? '' : html`<section id="notes"><h2>Notes</h2>${parts}</section>`;
}
