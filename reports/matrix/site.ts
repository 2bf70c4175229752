// The matrix as a folder of pages: the table, one page for each statement and each implementation. Addresses stay: they are made of ids and names alone.
import {counted} from '../../base/text/counted.ts';
import {cutText} from '../../base/text/visible-text.ts';
import {html, htmlLines, htmlQuote, linkText, Markup, plainQuote, type HtmlPart} from '../../base/text/html-text.ts';
import {badgeOfImplementation, badgeText} from './implementation-badge.ts';
import {certificateState, certificateText, type MatrixCertificate} from './certified.ts';
import {cellStates, type CellState, type MatrixCell} from './cell.ts';
import {
  changesOf,
  isDiffering,
  judgedVersions,
  newestOf,
  newestRuns,
  runsAbout,
  sectionsOf,
  sinceOf,
  slugOf,
  type Implementation,
  type Matrix,
  type MatrixRun,
  type MatrixStatement,
} from './matrix-of-runs.ts';
import {siteScript, siteStyle} from './site-style.ts';
import {stateWords} from './state-words.ts';

/** One file of the folder. */
export interface SiteFile {
  /** Below the folder, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** Gives the files one after the other, so that they need not all be held at once. */
export function* matrixSite(matrix: Matrix): Generator<SiteFile> {
  yield {path: 'style.css', text: siteStyle};
  yield {path: 'filter.js', text: siteScript};
  const newest = newestRuns(matrix);
  yield {path: 'index.html', text: tablePage(matrix, {runs: newest, isWhole: true})};
  yield {path: 'differences.html', text: tablePage(matrix, {runs: newest, isWhole: false})};
  for (const statement of matrix.statements)
    yield {path: `statements/${fileOf(statement.id)}.html`, text: statementPage(statement, matrix)};
  for (const implementation of matrix.implementations) {
    yield {path: `implementations/${implementation.slug}.html`, text: implementationPage(implementation, matrix)};
    yield {path: `badges/${implementation.slug}.svg`, text: badgeOfImplementation(implementation)};
    for (const {certificate, path} of certificatesIn(implementation)) yield {path, text: certificate.text};
  }
}

/** The certificates of an implementation, the newest version first, each with its place in the folder. */
function certificatesIn({versions}: Implementation): readonly {
  readonly run: MatrixRun;
  readonly certificate: MatrixCertificate;
  readonly path: string;
}[] {
  return versions.toReversed().flatMap(run =>
    run.certificates.map((certificate, n) => ({
      run,
      certificate,
      path: `certificates/${run.key}-${fileOf(certificate.profile)}${n === 0 ? '' : `-${String(n + 1)}`}.json`,
    })),
  );
}

/** An id of a user's own statements may be any text. */
function fileOf(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9_-]/g, character => `.${character.codePointAt(0)?.toString(16) ?? ''}`);
}

const letters: {readonly [state in CellState]: string} = {
  holds: 'h',
  fails: 'f',
  'in-part': 'p',
  unusual: 'w',
  'not-offered': 'n',
  'not-judged': 'o',
};

