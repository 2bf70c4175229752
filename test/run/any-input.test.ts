// Gives every parser of foreign text thousands of broken inputs, drawn from a seed: each must answer within its time, and none may throw.
import {expect, test} from 'vitest';
import {Random} from '../../base/random/seeded-numbers.ts';
import {certificateText} from '../../reports/certificate/certificate.ts';
import {checkCertificate} from '../../reports/certificate/offline-check.ts';
import {readJournal} from '../../reports/journal/reader.ts';
import {makeRedactor} from '../../reports/redaction/redaction.ts';
import {readJson} from '../../runner/check/read-json.ts';
import {readStrictly} from '../../runner/overlay/strict-reader.ts';
import {readErrata} from '../../runner/read/contract/read-errata.ts';
import {readRevocations} from '../../runner/read/contract/read-revocations.ts';
import {machineSigning} from '../../runner/targets/host/signing.ts';
import {frameReader} from '../../runner/targets/live/frames.ts';
import {certificateOf, goldenJournal, goldenOwn} from '../support/golden-certificate.ts';

const certificate = certificateText(certificateOf(goldenJournal));
const {sha256} = machineSigning();
const redactor = makeRedactor();
redactor.register('hunter2-hunter2', 'S');
const journals = [{name: 'results.jsonl', text: goldenJournal}];
const list = `revoked:\n  - {certificate: ${'a'.repeat(64)}, since: 2030-01-01, reason: x}\n`;
const errata = 'withdrawn:\n  - {case: hosting/labels/x, since: 2030-01-01, reason: x}\n';
const page = `{"seen": "${Buffer.from('hunter2-hunter2').toString('base64')}", "x": "%41\\\\x42&#67; [65, 66, 67, 68, 69, 70]"}`;

const parsers: readonly (readonly [name: string, seed: string, parse: (text: string) => unknown])[] = [
  ['a journal', goldenJournal, text => readJournal(text)],
  ['a certificate', certificate, text => checkCertificate({text, journals, own: goldenOwn, sha256})],
  ['revocations', list, text => readRevocations({text, file: 'r.yaml'})],
  ['errata', errata, text => readErrata({text, file: 'e.yaml'})],
  ['JSON', page, text => readJson(Buffer.from(text, 'latin1'), {depthMax: 200})],
  ['a page with secrets', page, text => redactor.redactText(text)],
  [
    'overlay bytes',
    '\x08\x02\x12\x05hello\x1a\x03\x08\x96\x01',
    text => readStrictly('OverlayMeta', Buffer.from(text, 'latin1')),
  ],
  ['frames', '\0\0\0\x05hello\0\0\0\x02ab', text => frameReader('u32be', 1024).take(Buffer.from(text, 'latin1'))],
];

const scraps = [
  '\0',
  '\u202e',
  '\u009b',
  '\ud800',
  '{',
  '[',
  '"',
  '\\',
  ': ',
  '\n',
  '- ',
  '&a ',
  '*a',
  '<<: ',
  '!!js ',
  '1e999',
  '-0',
  '__proto__',
  'null',
  '99999999999999999999',
];

function broken(text: string, random: Random): string {
  let made = text;
  for (let changes = 1 + random.below(4); changes > 0; changes -= 1) {
    const at = random.below(made.length + 1);
    const length = random.oneIn(4) ? random.below(200) : random.below(4);
    const cut = made.slice(at, at + length);
    const put = random.oneIn(3) ? '' : random.oneIn(3) ? cut.repeat(1 + random.below(50)) : random.pick(scraps);
    made = made.slice(0, at) + put + made.slice(at + length);
  }
  return made;
}

// `FUZZ_MS` lets each go on for so long; a failure prints the input.
const budgetMs = Number(process.env['FUZZ_MS'] ?? '0');
const leastInputs = 300;
const slowMs = 2_000;

test.each(parsers)('%s: any text is answered', {timeout: budgetMs + 60_000}, (_name, seed, parse) => {
  const random = new Random(budgetMs === 0 ? 21 : Date.now());
  const until = performance.now() + budgetMs;
  const wrong: string[] = [];
  for (let inputs = 0; inputs < leastInputs || performance.now() < until; inputs += 1) {
    const text = broken(seed, random);
    const startedAt = performance.now();
    try {
      parse(text);
    } catch (problem) {
      wrong.push(`${String(problem)}: ${JSON.stringify(text)}`);
    }
    if (performance.now() - startedAt > slowMs) wrong.push(`slow: ${JSON.stringify(text)}`);
    if (wrong.length > 3) break;
  }
  expect(wrong).toEqual([]);
});
