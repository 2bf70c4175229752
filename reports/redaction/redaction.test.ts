import {expect, test} from 'vitest';
import {makeRedactor} from './redaction.ts';

const secret = `p4+s/s "w<ö>r'd&\\é%`;

const carriers: readonly (readonly [string, (secret: string) => string])[] = [
  ['plain', text => text],
  ['JSON', text => JSON.stringify({note: text})],
  ['JSON in JSON', text => JSON.stringify(JSON.stringify({note: text}))],
  ['URL-encoded', text => encodeURIComponent(text)],
  ['URL-encoded, lower case', text => encodeURIComponent(text).replace(/%../g, escape => escape.toLowerCase())],
  ['form-encoded', text => new URLSearchParams({x: text}).toString().slice(2)],
  ['in a URL', text => new URL('http://h/' + encodeURI(text)).href],
  ['hex', text => Buffer.from(text).toString('hex')],
  ['hex, upper case', text => Buffer.from(text).toString('hex').toUpperCase()],
  ['UTF-8 read as latin1', text => Buffer.from(text).toString('latin1')],
  ['base64', text => Buffer.from(text).toString('base64')],
  ['base64url', text => Buffer.from(text).toString('base64url')],
  ['base64 of user:secret', text => Buffer.from('bob:' + text).toString('base64')],
  ['base64 of longer user:secret', text => Buffer.from('alice:' + text).toString('base64')],
  ['base64 of longest user:secret and more', text => Buffer.from('aliceB:' + text + '!!').toString('base64')],
  [
    'HTML',
    text =>
      text
        .replaceAll('&', '&amp;')
        .replaceAll('<', '&lt;')
        .replaceAll('>', '&gt;')
        .replaceAll('"', '&quot;')
        .replaceAll("'", '&#39;'),
  ],
  [
    'JSON as Go writes it',
    text => JSON.stringify(text).replace(/[<>&]/g, unit => '\\u00' + unit.charCodeAt(0).toString(16)),
  ],
  ['JSON in ASCII', text => JSON.stringify(text).replace(/[^ -~]/g, unit => '\\u00' + unit.charCodeAt(0).toString(16))],
];

const secrets = ['tok-0123456789abcdef', 'six666', secret];

test.each(carriers)('a registered secret is taken out of %s', (_name, carry) => {
  for (const planted of secrets) {
    const carried = carry(planted);
    const redactor = makeRedactor();
    redactor.register(planted, 'TOKEN');
    const text = redactor.redactText(`before ${carried} after`);
    const bytes = Buffer.from(redactor.redactBytes(Buffer.from(`before ${carried} after`))).toString();
    expect(text).toMatch(/^before .{0,16}\[redacted:TOKEN\].{0,8} after$/s);
    expect(bytes).toBe(text);
  }
});

test('the base64 of user:secret keeps no bits of the secret', () => {
  const redactor = makeRedactor();
  redactor.register('secret-value', 'PASSWORD');
  for (const user of ['u', 'us', 'usr', 'user']) {
    const text = redactor.redactText(Buffer.from(`${user}:secret-value`).toString('base64'));
    const [before = ''] = text.split('[');
    expect(`${user}:`.startsWith(Buffer.from(before, 'base64').toString())).toBe(true);
  }
});

test('bytes that are no UTF-8 lose the secret and keep every other byte', () => {
  const redactor = makeRedactor();
  redactor.register('secret-value', 'S');
  const bytes = Buffer.concat([Buffer.from([0xff, 0x00]), Buffer.from('secret-value'), Buffer.from([0xfe])]);
  expect(Buffer.from(redactor.redactBytes(bytes)).toString('latin1')).toBe('\xff\x00[redacted:S]\xfe');
});

test('text and bytes without a secret come back as they were', () => {
  const redactor = makeRedactor();
  redactor.register('secret-value', 'S');
  const bytes = Buffer.from('{"name":"a/x"}');
  expect(redactor.redactBytes(bytes)).toBe(bytes);
  expect(redactor.redactText('secret-valu')).toBe('secret-valu');
});

test.each([
  [0, 20],
  [13, 26],
  [5, 17],
  [28, 40],
])('RP-04 of a secret the part from %i to %i is taken out', (from, to) => {
  const redactor = makeRedactor();
  const token = '8f3b1c9e7d5a42608b6f0e1d2c3b4a5968778695';
  redactor.register(token, 'T');
  expect(redactor.redactText(`{"half": "${token.slice(from, to)}", "other": 1}`)).toBe(
    '{"half": "[redacted:T]", "other": 1}',
  );
  expect(redactor.redactText(`a ${token} b`)).toBe('a [redacted:T] b');
});

