// Selecting nodes: exact values, normalized paths, and what is refused.
import {expect, test} from 'vitest';
import {loadJsonPath} from './json-path.ts';
import {pointerProblem, selectPointer} from '../json/json-pointer.ts';
import {normalizedKey} from './normalized-key.ts';
import {readJson} from '../../runner/check/read-json.ts';

const reading = readJson('[{"id":9007199254740993,"a\'b":[1,{"x":2}],"__proto__":{"id":7}},{"id":1}]', {depthMax: 9});
const root = reading.kind === 'json' ? reading.value : null;

test.each<[string, readonly string[]]>([
  ['$[*].id', ["$[0]['id'] 9007199254740993", "$[1]['id'] 1"]],
  ['$..id', ["$[0]['id'] 9007199254740993", "$[0]['__proto__']['id'] 7", "$[1]['id'] 1"]],
  ['$[?@.id > 5].id', ["$[0]['id'] 9007199254740993"]],
  ['$[0]["a\'b"][1].x', ["$[0]['a\\'b'][1]['x'] 2"]],
  ['$[0].constructor', []],
  ['$[5]', []],
])('%s', (query, nodes) => {
  const compiled = loadJsonPath()(query);
  const selected = compiled.kind === 'path' ? compiled.select(root) : [];
  expect(selected.map(({path, value}) => `${path} ${String(value as bigint)}`)).toEqual(nodes);
});

test('190 levels are searched', () => {
  const deep = readJson('['.repeat(190) + ']'.repeat(190), {depthMax: 200});
  const compiled = loadJsonPath()('$..*');
  expect(compiled.kind === 'path' && deep.kind === 'json' && compiled.select(deep.value).length).toBe(189);
});

test.each(['$[?match(@.a, "x")]', '$[?search(@.a, "x")]', '$[', '$.a b', 'a'])('%s is refused', query => {
  expect(loadJsonPath()(query).kind).toBe('problem');
});

test('normalized keys escape quotes and the control characters below U+0020 only', () => {
  expect(['a', "'", '\\', '\n', '\u0001', '\u007f', 'é'].map(normalizedKey).join('')).toBe(
    "['a']['\\'']['\\\\']['\\n']['\\u0001']['\u007f']['é']",
  );
});

test.each<[string, string]>([
  ['/0/id', 'value 9007199254740993'],
  ['/0/__proto__/id', 'value 7'],
  ["/0/a'b/1/x", 'value 2'],
  ['/9', 'nothing the whole value is a list of 2 with no item "9"'],
  ['/-1', 'nothing the whole value is a list of 2 with no item "-1"'],
  ['/01', 'nothing the whole value is a list of 2 with no item "01"'],
  ['/1/toString', 'nothing /1 has no key "toString"'],
  ['/1/id/x', 'nothing /1/id is neither an object nor a list'],
])('pointer %s', (pointer, expected) => {
  const found = selectPointer(root, pointer);
  expect(found.kind === 'value' ? `value ${String(found.value as bigint)}` : `nothing ${found.why}`).toBe(expected);
});

test.each<[string, boolean]>([
  ['', true],
  ['/a~1b~0', true],
  ['a', false],
  ['/~2', false],
  ['/~', false],
])('pointer %s is well formed: %s', (pointer, isGood) => {
  expect(pointerProblem(pointer) === undefined).toBe(isGood);
});

test('a list with more nodes than fit on the stack is selected whole', () => {
  const many = Array.from({length: 300_000}, (_, index) => index);
  const path = loadJsonPath()('$[*]');
  expect(path.kind === 'path' ? path.select(many).length : path.why).toBe(300_000);
});
