// Runs every published wire case (fixtures/overlay/*.yaml) that is not left open through the healthy peer.
import {readdirSync, readFileSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {decodeBinary, decodeJson, encodeBinary} from './codec.ts';
import type {MessageName} from './rules/message.ts';
import {makeOverlayRules} from './rules/overlay-rules.ts';
import {answerRequest} from './testee.ts';

interface Row {
  readonly id: string;
  readonly message: MessageName;
  readonly hex?: string;
  readonly hexRepeat?: readonly (readonly [string, number])[];
  readonly jsonInput?: string;
  readonly verdict: 'accept' | 'reject' | 'open';
  readonly value?: unknown;
  readonly canonical?: string;
  readonly encode?: boolean;
}

const folder = new URL('../../fixtures/overlay/', import.meta.url);
const rules = makeOverlayRules();

const files = readdirSync(folder).filter(name => name.endsWith('.yaml'));
describe.each(files)('%s', file => {
  const {rows} = parse(readFileSync(new URL(file, folder), 'utf8')) as {rows: Row[]};
  const judged = rows.filter(row => row.verdict !== 'open').map(row => [row.id, row] as const);

  test.each(judged)('%s', (_id, row) => {
    expect(outcomeOf(row)).toEqual(wanted(row));
  });
});

/** What the peer makes of a case: the value, the bytes that it writes for what it read, and the bytes for the value alone. */
function outcomeOf(row: Row): unknown {
  const form = row.jsonInput === undefined ? 'binary' : 'json';
  const input = bytesOf(row);
  const answer = answerRequest(rules, {kind: 'decode', id: 1n, message: row.message, form, input});
  if (answer.kind !== 'value') return {verdict: answer.kind};
  const decode = form === 'json' ? decodeJson : decodeBinary;
  const decoded = decode(rules, row.message, input);
  const written = decoded.kind === 'value' ? hexOf(encodeBinary(rules, decoded.message)) : decoded.why;
  // Long cases leave their canonical bytes out.
  const canonical = row.canonical === undefined ? undefined : written;
  return {
    verdict: 'accept',
    value: JSON.parse(answer.text),
    canonical,
    encoded: row.encode === true ? encode(row) : undefined,
  };
}

function wanted(row: Row): unknown {
  if (row.verdict === 'reject') return {verdict: 'reject'};
  const {value, canonical} = row;
  return {verdict: 'accept', value, canonical, encoded: row.encode === true ? canonical : undefined};
}

function encode({message, value}: Row): string {
  const answer = answerRequest(rules, {kind: 'encode', id: 1n, message, form: 'binary', value: JSON.stringify(value)});
  return answer.kind === 'encoded' ? hexOf(answer.bytes) : answer.kind;
}

function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

function bytesOf(row: Row): Uint8Array {
  if (row.jsonInput !== undefined) return Buffer.from(row.jsonInput);
  return Buffer.from(row.hex ?? (row.hexRepeat ?? []).map(([unit, count]) => unit.repeat(count)).join(''), 'hex');
}