function page({title, up, main}: {readonly title: string; readonly up: '' | '../'; readonly main: HtmlPart}): string {
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>${title}</title><link rel="stylesheet" href="${up}style.css"></head><body>
<nav aria-label="Pages"><a href="${up}index.html">All statements</a><a href="${up}differences.html">Where implementations differ</a></nav>
<main>
<h1>${title}</h1>
${main}
</main>
<footer class="soft"><p>Made by touchstone from the journals of runs. A cell is what one run showed, not what an implementation promises.</p></footer>
</body></html>
`.text;
}

function tablePage(
  matrix: Matrix,
  {runs, isWhole}: {readonly runs: readonly MatrixRun[]; readonly isWhole: boolean},
): string {
  const differing = matrix.statements.filter(({id}) => isDiffering(id, runs));
  const kept = isWhole ? matrix.statements : differing;
  const sections = sectionsOf({statements: kept});
  const main = [
    html`<p>${counted(matrix.statements.length, 'statement')} by ${counted(runs.length, 'implementation')}, each in the newest version that was run; they differ in ${String(differing.length)}.</p>`,
    legend(),
    sectionLinks(sections),
    isWhole ? filterForm() : '',
    kept.length === 0 ? html`<p>They differ in nothing that was judged.</p>` : '',
    sections.map(({section, statements}) =>
      sectionTable(section, {statements, runs, matrix, differing: new Set(differing)}),
    ),
    html`<h2 id="implementations">Implementations</h2>${implementationTable(matrix)}`,
    isWhole ? html`<script src="filter.js" defer></script>` : '',
  ];
  return page({title: isWhole ? 'Conformance matrix' : 'Where implementations differ', up: '', main});
}

/** The way to a part of a long page, without a script. */
function sectionLinks(sections: ReturnType<typeof sectionsOf>): HtmlPart {
  if (sections.length < 2) return '';
  const links = [...sections.map(({section}) => section), 'Implementations'].map(
    name => html`<li><a href="#${slugOf(name)}">${name}</a></li>`,
  );
  return html`<nav aria-label="Sections"><ul class="contents">${links}</ul></nav>`;
}

function filterForm(): Markup {
  return html`<form class="filter" hidden><label>Find <input type="search" name="words"></label><label><input type="checkbox" name="differing"> only where implementations differ</label><output></output></form>`;
}

function legend(): Markup {
  return html`<dl class="facts legend">${cellStates.map(
    state =>
      html`<dt><span class="pill ${letters[state]}">${stateWords[state].short}</span></dt><dd>${stateWords[state].long}: ${stateWords[state].meaning}</dd>`,
  )}<dt><span class="mark">!</span></dt><dd>not a whole run: the table of implementations says why</dd></dl>`;
}

interface TableParts {
  readonly statements: readonly MatrixStatement[];
  readonly runs: readonly MatrixRun[];
  readonly matrix: Matrix;
  readonly differing: ReadonlySet<MatrixStatement>;
}

function sectionTable(section: string, {statements, runs, matrix, differing}: TableParts): Markup {
  const own = runsAbout(statements, runs);
  const head = own.map(
    run =>
      html`<th scope="col"><a class="up" href="implementations/${slugIn(run, matrix)}.html">${run.name} ${run.version}</a>${run.marks.length === 0 ? '' : html`<span class="mark" title="${run.marks.join('; ')}">!</span>`}</th>`,
  );
  const rows = statements.map(statement => {
    const words = `${statement.id} ${statement.quote} ${statement.reading ?? ''}`.toLowerCase();
    const cells = own.map(run => tableCell(run, statement.id));
    return html`<tr data-words="${words}"${differing.has(statement) ? new Markup(' data-differs') : ''}><th scope="row"><a href="statements/${fileOf(statement.id)}.html">${statement.id}</a><small>${cutText(plainQuote(statement.quote), 110)}</small></th>${cells}</tr>`;
  });
  return html`<div class="block"><h2 id="${slugOf(section)}">${section}</h2><div class="wide" tabindex="0" role="region" aria-label="${section}"><table class="states"><thead><tr><th scope="col">statement</th>${head}</tr></thead><tbody>
${htmlLines(rows)}
</tbody></table></div></div>
`;
}

function tableCell({key, cells}: MatrixRun, id: string): Markup {
  const cell = cells.get(id);
  if (cell === undefined) return html`<td></td>`;
  return html`<td class="${letters[cell.state]}"><a href="statements/${fileOf(id)}.html#${linkText(key)}">${stateWords[cell.state].short}</a></td>`;
}

function slugIn({name}: MatrixRun, {implementations}: Matrix): string {
  return implementations.find(one => one.name === name)?.slug ?? '';
}

/** The certificates of the newest version, in one line. */
function certificatesLine({certificates}: MatrixRun): string {
  return certificates.map(one => `${one.profile}: ${certificateState(one)}`).join('; ');
}

function implementationTable(matrix: Matrix): Markup {
  const rows = matrix.implementations.flatMap(implementation => {
    const {slug} = implementation;
    const run = newestOf(implementation);
    if (run === undefined) return [];
    return [
      html`<tr><th scope="row"><a href="implementations/${slug}.html">${run.name}</a></th><td>${run.version}</td><td>${run.startedAt.slice(0, 10)}</td>${stateCounts(run)}<td>${certificatesLine(run)}</td><td>${marksOf(run, matrix).join('; ')}</td></tr>`,
    ];
  });
  const states = cellStates.map(state => html`<th scope="col">${stateWords[state].long}</th>`);
  return html`<div class="wide" tabindex="0" role="region" aria-label="Implementations"><table><thead><tr><th scope="col">implementation</th><th scope="col">version</th><th scope="col">tested</th>${states}<th scope="col">certificates</th><th scope="col">notes</th></tr></thead><tbody>
${htmlLines(rows)}
</tbody></table></div>`;
}

function stateCounts({cells}: MatrixRun): readonly Markup[] {
  const states = [...cells.values()].map(({state}) => state);
  return cellStates.map(state => html`<td>${String(states.filter(one => one === state).length)}</td>`);
}

/** A run that other suites judged is told apart: what differs may be of the suites. */
function marksOf({marks, suitesDigest, startedAt}: MatrixRun, matrix: Matrix): readonly string[] {
  return suitesDigest === matrix.suitesDigest || startedAt === ''
    ? marks
    : [...marks, 'judged by other suites than most'];
}

function statementPage(statement: MatrixStatement, matrix: Matrix): string {
  const {id, quote, reading, notClaimed, source, level} = statement;
  const own = matrix.implementations.filter(({versions}) => versions.some(({cells}) => cells.has(id)));
  const main = [
    html`<p>${htmlQuote(quote)}${source === undefined ? '' : html` <span class="soft">(${source})</span>`}</p>`,
    reading === undefined ? '' : html`<p>Read as: ${reading}</p>`,
    notClaimed === undefined ? '' : html`<p class="soft">Not claimed: ${notClaimed}</p>`,
    level === 'should' ? html`<p class="soft">${shouldText(statement)}</p>` : '',
    html`<div class="wide" tabindex="0" role="region" aria-label="Implementations"><table><thead><tr><th scope="col">implementation</th><th scope="col">version</th><th scope="col">state</th><th scope="col">cases</th><th scope="col">since and notes</th></tr></thead><tbody>
${htmlLines(own.flatMap(one => versionRows(one, id, matrix)))}
</tbody></table></div>`,
    own.map(({versions}) => versions.toReversed().map(run => cellSection(run, id))),
  ];
  return page({title: id, up: '../', main});
}

function shouldText({source}: MatrixStatement): string {
  return source === undefined
    ? 'The record names it without all that a test needs.'
    : 'No standard demands it: who does otherwise gets a warning.';
}

/** One row for each version, the newest first; a cell of the table leads here. */
function versionRows(implementation: Implementation, id: string, matrix: Matrix): readonly Markup[] {
  const {slug, name, versions} = implementation;
  const since = sinceOf(id, implementation);
  return versions.toReversed().flatMap(run => {
    const cell = run.cells.get(id);
    if (cell === undefined) return [];
    const {short, long} = {short: letters[cell.state], long: stateWords[cell.state].long};
    const state = hasSection(cell)
      ? html`<a class="pill ${short}" href="#${linkText(run.key)}-cell">${long}</a>`
      : html`<span class="pill ${short}">${long}</span>`;
    const notes = [...(run === since?.newest ? [sinceText(implementation, id)] : []), ...marksOf(run, matrix)];
    return [
      html`<tr id="${run.key}"><th scope="row"><a href="../implementations/${slug}.html">${name}</a></th><td>${run.version}</td><td>${state}</td><td>${casesText(cell)}</td><td>${notes.filter(note => note !== '').join('; ')}</td></tr>`,
    ];
  });
}

/** Nothing where one version was tested. */
function sinceText(implementation: Implementation, id: string): string {
  const since = judgedVersions(id, implementation).length < 2 ? undefined : sinceOf(id, implementation);
  if (since === undefined) return '';
  return since.isFirst ? `in every version that was judged, from ${since.version} on` : `since ${since.version}`;
}

function hasSection({notes, shown}: MatrixCell): boolean {
  return notes.length > 0 || shown !== undefined;
}

function cellSection(run: MatrixRun, id: string): HtmlPart {
  const cell = run.cells.get(id);
  if (cell === undefined || !hasSection(cell)) return '';
  return html`<section id="${run.key}-cell"><h2>${run.name} ${run.version}: ${stateWords[cell.state].long}</h2>
${cell.notes.map(note => html`<p>${note}</p>`)}${shownPart(cell)}</section>
`;
}

function casesText({cases, passed, failed, unusual = 0}: MatrixCell): string {
  const open = cases - passed - failed - unusual;
  const parts = [
    ...(passed > 0 ? [`${String(passed)} passed`] : []),
    ...(failed > 0 ? [`${String(failed)} failed`] : []),
    ...(unusual > 0 ? [`${String(unusual)} warned`] : []),
    ...(open > 0 ? [`${String(open)} gave no verdict`] : []),
  ];
  return parts.length === 0 ? 'no case' : parts.join(', ');
}

function shownPart({shown, others}: MatrixCell): HtmlPart {
  if (shown === undefined) return '';
  const {id, title, message, before = [], asked, answered, repeat} = shown;
  return [
    html`<p><code>${id}</code>: ${title}</p><p><strong>${message}</strong></p>`,
    before.length === 0 ? '' : html`<h3>What was changed before</h3>${block(before.join('\n'))}`,
    asked === undefined ? '' : html`<h3>Sent</h3>${block(asked)}`,
    answered === undefined ? '' : html`<h3>Received</h3>${block(answered)}`,
    repeat === undefined ? '' : html`<h3>To reproduce this request</h3>${block(repeat)}`,
    others.length === 0
      ? ''
      : html`<p class="soft">Other cases that show it: ${others.map((other, n) => html`${n === 0 ? '' : ', '}<code>${other}</code>`)}</p>`,
  ];
}

function block(text: string): Markup {
  return html`<pre tabindex="0">${htmlLines(text.split(/\r?\n/))}</pre>`;
}

function implementationPage(implementation: Implementation, matrix: Matrix): string {
  const {name, versions, runs} = implementation;
  const newest = newestOf(implementation);
  if (newest === undefined) return '';
  const own = matrix.statements.filter(({id}) => versions.some(({cells}) => cells.has(id)));
  const head = versions.map(run => html`<th scope="col"><span class="up">${run.version}</span></th>`);
  const rows = own.map(
    ({id}) =>
      html`<tr><th scope="row"><a href="../statements/${fileOf(id)}.html">${id}</a></th>${versions.map(run => versionCell(run, id))}</tr>`,
  );
  const main = [
    runFacts(newest, versions.at(-1) === newest, matrix),
    html`<h2>Certificates</h2>${certificatesPart(implementation)}`,
    html`<h2>Badge</h2><p><img src="../badges/${linkText(implementation.slug)}.svg" alt="${badgeText(implementation)}"></p><p>In Markdown, with the address of these pages in place of <code>https://…</code>:</p>${block(`[![conformance](https://…/badges/${implementation.slug}.svg)](https://…/implementations/${implementation.slug}.html)`)}`,
    html`<h2>From version to version</h2>${changesPart(implementation)}`,
    html`<h2>Statement by statement</h2><div class="wide" tabindex="0" role="region" aria-label="Statements by version"><table class="states"><thead><tr><th scope="col">statement</th>${head}</tr></thead><tbody>
${htmlLines(rows)}
</tbody></table></div>`,
    html`<h2>Runs</h2><ul>${runs.map(run => html`<li>${[`${run.version}: ${runWords(run)}`, ...marksOf(run, matrix)].join('; ')}</li>`)}</ul>`,
  ];
  return page({title: name, up: '../', main});
}

