import {defined} from '../../base/json/defined.ts';
import {readFileSync} from 'node:fs';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, test} from 'vitest';
import type {Json} from '../../model/json.ts';
import {machineSigning} from '../../runner/targets/host/signing.ts';
import {
  aCertifyingJournal,
  certificateOf,
  goldenCases,
  goldenIssuer,
  goldenJournal,
  goldenOwn,
  goldenProfile,
} from '../../test/support/golden-certificate.ts';
import type {aCaseLine} from '../../test/support/journal-lines.ts';
import {checkCertificate} from './offline-check.ts';
import {renderCertificate} from './terminal-text.ts';
import {certificateSchema, certificateShape} from './statement-shape.ts';
import {certificateText, payloadType, withChecksum} from './certificate.ts';
import {whyNoCertificate} from './certifiable.ts';
import {envelopeText, sealEnvelope} from './dsse.ts';
import {readJournal} from '../journal/reader.ts';

const signing = machineSigning();
const {sha256} = signing;
const certificate = certificateOf(goldenJournal);
const text = certificateText(certificate);

const pair = signing.newKeyPair();
const read = signing.readPrivateKey(pair.privatePem);
const trusted = signing.readPublicKeys(pair.publicPem);
if (read.kind === 'unusable' || trusted.kind === 'unusable') throw new Error('the key pair cannot be read back');
const {keys} = trusted;
const sealed = envelopeText(sealEnvelope(payloadType, Buffer.from(text), read.key));

function check(certificateTextGiven: string, journal = goldenJournal, trustedKeys?: typeof keys) {
  return checkCertificate({
    text: certificateTextGiven,
    journals: [{name: 'results.jsonl', text: journal}],
    own: goldenOwn,
    sha256,
    ...defined({keys: trustedKeys}),
  });
}

test('RP-11 a certificate says what it stands for, what it found, and what it does not stand for', async () => {
  await expect(text).toMatchFileSnapshot('../../test/golden/certificate.json');
  await expect(
    renderCertificate(certificate, {
      file: 'certificate.json',
      keyId: undefined,
      notes: ['a note'],
      check: 'the command',
    }),
  ).toMatchFileSnapshot('../../test/golden/certificate.txt');
});

test('it has the shape of its published schema', () => {
  expect(certificateShape.check(JSON.parse(text) as Json, '')).toBeUndefined();
  const schema = JSON.parse(readFileSync(new URL('./certificate.schema.json', import.meta.url), 'utf8')) as object;
  expect(schema).toEqual(JSON.parse(JSON.stringify(certificateSchema())));
  expect(new Ajv2020({strict: false}).validate(schema, JSON.parse(text))).toBe(true);
});

test('an untouched certificate is intact, signed or not', () => {
  expect(check(text).kind).toBe('intact');
  expect(check(sealed, goldenJournal, keys)).toMatchObject({kind: 'intact', keyId: pair.keyId});
});

describe('any edit of any byte is noticed', () => {
  // Three kinds of edits in turn; a step that is no multiple of three lets each kind meet every sort of place.
  const step = 5;
  const edits: readonly ((byte: number) => number)[] = [byte => byte ^ 1, byte => byte ^ 0x20, () => 0x20];

  function edited(original: string, at: number): string | undefined {
    const bytes = Buffer.from(original);
    const before = bytes[at] ?? 0;
    bytes[at] = edits[at % edits.length]?.(before) ?? before;
    return bytes[at] === before ? undefined : bytes.toString('latin1');
  }

  test.each([
    ['an unsigned certificate', text, (one: string) => check(one)],
    ['a signed certificate', sealed, (one: string) => check(one, goldenJournal, keys)],
    ['the journal', goldenJournal, (one: string) => check(text, one)],
  ])('of %s', (_what, original, checked) => {
    const survivors: number[] = [];
    for (let at = 0; at < Buffer.byteLength(original); at += step) {
      const one = edited(original, at);
      if (one !== undefined && checked(one).kind === 'intact') survivors.push(at);
    }
    expect(survivors).toEqual([]);
  });

  test.each([
    ['a line break at the end', `${text}\n`],
    ['a byte order mark', `\ufeff${text}`],
    ['a missing end', text.slice(0, -1)],
    ['a key twice', text.replace('{\n', '{\n  "_type": "https://in-toto.io/Statement/v1",\n')],
    ['other whitespace', JSON.stringify(JSON.parse(text))],
  ])('%s', (_what, one) => {
    expect(check(one).kind).toBe('changed');
  });

  test('a signature with other spelling of the same bytes', () => {
    const envelope = JSON.parse(sealed) as {payload: string; signatures: {sig: string}[]};
    const [signature] = envelope.signatures;
    const tail = sealed.replace(
      signature?.sig ?? '',
      (signature?.sig ?? '').replace(
        /(.)==$/,
        (_all, last: string) => `${String.fromCharCode(last.charCodeAt(0) + 1)}==`,
      ),
    );
    expect(check(tail, goldenJournal, keys).kind).toBe('changed');
  });
});

