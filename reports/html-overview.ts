// The part of the HTML report that needs no script: verdict, numbers, facts, the matrix of the record, charts and notes.
import {verdicts, type Verdict} from '../runner/model/verdict.ts';
import {htmlText, linkText} from './html-text.ts';
import type {Journal} from './journal-reader.ts';
import {nextCommand} from './next-command.ts';
import type {StatementRow, StatementVerdict} from './requirement-verdicts.ts';
import {durationText, isGreen, runNumbers, verdictWords, type RunNumbers} from './verdict-words.ts';
import {cutText} from './visible-text.ts';

/** How each verdict is written, so that nobody has to tell colours apart. */
export const verdictSigns: {readonly [verdict in StatementVerdict]: string} = {
  pass: '✓',
  fail: '✗',
  warn: '!',
  flaky: '≈',
  skip: '–',
  error: '?',
  none: '·',
};

/** Renders everything above the list of cases. */
export function htmlOverview(journal: Journal, statements: readonly StatementRow[]): string {
  const numbers = runNumbers(journal);
  return [
    header(journal, numbers),
    tiles(numbers, statements),
    facts(journal),
    matrix(statements),
    charts(journal),
    skips(numbers, journal),
    notes(journal),
  ].join('\n');
}

function header(journal: Journal, numbers: RunNumbers): string {
  const {
    header: {isSelfTest, target},
  } = journal;
  const tone = isGreen(journal) ? 'pass' : numbers.counts.fail + numbers.counts.flaky > 0 ? 'fail' : 'error';
  const wrong = numbers.counts.fail + numbers.counts.flaky + numbers.counts.error;
  const banners = [
    ...(isSelfTest ? ['REFERENCE SELF-TEST: our own server was judged, no other.'] : []),
    ...(journal.kind === 'incomplete' ? [`INCOMPLETE: ${journal.why}.`] : []),
    ...(numbers.isInterrupted ? [`INTERRUPTED: ${numbers.notRun} of ${numbers.planned} cases did not run.`] : []),
    ...(target.hosting?.isInsecure === true ? ['Certificates were NOT checked (--insecure).'] : []),
  ];
  return `<header class="top"><p class="brand">touchstone</p>
${banners.map(text => `<p class="banner" role="alert">${htmlText(text)}</p>`).join('\n')}
<h1 class="words ${tone}">${htmlText(verdictWords(numbers))}</h1>
<p><a href="${wrong === 0 ? '#list' : '#verdict=fail,flaky,error'}">${wrong === 0 ? 'to the cases' : `to the ${wrong} ${wrong === 1 ? 'case' : 'cases'} that went wrong`}</a></p></header>`;
}

function tiles({counts, planned, notRun, filtered}: RunNumbers, statements: readonly StatementRow[]): string {
  const known = statements.filter(({requirement}) => requirement !== undefined);
  const judged = known.filter(({verdict}) => verdict !== 'none' && verdict !== 'skip' && verdict !== 'error');
  const held = known.filter(({verdict}) => verdict === 'pass' || verdict === 'warn');
  const executed = counts.pass + counts.fail + counts.warn + counts.flaky + counts.error;
  const group = (title: string, rows: readonly (readonly [string, number, string])[]) =>
    `<section class="tiles"><h2>${title}</h2><dl>${rows.map(([name, count, tone]) => `<div class="tile ${count > 0 ? tone : 'zero'}"><dt>${name}</dt><dd>${count}</dd></div>`).join('')}</dl></section>`;
  return `<div class="numbers">
${group('Statements of the record', [
  ['required', known.length, ''],
  ['judged', judged.length, ''],
  ['held', held.length, 'pass'],
  ['not judged', known.length - judged.length, 'skip'],
])}
${group('Cases', [
  ['planned', planned, ''],
  ['executed', executed, ''],
  ['passed', counts.pass, 'pass'],
  ['failed', counts.fail, 'fail'],
  ['flaky', counts.flaky, 'flaky'],
  ['warned', counts.warn, 'warn'],
  ['in error', counts.error, 'error'],
  ['skipped', counts.skip, 'skip'],
  ['not run', notRun, 'error'],
  ...(filtered > 0 ? [['not selected', filtered, 'skip'] as const] : []),
])}
</div>`;
}

