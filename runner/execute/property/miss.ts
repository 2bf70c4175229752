// What the law of a property missed: remembered, and the end of the run where it was stated.
import {adviceOnNothing} from '../../check/check-at.ts';
import type {Finding} from '../../../model/verdict.ts';
import type {PropertyRun} from './world-port.ts';
import {CaseEnded} from '../attempt/failures.ts';

/** Ends a run of which enough is known, although nothing stated broke: its story is told as far as it went. */
export class EnoughShown extends Error {}

/** Adds findings to a run. A stated miss ends it, so that the story stops where the law broke; of a probe, everything is only usual. */
export function missed({findings, isProbe, isUsualRed}: PropertyRun, news: readonly Finding[]): void {
  const judged = news.map(finding => ({
    ...finding,
    message: finding.message.replace(adviceOnNothing, ''),
    ...(isProbe ? {basis: 'usual' as const} : {}),
  }));
  findings.push(...judged);
  const stated = judged.find(({basis}) => basis === 'stated');
  if (stated !== undefined) throw new CaseEnded('fail', stated.cause ?? 'expectation', stated.message);
  if (isUsualRed && judged.length > 0) throw new EnoughShown();
}