// Whoever edits an unsigned certificate can make its checksum anew; what follows from the journal is noticed all the same.
test.each([
  [
    'the profile’s size',
    {profile: {...certificate.predicate.found.profile, statements: 3}},
    '/predicate/found/profile/statements',
  ],
  ['the deviations', {deviations: []}, '/predicate/found/deviations/0'],
  ['a verdict', {counts: {...certificate.predicate.found.counts, fail: 0}}, '/predicate/found/counts/fail'],
  [
    'the version under test',
    {target: {hosting: {url: 'http://127.0.0.1:3000', version: '9', isInsecure: false}}},
    '/predicate/found/target/hosting/version',
  ],
])('%s, edited with a fitting checksum, does not follow from the journal', (_what, changes, at) => {
  const {predicate} = certificate;
  const forged = withChecksum(
    {...certificate, predicate: {...predicate, found: {...predicate.found, ...changes}}},
    sha256,
  );
  expect(check(certificateText(forged))).toEqual({kind: 'changed', why: [`${at} does not follow from the journals`]});
});

test('a journal that never earned a certificate has none, however well the two fit', () => {
  const red = aCertifyingJournal(
    goldenCases.map(line => (line.id === 'hosting/reactions/again' ? {...line, verdict: 'error' as const} : line)),
  );
  const forged = certificateText(certificateOf(red));
  expect(check(forged, red)).toMatchObject({
    kind: 'changed',
    why: [
      expect.stringContaining('it should never have been issued: 1 case'),
      expect.stringContaining('nothing proves REACTION-DUP'),
    ],
  });
});

test('without a trusted key nobody can tell about a signed one; an unsigned one is not what --trusted-keys asks for', () => {
  expect(check(sealed).kind).toBe('undecided');
  expect(check(text, goldenJournal, keys).kind).toBe('changed');
  const other = signing.readPublicKeys(signing.newKeyPair().publicPem);
  expect(check(sealed, goldenJournal, other.kind === 'keys' ? other.keys : []).kind).toBe('changed');
});

test('other suites are not ours to judge', () => {
  const result = checkCertificate({
    text,
    journals: [{name: 'r', text: goldenJournal}],
    own: {...goldenOwn, suites: 'f'.repeat(64)},
    sha256,
  });
  expect(result).toMatchObject({
    kind: 'undecided',
    why: [expect.stringContaining('verify it with touchstone 0.1.0, edition 2030.1')],
  });
});

test('the issuer’s words do not change what was found', () => {
  const other = certificateOf(goldenJournal, {...goldenIssuer, name: 'somebody else'});
  expect(other.predicate.found).toEqual(certificate.predicate.found);
  expect(other.predicate.checksum).not.toBe(certificate.predicate.checksum);
});

describe('no certificate comes of', () => {
  const base = goldenCases.filter(({verdict}) => verdict !== 'fail');
  const changedCase = (changes: Parameters<typeof aCaseLine>[0]): string =>
    aCertifyingJournal(base.map(line => (line.id === 'hosting/labels/replace' ? {...line, ...changes} : line)));
  test.each([
    ['a fail', changedCase({verdict: 'fail', cause: 'expectation'}), /verdict fail: hosting\/labels\/replace/],
    ['a flaky case', changedCase({verdict: 'flaky'}), /verdict flaky/],
    [
      'an error',
      changedCase({verdict: 'error', cause: 'reset', detail: 'it hung up'}),
      /verdict error: hosting\/labels\/replace \(it hung up\)/,
    ],
    [
      'a skip',
      changedCase({verdict: 'skip', cause: 'needs-variant', detail: 'no variant'}),
      /verdict skip: hosting\/labels\/replace \(no variant\)/,
    ],
    [
      'a statement whose every case failed',
      aCertifyingJournal(
        base.map(line =>
          line.requirements.includes('REACTION-DUP') ? {...line, verdict: 'fail', cause: 'expectation'} : line,
        ),
      ),
      /every case of REACTION-DUP failed/,
    ],
    [
      'a statement that nothing proves',
      aCertifyingJournal(base.filter(({requirements}) => requirements[0] !== 'REACTION-DUP')),
      /nothing proves REACTION-DUP/,
    ],
    [
      'a case that is missing',
      aCertifyingJournal(base.filter(({id}) => id !== 'hosting/labels/nested[deep]')),
      /1 case of the canonical set is not in the journal, e\.g\. hosting\/labels\/nested\[deep\]/,
    ],
    [
      'a run of another command',
      aCertifyingJournal(base).replace('"certifies":{"profile":"hosting-core"},', ''),
      /written by another command than certify/,
    ],
    [
      'a run for another profile',
      aCertifyingJournal(base, {certifies: {profile: 'overlay-live'}}),
      /written for the profile overlay-live/,
    ],
    ['one shard', aCertifyingJournal(base, {shard: {index: 1, count: 2}}), /one shard of a run/],
    ['a run that was killed', aCertifyingJournal(base).split('\n').slice(0, -2).join('\n') + '\n', /has no footer/],
  ])('%s', (_what, journal, why) => {
    const reading = readJournal(journal);
    if (reading.kind === 'refused') throw new Error(reading.why);
    const reasons = whyNoCertificate({
      journals: [reading],
      profile: goldenProfile,
      canonical: goldenOwn.canonicalOf(goldenProfile, []),
    });
    expect(reasons.join('\n')).toMatch(why);
  });

  test('two journals of different targets', () => {
    const [one, other] = [
      aCertifyingJournal(base),
      aCertifyingJournal(base, {target: {hosting: {url: 'http://x', version: '2', isInsecure: false}}}),
    ].map(text => readJournal(text));
    if (one?.kind !== 'complete' || other?.kind !== 'complete') throw new Error('unreadable');
    expect(whyNoCertificate({journals: [one, other], profile: goldenProfile})).toEqual([
      'the journals are not of one target and one touchstone: version of the server is "1.2.3" and "2"',
    ]);
  });
});

