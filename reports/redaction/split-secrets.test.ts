// Shows that a secret in pieces is taken out wherever its pieces are between borders, and that words of other texts stay.
import {expect, test} from 'vitest';
import {makeRedactor} from './redaction.ts';

const secret = 'correct horse battery staple';

function redactorOf(...secrets: readonly string[]): ReturnType<typeof makeRedactor> {
  const redactor = makeRedactor();
  for (const [index, one] of secrets.entries()) redactor.register(one, `S${String(index)}`);
  return redactor;
}

test.each([
  ['{"a":"correct horse ","b":"battery staple"}', '{"a":"[redacted:S0]","b":"[redacted:S0]"}'],
  ['<td>corr</td><td>ect horse battery staple</td>', '<td>[redacted:S0]</td><td>[redacted:S0]</td>'],
  ['a: correct horse\nb:  battery\nc:  staple', 'a: [redacted:S0]\nb: [redacted:S0]\nc: [redacted:S0]'],
  ['"correct horse batter=\\r\\ny staple"', '"[redacted:S0]=\\r\\n[redacted:S0]"'],
])('RP-04 %j has no piece left', (text, rest) => {
  expect(redactorOf(secret).redactText(text)).toBe(rest);
});

test('RP-04 every place may be the border of two pieces', () => {
  for (const one of [secret, 'Tr0ub4dor&3', '8f3b1c9e7d5a42608b6f0e1d2c3b4a5968778695'])
    for (let at = 1; at < one.length; at += 1) {
      const [first, second] = [one.slice(0, at), one.slice(at)];
      const text = redactorOf(one).redactText(`{"first": "${first}", "other": 1, "second": "${second}"}`);
      // A last letter says nothing that the others have not said.
      for (const piece of [first, second].filter(({length}) => length >= 3)) expect(text).not.toContain(`"${piece}"`);
    }
});

test.each([
  ['correct horses are in no battery', secret],
  ['"name": "gitea-runner", "password": ""', 'gitea-password'],
  [`{"a":"correct horse ",${'"x":1,'.repeat(100)}"b":"battery staple"}`, secret],
])('%j stays', (text, one) => {
  expect(redactorOf(one).redactText(text)).toBe(text);
});

test('a piece that was noticed is taken out where it is alone, unless it is a word', () => {
  const redactor = redactorOf('hunter2-hunter3', 'gitea-password');
  redactor.notice(Buffer.from('X-A: hunter2-\nX-B: hunter3\nlogin: gitea-\nrest: password'));
  expect(redactor.redactText('/a: expected "x", got "hunter3"')).toBe('/a: expected "x", got "[redacted:S0]"');
  expect(redactor.redactText('the password of gitea-runner')).toBe('the password of gitea-runner');
});
