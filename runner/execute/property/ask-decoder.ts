// The questions that a property asks of a decoder under test.
import {enter} from '../attempt/story.ts';
import type {WorldAnswer} from '../../../model/property.ts';
import type {TesteeAnswer, TesteeQuestion} from '../../../model/peer.ts';
import {ask} from '../steps/overlay-step.ts';
import {isSuccess, type Heard, type WorldParts} from './property-run.ts';
import type {RecordedStep} from './recorded-step.ts';

/** Asks one question, which was recorded as a step, and gives the answer. */
export async function question(
  {story, heard, events}: WorldParts,
  step: RecordedStep,
  asked: TesteeQuestion,
): Promise<WorldAnswer> {
  enter(story, {phase: 'act', step: step.index});
  const answer = await ask(story, asked);
  const given = worldAnswer(answer);
  const came: Heard = {kind: 'answer', step, message: asked.message, form: asked.form, answer};
  events.push({kind: 'answered', step, isSuccess: isSuccess(came)});
  heard.set(given, came);
  return given;
}

/** Gives an answer as a property sees it. */
export function worldAnswer(answer: TesteeAnswer): WorldAnswer {
  switch (answer.kind) {
    case 'value':
      return {answer: 'value', value: answer.value};
    case 'encoded':
      return {answer: 'encoded', bytes: answer.bytes};
    case 'reject':
    case 'unsupported':
      return {answer: answer.kind, detail: answer.text};
    case 'broken':
      return {answer: 'broken', cause: answer.cause, detail: answer.detail};
    case 'lost':
      return {answer: 'broken', detail: answer.detail};
  }
}
