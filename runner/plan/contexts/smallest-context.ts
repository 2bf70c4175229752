// Finds what is left of a context when every value that does not matter is set back to plain.
import {contextText, dimensionNames, type Context} from '../../../model/contexts/context.ts';
import {setBack} from './assign-contexts.ts';

/** Sets a context back to plain, at once or else one value after another, and gives what is left where it is still red. */
export async function smallestContext(
  context: Context,
  isRedIn: (smaller: Context) => Promise<boolean>,
): Promise<Context> {
  if (await isRedIn({})) return {};
  let left = context;
  // A value that needs an organization keeps it from being set back, so that its turn may come again.
  for (const dimension of [...dimensionNames, 'owner' as const]) {
    const smaller = setBack(left, dimension);
    if (smaller === undefined || contextText(smaller) === '') continue;
    if (await isRedIn(smaller)) left = smaller;
  }
  return {...left};
}
