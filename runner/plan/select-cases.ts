// Chooses the cases that a user asked for, by place, id, words, tag, statement and what became of them before.
import type {Runnable, Selection} from '../../model/plan.ts';
import {selectorsOf, type Selector} from './selectors.ts';

/** Keeps what matches every kind of selector that is given; within one kind, any match is enough. Where suites say `only` of some of them, these. */
export function selectCases(runnables: readonly Runnable[], selection: Selection): readonly Runnable[] {
  const selectors = selectorsOf(selection);
  const kinds = [...new Set(selectors.map(({kind}) => kind))].map(kind => selectors.filter(one => one.kind === kind));
  const wanted = runnables.filter(runnable => kinds.every(ofKind => isMeant(runnable, ofKind, runnables)));
  const alone = wanted.filter(isAlone);
  return alone.length === 0 ? wanted : alone;
}

/** Tells whether the suite says `only` of a case. */
export function isAlone({definition}: Runnable): boolean {
  return 'only' in definition && (definition.only ?? false);
}

/** Gives the selectors that mean no case at all, not even alone. */
export function idleSelectors(runnables: readonly Runnable[], selection: Selection): readonly Selector[] {
  return selectorsOf(selection).filter(selector => !runnables.some(runnable => selector.means(runnable, runnables)));
}

function isMeant(runnable: Runnable, selectors: readonly Selector[], all: readonly Runnable[]): boolean {
  return selectors.some(selector => selector.means(runnable, all));
}
