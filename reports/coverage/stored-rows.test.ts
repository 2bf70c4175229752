import {expect, test} from 'vitest';
import {areFaultRows} from './stored-rows.ts';

const noticed = {case: 'hosting/labels/x', proves: ['LABEL-SCOPE'], verdict: 'fail', detail: 'd'};
const fault = {name: 'n', requirement: 'LABEL-SCOPE', basis: 'stated', says: 's'};
const row = {fault, ran: 1, noticed: [noticed], isNoticed: true};

test('rows as prove writes them are rows', () => {
  expect(areFaultRows([row, {...row, noticed: [], refusal: 'r'}])).toBe(true);
});

test.each([
  {},
  [null],
  [{...row, fault: undefined}].map(({fault: _, ...rest}) => rest),
  [{...row, fault: {...fault, name: {}}}],
  [{...row, noticed: [{...noticed, case: {}}]}],
  [{...row, noticed: [{...noticed, proves: 'LABEL-SCOPE'}]}],
  [{...row, noticed: [{...noticed, proves: [1]}]}],
  [{...row, isNoticed: 'yes'}],
])('%j are not', rows => expect(areFaultRows(rows)).toBe(false));
