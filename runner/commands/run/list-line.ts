// Shows one case in a list: id, statements, title.
import type {Runnable} from '../../../model/plan.ts';

/** Gives one case as two lines for people. */
export function listLine({id, definition: {proves, title}}: Runnable): string {
  return `${id}  (${proves.join(', ')})\n  ${title}\n`;
}