function facts(journal: Journal): string {
  const {header: head} = journal;
  const {hosting, peer, livePeer} = head.target;
  const next = nextCommand(journal);
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['target', hosting === undefined ? undefined : `${hosting.url} ${hosting.version ?? ''}`],
    ['peer', peer === undefined ? undefined : `${peer.address} (${peer.name} ${peer.version})`],
    ['live peer', livePeer?.address],
    [
      'started',
      `${head.startedAt}${journal.kind === 'complete' ? `, took ${durationText(journal.footer.durationMs)}` : ''}`,
    ],
    ['seed', String(head.seed)],
    ['suites', `${head.suites.edition}, ${head.suites.digest.slice(0, 16)}`],
    ['dialect', head.dialect],
    ['touchstone', `${head.tool.version} on Node ${head.tool.node}`],
    ['run', head.run],
    ...head.notes.map(note => ['note', note] as const),
  ];
  const list = rows.flatMap(([name, value]) =>
    value === undefined ? [] : [`<dt>${name}</dt><dd>${htmlText(value)}</dd>`],
  );
  return `<section class="facts"><dl>${list.join('')}</dl>
<p>${htmlText(next.why)}: <code class="command">${htmlText(next.command)}</code> <button type="button" class="copy">copy</button></p></section>`;
}

const areaTitles = {overlay: 'Overlay messages', hosting: 'Code-hosting API', other: 'Statements of other suites'};

function matrix(statements: readonly StatementRow[]): string {
  const areas = (['overlay', 'hosting', 'other'] as const).flatMap(area => {
    const rows = statements.filter(row => (row.requirement?.area ?? 'other') === area);
    return rows.length === 0 ? [] : [areaTable(areaTitles[area], rows)];
  });
  return `<section class="matrix" id="record"><h2>The record, statement by statement</h2>
<p class="grid" aria-hidden="true">${statements.map(({id, verdict}) => `<a class="${verdict}" href="#statement-${linkText(id)}" title="${htmlText(id)}: ${verdict}" tabindex="-1">${verdictSigns[verdict]}</a>`).join('')}</p>
<p class="legend">${Object.entries(verdictSigns)
    .map(
      ([verdict, sign]) => `<span class="pill ${verdict}">${sign} ${verdict === 'none' ? 'no case' : verdict}</span>`,
    )
    .join(' ')}
<label><input type="checkbox" id="only-open"> only statements that do not hold</label></p>
${areas.join('\n')}</section>`;
}

function areaTable(title: string, rows: readonly StatementRow[]): string {
  return `<table><caption>${title}</caption><thead><tr><th scope="col">verdict</th><th scope="col">statement</th><th scope="col">the record says</th><th scope="col">cases</th></tr></thead><tbody>
${rows.map(statementRow).join('\n')}
</tbody></table>`;
}

function statementRow({id, requirement, verdict, counts}: StatementRow): string {
  const total = verdicts.reduce((sum, name) => sum + counts[name], 0);
  const shown = verdicts.filter(name => counts[name] > 0).map(name => `${counts[name]} ${name}`);
  const reading =
    requirement?.reading === undefined ? '' : `<span class="reading">${htmlText(requirement.reading)}</span>`;
  const marks = [
    ...(requirement?.contested === true ? ['contested'] : []),
    ...(requirement?.level === 'should' ? ['should'] : []),
  ];
  const cases =
    total === 0
      ? `none${requirement?.observe === 'none' ? ' (cannot be seen from outside)' : ''}`
      : `<a href="#statement=${linkText(id)}">${shown.join(', ')}</a>`;
  return `<tr id="statement-${linkText(id)}" class="${verdict}"><td><span class="pill ${verdict}">${verdictSigns[verdict]} ${verdict === 'none' ? 'no case' : verdict}</span></td><th scope="row">${htmlText(id)}${marks.map(mark => ` <small>${mark}</small>`).join('')}</th><td><q>${htmlText(requirement?.quote ?? 'a statement that this version does not know')}</q>${reading}</td><td>${cases}</td></tr>`;
}

function charts(journal: Journal): string {
  return `<section class="charts"><div><h2>Verdicts by suite</h2>${suiteChart(journal)}</div><div><h2>Slowest cases</h2>${timeChart(journal)}</div></section>`;
}

