// What a certificate looks like; reports/certificate/certificate.schema.json is made from this.
import type {JsonObject} from '../../model/json.ts';
import {verdicts} from '../../model/verdict.ts';
import {predicateType, standings, statementType} from './certificate.ts';
import {count, flag, list, moment, object, oneOf, text, textLike, type Shape} from '../journal/json-shape.ts';

const digest = textLike(/^[0-9a-f]{64}$/, 'a SHA-256 in hex');

const issuer = object({
  name: text,
  issuedAt: moment,
  'expiresAt?': moment,
  'observedBy?': text,
  'journals?': oneOf('made', 'given'),
  'commit?': text,
  'configuration?': text,
  implementation: object({name: text, version: text, contact: text}),
  'targetFile?': digest,
  killScore: object({
    faults: count,
    noticed: count,
    'mutants?': object({
      drawn: count,
      of: count,
      seed: count,
      on: text,
      noticed: count,
      judged: count,
      from: count,
      to: count,
    }),
  }),
  reproduce: list(text),
});

const deviation = object({case: text, verdict: oneOf(...verdicts), requirements: list(text), detail: text});

const hole = object({value: text, why: text});

const found = object({
  isReference: flag,
  profile: object({id: text, title: text, statements: count, ofStatements: count, 'others?': count, cases: count}),
  target: object({
    'hosting?': object({url: text, 'version?': text, isInsecure: flag}),
    'peer?': object({address: text, name: text, version: text, encodes: flag}),
    'livePeer?': object({address: text}),
  }),
  'dialect?': text,
  tool: object({version: text, node: text}),
  suites: object({edition: text, digest: text}),
  digests: object({requirements: text, contract: text, profiles: text, errata: text}),
  journals: list(object({sha256: digest, run: text, seed: count, startedAt: moment, endedAt: moment, cases: count})),
  counts: object(Object.fromEntries(verdicts.map(verdict => [verdict, count]))),
  statements: list(
    object({
      id: text,
      standing: oneOf(...standings),
      verdict: oneOf(...verdicts, 'touched', 'none'),
      cases: count,
      'values?': list(text),
      'holes?': list(hole),
    }),
  ),
  'pairs?': list(object({suite: text, seen: list(text), holes: list(hole)})),
  deviations: list(deviation),
  differs: list(deviation),
  withdrawn: list(text),
});

/** The shape of a certificate: an in-toto statement. */
export const certificateShape: Shape = object({
  _type: oneOf(statementType),
  subject: list(object({name: text, digest: object({sha256: digest})})),
  predicateType: oneOf(predicateType),
  predicate: object({means: text, issuer, found, checksum: digest}),
});

/** Gives the JSON Schema (2020-12) of a certificate. */
export function certificateSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'A touchstone certificate',
    description:
      'An in-toto statement. A signed certificate is a DSSE envelope whose payload, in base64, is such a statement.',
    ...certificateShape.schema,
  };
}
