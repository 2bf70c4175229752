// Says what can be done about a case that could not be judged, where its cause alone tells.
import {program} from '../../base/text/program.ts';
import type {Cause} from '../../model/verdict.ts';

const patience = '--reply-timeout 30s waits longer, --jobs 2 asks for less at a time';

const advice: {readonly [cause in Cause]?: string} = {
  'connect-timeout': 'is the address right, and a firewall open? --connect-timeout 15s waits longer',
  'timeout-headers': patience,
  'timeout-total': patience,
  'case-timeout': '--case-timeout 3m gives each case longer, --jobs 2 asks for less at a time',
  'body-too-large': '--reply-bytes-max 32MiB reads more',
  'name-refused': `${program} doctor tries all names; docs/dialects.md says where they are written`,
  'rate-limited': '--rate-limit 20 asks no more than 20 times a second',
  'target-unavailable': `start the target again; ${program} clean removes what was left`,
};

/** Gives one sentence, or nothing. */
export function adviceFor(cause: Cause | undefined): string | undefined {
  return cause === undefined ? undefined : advice[cause];
}
