// Says in one sentence where a case that was red in a context fails, and where it passes.
import {contextText, valuesOf, valueWords} from '../../model/contexts/context.ts';
import type {Narrowing} from '../../model/journal.ts';

/** Gives e.g. `fails where an organization owns the repository; passes where a user does`. */
export function narrowingText({left, cut}: Narrowing): string {
  const values = valuesOf(left);
  const more = cut === undefined ? '' : ` (${cut})`;
  if (values.length === 0) return `also fails in the plain context${more}`;
  if (cut?.startsWith('not narrowed') === true) return `fails with ${contextText(left)}${more}`;
  const words = values.map(valueWords);
  const [only] = words;
  const passes = words.length === 1 && only !== undefined ? only.plain : 'without one of these';
  return `fails ${words.map(({here}) => here).join(', and ')}; passes ${passes}${more}`;
}
