// Reads a step that waits for deliveries to a webhook inbox.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {DeliveriesStep, Expectation} from '../../../model/suite.ts';
import {asDurationMs} from '../../../base/yaml/duration.ts';
import {suggestName} from '../../../base/text/nearest-name.ts';
import {asRecord, entryOf, note, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import {checkTrees, expectationOf} from './read-expectation.ts';
import {optional, type StepCommon} from './step-common.ts';
import type {StepContext} from '../validate/step-context.ts';
import {deliveriesKeys, whereKeys} from '../validate/suite-keys.ts';

/** Reads what stands below `deliveries:`. */
export function readDeliveries(place: Place, common: StepCommon, context: StepContext): DeliveriesStep | undefined {
  if (
    asRecord(place, '"deliveries"', deliveriesKeys, {fix: 'write {of: inbox}, with a name under "listen"'}) ===
    undefined
  )
    return undefined;
  return {
    kind: 'deliveries',
    ...common,
    of: readInbox(entryOf(place, 'of'), context.inboxes),
    ...optional('where', readWhere(entryOf(place, 'where'), context)),
    withinMs: readWait(entryOf(place, 'within'), '"within"') ?? 10_000,
    settleMs: readWait(entryOf(place, 'settle'), '"settle"') ?? usualSettleMs(common),
  };
}

function readInbox(place: Place | undefined, inboxes: readonly string[]): string {
  const name = textOf(place, '"of"') ?? '';
  if (place === undefined || name === '' || inboxes.includes(name)) return name;
  const fix =
    inboxes.length === 0 ? `add "listen: [${name}]" to the case` : suggestName(name, inboxes, 'inboxes of the case');
  note(place, `unknown inbox "${name}"`, fix);
  return name;
}

function readWhere(place: Place | undefined, context: StepContext): Expectation | undefined {
  if (place === undefined) return undefined;
  const record = asRecord(place, '"where"', whereKeys);
  if (record === undefined) return undefined;
  if (Object.keys(record).length === 0)
    return note(place, '"where" is empty, so it chooses nothing', 'say which deliveries count, or take it away', 'key');
  checkTrees(place, context);
  return expectationOf(place.pointer, record);
}

function readWait(place: Place | undefined, what: string): number | undefined {
  return place === undefined ? undefined : asDurationMs(place, what);
}

/** Who counts has to listen on, because one more is what would be wrong; only "at least so many" cannot go wrong any more. */
function usualSettleMs({expect, usual}: StepCommon): number {
  const counts = [...expect, ...usual].map(({count}) => count).filter(count => count !== undefined);
  return counts.every(isOpenUpwards) ? 0 : 1_000;
}

function isOpenUpwards(count: Json): boolean {
  return isJsonObject(count) && Object.keys(count).every(key => key === '$gte' || key === '$gt');
}
