// Reading JSON exactly: what is read, what is refused and why, and what is noted.
import * as fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {jsonText, type Json} from '../../model/json.ts';
import {equalJson} from './compare-json.ts';
import {readJson} from './read-json.ts';

const read = (input: string | Uint8Array, depthMax = 200) => readJson(input, {depthMax});

function valueOf(input: string | Uint8Array): Json {
  const reading = read(input);
  if (reading.kind !== 'json') throw new Error(`not read: ${JSON.stringify(reading)}`);
  return reading.value;
}

describe('values', () => {
  test.each<[string, Json]>([
    [' [1, -0, 1.5e3, 9007199254740991] ', [1, -0, 1500, 9007199254740991]],
    ['9007199254740992', 9007199254740992n],
    ['-9223372036854775808', -9223372036854775808n],
    ['18446744073709551615', 18446744073709551615n],
    ['"\\u00e9\\n\\"\\\\\\/\\ud83d\\ude00"', 'é\n"\\/😀'],
    ['[true,false,null,{},[]]', [true, false, null, {}, []]],
    ['{"a":{"b":[]}}', {a: {b: []}}],
    ['"\u2028"', '\u2028'],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
    expect(valueOf(Buffer.from(text))).toEqual(value);
  });

  test('HT-32 keys of the prototype are ordinary keys and nothing is inherited', () => {
    const value = valueOf('{"__proto__":{"x":1},"constructor":2}') as {readonly [key: string]: Json};
    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect((value as {readonly x?: Json}).x).toBeUndefined();
    expect('toString' in value).toBe(false);
  });

  test('HT-34 whatever JSON.parse reads is read the same, but for the integers that it rounds', () => {
    expect(
      counterexampleOf(fc.property(fc.json(), text => equalJson(rounded(valueOf(text)), JSON.parse(text) as Json))),
    ).toBeNull();
  });

  function rounded(value: Json): Json {
    return JSON.parse(jsonText(value)) as Json;
  }

  test('what jsonText writes is read back, bigint included', () => {
    const value = fc.letrec<{value: Json}>(tie => ({
      value: fc.oneof(
        {maxDepth: 3},
        fc.bigInt(),
        fc.string({unit: 'grapheme'}),
        fc.array(tie('value')),
        fc.dictionary(fc.string({unit: 'grapheme'}), tie('value')),
      ),
    })).value;
    expect(
      counterexampleOf(fc.property(value, json => equalJson(valueOf(Buffer.from(jsonText(json))), json))),
    ).toBeNull();
  });
});

describe('what is no JSON', () => {
  test.each<[string, string, number]>([
    ['', 'expected a value, but the text ends at byte 0', 0],
    ['<!DOCTYPE html>', 'expected a value, but found "<" at byte 0', 0],
    ['{"a":', 'expected a value, but the text ends at byte 5', 5],
    ['{"a" 1}', 'expected ":", but found "1" at byte 5', 5],
    ['{"é":1,}', 'expected a key in double quotes, but found "}" at byte 8', 8],
    ['{a:1}', 'expected a key in double quotes, but found "a" at byte 1', 1],
    ['[1,]', 'expected a value, but found "]" at byte 3', 3],
    ['[1 2]', 'expected "," or "]", but found "2" at byte 3', 3],
    ['{"a":1 "b":2}', 'expected "," or "}", but found "\\"" at byte 7', 7],
    ['1 2', 'expected the end of the text, but found "2" at byte 2', 2],
    ['tru', 'expected a value, but found "t" at byte 0', 0],
    ['01', 'a number begins with a superfluous 0 at byte 0', 0],
    ['-', 'expected a value, but found "-" at byte 0', 0],
    ['1.', 'a number stops in the middle at byte 0', 0],
    ['1e+', 'a number stops in the middle at byte 0', 0],
    ['NaN', 'expected a value, but found "N" at byte 0', 0],
    ['"a', 'expected the closing quote of a text, but the text ends at byte 2', 2],
    ['"a\nb"', 'a control character (U+000A) is not escaped in a text at byte 2', 2],
    ['"\\x"', '"\\\\x" is not a JSON escape at byte 1', 1],
    ['"\\u12g4"', '"\\\\u" is not a JSON escape at byte 1', 1],
    ["{'a':1}", 'expected a key in double quotes, but found "\'" at byte 1', 1],
  ])('%s', (text, why, offset) => {
    expect(read(Buffer.from(text))).toEqual({kind: 'not-json', why, offset});
  });

  test.each<[string, number]>([
    ['22ff22', 1],
    ['22c3a9c322', 3],
    ['22eda08022', 1],
    ['ff', 0],
    ['2261c3', 2],
  ])('HT-29 bytes %s are no UTF-8', (hex, offset) => {
    expect(read(Buffer.from(hex, 'hex'))).toEqual({kind: 'not-json', why: `invalid utf-8 at byte ${offset}`, offset});
  });

  test('a text is refused exactly when JSON.parse refuses it', () => {
    const noise = fc.string({
      unit: fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        '"',
        ':',
        ',',
        '1',
        '0',
        '-',
        '.',
        'e',
        ' ',
        '\\',
        'u',
        'true',
        'null',
        '\n',
      ),
    });
    expect(
      counterexampleOf(
        fc.property(noise, text => (read(text).kind === 'json') === parses(text)),
        {numRuns: 2_000},
      ),
    ).toBeNull();
  });

  function parses(text: string): boolean {
    try {
      JSON.parse(text);
      return true;
    } catch {
      return false;
    }
  }
});

describe('bounds', () => {
  test.each(['[', '{"a":'])('HT-31 a million levels of %s are too deep and overflow nothing', open => {
    expect(read(open.repeat(1_000_000))).toEqual({kind: 'too-deep', depthMax: 200});
    expect(read(open.repeat(1_000_000), Infinity)).toEqual({kind: 'too-deep', depthMax: 1_000});
  });

  test('200 levels are read, 201 are not', () => {
    expect(read('['.repeat(200) + ']'.repeat(200)).kind).toBe('json');
    expect(read('['.repeat(201) + ']'.repeat(201)).kind).toBe('too-deep');
  });

  test('a number of a million digits takes no time', () => {
    const started = performance.now();
    expect(read('9'.repeat(1_000_000)).kind).toBe('json');
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});

describe('notes', () => {
  test.each<[string, string, string]>([
    ['{"a":{"id":1,"id":2}}', '/a/id', 'the key "id" is there more than once; the last one counts'],
    ['[{},{"a/b":1,"a\\/b":2}]', '/1/a~1b', 'the key "a/b" is there more than once; the last one counts'],
    ['["\\ud800"]', '/0', 'a text holds half of a surrogate pair'],
    ['[1,1e999]', '/1', 'the number 1e999 is too large for a double'],
    ['\ufeff1', '', 'the text begins with a byte order mark, which JSON does not allow'],
  ])('%s', (text, pointer, message) => {
    const reading = read(Buffer.from(text));
    expect(reading.kind === 'json' && reading.notes.map(note => [note.pointer, note.message])).toEqual([
      [pointer, message],
    ]);
  });

  test('HT-33 the last of two equal keys counts', () => {
    expect(valueOf('{"a":1,"a":null}')).toEqual({a: null});
  });
});

function counterexampleOf<Drawn>(law: fc.IProperty<Drawn>, parameters: fc.Parameters<Drawn> = {}): Drawn | null {
  return fc.check(law, parameters).counterexample;
}