test('where one case is enough, the others may be skipped, and only then', () => {
  const ofScope = goldenCases.filter(({requirements}) => requirements.join() === 'LABEL-SCOPE').map(({id}) => id);
  expect(ofScope.length).toBeGreaterThan(1);
  const reasons = (skipped: readonly string[], anyCase: readonly string[]): readonly string[] => {
    const cases = goldenCases
      .filter(({verdict}) => verdict !== 'fail')
      .map(line =>
        skipped.includes(line.id) ? {...line, verdict: 'skip' as const, cause: 'not-in-dialect' as const} : line,
      );
    const reading = readJournal(aCertifyingJournal(cases));
    if (reading.kind !== 'complete') throw new Error('unreadable');
    return whyNoCertificate({journals: [reading], profile: {...goldenProfile, anyCase}});
  };
  const [one = ''] = ofScope;
  expect(reasons([one], ['LABEL-SCOPE'])).toEqual([]);
  expect(reasons([one], ['REACTION-DUP'])).toEqual([expect.stringContaining(`has the verdict skip: ${one}`)]);
  expect(reasons(ofScope, ['LABEL-SCOPE'])).toEqual([
    expect.stringContaining('have the verdict skip'),
    'nothing proves LABEL-SCOPE',
  ]);
});

test('what one variant of a target lacks, the journal of another may show', () => {
  const skipped = goldenCases.map(line =>
    line.id === 'hosting/reactions/again' ? {...line, verdict: 'skip' as const, cause: 'needs-variant' as const} : line,
  );
  const journals = [aCertifyingJournal(skipped), goldenJournal]
    .map(text => readJournal(text))
    .flatMap(one => (one.kind === 'complete' ? [one] : []));
  expect(whyNoCertificate({journals: journals.slice(0, 1), profile: goldenProfile})).not.toEqual([]);
  expect(whyNoCertificate({journals, profile: goldenProfile})).toEqual([]);
});

test('withdrawn cases are named and hide no statement', () => {
  expect(certificate.predicate.found.withdrawn).toEqual(['hosting/reactions/withdrawn']);
  const alone = aCertifyingJournal(goldenCases.filter(({id}) => id !== 'hosting/reactions/again'));
  const reading = readJournal(alone);
  expect(reading.kind === 'complete' && whyNoCertificate({journals: [reading], profile: goldenProfile})).toEqual([
    'nothing proves REACTION-DUP',
  ]);
});

test('a warning prevents the certificate where the profile allows no difference, and is listed where it does', () => {
  const reading = readJournal(goldenJournal);
  if (reading.kind === 'refused') throw new Error(reading.why);
  const reasons = (noDifference: readonly string[]): readonly string[] =>
    whyNoCertificate({journals: [reading], profile: {...goldenProfile, noDifference}});
  expect(reasons([])).toEqual([]);
  expect(reasons(['LABEL-SCOPE'])).toEqual([
    'hosting/labels/nested[deep] differs from what LABEL-SCOPE is for (status: expected 200, got 201)',
  ]);
  expect(certificate.predicate.found.differs.map(one => one.case)).toEqual(['hosting/labels/nested[deep]']);
});

test('a red case outside the profile prevents the certificate only where what is offered must hold', () => {
  const red = goldenCases.map(line =>
    line.id === 'hosting/labels/nested[deep]' ? {...line, verdict: 'fail' as const, requirements: ['OV-JSON']} : line,
  );
  const reading = readJournal(aCertifyingJournal(red));
  if (reading.kind === 'refused') throw new Error(reading.why);
  const reasons = (ifOffered: readonly string[]): readonly string[] =>
    whyNoCertificate({journals: [reading], profile: {...goldenProfile, ifOffered}}).filter(why => /OV-JSON/.test(why));
  expect(reasons([])).toEqual([]);
  expect(reasons(['OV-JSON'])).toEqual([
    'the target offers what OV-JSON is about, and 1 of its cases are red: hosting/labels/nested[deep]',
  ]);
});
