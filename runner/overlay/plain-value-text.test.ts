import {expect, test} from 'vitest';
import {jsonText} from '../../model/json.ts';
import {overlayMessages} from '../../model/peer.ts';
import {valueOfDraft} from './draft.ts';
import {generateWay} from './generate-way.ts';
import {readPlainValueText} from './plain-value-text.ts';
import {randomAt} from '../../base/random/seeded-numbers.ts';
import {schema} from './message-schema.ts';
import {valueFromText} from './value-text.ts';

test.each([
  ['{}', true],
  ['{"Type":2,"Details":{"VpnIp":7,"IpAndPorts":[{},{"Port":1}]}}', true],
  ['{"Type":-2147483648}', true],
  ['{"Type":2147483647}', true],
  ['{"Details":{"VpnIp":4294967295}}', true],
  ['{"Type":-2147483649}', false],
  ['{"Type":2147483648}', false],
  ['{"Type":-0}', false],
  ['{"Type":02}', false],
  ['{"Type":2.0}', false],
  ['{"Type":"2"}', false],
  ['{"Details":{"VpnIp":4294967296}}', false],
  ['{"Details":{"VpnIp":-1}}', false],
  ['{"Details":{},"Type":2}', false],
  ['{"Type":2,"Type":2}', false],
  ['{"Type":2,}', false],
  ['{,"Type":2}', false],
  ['{"Type":2} ', false],
  ['{"Type":2', false],
  ['{"Typ":2}', false],
  ['', false],
])('the text %s is read as it stands: %s', (text, expected) => {
  expect(readPlainValueText(schema.OverlayMeta, Buffer.from(text)) !== undefined).toBe(expected);
});

test('what is read as it stands is what the whole way reads, and every text that we write is', () => {
  const wrong: string[] = [];
  let changed = 0;
  for (let index = 0; index < 20_000; index += 1) {
    const {message, bytes} = generateWay(5, index, 'encode', overlayMessages);
    if (readPlainValueText(schema[message], bytes) === undefined) wrong.push(Buffer.from(bytes).toString());
    const random = randomAt(9, index);
    const other = Uint8Array.from(bytes);
    other[random.below(other.length)] = 0x20 + random.below(0x5f);
    for (const text of [bytes, other]) {
      const draft = readPlainValueText(schema[message], text);
      if (draft === undefined) continue;
      changed += text === other ? 1 : 0;
      const checked = valueFromText(message, JSON.parse(Buffer.from(text).toString()));
      if (checked.kind !== 'value' || jsonText(checked.value) !== jsonText(valueOfDraft(draft)))
        wrong.push(Buffer.from(text).toString());
    }
  }
  expect(wrong).toEqual([]);
  expect(changed).toBeGreaterThan(500);
});
