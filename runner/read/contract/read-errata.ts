// Reads errata: the cases that were withdrawn.
import {defined} from '../../../base/json/defined.ts';
import type {Problem} from '../../../model/problem.ts';
import type {Withdrawal} from '../../../model/profile.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {
  asDay,
  asRecord,
  entryOf,
  itemsBelow,
  note,
  textOf,
  type KeyTable,
  type Place,
} from '../../../base/yaml/yaml-place.ts';

/** Gives all withdrawals, or every problem of the file. */
export function readErrata({text, file}: {readonly text: string; readonly file: string}): {
  readonly withdrawn: readonly Withdrawal[];
  readonly problems: readonly Problem[];
} {
  const {content: withdrawn = [], problems} = readYamlFile(
    {text, file},
    root => itemsBelow(root, 'an errata file', 'withdrawn').flatMap(item => readWithdrawal(item) ?? []),
    {what: 'an errata file', keys: ['withdrawn']},
  );
  return {withdrawn, problems};
}

const textSchema = {type: 'string'};

const keys = {
  case: {about: 'Id of a case, or a pattern with *.', schema: textSchema, required: true},
  since: {about: 'Day of the withdrawal.', schema: textSchema, required: true},
  reason: {about: 'What is wrong with it.', schema: textSchema, required: true},
  dispute: {about: 'Where that was found out.', schema: textSchema},
} as const satisfies KeyTable;

function readWithdrawal(place: Place): Withdrawal | undefined {
  if (asRecord(place, 'a withdrawal', keys) === undefined) return undefined;
  const pattern = textOf(entryOf(place, 'case'), '"case"');
  const sincePlace = entryOf(place, 'since');
  const since = sincePlace === undefined ? undefined : asDay(sincePlace, '"since"');
  const reason = textOf(entryOf(place, 'reason'), '"reason"');
  const dispute = textOf(entryOf(place, 'dispute'), '"dispute"');
  // One careless star would withdraw everything.
  if (pattern !== undefined && !/^[^*/]+\/[^*/]+/.test(pattern))
    note(place, `the pattern "${pattern}" names no suite`, 'begin it with a suite, e.g. hosting/labels/*');
  if (pattern === undefined || since === undefined || reason === undefined) return undefined;
  return {case: pattern, since, reason, ...defined({dispute})};
}
