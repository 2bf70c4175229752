import {expect, test} from 'vitest';
import {jsonText} from '../../model/json.ts';
import {generateInput} from './generate.ts';
import {isValueText} from './is-value-text.ts';
import {readValueOf} from './reading.ts';
import {readStrictly} from './strict-reader.ts';
import {bytesFromHex} from '../../base/text/hex.ts';
import {schema} from './message-schema.ts';
import {sameValue, valueFromText, valueToText, withoutDefaults} from './value-text.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test.each([
  ['{"Type":2,"Details":{"VpnIp":7,"IpAndPorts":[],"counter":0}}', true],
  ['{"Type": 2, "Details": {"VpnIp": 7}}', true],
  ['{"Type":2,"Details":{"VpnIp":7,"IpAndPorts":[{}]}}', false],
  ['{"Type":2,"Details":{"VpnIp":8}}', false],
  ['{"Type":2,"Details":{}}', false],
  ['{"Type":2}', false],
  ['{"Type":2,"Details":{"VpnIp":7},"Type":2}', false],
  ['{"Details":{"VpnIp":7},"Type":2}', false],
  ['{"Type":2,"Details":{"VpnIp":7}} ', false],
  ['{"Type":2,"Details":{"VpnIp":7}', false],
  ['{"Type":2,"Details":{"VpnIp":7,}}', false],
  ['{,"Type":2,"Details":{"VpnIp":7}}', false],
  ['{"Type":02,"Details":{"VpnIp":7}}', false],
  ['{"Type":2.0,"Details":{"VpnIp":7}}', false],
  ['', false],
])('the text %s is the value of 080212020807: %s', (text, expected) => {
  const read = readValueOf(readStrictly('OverlayMeta', bytesFromHex('080212020807')!));
  expect(isValueText(bytesOf(text), read!.draft)).toBe(expected);
});

test('the text of every value is that value, and a text with one character changed is it only when it means the same', () => {
  const wrong: string[] = [];
  let changed = 0;
  for (let index = 0; index < 30_000; index += 1) {
    const {message, bytes} = generateInput(3, index);
    const read = readValueOf(readStrictly(message, bytes));
    if (read === undefined || bytes.length > 1_000) continue;
    const texts = [
      jsonText(read.value),
      valueToText(message, read.value),
      jsonText(withoutDefaults(schema[message], read.value)),
    ];
    for (const text of texts) if (!isValueText(bytesOf(text), read.draft)) wrong.push(text);
    const other = bytesOf(texts[index % 2]!);
    const at = (index * 31) % other.length;
    other[at] = 0x20 + ((index * 17) % 0x5f);
    if (!isValueText(other, read.draft)) continue;
    changed += 1;
    const checked = valueFromText(message, JSON.parse(new TextDecoder().decode(other)));
    if (checked.kind !== 'value' || !sameValue(message, checked.value, read.value))
      wrong.push(new TextDecoder().decode(other));
  }
  expect(wrong).toEqual([]);
  expect(changed).toBeGreaterThan(0);
});
