// Who may act: what the command line and the environment say, completed by the target file.
import {expect, test} from 'vitest';
import type {Machine} from '../../../model/machine.ts';
import {credentialsOf} from './target-credentials.ts';

const machine = {env: {TOUCHSTONE_ADMIN_PASSWORD: 'opening-night'}} as unknown as Machine;
const people = {
  admin: {user: 'root', password: {kind: 'variable', variable: 'TOUCHSTONE_ADMIN_PASSWORD'}},
  accounts: {},
} as const;

test('a password without a user name is that of the administrator whom the target file names', () => {
  const read = credentialsOf({adminPassword: 'opening-night'}, machine, people);
  expect(read).toMatchObject({kind: 'read', admin: {user: 'root', password: 'opening-night'}, warnings: []});
});

test('a user name of the command line wins, and a password alone is refused', () => {
  const given = {adminUser: 'ada', adminPassword: 'opening-night'};
  expect(credentialsOf(given, machine, people)).toMatchObject({admin: {user: 'ada'}});
  expect(credentialsOf({adminPassword: 'opening-night'}, machine, undefined)).toEqual({
    kind: 'wrong',
    problems: ['an administrator’s password needs --admin-user NAME'],
  });
});
