// Remembers what a step of a case is about to make, where the step says how it is removed.
import type {Arrangement, ArrangementStep} from '../../../model/arrangement.ts';
import {jsonObject} from '../../../model/json.ts';
import type {CallStep, RequestStep} from '../../../model/suite.ts';
import type {Scope} from '../attempt/events.ts';
import {stepOf, type Story} from '../attempt/story.ts';
import type {Received} from '../http/exchange.ts';
import {captureWhatIsThere} from './plain-create.ts';
import {rememberMade} from './remember-made.ts';

/** Writes it down before the step is sent; the result is told what came of it. Undefined where the step says nothing. */
export function rememberStep(
  story: Story,
  {cleanup, capture}: CallStep | RequestStep,
  scope: Scope,
): ((received: Received) => Promise<void>) | undefined {
  if (cleanup === undefined) return undefined;
  const step = `step ${String((stepOf(story).step ?? 0) + 1)} of ${story.caseId}`;
  const own: Scope = new Map(scope);
  const memory = rememberMade(story, arrangementOf(step, story.file, cleanup), own);
  return async received => {
    const {status} = received.reply;
    if (status < 200 || status >= 300) memory?.gone();
    else {
      await captureWhatIsThere(story, {capture}, received, own);
      memory?.made();
    }
  };
}

function arrangementOf(name: string, file: string, step: CallStep | RequestStep): Arrangement {
  return {
    name,
    title: name,
    file,
    inputs: {},
    given: [],
    steps: [],
    outputs: jsonObject([]),
    needs: [],
    requires: [],
    cleanup: asArrangementStep(step),
    isOfStep: true,
  };
}

/** Gives a step of a case in the form of one of an arrangement. */
function asArrangementStep(step: CallStep | RequestStep): ArrangementStep {
  const {pointer, as, auth, query, headers, body} = step;
  return {
    pointer,
    as,
    call: step.kind === 'call' ? step.operation : '',
    ...(step.kind === 'call' ? {} : {request: {method: step.method, path: step.path}}),
    params: step.kind === 'call' ? step.params : jsonObject([]),
    query,
    headers,
    ...(body === undefined ? {} : {body}),
    ...(auth === undefined ? {} : {auth}),
    capture: {},
  };
}
