// Chooses the cases that a user asked for, by place, id, tag and requirement.
import type {PlannedExample, Runnable, Selection} from '../model/plan.ts';
import {matchesCasePattern} from './case-pattern.ts';

/** Keeps what matches every kind of selector that is given; within one kind, any match is enough. */
export function selectCases(runnables: readonly Runnable[], selection: Selection): readonly Runnable[] {
  return runnables.filter(
    runnable =>
      isWanted(selection.places, place => isAtPlace(runnable, place)) &&
      isWanted(selection.ids, pattern => matchesCasePattern(pattern, runnable.id)) &&
      isWanted(selection.tags, tag => (runnable.definition.tags ?? []).includes(tag)) &&
      isWanted(selection.requirements, id => runnable.definition.proves.includes(id)),
  );
}

function isWanted<Selector>(selectors: readonly Selector[], matches: (selector: Selector) => boolean): boolean {
  return selectors.length === 0 || selectors.some(matches);
}

function isAtPlace(runnable: Runnable, place: {readonly file: string; readonly line?: number}): boolean {
  if (runnable.kind === 'property') return runnable.file === place.file;
  return isExampleAtPlace(runnable, place);
}

function isExampleAtPlace({definition}: PlannedExample, place: {readonly file: string; readonly line?: number}): boolean {
  if (definition.file !== place.file && definition.row?.file !== place.file) return false;
  if (place.line === undefined) return true;
  return definition.lines.first <= place.line && place.line <= definition.lines.last;
}
