// Tells a red case whole, for whoever shows it to people.
import type {Journal} from '../../reports/journal/reader.ts';
import type {CaseLine} from '../../model/journal.ts';
import {machineFor} from './machine-for.ts';

/** Makes the teller of one journal. */
export async function tellCase(journal: Journal): Promise<(line: CaseLine) => string> {
  const {caseStories} = await import('../../reports/case/details.ts');
  const {caseDetails, caseMessage} = await import('../../reports/case/plain-story.ts');
  const {requirementsOf} = await import('../commands/run/journal-file.ts');
  const {machine} = await machineFor({});
  const story = caseStories(journal, requirementsOf(journal, machine));
  return line => `${caseMessage(line)}\n${caseDetails(story(line))}`;
}
