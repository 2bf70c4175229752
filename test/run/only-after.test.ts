// Shows that a red case of a decoder is repeated in a fresh process, and that the report says after which questions alone it is red.
import {expect, test} from 'vitest';
import {touchstone} from '../support/command-line.ts';
import {packageRoot} from '../support/in-process.ts';

const peers = `${packageRoot}/fixtures/peers`;
const some = ['--id', 'overlay/basics/reads[full-*'];

test('a decoder that keeps a field is right in a fresh process, and the questions that it needs are named', async () => {
  const peer = `module:${peers}/remembers-a-field.mjs`;
  const few = ['reads[def-ping-time]', 'reads[full-ping]'].flatMap(id => ['--id', `overlay/basics/${id}`]);
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...few, '--seed', '3']);
  expect(stdout).toMatch(/^FLAKY +overlay\/basics\//m);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /green when repeated alone: .*; only after: decode OverlayPing [0-9a-f]+ /,
  );
  expect(stdout).toMatch(/ 0 fail · 0 warn · [1-9]\d* flaky /);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that ends at its fourth question does so only after others', async () => {
  const peer = `exec:node ${peers}/ends-after.mjs 3 0`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, ...some, '--seed', '1']);
  expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(
    /A fresh process answered the same question\. It does so only after: decode /,
  );
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that keeps something is red by the name of isolation, alone and again', async () => {
  const peer = `module:${peers}/remembers-a-field.mjs`;
  const {exitCode, stdout} = await touchstone(['run', '--peer', peer, '--id', 'overlay/isolation/*[ping]']);
  expect(stdout).toMatch(/^FAIL +overlay\/isolation\/the-same-after-any-other\[ping\]/m);
  expect(exitCode).toBe(1);
}, 60_000);

test('a decoder that takes half a varint for a whole one keeps nothing, and isolation is green', async () => {
  const fault = ['--fault', 'truncated-varint-partial'];
  const {exitCode, stdout} = await touchstone(['run', '--reference', ...fault, '--id', 'overlay/isolation/*']);
  expect(stdout).toMatch(/^[1-9]\d* pass · 0 fail · 0 warn · 0 flaky /m);
  expect(exitCode).toBe(0);
}, 60_000);

test('cases whose second step is wrong only because of their first are one paragraph', async () => {
  const fault = ['--fault', 'refuses-all-after-a-refusal', '--seed', '1'];
  const {exitCode, stdout} = await touchstone([
    'run',
    '--reference',
    ...fault,
    '--id',
    'overlay/ends/refuses[eof-addr*',
  ]);
  expect(stdout.match(/^(?:FAIL|FLAKY) /gm)?.length).toBe(1);
  expect(stdout).toMatch(/^ {2}state-kept: right where each question is asked in a process of its own/m);
  expect(stdout).toMatch(/^ {2}The same in \d+ more rows?: /m);
  expect(exitCode).toBe(1);
}, 60_000);
