// The selectors of a selection: what each one says, and which cases it means.
import {idWithoutContext} from '../../model/contexts/context.ts';
import type {Runnable, Selection} from '../../model/plan.ts';
import {matchesStars} from '../../base/patterns/star-pattern.ts';

/** One word of a selection. A case is wanted when of every kind that is given one selector means it. */
export interface Selector {
  readonly kind: 'place' | 'id' | 'grep' | 'tag' | 'requirement' | 'last-failed';
  /** As a command line says it, e.g. `--tags quick`. */
  readonly said: string;
  /** What is looked for, e.g. `quick`. */
  readonly wanted: string;
  means(runnable: Runnable, all: readonly Runnable[]): boolean;
}

/** Gives every selector. */
export function selectorsOf({places, ids, grep, tags, requirements, only}: Selection): readonly Selector[] {
  return [
    ...places.map((place): Selector => ({
      kind: 'place',
      said: placeText(place),
      wanted: placeText(place),
      means: (runnable, all) => isAtPlace(runnable, place, all),
    })),
    ...ids.map((id): Selector => ({
      kind: 'id',
      said: `--id ${id}`,
      wanted: id,
      // An id without a context means the case in all of them.
      means: runnable => matchesStars(id, runnable.id) || matchesStars(id, idWithoutContext(runnable.id)),
    })),
    ...(grep === undefined ? [] : [grepSelector(grep)]),
    ...tags.map((tag): Selector => ({
      kind: 'tag',
      said: `--tags ${tag}`,
      wanted: tag,
      means: ({definition}) => (definition.tags ?? []).includes(tag),
    })),
    ...requirements.map((id): Selector => ({
      kind: 'requirement',
      said: `--requirement ${id}`,
      wanted: id,
      means: ({definition}) => definition.proves.includes(id),
    })),
    ...(only === undefined
      ? []
      : [
          {
            kind: 'last-failed',
            said: '--last-failed',
            wanted: [...only].join(' '),
            means: ({id}) => only.has(id),
          } satisfies Selector,
        ]),
  ];
}

function grepSelector(pattern: string): Selector {
  const expression = new RegExp(pattern, 'iu');
  return {
    kind: 'grep',
    said: `--grep ${pattern}`,
    wanted: pattern,
    means: ({id, definition}) => expression.test(id) || expression.test(definition.title),
  };
}

type Place = Selection['places'][number];

function placeText({file, line}: Place): string {
  return line === undefined ? file : `${file}:${String(line)}`;
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

/** Tells whether places and ids may mean properties of ours: their files are code, and are not loaded for nothing. */
export function mayMeanProperties({places, ids}: Selection): boolean {
  const isPlaced = places.length === 0 || places.some(({file}) => file.startsWith(`suites/${ofProperties}`));
  return isPlaced && (ids.length === 0 || ids.some(id => mayBegin(id, ofProperties)));
}

const ofProperties = 'properties/';

/** Tells whether an id that a glob with stars and question marks matches may begin with a text. */
function mayBegin(glob: string, text: string): boolean {
  const [literal = ''] = glob.split(/[*?]/, 1);
  return literal.startsWith(text) || (literal !== glob && text.startsWith(literal));
}
