// What a run found beside its verdicts, on a terminal: skips, contract notes, probes, and what was left behind.
import {counted} from '../../base/text/counted.ts';
import type {CaseLine} from '../../model/journal.ts';
import {groupByReason} from '../case/alike.ts';
import type {Journal} from '../journal/reader.ts';
import {cleanCommand} from '../words/next-command.ts';
import {wrap, type Paper} from '../../base/text/text-layout.ts';
import {cutText, visibleText} from '../../base/text/visible-text.ts';

/** What was skipped, by reason. */
export function skipLines({cases}: Journal, {paint, width}: Paper): readonly string[] {
  const groups = groupByReason(cases.filter(({verdict}) => verdict === 'skip').map(line => ({...line, suite: ''})));
  const lines = groups.slice(0, 12).map(({first, others}) => skipText(first, others.length + 1));
  const rest = groups.length > 12 ? [`… and ${counted(groups.length - 12, 'more reason')}`] : [];
  return lines.length === 0
    ? []
    : [paint.bold('SKIP'), ...[...lines, ...rest].flatMap(line => wrap(line, width - 2)).map(line => `  ${line}`), ''];
}

function skipText({cause, detail}: CaseLine, count: number): string {
  const why = detail === undefined ? '' : ` — ${cutText(visibleText(detail), 300)}`;
  return `${count} × ${cause ?? 'no cause given'}${why}`;
}

/** Replies that differ from the contract where nothing is stated. */
export function contractLines(journal: Journal, {paint, width}: Paper): readonly string[] {
  const notes = journal.kind === 'complete' ? journal.footer.contractNotes : [];
  if (notes.length === 0) return [];
  const shown = notes
    .slice(0, 8)
    .map(
      note =>
        `${visibleText(note.operation)} ${note.status}${note.pointer === '' ? '' : ` ${visibleText(note.pointer)}`}: ${cutText(visibleText(note.message), 200)} (${note.count} ×)`,
    );
  const rest = notes.length > 8 ? [`… and ${notes.length - 8} more`] : [];
  const lines = [...shown, ...rest].flatMap(line => wrap(line, width - 2)).map(line => `  ${line}`);
  const lead = wrap(
    'Replies that differ from the contract where the record states nothing; they change no verdict:',
    width,
  );
  return [paint.bold('CONTRACT NOTES'), ...lead, ...lines, ''];
}

/** Probes that the target does not meet; the journal and the HTML report have all of them. */
export function probeLines({probes}: Journal, {paint, width}: Paper): readonly string[] {
  const differing = probes.filter(({outcome}) => outcome === 'differs');
  if (differing.length === 0) return [];
  const shown = differing
    .slice(0, 8)
    .map(
      ({name, detail}) => `${visibleText(name)}${detail === undefined ? '' : `: ${cutText(visibleText(detail), 300)}`}`,
    );
  const rest = differing.length > 8 ? [`… and ${differing.length - 8} more`] : [];
  const lead = wrap(
    'What no statement is about. The target does otherwise than the probe says, which is never scored:',
    width,
  );
  return [
    paint.bold('PROBES'),
    ...lead,
    ...[...shown, ...rest].flatMap(line => wrap(line, width - 2)).map(line => `  ${line}`),
    '',
  ];
}

/** What the clean-up left on the server, and how to try it again. */
export function leftoverLines(
  journal: Journal,
  {reports = []}: {readonly reports?: readonly string[]},
  {paint, width}: Paper,
): readonly string[] {
  const leftovers = journal.kind === 'complete' ? journal.footer.leftovers : [];
  if (leftovers.length === 0) return [];
  const rest = leftovers.length > 20 ? [`  … and ${leftovers.length - 20} more`] : [];
  const clean = cleanCommand(journal, reports[0]);
  return [
    paint.bold(paint.yellow('LEFT BEHIND')),
    ...(clean === undefined
      ? wrap('The clean-up could not remove these; remove them by hand:', width)
      : [
          ...wrap('The clean-up could not remove these. To try it again:', width),
          `  ${clean}`,
          ...wrap('Remove by hand what is left after that:', width),
        ]),
    ...leftovers.slice(0, 20).map(one => `  ${visibleText(one)}`),
    ...rest,
    '',
  ];
}
