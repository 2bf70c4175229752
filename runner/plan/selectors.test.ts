import {expect, test} from 'vitest';
import type {Selection} from '../../model/plan.ts';
import {mayMeanProperties} from './selectors.ts';

const all: Selection = {places: [], ids: [], tags: [], requirements: []};

test.each<[string, Partial<Selection>, boolean]>([
  ['everything', {}, true],
  ['an id of a property', {ids: ['properties/labels/exclusive']}, true],
  ['an id of a case', {ids: ['hosting/labels/exclusive']}, false],
  ['one of each', {ids: ['hosting/labels/exclusive', 'properties/labels/*']}, true],
  ['a star before anything', {ids: ['*/labels/*']}, true],
  ['a star within the folder', {ids: ['prop*']}, true],
  ['a question mark', {ids: ['?roperties/labels/exclusive']}, true],
  ['a star in another folder', {ids: ['hosting/*']}, false],
  ['the folder alone, which is no id', {ids: ['properties']}, false],
  ['a tag', {tags: ['slow']}, true],
  ['a file of properties', {places: [{file: 'suites/properties/labels.ts'}]}, true],
  ['a suite', {places: [{file: 'suites/hosting/labels.yaml'}]}, false],
  [
    'a file of properties and an id of a case',
    {places: [{file: 'suites/properties/labels.ts'}], ids: ['hosting/*']},
    false,
  ],
])('whether %s may mean a property', (_, selection, may) => {
  expect(mayMeanProperties({...all, ...selection})).toBe(may);
});