test('parts that are words, or too short to be known, stay', () => {
  const redactor = makeRedactor();
  redactor.register('correct-horse-battery-staple-2026', 'P');
  redactor.register('q7Zp2Lw9Xs4Vt8Rb3Nk6', 'S');
  expect(redactor.redactText('the horse-battery of q7Zp2Lw9Xs4V')).toBe('the horse-battery of q7Zp2Lw9Xs4V');
});

test('RP-05 a secret of fewer than six characters is refused with a reason', () => {
  expect(makeRedactor().register('true', 'TOUCHSTONE_TOKEN_BOB')).toEqual({
    kind: 'refused',
    why: 'the secret TOUCHSTONE_TOKEN_BOB has fewer than 6 characters: taking it out of reports would make them unreadable or show where it stood, so it stays in; use a longer one',
  });
});

test.each([
  ['Authorization', 'token abc', 'token [redacted:authorization]'],
  ['authorization', 'Bearer abc', 'Bearer [redacted:authorization]'],
  ['Authorization', 'known-secret', '[redacted:KNOWN]'],
  ['Authorization', `Basic ${Buffer.from('alice:known-secret').toString('base64')}`, 'Basic [redacted:KNOWN]'],
  ['Authorization', `Basic ${Buffer.from('alice:other').toString('base64')}`, 'Basic [redacted:authorization]'],
  ['Authorization', '', ''],
  ['Set-Cookie', 'session=abc; Path=/; HttpOnly', 'session=[redacted:set-cookie]; Path=/; HttpOnly'],
  ['Set-Cookie', 'session=; Max-Age=0', 'session=; Max-Age=0'],
  ['Set-Cookie', 'only-a-value; Secure', '[redacted:set-cookie]; Secure'],
  [
    'Set-Cookie',
    'a=1; Domain=h.example; Path=/known-secret; Max-Age=9; Expires=Thu, 01 Jan 2026 00:00:00 GMT; SameSite=Lax',
    'a=[redacted:set-cookie]; Domain=h.example; Path=/[redacted:KNOWN]; Max-Age=9; Expires=Thu, 01 Jan 2026 00:00:00 GMT; SameSite=Lax',
  ],
  [
    'Set-Cookie',
    'a=1; Hint=xyz; Path=/, b=zyx',
    'a=[redacted:set-cookie]; Hint=[redacted:set-cookie]; Path=[redacted:set-cookie]',
  ],
  ['Set-Cookie', 'known-secret=1', '[redacted:KNOWN]=[redacted:set-cookie]'],
  ['Location', 'https://ada:lovelace@h/x', 'https://ada:[redacted:password]@h/x'],
  ['Cookie', 'a=1; b=2', 'a=[redacted:cookie]; b=[redacted:cookie]'],
  ['X-Csrf-Token', 'abc', '[redacted:x-csrf-token]'],
  ['X-Total-Count', '12', '12'],
  ['Location', 'https://h/cb?access_token=abc&state=1', 'https://h/cb?access_token=[redacted:access_token]&state=1'],
  ['Location', '/known-secret', '/[redacted:KNOWN]'],
])('header %s: %s', (name, value, redacted) => {
  const redactor = makeRedactor();
  redactor.register('known-secret', 'KNOWN');
  expect(redactor.redactHeader(name, value)).toBe(redacted);
});

test.each([
  ['{"token": "a\\"b", "n": 1}', '{"token": "[redacted:token]", "n": 1}'],
  ['{"client_secret":""}', '{"client_secret":""}'],
  ['{"client_secret":null}', '{"client_secret":null}'],
  ['{"sha1":"abc","token_last_eight":"x"}', '{"sha1":"[redacted:sha1]","token_last_eight":"x"}'],
  ['{"sha1":"abc"}', '{"sha1":"abc"}'],
  ['{"password":"cut off he', '{"password":"[redacted:password]'],
  ['"{\\"password\\":\\"abc\\",\\"n\\":1}"', '"{\\"password\\":\\"[redacted:password]\\",\\"n\\":1}"'],
  ['grant_type=code&client_secret=abc&x=1', 'grant_type=code&client_secret=[redacted:client_secret]&x=1'],
  ['GET http://h/a?token=abc#x', 'GET http://h/a?token=[redacted:token]#x'],
  ['it sent Authorization: Bearer abc and more', 'it sent Authorization: Bearer [redacted:authorization] and more'],
  ['Cookie: a=b; c=d', 'Cookie: [redacted:cookie]'],
  ['{"Cookie":"9007199254740993"}', '{"Cookie":"9007199254740993"}'],
  ['{"Cookie":"a=b"}', '{"Cookie":"[redacted:cookie]"}'],
  ['headers/set-cookie: expected it to be absent', 'headers/set-cookie: expected it to be absent'],
  ['cookie: expected it to be absent', 'cookie: expected it to be absent'],
  ['the token was refused', 'the token was refused'],
])('text %s', (text, redacted) => {
  expect(makeRedactor().redactText(text)).toBe(redacted);
});

