// Roles of a case become accounts, and nothing else of it changes.
import {expect, test} from 'vitest';
import {jsonObject} from '../../model/json.ts';
import type {CaseDefinition} from '../../model/suite.ts';
import {castRoles} from './cast-roles.ts';

const cast = new Map([
  ['owner', 'carol'],
  ['other', 'bob'],
]);

function aCase(parts: object): CaseDefinition {
  return {area: 'hosting', given: [], steps: [], ...parts} as unknown as CaseDefinition;
}

test.each([
  ['a role acts', aCase({steps: [{kind: 'call', as: 'owner'}]}), {steps: [{kind: 'call', as: 'carol'}]}],
  ['an account by name stays', aCase({steps: [{kind: 'call', as: 'alice'}]}), {steps: [{kind: 'call', as: 'alice'}]}],
  [
    'logins are those of the accounts',
    aCase({steps: [{kind: 'call', as: 'other', body: {to: 'x ${actors.owner.login} $${actors.owner.login}'}}]}),
    {steps: [{kind: 'call', as: 'bob', body: {to: 'x ${actors.carol.login} $${actors.owner.login}'}}]},
  ],
  [
    'a row that says who acts',
    aCase({
      steps: [{kind: 'call', as: '${row.who}'}],
      row: {
        values: jsonObject([
          ['who', 'owner'],
          ['permission', 'owner'],
        ]),
      },
    }),
    {steps: [{as: '${row.who}'}], row: {values: {who: 'carol', permission: 'owner'}}},
  ],
  [
    'whom an arrangement acts for',
    aCase({given: [{name: 'x', arrange: 'issue', inputs: {poster_as: 'owner', title: 'owner'}}]}),
    {given: [{name: 'x', arrange: 'issue', inputs: {poster_as: 'carol', title: 'owner'}}]},
  ],
])('%s', (_what, definition, wanted) => {
  expect(castRoles(definition, cast)).toMatchObject(wanted);
});
