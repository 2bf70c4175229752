// Says why a selection holds no case: the filter that fits nothing, what was probably meant, or which filters exclude each other.
import {counted} from '../../../base/text/counted.ts';
import {program} from '../../../base/text/program.ts';
import type {Runnable, Selection} from '../../../model/plan.ts';
import {idleSelectors} from '../../plan/select-cases.ts';
import {selectorsOf, type Selector} from '../../plan/selectors.ts';
import {nearestName} from '../../../base/text/nearest-name.ts';

/** Gives whole lines. `runnables` are the cases for this kind of target; `operands` are the places as they were typed. */
export function nothingSelected(
  runnables: readonly Runnable[],
  selection: Selection,
  operands: readonly string[],
): readonly string[] {
  if (runnables.length === 0) return ['nothing was selected: what was named holds no case for this kind of target'];
  const selectors = selectorsOf(selection);
  const said = [...operands, ...selectors.filter(({kind}) => kind !== 'place').map(one => one.said)];
  const idle = idleSelectors(runnables, selection);
  return [
    `nothing was selected: ${counted(runnables.length, 'case is', 'cases are')} for this target, and none of them fits ${said.join(' and ')}`,
    ...(idle.length > 0
      ? idle.map(selector => `  ${selector.said} fits no case${hint(selector, runnables)}`)
      : [`  each fits some: ${selectors.map(selector => fits(selector, runnables)).join(', ')}; no case fits all`]),
    `  ${program} list shows the ids and tags that there are`,
  ];
}

/** Tells what one selector that fits nothing probably meant; empty, or it begins with its punctuation. */
function hint({kind, wanted}: Selector, runnables: readonly Runnable[]): string {
  switch (kind) {
    case 'id':
      return didYouMean(nearestName(wanted, idsLike(wanted, runnables)), '--id');
    case 'tag':
      return didYouMean(
        nearestName(wanted, new Set(runnables.flatMap(({definition}) => definition.tags ?? []))),
        '--tags',
      );
    case 'place':
      return placeHint(wanted, runnables);
    case 'grep':
      return ': it is looked for in ids and titles';
    case 'requirement':
      return ': no case for this target proves that statement';
    case 'last-failed':
      return wanted === '' ? ': nothing was red in the last run' : ': what was red in the last run is not among them';
  }
}

function didYouMean(near: string | undefined, flag: string): string {
  return near === undefined ? '' : `; did you mean ${flag} "${near}"?`;
}

// A glob is compared with the names of suites, an id with ids.
function idsLike(wanted: string, runnables: readonly Runnable[]): ReadonlySet<string> {
  const plain = runnables.map(({id}) => (wanted.includes('[') ? id : id.replace(/\[[^]*$/, '')));
  return new Set(wanted.endsWith('/*') ? plain.map(id => `${id.slice(0, id.lastIndexOf('/'))}/*`) : plain);
}

function placeHint(wanted: string, runnables: readonly Runnable[]): string {
  const [, file = '', line = ''] = /^(.*):(\d+)$/.exec(wanted) ?? [];
  const before = runnables
    .flatMap(runnable => (runnable.kind === 'example' && runnable.definition.file === file ? [runnable] : []))
    .flatMap(({id, definition: {lines}}) => (lines === undefined ? [] : [{id, line: lines.first}]))
    .toSorted((a, b) => a.line - b.line);
  const nearest = before.findLast(one => one.line <= Number(line)) ?? before[0];
  return nearest === undefined
    ? ''
    : `; the case nearest to that line begins at line ${String(nearest.line)}: ${nearest.id}`;
}

function fits(selector: Selector, runnables: readonly Runnable[]): string {
  const count = runnables.filter(runnable => selector.means(runnable, runnables)).length;
  return `${selector.said} ${String(count)}`;
}
