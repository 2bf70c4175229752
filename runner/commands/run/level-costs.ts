// Says what each level of --contexts costs, so that a user can choose one before anything is sent.
import {counted} from '../../../base/text/counted.ts';
import {contextLevels, type ContextLevel} from '../../../model/contexts/context.ts';
import type {Plan} from '../../../model/plan.ts';
import {knownServerMs} from '../../plan/estimate.ts';
import {requestsOf} from '../../plan/requests-of.ts';
import {durationText} from '../../../reports/words/verdict-words.ts';
import type {Catalog} from '../load/catalog.ts';

/** Gives one line for each level; nothing where the levels run the same cases. */
export async function levelCosts(
  planAt: (level: ContextLevel) => Promise<Plan>,
  {arrangements}: Pick<Catalog, 'arrangements'>,
): Promise<readonly string[]> {
  const lines: string[] = [];
  const counts = new Set<number>();
  for (const level of contextLevels) {
    const {cases} = await planAt(level);
    const requests = cases
      .filter(({runnable}) => runnable.definition.area === 'hosting')
      .reduce((sum, planned) => sum + requestsOf(planned, arrangements, 0), 0);
    counts.add(cases.length);
    lines.push(
      `  --contexts ${level.padEnd(6)}  ${counted(cases.length, 'case')}, about ${counted(requests, 'request')} to the server, about ${durationText(knownServerMs(requests))} on a Gitea with two cores`,
    );
  }
  return counts.size === 1 ? [] : lines;
}
