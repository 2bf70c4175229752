// Pins how open questions are found by their ids, closed in any order, told oldest first, and told late.
import {expect, test} from 'vitest';
import type {OpenQuestion} from '../../../model/peer.ts';
import {OpenQuestions} from './open-questions.ts';

test('questions are found by their id alone, in any order, and once', () => {
  const open = new OpenQuestions();
  const asked = Array.from({length: 500}, () => openOne(open, 10));
  expect(new Set(asked.map(({id}) => id)).size).toBe(500);
  for (const {id, question} of asked.toReversed()) {
    const {low, high} = halvesOf(id);
    expect(open.find((low ^ 0x8000_0000) >>> 0, high)).toBeUndefined();
    expect(open.find(low, high ^ 2)).toBeUndefined();
    expect(open.find(low, high)).toBe(question);
    open.close(low);
    expect(open.find(low, high)).toBeUndefined();
  }
  expect(open.count).toBe(0);
});

test('every id is a whole number above 2^32 that a double holds', () => {
  const open = new OpenQuestions();
  for (let count = 0; count < 2_000; count += 1) {
    const {id} = openOne(open, 10);
    expect(Number.isSafeInteger(id) && id >= 2 ** 32).toBe(true);
  }
});

test('there is room for so many questions and so many bytes', () => {
  const open = new OpenQuestions();
  for (; open.hasRoom();) openOne(open, 10);
  expect(open.count).toBe(2_048);
  expect(open.closeAll()).toHaveLength(2_048);
  openOne(open, 4 * 1024 * 1024);
  expect([open.count, open.hasRoom()]).toEqual([1, false]);
  open.closeAll();
  expect(open.hasRoom()).toBe(true);
});

test('all that is open is told oldest first, whatever was closed between', () => {
  const open = new OpenQuestions();
  const asked = Array.from({length: 6}, () => openOne(open, 10));
  for (const place of [1, 4, 0]) open.close(halvesOf(asked[place]!.id).low);
  const later = openOne(open, 10);
  expect(open.closeAll()).toEqual([asked[2], asked[3], asked[5], later].map(one => one!.question));
});

test('a question is late when its deadline is over; before that the next deadline is told', () => {
  const open = new OpenQuestions();
  expect(open.lateAt(0)).toBe(Infinity);
  openOne(open, 10, 700);
  const sooner = openOne(open, 10, 500);
  expect(open.lateAt(499)).toBe(500);
  expect(open.lateAt(500)).toBe(sooner.question);
});

let asks = 0;

function openOne(
  open: OpenQuestions,
  bytes: number,
  deadlineMs = 1_000,
): {readonly id: number; readonly question: OpenQuestion} {
  const question = {timeoutMs: (asks += 1)} as OpenQuestion;
  const id = open.drawId();
  open.open(question, bytes, deadlineMs);
  return {id, question};
}

function halvesOf(id: number): {readonly low: number; readonly high: number} {
  return {low: id % 2 ** 32, high: Math.floor(id / 2 ** 32)};
}
