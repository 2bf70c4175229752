// Shows that a secret is found in every family of encodings, alone and one inside the other, and that what cannot end goes as a whole.
import {gzipSync} from 'node:zlib';
import {expect, test} from 'vitest';
import {families, plantedSecrets} from '../../test/support/secret-families.ts';
import {makeRedactor} from './redaction.ts';
import {isLong} from '../../test/support/length.ts';

const redactor = makeRedactor();
for (const [index, secret] of plantedSecrets.entries()) redactor.register(secret, `S${String(index)}`);

test.each(families)('20 secrets are taken out of %s, and out of it in every other family', (outerName, outer) => {
  const left: string[] = [];
  for (const [index, secret] of plantedSecrets.entries())
    for (const [name, inner] of [['nothing', (text: string) => text] as const, ...families]) {
      // No program writes UTF-16 as UTF-16 once more.
      if (outerName.startsWith('UTF-16') && name.startsWith('UTF-16')) continue;
      const written = outer(inner(secret));
      const text = redactor.redactText(`{"seen":"${written}","n":1}`);
      // What is left beside the mark is at most the border of an encoding, and what stood around the secret.
      if (!text.includes(`[redacted:S${String(index)}]`)) left.push(`${name}: ${secret}: ${text.slice(0, 300)}`);
      else if (redactor.holds(Buffer.from(text)) !== undefined) left.push(`half, ${name}: ${secret}: ${text}`);
    }
  expect(left).toEqual([]);
});

test('what is not encoded, and what is encoded and no secret, stays as it is', () => {
  const texts = [
    ...families.map(([, write]) => write('nothing that anybody would hide: 42')),
    'The quick brown fox, %20 times: \\u0041 & &amp; 12:34:56 8f3b1c9e',
    'https://git.example.org/api/v1/repos/AliceBobAndCarol/Repository-Of-Things/commits/8f3b1c9e7d5d1e0c2f4a6b8093d5e7f1a2c4b6d8',
  ];
  for (const text of texts) expect(redactor.redactText(text)).toBe(text);
});

test('a secret in compressed bytes takes all of them with it', () => {
  const bytes = gzipSync(`a line and ${plantedSecrets[0] ?? ''} in it`);
  expect(Buffer.from(redactor.redactBytes(bytes)).toString()).toBe('[redacted:S0]');
  expect(redactor.holds(bytes)).toBe('S0');
  expect(redactor.holds(gzipSync('a line'))).toBeUndefined();
});

test.runIf(isLong)(
  'a secret is found wherever it stands in a file of many megabytes, also encoded (in npm run test:long)',
  () => {
    const secret = plantedSecrets[0] ?? '';
    const filling = 'a line of nothing\n'.repeat(600_000);
    for (const written of [secret, Buffer.from(secret).toString('base64')])
      for (const at of [4_194_300, 3_932_155, 8_126_450, filling.length]) {
        const text = `${filling.slice(0, at)}\n${written}\n${filling.slice(at)}`;
        expect([at, redactor.holds(Buffer.from(text))]).toEqual([at, 'S0']);
      }
    expect(redactor.holds(Buffer.from(filling))).toBeUndefined();
  },
);

test('what was made to be decoded without end goes as a whole, in bounded time', () => {
  const levels = 4;
  let text = 'x'.repeat(1_000_000);
  for (let level = 0; level < levels; level += 1)
    text = gzipSync(text)
      .toString('base64')
      .repeat(level === 0 ? 4_000 : 8);
  const startedAt = performance.now();
  redactor.redactText(text);
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('an end that is missing hides nothing', () => {
  const whole = gzipSync(`${'a line '.repeat(50)}${plantedSecrets[1] ?? ''}${' and more'.repeat(50)}`);
  expect(redactor.redactText(whole.subarray(0, -9).toString('base64'))).toContain('[redacted:S1]');
});