/** When and by what a version was run, where a run of it is kept. */
function runWords({startedAt, touchstone, edition, seed}: MatrixRun): string {
  if (startedAt === '') return 'no run is kept';
  return `${startedAt}, touchstone ${touchstone}, edition ${edition}, seed ${String(seed)}`;
}

function certificatesPart(implementation: Implementation): HtmlPart {
  const all = certificatesIn(implementation);
  if (all.length === 0) return html`<p>None was given for these runs.</p>`;
  const rows = all.map(
    ({run, certificate, path}) =>
      html`<tr><th scope="row"><a href="../${path}">${certificate.profile}</a></th><td>${run.version}</td><td>${pillOf(certificate)}</td><td>${certificate.issuer}</td><td>${certificateText(certificate)}</td></tr>`,
  );
  return html`<div class="wide" tabindex="0" role="region" aria-label="Certificates"><table><thead><tr><th scope="col">profile</th><th scope="col">version</th><th scope="col">state</th><th scope="col">issuer</th><th scope="col">what is known of it</th></tr></thead><tbody>
${htmlLines(rows)}
</tbody></table></div><p class="soft">A certificate is the word of its issuer about one run. <code>touchstone verify</code> checks it, and with <code>--rerun</code> tries it again.</p>`;
}

function pillOf(certificate: MatrixCertificate): Markup {
  const state = certificateState(certificate);
  const letter = {valid: 'h', expired: 'n', revoked: 'f', unchecked: 'o'}[state];
  return html`<span class="pill ${letter}">${state === 'unchecked' ? 'not recomputed' : state}</span>`;
}

