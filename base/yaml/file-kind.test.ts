import {expect, test} from 'vitest';
import {hasRootKey} from './file-kind.ts';

test.each([
  ['target: a', true],
  ['\uFEFFtarget: a', true],
  ['# what\n"target" : a', true],
  ['{"url": "x", "target": "a"}', true],
  ['{\n  "target": "a"\n}', true],
  ['{target: a}', true],
  ['mine: {target: a}', false],
  ['  target: a', false],
  ['targets: a', false],
  ['xtarget: a', false],
  ['', false],
])('%j has the key: %j', (text, has) => expect(hasRootKey(text, 'target')).toBe(has));
