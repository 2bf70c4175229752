// The matrix as JSON, for programs, and for a later matrix that takes its columns from here instead of their journals.
import {defined} from '../../base/json/defined.ts';
import type {Json} from '../../model/json.ts';
import {verdicts} from '../../model/verdict.ts';
import {requirementAreas, requirementLevels, requirementWays} from '../../model/requirement.ts';
import {count, flag, list, mapOf, object, oneOf, text, textLike} from '../journal/json-shape.ts';
import {cellStates} from './cell.ts';
import {certificateState, type MatrixCertificate} from './certified.ts';
import {
  free,
  slugOf,
  type Implementation,
  type Matrix,
  type MatrixRun,
  type MatrixStatement,
} from './matrix-of-runs.ts';

/** The form of the file; a new form is a new number. */
const form = 1;

/** Writes statements once, and of each run one cell per statement; one thing in a line, so that two files can be compared. */
export function renderMatrixJson({statements, implementations, suitesDigest}: Matrix): string {
  const head = JSON.stringify({form, suitesDigest}).slice(0, -1);
  const listed = statements.map(one => JSON.stringify(statementData(one)));
  return `${head},"statements":[\n${listed.join(',\n')}\n],"implementations":[\n${implementations.map(implementationText).join(',\n')}\n]}\n`;
}

function statementData({
  id,
  area,
  level,
  observe,
  contested,
  section,
  quote,
  reading,
  notClaimed,
  source,
}: MatrixStatement) {
  return {id, area, level, observe, contested, section, quote, ...defined({reading, notClaimed, source})};
}

function implementationText({name, slug, runs}: Implementation): string {
  return `${JSON.stringify({name, slug}).slice(0, -1)},"runs":[\n${runs.map(runText).join(',\n')}\n]}`;
}

function runText({cells, certificates, ...facts}: MatrixRun): string {
  const told = certificates.map(one => ({...withoutText(one), state: certificateState(one)}));
  const head = JSON.stringify({...facts, ...(told.length === 0 ? {} : {certificates: told})}).slice(0, -1);
  const lines = [...cells].map(([id, cell]) => `${JSON.stringify(id)}:${JSON.stringify(cell)}`);
  return `${head},"cells":{\n${lines.join(',\n')}\n}}`;
}

function withoutText({text: _, ...facts}: MatrixCertificate): Omit<MatrixCertificate, 'text'> {
  return facts;
}

const cell = object({
  state: oneOf(...cellStates),
  cases: count,
  passed: count,
  failed: count,
  'unusual?': count,
  'ways?': mapOf(count),
  notes: list(text),
  'shown?': object({
    id: text,
    title: text,
    message: text,
    'before?': list(text),
    'asked?': text,
    'answered?': text,
    'repeat?': text,
  }),
  others: list(text),
});

const run = object({
  key: text,
  name: text,
  version: text,
  startedAt: textLike(/^$|^\d{4}-\d\d-\d\dT[\d:.]+Z$/, 'a time'),
  touchstone: text,
  edition: text,
  suitesDigest: text,
  seed: count,
  areas: list(oneOf(...requirementAreas)),
  counts: object(Object.fromEntries(verdicts.map(verdict => [verdict, count]))),
  marks: list(text),
  'certificates?': list(
    object({
      profile: text,
      title: text,
      statements: count,
      issuer: text,
      issuedAt: text,
      'expiresAt?': text,
      'observedBy?': text,
      'keyId?': text,
      lapsed: list(object({kind: oneOf('expired', 'revoked'), why: text})),
      'unchecked?': text,
      state: text,
    }),
  ),
  cells: mapOf(cell),
});

const whole = object({
  form: count,
  suitesDigest: text,
  statements: list(
    object({
      id: text,
      area: oneOf(...requirementAreas),
      level: oneOf(...requirementLevels),
      observe: oneOf(...requirementWays),
      contested: flag,
      section: text,
      quote: text,
      'reading?': text,
      'notClaimed?': text,
      'source?': text,
    }),
  ),
  implementations: list(object({name: text, slug: text, runs: list(run)})),
});

/** What an earlier matrix holds, or why it cannot be used. */
export type MatrixReading =
  | {readonly kind: 'matrix'; readonly statements: readonly MatrixStatement[]; readonly runs: readonly MatrixRun[]}
  | {readonly kind: 'refused'; readonly why: string};

/** Reads the columns of an earlier matrix. Certificates are about journals, byte by byte, and these are not here: they are left out. */
export function readMatrixJson(file: string, taken: Set<string>): MatrixReading {
  const value = parsed(file);
  if (value === undefined) return {kind: 'refused', why: 'is not JSON'};
  const wrong = whole.check(value, '');
  if (wrong !== undefined) return {kind: 'refused', why: `is not a matrix that "touchstone matrix" wrote: ${wrong}`};
  const data = value as unknown as MatrixData;
  if (data.form !== form)
    return {kind: 'refused', why: `has form ${String(data.form)}, and this touchstone reads ${String(form)}`};
  return {
    kind: 'matrix',
    statements: data.statements,
    runs: data.implementations.flatMap(({runs}) =>
      runs.map(one => ({
        ...one,
        key: free(slugOf(`${one.name}-${one.version}`), taken),
        cells: new Map(Object.entries(one.cells)),
        certificates: [],
      })),
    ),
  };
}

function parsed(file: string): Json | undefined {
  try {
    return JSON.parse(file) as Json;
  } catch {
    return undefined;
  }
}

interface MatrixData {
  readonly form: number;
  readonly statements: readonly MatrixStatement[];
  readonly implementations: readonly {
    readonly runs: readonly (Omit<MatrixRun, 'cells' | 'certificates'> & {
      readonly cells: {
        readonly [id: string]: MatrixRun['cells'] extends ReadonlyMap<string, infer Cell> ? Cell : never;
      };
    })[];
  }[];
}
