// The kill matrix as one HTML page without script: which suite notices which fault of the reference, as a chart and as a table.
import {createHash} from 'node:crypto';
import {caseOf, isToBeNoticed, witnessesOf, type KillMatrix} from './kill-matrix.ts';
import {htmlStyle} from '../html/page-style.ts';
import {html, htmlLines, Markup, type HtmlPart} from '../../base/text/html-text.ts';

/** Renders the page. */
export function renderMatrixHtml(matrix: KillMatrix): string {
  const {faults, noticed, problems} = matrix;
  const rows = chartRows(matrix);
  const suites = [...new Set(rows.flatMap(({bySuite}) => [...bySuite.keys()]))].toSorted();
  const words = `${noticed} of ${faults} ${faults === 1 ? 'fault' : 'faults'} noticed`;
  const hashes = [htmlStyle, style].map(text => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${new Markup(hashes.join(' '))}; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="referrer" content="no-referrer">
<title>touchstone: ${words}</title>
<style>${new Markup(htmlStyle)}</style><style>${new Markup(style)}</style></head><body>
<p class="brand">touchstone · kill matrix</p>
<h1 class="words ${problems.length === 0 ? 'pass' : 'fail'}">${words}${problems.length === 0 ? '' : `, ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}`}</h1>
<p>Each row is one wrong reading of one statement, switched on in the reference server. A square says that cases of a suite
noticed it; a darker one that more did. A row without a square is a fault that no case noticed. That is a problem,
except where the fault changes no value (basis “information”): those are shown and not counted.</p>
${problemList(problems)}
<h2>Faults by suite</h2>
${suiteBars(rows, suites)}
<h2>Fault by fault</h2>
<div class="scroll">${grid(rows, suites)}</div>
<details><summary>The same as a table</summary>${table(rows)}</details>
</body></html>
`.text;
}

interface ChartRow {
  readonly name: string;
  readonly statement: string;
  readonly basis: string;
  readonly says: string;
  readonly isMissed: boolean;
  /** Suite → its cases that noticed the fault. */
  readonly bySuite: ReadonlyMap<string, readonly string[]>;
}

/** Statement by statement, as the faults stand. */
function chartRows({rows}: KillMatrix): readonly ChartRow[] {
  return rows.map(({fault, noticed, isNoticed}) => {
    const bySuite = new Map<string, readonly string[]>();
    for (const id of new Set(witnessesOf(fault, noticed).map(one => caseOf(one.case)))) {
      const suite = id.replace(/\/[^/]*$/, '');
      bySuite.set(suite, [...(bySuite.get(suite) ?? []), id]);
    }
    return {
      name: fault.name,
      statement: fault.requirement,
      basis: fault.basis,
      says: fault.says,
      isMissed: !isNoticed && isToBeNoticed(fault),
      bySuite,
    };
  });
}

// More than these would push the chart out of sight.
const problemsShown = 12;

function problemList(problems: readonly string[]): HtmlPart {
  if (problems.length === 0) return '';
  const items = problems.map(text => html`<li>${text}</li>`);
  return html`<details${problems.length > problemsShown ? '' : ' open'}><summary>Problems (${problems.length})</summary><ul class="problems">${items}</ul></details>`;
}

const barMax = 220;

/** How much each suite carries: what it notices, and in full colour what nothing but it notices. */
function suiteBars(rows: readonly ChartRow[], suites: readonly string[]): Markup {
  const counts = suites
    .map(suite => {
      const own = rows.filter(({bySuite}) => bySuite.has(suite));
      return {suite, all: own.length, alone: own.filter(({bySuite}) => bySuite.size === 1).length};
    })
    .toSorted((a, b) => b.all - a.all || (a.suite < b.suite ? -1 : 1));
  const most = Math.max(1, ...counts.map(({all}) => all));
  const width = (count: number): string => ((count / most) * barMax).toFixed(1);
  const bars = counts.map(({suite, all, alone}) => {
    const figure = `${all}${alone === 0 ? '' : `, ${alone} of them alone`}`;
    return html`<tr><th scope="row">${suite}</th><td><svg width="${barMax}" height="12" role="img" aria-label="${figure}"><rect class="pass some" width="${width(all)}" height="12"/><rect class="pass" width="${width(alone)}" height="12"/></svg></td><td>${figure}</td></tr>`;
  });
  return html`<table class="chart columns"><tbody>${bars}</tbody></table>`;
}

// In pixels: a square, the room of fault names, and that of suite names, which stand aslant.
const square = 11;
const namesWidth = 330;
const namesHeight = 150;

function grid(rows: readonly ChartRow[], suites: readonly string[]): Markup {
  const width = namesWidth + suites.length * square + namesHeight;
  const height = namesHeight + rows.length * square;
  const heads = suites.map((suite, n) => {
    const x = namesWidth + n * square + 8;
    return html`<text x="${x}" y="${namesHeight - 6}" transform="rotate(-60 ${x} ${namesHeight - 6})">${suite}</text>`;
  });
  const lines = rows.map((row, n) => gridRow(row, {suites, y: namesHeight + n * square, isFirst: isFirst(rows, n)}));
  return html`<svg class="kills" width="${width}" height="${height}" role="img" aria-label="which suite notices which fault; the table below says the same">${heads}
${htmlLines(lines)}</svg>`;
}

/** The first fault of its statement is drawn with a line above it. */
function isFirst(rows: readonly ChartRow[], n: number): boolean {
  return rows[n]?.statement !== rows[n - 1]?.statement;
}

function gridRow(
  {name, statement, says, isMissed, bySuite}: ChartRow,
  {suites, y, isFirst: hasLine}: {readonly suites: readonly string[]; readonly y: number; readonly isFirst: boolean},
): Markup {
  const squares = [...bySuite].map(
    ([suite, cases]) =>
      html`<rect class="pass ${cases.length > 3 ? '' : cases.length > 1 ? 'several' : 'some'}" x="${namesWidth + suites.indexOf(suite) * square}" y="${y + 1}" width="${square - 1}" height="${square - 2}"><title>${name}: ${cases.join(', ')}</title></rect>`,
  );
  const line = hasLine ? html`<path d="M0 ${y + 0.5}H${namesWidth + suites.length * square}"/>` : '';
  return html`<g>${line}<text class="${isMissed ? 'missed' : ''}" x="${namesWidth - 6}" y="${y + 9}" text-anchor="end">${name}<title>${statement}: ${says}</title></text>${squares}</g>`;
}

function table(rows: readonly ChartRow[]): Markup {
  const lines = rows.map(({name, statement, basis, says, isMissed, bySuite}) => {
    const cases = [...bySuite.values()].flat();
    const none = isMissed ? html`<span class="pill fail">no case</span>` : 'reported only';
    return html`<tr><th scope="row">${name}</th><td>${statement}<br><small>${basis}</small></td><td>${says}<span class="reading">${cases.length === 0 ? none : cases.join(', ')}</span></td></tr>`;
  });
  return html`<table class="matrix wide"><thead><tr><th scope="col">fault</th><th scope="col">statement</th><th scope="col">what it does, and the cases that notice it</th></tr></thead><tbody>
${htmlLines(lines)}
</tbody></table>`;
}

const style = `
.scroll { overflow-x: auto; } .problems li { overflow-wrap: anywhere; }
.some { fill-opacity: 0.4; } .several { fill-opacity: 0.7; }
.kills { background: none; } .kills text { fill: var(--ink); font: 9px ui-monospace, "DejaVu Sans Mono", monospace; } .kills text.missed { fill: var(--fail); font-weight: 700; }
.kills path { stroke: var(--line); } .kills g:hover text { font-weight: 700; }
@media (min-width: 60rem) { .columns tbody { display: block; columns: 2; } .columns tr { break-inside: avoid; } }
`;
