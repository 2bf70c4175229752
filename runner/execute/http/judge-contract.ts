// Holds every reply against the published contract: what the record shows can change a verdict, the rest is only counted.
import {checkContract} from '../../check/check-contract.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {ContractNote} from '../../../model/journal.ts';
import type {Received} from './exchange.ts';
import {stepOf, type Story} from '../attempt/story.ts';

/** Gives the findings on properties that the record shows and this case proves; notes everything else once per place. */
export function judgeContract(story: Story, received: Received): readonly Finding[] {
  const {operation, reply} = received;
  if (operation === undefined) return [];
  const {findings, notes} = checkContract({
    operation,
    status: reply.status,
    readBody: received.json,
    proves: story.proves,
    ...stepOf(story),
    checkers: story.run.contract.checkers,
  });
  for (const remark of notes) note(story, {...remark, count: 1, firstCase: story.caseId});
  return findings;
}

function note(story: Story, entry: ContractNote): void {
  const key = `${entry.operation} ${String(entry.status)} ${entry.pointer}`;
  const known = story.run.learnt.contractNotes.get(key);
  story.run.learnt.contractNotes.set(key, known === undefined ? entry : {...known, count: known.count + 1});
}
