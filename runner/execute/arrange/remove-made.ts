// Removes what was made: by what its answer told, else by what is found under its unique name.
import {nameOfStep, type Arrangement, type ArrangementStep} from '../../../model/arrangement.ts';
import {jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {MissingValue, referencesIn} from '../../../model/template.ts';
import {equalJson} from '../../check/compare-json.ts';
import {selectPointer} from '../../../base/json/json-pointer.ts';
import {sendStep} from './arrangement-step.ts';
import {scalarText} from '../http/build-request.ts';
import {capture} from '../http/capture.ts';
import type {Received} from '../http/exchange.ts';
import {fillObject} from '../http/fill.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {MadeThing, Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {CaseEnded} from '../attempt/failures.ts';

/** Removes it, and says what could not be removed. What is not there is no trouble. */
export async function removeMade(
  story: Story,
  {arrangement, cleanup, find, scope}: Omit<MadeThing, 'mark'>,
): Promise<string | undefined> {
  const lookup = lookupIn(story, scope);
  try {
    if (referencesIn([cleanup.params, cleanup.request?.path ?? null]).some(path => lookup(path) === undefined)) {
      if (arrangement.isOfStep === true)
        return `${arrangement.name}: it may have been made, and its answer did not say what ${nameOfStep(cleanup)} removes`;
      if (find === undefined || !(await findAgain(story, find, scope))) return undefined;
    }
    let {reply} = await sendStep(story, cleanup, scope);
    // A server may fail after it has removed the thing, or only once: the second answer says whether it is still there.
    if (reply.status >= 500) ({reply} = await sendStep(story, cleanup, scope));
    if ((reply.status >= 200 && reply.status < 300) || reply.status === 404) return undefined;
    return `${describe(arrangement, cleanup, {story, scope})}: ${nameOfStep(cleanup)} answered ${String(reply.status)}`;
  } catch (problem) {
    if (problem instanceof MissingValue) return undefined;
    if (problem instanceof CaseEnded) return `${describe(arrangement, cleanup, {story, scope})}: ${problem.message}`;
    throw problem;
  }
}

/** Removes what an earlier run wrote down, as that run would have; gives what it could not remove. */
export function removeRecorded(
  story: Story,
  arrangement: Arrangement,
  values: JsonObject,
): Promise<string | undefined> {
  const {cleanup, find} = arrangement;
  const scope: Scope = new Map(Object.entries(values));
  if (cleanup === undefined) return Promise.resolve(`${arrangement.name}: nothing says how it is removed`);
  return removeMade(story, {arrangement, cleanup, find, scope});
}

// A list is gone through to its end, but not for ever.
const pagesMax = 40;
const pageSize = 50;

/** Captures what only the create's answer would have told; false when there is no such thing. */
async function findAgain(story: Story, find: ArrangementStep, scope: Scope): Promise<boolean> {
  if (find.where === undefined) {
    const received = await sendStep(story, find, scope);
    if (received.reply.status !== 404) await capture(story, find.capture, received, scope);
    return received.reply.status !== 404;
  }
  const where = fillObject(find.where, lookupIn(story, scope));
  let before: Json | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const query = jsonObject([
      ['limit', pageSize],
      ['page', page],
    ]);
    const received = await sendStep(story, find, scope, query);
    const items = itemsOf(received);
    // A server that knows no pages gives the same list again.
    if (items.length === 0 || (before !== undefined && equalJson(before, items))) return false;
    before = items;
    const found = items.find(item => isSuch(item, where));
    if (found === undefined) continue;
    await capture(story, find.capture, {...received, json: () => ({kind: 'json', value: found, notes: []})}, scope);
    return true;
  }
  return false;
}

function itemsOf({json}: Received): readonly Json[] {
  const reading = json();
  return reading.kind === 'json' && Array.isArray(reading.value) ? reading.value : [];
}

function isSuch(item: Json, where: JsonObject): boolean {
  return Object.entries(where).every(([pointer, wanted]) => {
    const selected = selectPointer(item, pointer);
    return selected.kind === 'value' && equalJson(selected.value, wanted);
  });
}

// Only what stands in the path of the call names the thing; the rest says how it is removed.
function describe(
  {name, isOfStep}: Arrangement,
  step: ArrangementStep,
  {story, scope}: {readonly story: Story; readonly scope: Scope},
): string {
  if (isOfStep === true) return name;
  const inQuery = new Set(
    story.run.contract.operations.get(step.call)?.parameters.flatMap(one => (one.in === 'path' ? [] : [one.name])),
  );
  try {
    const values = Object.entries(fillObject(step.params, lookupIn(story, scope)));
    const thing = values.flatMap(([key, value]) => (inQuery.has(key) ? [] : [scalarText(value)])).join('/');
    return `${name} ${thing}`.trimEnd();
  } catch {
    return `${name} (its name is not known)`;
  }
}
