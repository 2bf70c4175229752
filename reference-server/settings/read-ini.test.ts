import {describe, expect, test} from 'vitest';
import {readSettings} from './read-ini.ts';
import {defaultSettings} from './settings.ts';

const read = (text: string, overrides: readonly string[] = []) => readSettings({file: 'app.ini', text}, overrides);

test('without a file the automation feature is off and forking is free', () => {
  expect(readSettings(undefined, [])).toEqual({kind: 'settings', settings: defaultSettings});
  expect(defaultSettings).toMatchObject({actionsEnabled: false, forkBeyondMax: undefined});
});

test('a file sets values, and overrides win', () => {
  const text = '; a comment\n[actions]\nENABLED = true\n\n[api]\nDEFAULT_PAGING_NUM=7\n';
  expect(read(text, ['api.DEFAULT_PAGING_NUM=8'])).toMatchObject({
    settings: {actionsEnabled: true, defaultPageSize: 8},
  });
});

describe('a problem says line and key', () => {
  test.each([
    ['[actions]\nENABLED = maybe', 'app.ini:2  actions.ENABLED is "maybe" but must be true or false'],
    ['[api]\nDEFAULT_PAGING_NUM = 0', 'app.ini:2  api.DEFAULT_PAGING_NUM is "0" but must be a whole number from 1 on'],
    ['what', 'app.ini:1  "what" is neither a [section] nor KEY = value; write one of them or put ; before it'],
  ])('%j', (text, problem) => expect(read(text)).toEqual({kind: 'problems', problems: [problem]}));

  test('also for unknown keys and overrides', () => {
    const known = 'actions.ENABLED, api.DEFAULT_PAGING_NUM, api.MAX_RESPONSE_ITEMS, repository.MAX_CREATION_LIMIT';
    expect(read('[actions]\nENABLE = true', ['nonsense'])).toEqual({
      kind: 'problems',
      problems: [
        '--set nonsense  write it as section.KEY=value, for example --set actions.ENABLED=true',
        `app.ini:2  unknown setting actions.ENABLE; known settings are ${known}, repository.ALLOW_FORK_WITHOUT_MAXIMUM_LIMIT`,
      ],
    });
  });
});
