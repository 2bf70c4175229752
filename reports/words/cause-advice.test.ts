// What is said to help can be typed.
import {expect, test} from 'vitest';
import {allSettings} from '../../runner/commands/words/all-settings.ts';
import {flagOf} from '../../model/setting.ts';
import {errorCauses} from '../../model/verdict.ts';
import {adviceFor} from './cause-advice.ts';

test('every option that advice names is there', () => {
  const named = errorCauses.flatMap(cause =>
    [...(adviceFor(cause) ?? '').matchAll(/--[a-z-]+(?= )/g)].map(([flag]) => flag),
  );
  const flags = new Set([...allSettings.values()].map(flagOf));
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter(flag => flag !== '--no-install' && !flags.has(flag))).toEqual([]);
});
