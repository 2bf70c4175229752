// Reads a step in which somebody signs in through the identity provider of the run.
import type {OpenidStep} from '../../../model/suite.ts';
import {asRecord, entryOf, note, noteType, textOf, type Place} from '../../../base/yaml/yaml-place.ts';
import type {StepCommon} from './step-common.ts';
import {openidKeys} from '../validate/suite-keys.ts';

/** Reads what stands below `openid:`. */
export function readOpenid(place: Place, common: StepCommon): OpenidStep | undefined {
  if (asRecord(place, '"openid"', openidKeys) === undefined) return undefined;
  const path = entryOf(place, 'path');
  const groups = entryOf(place, 'groups');
  const begins = textOf(path, '"path"') ?? '';
  if (path !== undefined && begins !== '' && !/^(\/(?!\/)|\$\{)/.test(begins))
    note(
      path,
      `the path "${begins}" is not relative to the base URL`,
      'begin it with one "/", or with ${dialect.values.…}',
    );
  if (groups !== undefined && !isTexts(groups.value))
    noteType(groups, '"groups"', 'a list of texts', 'write e.g. [builders, bakers], or [] for none');
  return {
    kind: 'openid',
    ...common,
    path: begins,
    user: textOf(entryOf(place, 'user'), '"user"') ?? '',
    groups: groups?.value ?? [],
  };
}

function isTexts(value: unknown): boolean {
  const isTemplate = typeof value === 'string' && value.startsWith('${');
  return isTemplate || (Array.isArray(value) && value.every(item => typeof item === 'string'));
}