const keyLines = 'MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSk\n+/AB=\n';
test.each([
  ['as it is', (key: string) => key],
  ['in JSON', (key: string) => JSON.stringify({body: key, next: 'stays'})],
  ['in JSON inside JSON', (key: string) => JSON.stringify(JSON.stringify({body: key, next: 'stays'}))],
  ['without its end', (key: string) => key.slice(0, -40)],
  ['with a header', (key: string) => key.replace('-----\n', '-----\nDEK-Info: AES-128-CBC,0A0B\n\n')],
])('a private key in PEM is taken out %s', (_how, write) => {
  for (const kind of ['', 'RSA ', 'EC ', 'NEBULA X25519 ']) {
    const key = `-----BEGIN ${kind}PRIVATE KEY-----\n${keyLines}-----END ${kind}PRIVATE KEY-----\n`;
    const text = `before ${write(key)} after`;
    const shown = makeRedactor().redactText(text);
    expect(shown).not.toMatch(/MIIEvg|AB=|0A0B/);
    expect(shown).toContain(`-----BEGIN ${kind}PRIVATE KEY-----[redacted:private_key]`);
    expect(shown.includes('stays')).toBe(text.includes('stays'));
  }
});

test.each([
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${keyLines}-----END PUBLIC KEY-----\n`],
  ['a certificate', `-----BEGIN CERTIFICATE-----\n${keyLines}-----END CERTIFICATE-----\n`],
  ['a pattern of a private key', String.raw`/^-----BEGIN RSA PRIVATE KEY-----\n[A-Za-z0-9+/=\n]+-----END/`],
  ['a sentence about one', 'it begins with -----BEGIN RSA PRIVATE KEY----- and not with a header'],
])('%s stays', (_what, text) => {
  expect(makeRedactor().redactText(text)).toBe(text);
});

test('the overlay field Cookie is a number and no secret; a cookie is', () => {
  const value = {Details: {Cookie: '9007199254740993'}, Cookie: 7, cookie: 'session=abc'};
  expect(makeRedactor().redactJson(value)).toEqual({...value, cookie: '[redacted:cookie]'});
});

test('JSON values lose secrets by name and by value, and keep empty and absent ones', () => {
  const redactor = makeRedactor();
  redactor.register('known-secret', 'KNOWN');
  const value = {
    client_secret: '',
    token: null,
    password: 'abc',
    pin: {secret: 1234n},
    list: ['x known-secret'],
    ok: 1,
  };
  expect(redactor.redactJson(value)).toEqual({
    client_secret: '',
    token: null,
    password: '[redacted:password]',
    pin: {secret: '[redacted:secret]'},
    list: ['x [redacted:KNOWN]'],
    ok: 1,
  });
});

test('a token that a reply carried under its name is taken out of later texts too', () => {
  const redactor = makeRedactor();
  redactor.redactText('{"id":1,"sha1":"0123456789abcdef0123","scopes":["all"]}');
  expect(redactor.redactText('expected it absent, got "0123456789abcdef0123"')).toBe(
    'expected it absent, got "[redacted:sha1]"',
  );
});

test('an ordinary word under a telling name does not darken later texts', () => {
  const redactor = makeRedactor();
  redactor.redactText('{"token":"administration-settings"}');
  expect(redactor.redactText('administration-settings')).toBe('administration-settings');
});

test('thousands of discovered tokens neither pile up nor slow the search', () => {
  const redactor = makeRedactor();
  for (let n = 0; n < 5_000; n += 1) redactor.redactText(`{"token":"a0b1c2d3e4f5-${10_000 + n}"}`);
  expect(redactor.redactText('a0b1c2d3e4f5-14999')).toBe('[redacted:token]');
  expect(redactor.redactText('a0b1c2d3e4f5-10001')).not.toContain('redacted');
  const startedAt = performance.now();
  redactor.redactText('{"name":"label","color":"00aabb"} '.repeat(60_000));
  expect(performance.now() - startedAt).toBeLessThan(2_000);
});
