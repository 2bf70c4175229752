// Chooses the cases that a user asked for, by place, id, tag and requirement.
import type {Runnable, Selection} from '../model/plan.ts';
import {matchesCasePattern} from './case-pattern.ts';

type Place = Selection['places'][number];

/** Keeps what matches every kind of selector that is given; within one kind, any match is enough. */
export function selectCases(runnables: readonly Runnable[], selection: Selection): readonly Runnable[] {
  return runnables.filter(
    runnable =>
      isWanted(selection.places, place => isAtPlace(runnable, place, runnables)) &&
      isWanted(selection.ids, pattern => matchesCasePattern(pattern, runnable.id)) &&
      isWanted(selection.tags, tag => (runnable.definition.tags ?? []).includes(tag)) &&
      isWanted(selection.requirements, id => runnable.definition.proves.includes(id)),
  );
}

function isWanted<Selector>(selectors: readonly Selector[], matches: (selector: Selector) => boolean): boolean {
  return selectors.length === 0 || selectors.some(matches);
}

function isAtPlace(runnable: Runnable, place: Place, all: readonly Runnable[]): boolean {
  if (runnable.kind === 'property') return runnable.file === place.file;
  const {file, row, lines} = runnable.definition;
  if (file !== place.file && row?.file !== place.file) return false;
  const {line} = place;
  if (line === undefined || holds(row?.lines, line)) return true;
  return holds(lines, line) && !all.some(other => isRowOn(other, file, line));
}

// A line of a row means that row; any other line of its case means all of its rows.
function isRowOn(runnable: Runnable, file: string, line: number): boolean {
  return (
    runnable.kind === 'example' && runnable.definition.file === file && holds(runnable.definition.row?.lines, line)
  );
}

function holds(lines: {readonly first: number; readonly last: number} | undefined, line: number): boolean {
  return lines !== undefined && lines.first <= line && line <= lines.last;
}