const barWidth = 240;
const suitesMax = 30;

function suiteChart({cases}: Journal): string {
  const bySuite = new Map<string, Record<Verdict, number>>();
  for (const {suite, verdict} of cases) {
    const counts = bySuite.get(suite) ?? {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
    counts[verdict] += 1;
    bySuite.set(suite, counts);
  }
  const suites = [...bySuite].sort(
    ([a, m], [b, n]) => n.fail + n.flaky + n.error - (m.fail + m.flaky + m.error) || (a < b ? -1 : 1),
  );
  const rows = suites.slice(0, suitesMax).map(([suite, counts]) => {
    const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    let x = 0;
    const bars = verdicts.map(verdict => {
      const width = (counts[verdict] / total) * barWidth;
      const bar =
        width === 0
          ? ''
          : `<rect class="${verdict}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="12"><title>${counts[verdict]} ${verdict}</title></rect>`;
      x += width;
      return bar;
    });
    const bad = counts.fail + counts.flaky + counts.error;
    return barRow(
      `<a href="#suite=${linkText(suite)}">${htmlText(suite)}</a>`,
      bars.join(''),
      `${counts.pass}/${total}${bad > 0 ? `, ${bad} not good` : ''}`,
    );
  });
  const more = suites.length > suitesMax ? `<p>… and ${suites.length - suitesMax} more suites</p>` : '';
  return `<table class="chart"><tbody>${rows.join('')}</tbody></table>${more}`;
}

function timeChart({cases}: Journal): string {
  const slowest = [...cases].sort((a, b) => b.durationMs - a.durationMs || (a.id < b.id ? -1 : 1)).slice(0, 12);
  const longest = Math.max(1, ...slowest.map(({durationMs}) => durationMs));
  const rows = slowest.map(({id, durationMs, verdict}) =>
    barRow(
      `<a href="#case=${linkText(id)}">${htmlText(cutText(id, 80))}</a>`,
      `<rect class="${verdict}" x="0" width="${((durationMs / longest) * barWidth).toFixed(1)}" height="12"/>`,
      durationText(durationMs),
    ),
  );
  return `<table class="chart"><tbody>${rows.join('')}</tbody></table>`;
}

function barRow(name: string, bars: string, figure: string): string {
  return `<tr><th scope="row">${name}</th><td><svg width="${barWidth}" height="12" role="img" aria-label="${htmlText(figure)}">${bars}</svg></td><td>${htmlText(figure)}</td></tr>`;
}

function skips({skips: causes}: RunNumbers, {cases}: Journal): string {
  if (causes.length === 0) return '';
  const rows = causes.map(([cause, count]) => {
    const why = cases.find(line => line.verdict === 'skip' && (line.cause ?? 'no cause given') === cause)?.detail;
    return `<li><b>${count}</b> ${htmlText(cause)}${why === undefined ? '' : `: ${htmlText(cutText(why, 400))}`}</li>`;
  });
  return `<section class="skips"><h2>Skipped</h2><ul>${rows.join('')}</ul></section>`;
}

function notes(journal: Journal): string {
  const contractNotes = journal.kind === 'complete' ? journal.footer.contractNotes : [];
  const leftovers = journal.kind === 'complete' ? journal.footer.leftovers : [];
  const list = (title: string, lead: string, items: readonly string[]) =>
    items.length === 0
      ? ''
      : `<details><summary>${title} (${items.length})</summary><p>${lead}</p><ul>${items
          .slice(0, 500)
          .map(item => `<li>${htmlText(cutText(item, 600))}</li>`)
          .join('')}</ul></details>`;
  return [
    list('Left behind', 'The clean-up could not remove these; remove them by hand.', leftovers),
    list(
      'Contract notes',
      'Replies that differ from the contract where the record states nothing. They change no verdict.',
      contractNotes.map(
        note =>
          `${note.operation} ${note.status} ${note.pointer}: ${note.message} (${note.count} ×, first in ${note.firstCase})`,
      ),
    ),
    list(
      'Probes',
      'What was found out about the target beside the cases.',
      journal.probes.map(
        ({name, outcome, detail}) => `${name}: ${outcome}${detail === undefined ? '' : ` (${detail})`}`,
      ),
    ),
  ].join('');
}
