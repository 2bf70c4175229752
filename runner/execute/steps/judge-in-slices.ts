// Judges a large reply bit by bit, so that other cases go on in between: a selector on 130,000 items takes a second.
import {jsonObject} from '../../../model/json.ts';
import type {Expectation, Step} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';

type Expecting = Pick<Step, 'expect' | 'usual'>;

/** Smaller replies are judged in milliseconds. */
const largeBytes = 512 * 1024;

/** Gives what `judge` finds for the whole step; of a large reply one selector at a time, with a pause before each. */
export async function judgeInSlices(
  {expect, usual}: Expecting,
  {status, body}: {readonly status: number; readonly body: Uint8Array},
  {judge, pause}: {readonly judge: (part: Expecting) => readonly Finding[]; readonly pause: () => Promise<void>},
): Promise<readonly Finding[]> {
  // What a 5xx is about takes the whole expectation to say.
  if (body.length < largeBytes || status >= 500) return judge({expect, usual});
  const findings: Finding[] = [];
  for (const part of [
    ...expect.flatMap(slicesOf).map(one => ({expect: [one], usual: []})),
    ...usual.flatMap(slicesOf).map(one => ({expect: [], usual: [one]})),
  ]) {
    await pause();
    findings.push(...judge(part));
  }
  return findings;
}

function slicesOf(expectation: Expectation): readonly Expectation[] {
  const {at, ...others} = expectation;
  if (at === undefined) return [expectation];
  const {pointer, proves, because} = expectation;
  const named = {pointer, ...(proves === undefined ? {} : {proves}), ...(because === undefined ? {} : {because})};
  return [others, ...Object.entries(at).map(([selector, tree]) => ({...named, at: jsonObject([[selector, tree]])}))];
}
