import {describe, expect, test} from 'vitest';
import {readSettings} from './read-ini.ts';
import {defaultSettings} from './settings.ts';

const read = (text: string, overrides: readonly string[] = []) => readSettings({file: 'app.ini', text}, overrides);

test('a file that is not there says nothing about the automation feature and forking', () => {
  expect(readSettings(undefined, [])).toEqual({kind: 'settings', settings: defaultSettings});
  expect(defaultSettings).toMatchObject({actionsEnabled: undefined, forkBeyondMax: undefined});
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
    [
      'what',
      'app.ini:1  this line is neither a [section] nor KEY = value below one; write one of them or put ; before it',
    ],
  ])('%j', (text, problem) => expect(read(text)).toEqual({kind: 'problems', problems: [problem]}));

  test('also for unknown keys and overrides', () => {
    expect(read('[actions]\nENABLE = true\n[action]\nENABLED = true', ['nonsense'])).toEqual({
      kind: 'problems',
      problems: [
        '--set nonsense  write it as section.KEY=value, for example --set actions.ENABLED=true',
        'app.ini:2  unknown setting actions.ENABLE; the section actions knows actions.ENABLED',
        'app.ini:4  unknown setting action.ENABLED; known sections are actions, api, repository, attachment, webhook, service, security, openid',
      ],
    });
  });
});

describe('the identity provider', () => {
  const openid = '[openid]\nISSUER = http://127.0.0.1:1\nCLIENT_ID = touchstone\n';

  test('is read with its mapping of groups', () => {
    const map = '{"builders": {"Guild": ["Masons", "carpenters"]}}';
    expect(read(`${openid}GROUP_TEAM_MAP = ${map}\nGROUP_TEAM_MAP_REMOVAL = true`)).toMatchObject({
      settings: {
        openid: {
          name: 'openid',
          issuer: 'http://127.0.0.1:1',
          clientId: 'touchstone',
          groupMap: {builders: {Guild: ['Masons', 'carpenters']}},
          leavesTeams: true,
        },
      },
    });
  });

  const form = 'JSON in the form {"group": {"organization": ["team", "other team"]}}';
  test.each([
    [
      `${openid}GROUP_TEAM_MAP = {"a": ["b"]}`,
      `app.ini:4  openid.GROUP_TEAM_MAP is "{"a": ["b"]}" but must be ${form}`,
    ],
    [`${openid}GROUP_TEAM_MAP = a:b`, `app.ini:4  openid.GROUP_TEAM_MAP is "a:b" but must be ${form}`],
    ['[openid]\nISSUER = nowhere', 'app.ini:2  openid.ISSUER is "nowhere" but must be an http or https address'],
    [
      `${openid}SCOPES = groups`,
      'app.ini:4  openid.SCOPES is "groups" but must be a list of scopes with openid among them',
    ],
    [
      '[openid]\nISSUER = http://127.0.0.1:1',
      'app.ini  openid.ISSUER is set but openid.CLIENT_ID is not; set the id that the provider knows this server by',
    ],
    [
      '[openid]\nCLIENT_ID = touchstone',
      'app.ini  settings of openid stand without openid.ISSUER; set the address of the identity provider',
    ],
  ])('%j is a problem', (text, problem) => expect(read(text)).toEqual({kind: 'problems', problems: [problem]}));
});
