// The charts of the HTML report: verdicts by suite, and the cases that took longest. Plain SVG, made before any script runs.
import {counted} from '../../base/text/counted.ts';
import {verdicts, type Verdict} from '../../model/verdict.ts';
import {html, linkText, type HtmlPart, type Markup} from '../../base/text/html-text.ts';
import type {SearchFacts} from '../../model/journal.ts';
import type {Journal} from '../journal/reader.ts';
import {durationText} from '../words/verdict-words.ts';
import {cutText} from '../../base/text/visible-text.ts';

/** Renders both charts side by side. */
export function htmlCharts(journal: Journal): Markup {
  const search = journal.kind === 'complete' ? journal.footer.search : undefined;
  if (search !== undefined) return searchCharts(search);
  return html`<section class="charts" id="charts"><div><h2>Verdicts by suite</h2>${suiteChart(journal)}</div><div><h2>Slowest cases</h2>${timeChart(journal)}</div></section>`;
}

const barWidth = 200;
const suitesMax = 30;

function suiteChart({cases}: Journal): Markup {
  const bySuite = new Map<string, Record<Verdict, number>>();
  for (const {suite, verdict} of cases) {
    const counts = bySuite.get(suite) ?? {pass: 0, fail: 0, warn: 0, flaky: 0, skip: 0, error: 0};
    counts[verdict] += 1;
    bySuite.set(suite, counts);
  }
  const suites = [...bySuite].sort(
    ([a, m], [b, n]) => n.fail + n.flaky + n.error - (m.fail + m.flaky + m.error) || (a < b ? -1 : 1),
  );
  const rows = suites.map(([suite, counts]) => {
    const total = verdicts.reduce((sum, verdict) => sum + counts[verdict], 0);
    let x = 0;
    const bars = verdicts.map(verdict => {
      const width = (counts[verdict] / total) * barWidth;
      const bar =
        width === 0
          ? ''
          : html`<rect class="${verdict}" x="${x.toFixed(1)}" width="${width.toFixed(1)}" height="12"><title>${counts[verdict]} ${verdict}</title></rect>`;
      x += width;
      return bar;
    });
    const bad = counts.fail + counts.flaky + counts.error;
    return barRow(
      html`<a href="#suite=${linkText(suite)}">${suite}</a>`,
      bars,
      `${counts.pass}/${total}${bad > 0 ? `, ${bad} not good` : ''}`,
    );
  });
  const table = (some: readonly Markup[]): Markup => html`<table class="chart"><tbody>${some}</tbody></table>`;
  const rest = rows.slice(suitesMax);
  const more =
    rest.length === 0
      ? ''
      : html`<details><summary>${counted(rest.length, 'more suite')}</summary>${table(rest)}</details>`;
  return html`${table(rows.slice(0, suitesMax))}${more}`;
}

function timeChart({cases}: Journal): Markup {
  const slowest = [...cases].sort((a, b) => b.durationMs - a.durationMs || (a.id < b.id ? -1 : 1)).slice(0, 12);
  const longest = Math.max(1, ...slowest.map(({durationMs}) => durationMs));
  const rows = slowest.map(({id, durationMs, verdict}) =>
    barRow(
      html`<a href="#case=${linkText(id)}">${cutText(id, 80)}</a>`,
      html`<rect class="${verdict}" x="0" width="${((durationMs / longest) * barWidth).toFixed(1)}" height="12"/>`,
      durationText(durationMs),
    ),
  );
  return html`<table class="chart"><tbody>${rows}</tbody></table>`;
}

function barRow(name: HtmlPart, bars: HtmlPart, figure: string): Markup {
  return html`<tr><th scope="row">${name}</th><td><svg width="${barWidth}" height="12" role="img" aria-label="${figure}">${bars}</svg></td><td>${figure}</td></tr>`;
}

/** The curves of a search, each up to its own largest value, and its decoders side by side. */
function searchCharts({samples, decoders}: SearchFacts): Markup {
  const last = samples.at(-1);
  const curves = [
    ['inputs', (sample: Sample) => sample.inputs],
    ...(last?.edges === undefined ? [] : ([['edges', (sample: Sample) => sample.edges ?? 0]] as const)),
    ['behaviours', (sample: Sample) => sample.behaviours],
    ['findings', (sample: Sample) => sample.findings],
  ] as const;
  const rows = curves.map(([name, of]) =>
    barRow(name, curve(samples, of), (last === undefined ? 0 : of(last)).toLocaleString('en-US')),
  );
  const over =
    last === undefined
      ? ''
      : html`<div><h2>Over ${durationText(last.ms)}</h2><table class="chart"><tbody>${rows}</tbody></table></div>`;
  const share = (count: number, of: number): string => (of === 0 ? '?' : `${((count / of) * 100).toFixed(2)} %`);
  const lines = decoders.map(
    ({name, answered, wrong, unusual}) =>
      html`<tr><th scope="row">${cutText(name, 80)}</th><td>${answered.toLocaleString('en-US')}</td><td>${share(wrong, answered)}</td><td>${share(unusual, answered)}</td></tr>`,
  );
  return html`<section class="charts" id="charts">${over}<div><h2>Decoders</h2><table><thead><tr><th>decoder</th><th>answers</th><th>wrong</th><th>unusual</th></tr></thead><tbody>${lines}</tbody></table></div></section>`;
}

type Sample = SearchFacts['samples'][number];

function curve(samples: readonly Sample[], of: (sample: Sample) => number): Markup {
  const longest = Math.max(1, ...samples.map(({ms}) => ms));
  const most = Math.max(1, ...samples.map(of));
  const points = samples.map(
    sample => `${((sample.ms / longest) * barWidth).toFixed(1)},${(11 - (of(sample) / most) * 10).toFixed(1)}`,
  );
  return html`<polyline class="curve" fill="none" stroke="currentColor" points="${points.join(' ')}"/>`;
}