function versionCell({key, cells}: MatrixRun, id: string): Markup {
  const cell = cells.get(id);
  if (cell === undefined) return html`<td></td>`;
  return html`<td class="${letters[cell.state]}"><a href="../statements/${fileOf(id)}.html#${linkText(key)}">${stateWords[cell.state].short}</a></td>`;
}

function runFacts(run: MatrixRun, isNewest: boolean, matrix: Matrix): Markup {
  const {counts} = run;
  const states = [...run.cells.values()].map(({state}) => state);
  const fact = (term: string, text: string): Markup => html`<dt>${term}</dt><dd>${text}</dd>`;
  return html`<dl class="facts">${[
    fact(isNewest ? 'newest version' : 'newest version that was run', run.version),
    fact('tested', runWords(run)),
    ...cellStates.map(state => fact(stateWords[state].long, String(states.filter(one => one === state).length))),
    fact(
      'cases',
      `${String(counts.pass)} pass, ${String(counts.fail)} fail, ${String(counts.warn)} warn, ${String(counts.flaky)} flaky, ${String(counts.skip)} skip, ${String(counts.error)} error`,
    ),
    ...marksOf(run, matrix).map(mark => fact('note', mark)),
  ]}</dl>`;
}

function changesPart(implementation: Implementation): HtmlPart {
  const changes = changesOf(implementation);
  if (changes.length === 0) return html`<p>One version was tested.</p>`;
  return changes.map(({before, after, changes: all, hasOtherSuites}) => {
    const items = all.map(
      ({id, from, to}) =>
        html`<li><a href="../statements/${fileOf(id)}.html#${linkText(after.key)}">${id}</a>: ${stateWords[from].long} → <span class="pill ${letters[to]}">${stateWords[to].long}</span></li>`,
    );
    const note = hasOtherSuites
      ? html`<p class="soft">The two runs were judged by different suites, so a change may be of the suites.</p>`
      : '';
    return html`<h3>${before.version} → ${after.version}</h3>${note}${items.length === 0 ? html`<p>Nothing changed.</p>` : html`<ul>${items}</ul>`}`;
  });
}
