import {expect, test} from 'vitest';
import {isAboutProfile, type Profile} from './profile.ts';

const profile: Profile = {
  id: 'overlay-node',
  area: 'overlay-live',
  title: '',
  needs: '',
  requirements: ['OV-F-LOOKUP', 'MESH-ALIVE'],
  anyCase: [],
  noDifference: [],
  ifOffered: [],
  beside: ['MESH-ADDRESSES'],
};

test.each([
  [['OV-F-LOOKUP'], true],
  [['OV-F-LOOKUP', 'MESH-ADDRESSES'], true],
  [['MESH-ADDRESSES'], false],
  [['OV-F-LOOKUP', 'OV-F-PING'], false],
  [[], false],
])('a case that proves %j is one of the profile: %j', (proves, isOne) => {
  expect(isAboutProfile(proves, profile)).toBe(isOne);
});
