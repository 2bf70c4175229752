// Pins how an exchange with a decoder is told on a terminal.
import {expect, test} from 'vitest';
import type {TesteeExchangeRecord} from '../../model/journal.ts';
import type {JsonObject} from '../../model/json.ts';
import {exchangeBody} from './exchange-lines.ts';
import {makePaper} from '../../base/text/text-layout.ts';

const paper = makePaper({width: 100, color: false});

function told(answer: JsonObject): readonly string[] {
  const exchange: TesteeExchangeRecord = {
    kind: 'testee',
    question: 'decode',
    message: 'OverlayPing',
    form: 'binary',
    given: '10',
    answer,
  };
  return exchangeBody(exchange, paper);
}

test('a value is told as it came', () => {
  expect(told({kind: 'value', value: {Type: 1}})).toEqual([
    '> decode OverlayPing 10',
    '< {"kind":"value","value":{"Type":1}}',
  ]);
});

test('a decoder that broke: the cause, and its stderr line by line from the error on, harmless', () => {
  const stderr = 'loading\npanic: index out of range\u001b[31m\n\n    main.go:7\n';
  expect(told({kind: 'broken', cause: 'crash', detail: 'The decoder ended with exit code 2.', stderr})).toEqual([
    '> decode OverlayPing 10',
    '< crash: The decoder ended with exit code 2.',
    'stderr: loading',
    'stderr: panic: index out of range\\x1b[31m',
    'stderr:     main.go:7',
  ]);
});

test('of a long stderr eight lines are told', () => {
  const stderr = `a\nfatal: b\n${'at c\n'.repeat(100)}`;
  const lines = told({kind: 'broken', cause: 'hang', detail: 'The decoder gave no answer.', stderr});
  expect(lines).toHaveLength(10);
  expect(lines[2]).toBe('stderr: fatal: b');
});
