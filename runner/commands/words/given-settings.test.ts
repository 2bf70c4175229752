// Tests how the settings of a program become the options of a run, and what is said of wrong ones.
import {expect, test} from 'vitest';
import type {Machine} from '../../../model/machine.ts';
import {configureRun} from '../load/run-options.ts';
import {readGivenSettings} from './given-settings.ts';

function read(settings: {readonly [name: string]: unknown}, env: Machine['env'] = {}) {
  const said: string[] = [];
  const machine = {env, talk: (text: string) => said.push(text)} as unknown as Machine;
  const line = readGivenSettings<{readonly [name: string]: unknown}>(settings, machine, configureRun);
  return {line, said: said.join('')};
}

test.each<[object, object]>([
  [{target: 'http://127.0.0.1:3000'}, {target: 'http://127.0.0.1:3000'}],
  [
    {requireAll: true, seed: 7},
    {requireAll: true, seed: 7},
  ],
  [{id: ['a/*', 'b,c']}, {id: ['a/*', 'b,c']}],
  [{tags: ['smoke,fast', 'slow']}, {tags: ['smoke', 'fast', 'slow']}],
  [{adminPassword: '--not-a-flag'}, {adminPassword: '--not-a-flag'}],
  [
    {replyTimeout: '2s', replyBytesMax: '1MiB', jobs: 3},
    {replyTimeout: 2_000, replyBytesMax: 1_048_576, jobs: 3},
  ],
])('%j is read as %j', (settings, options) => {
  const {line, said} = read({...settings});
  expect(said).toBe('');
  expect(line).toMatchObject({kind: 'go', options});
});

test('defaults hold, what is off or undefined is not given, and the environment fills in what is not given', () => {
  const {line} = read(
    {strict: false, baseline: undefined, jobs: 2, places: ['-x.yaml']},
    {TOUCHSTONE_JOBS: '9', TOUCHSTONE_SEED: '5'},
  );
  expect(line).toMatchObject({
    kind: 'go',
    operands: ['-x.yaml'],
    options: {output: 'touchstone-results', record: 'failed', jobs: 2, seed: 5},
  });
  expect(line.kind === 'go' && ['strict', 'baseline'].filter(name => name in line.options)).toEqual([]);
  expect(line.kind === 'go' && [line.sources.get('jobs'), line.sources.get('seed')]).toEqual([
    'cli',
    'TOUCHSTONE_SEED',
  ]);
});

test.each<[object, string]>([
  [{jobs: 0}, `setting "jobs" (--jobs): '0' is invalid. It is a whole number from 1 to 256.`],
  [{seed: 1.5}, `setting "seed" (--seed): '1.5' is invalid. It is a whole number from 0 to `],
  [{replyTimeout: '10'}, `setting "replyTimeout" (--reply-timeout): '10' is invalid. It is a duration with its unit`],
  [{record: 'some'}, `setting "record" (--record): 'some' is invalid. Allowed choices are failed, all, none.`],
  [{strict: 'yes'}, 'setting "strict" (--strict): It is true or false.'],
  [{id: 'a'}, 'setting "id" (--id): It is a list of texts.'],
  [{target: ['a', 'b']}, 'setting "target" (--target): It is one value, not a list.'],
  [{target: {}}, 'setting "target" (--target): It is a text or a number.'],
  [{tagets: 'x'}, 'unknown setting "tagets"; did you mean "tags"?'],
  [{constructor: 'x'}, 'unknown setting "constructor"; '],
])('%j is refused: %s', (settings, why) => {
  const {line, said} = read({...settings});
  expect(line).toEqual({kind: 'stop', exitCode: 2});
  expect(said).toContain(`touchstone run: ${why}`);
});
