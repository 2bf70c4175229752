// Shortens a value that a decoder gave, so that an answer of megabytes does not fill the journal: a red case shows the beginning and how much there was.
import {counted} from '../../base/text/counted.ts';
import {createHash} from 'node:crypto';
import {jsonObject, type Json} from '../../model/json.ts';

const charactersMax = 4_096;
const headCharacters = 512;
const itemsMax = 256;
const headItems = 64;

/** Gives the value with each long text cut, and its hash behind it, and with the first items of each long list. */
export function shortened(value: Json): Json {
  if (typeof value === 'string') return shortenedText(value);
  if (Array.isArray(value)) return shortenedList(value as readonly Json[]);
  if (value === null || typeof value !== 'object') return value;
  return jsonObject(Object.entries(value).map(([name, held]) => [name, shortened(held)] as const));
}

function shortenedText(text: string): string {
  if (text.length <= charactersMax) return text;
  const sha256 = createHash('sha256').update(text).digest('hex');
  return `${text.slice(0, headCharacters)}… (${String(text.length)} characters, sha256 ${sha256})`;
}

function shortenedList(list: readonly Json[]): Json {
  if (list.length <= itemsMax) return list.map(shortened);
  return [...list.slice(0, headItems).map(shortened), `… (${counted(list.length - headItems, 'more item')})`];
}
