// What known servers answered to the requests of each history, as it is kept: a row for each request, with what stands in several rows written once.
import {usualAnswers, sharedParts} from './usual-answers.ts';
import type {Fields, Picture} from './picture.ts';

/** The status that known servers answer with, or what they agree on where they use several: that they refuse, or that they do it. */
type UsualStatus = number | 'refused' | '2xx';

/** What known servers have in common. */
export interface UsualAnswer {
  readonly status: UsualStatus;
  readonly picture: Fields;
}

/** Gives what is known of each request of a history; of some nothing. */
export function usualAnswersTo(history: string): readonly (UsualAnswer | undefined)[] {
  return (usualAnswers[history] ?? []).map(row => (row === '' ? undefined : answerOf(row)));
}

/** Gives how many deliveries known servers make, where they agree. */
export function heardIn(picture: Fields | undefined): number | undefined {
  const heard = picture?.['heard'];
  return Array.isArray(heard) ? heard.length : undefined;
}

function answerOf(row: string): UsualAnswer {
  const [status = '', ...rest] = row.split(' ');
  const isWord = status === 'refused' || status === '2xx';
  return {status: isWord ? status : Number(status), picture: whole(JSON.parse(rest.join(' ')) as Picture) as Fields};
}

const parts = new Map<number, Picture>();

function whole(picture: Picture): Picture {
  if (typeof picture !== 'object' || picture === null) return picture;
  if (Array.isArray(picture)) return picture.map((one: Picture) => whole(one));
  if ('$same' in picture) return partAt(Number(picture['$same']));
  return Object.fromEntries(Object.entries(picture).map(([key, one]) => [key, whole(one as Picture)]));
}

function partAt(index: number): Picture {
  const known = parts.get(index);
  if (known !== undefined) return known;
  const made = whole(JSON.parse(sharedParts[index] ?? 'null') as Picture);
  parts.set(index, made);
  return made;
}
