import {expect, test} from 'vitest';
import {overlayMessages} from '../../model/peer.ts';
import {generateWay} from './generate-way.ts';
import {jsonFeatures, jsonFeaturesOf} from './json-features.ts';
import {readInput} from './read-input.ts';
import {malformations, openPoints} from './reading.ts';

const draws = 40_000;

test('drawn JSON meets every verdict, every reason that JSON can have, and every feature', () => {
  const reasons = new Set<string>();
  const features = new Set<string>();
  let accepted = 0;
  for (let index = 0; index < draws; index += 1) {
    const input = generateWay(1, index, 'json', overlayMessages);
    const reading = readInput(input);
    if (reading.kind === 'accept') accepted += 1;
    else reasons.add(reading.why);
    for (const feature of jsonFeaturesOf(input.message, Buffer.from(input.bytes).toString('utf8')))
      features.add(feature);
  }
  expect(accepted / draws).toBeGreaterThan(0.2);
  const ofJson = [...Object.keys(malformations), ...Object.keys(openPoints)];
  expect([...reasons].toSorted()).toEqual(ofJson.slice(ofJson.indexOf('not-json')).filter(isOfJson).toSorted());
  expect([...features].toSorted()).toEqual(Object.keys(jsonFeatures).toSorted());
});

/** The open points of bytes stand between the malformations and the open points of JSON. */
function isOfJson(reason: string): boolean {
  return !['overlong-tag', 'long-tag', 'tenth-byte', 'long-length', 'wide-length', 'zero-in-group', 'deep'].includes(
    reason,
  );
}

test.each(['encode', 'encode-json'] as const)('a value that is drawn to %s keeps the convention', way => {
  for (let index = 0; index < 5_000; index += 1) {
    expect(readInput(generateWay(1, index, way, overlayMessages)).kind).toBe('accept');
  }
});

test('the same number draws the same input', () => {
  for (const way of ['json', 'encode'] as const)
    expect(generateWay(7, 42, way, overlayMessages)).toEqual(generateWay(7, 42, way, overlayMessages));
});
