// Pins what a dictionary and a largest length do to the inputs that are drawn.
import {expect, test} from 'vitest';
import {overlayMessages} from '../../../model/peer.ts';
import {drawInput, type FuzzDraws} from './draw-input.ts';

const draws: FuzzDraws = {seed: 1, messages: overlayMessages, otherWays: [], kept: []};
const word = Buffer.from('touchstone');
const drawn = (more: Partial<FuzzDraws>): readonly Buffer[] =>
  Array.from({length: 400}, (_, index) => Buffer.from(drawInput({...draws, ...more}, index).input.bytes));

test('some inputs get a word of the dictionary, the others stay as they were', () => {
  const without = drawn({});
  const withWord = drawn({words: [word]});
  const having = withWord.filter(bytes => bytes.includes(word)).length;
  expect(without.some(bytes => bytes.includes(word))).toBe(false);
  expect(having).toBeGreaterThan(50);
  expect(withWord.filter((bytes, at) => bytes.equals(without[at]!)).length).toBe(400 - having);
});

test('no input is longer than the largest length', () => {
  expect(Math.max(...drawn({}).map(({length}) => length))).toBeGreaterThan(16);
  expect(Math.max(...drawn({words: [word], bytesMax: 16}).map(({length}) => length))).toBe(16);
});
