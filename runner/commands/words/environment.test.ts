// Shows how options are read from the environment, what wins over it, and which variables are told as mistyped.
import {Command} from 'commander';
import {expect, test} from 'vitest';
import {allSettings, variablesOf} from './all-settings.ts';
import {mistypedVariables, readEnvironment} from './environment.ts';
import {configureRun} from '../load/run-options.ts';

function read(env: Readonly<Record<string, string>>, argv: readonly string[] = []) {
  const command = configureRun(new Command()).exitOverride();
  command.parse([...argv], {from: 'user'});
  const problems = readEnvironment(command, env);
  return {problems, options: command.opts<Readonly<Record<string, unknown>>>(), command};
}

test('every option of run has a variable, and no two share one', () => {
  const declared = configureRun(new Command()).options.map(option => option.attributeName());
  expect(declared.filter(name => !allSettings.has(name))).toEqual([]);
  expect([...allSettings.keys()].filter(name => !declared.includes(name))).toEqual([]);
  const variables = [...allSettings].flatMap(([name, setting]) => variablesOf(name, setting));
  expect(new Set(variables).size).toBe(variables.length);
});

test.each([
  ['TOUCHSTONE_TAGS', 'a,b', 'tags', ['a', 'b']],
  ['TOUCHSTONE_TAGS', 'a\nb', 'tags', ['a', 'b']],
  ['TOUCHSTONE_ID', 'a/*\nb/x[1,2]', 'id', ['a/*', 'b/x[1,2]']],
  ['TOUCHSTONE_JOBS', '3', 'jobs', 3],
  ['TOUCHSTONE_TIMEOUT', '2m', 'caseTimeout', 120_000],
  ['TOUCHSTONE_CASE_TIMEOUT', '2m', 'caseTimeout', 120_000],
  ['TOUCHSTONE_SHARD', '2/4', 'shard', {index: 2, count: 4}],
  ['TOUCHSTONE_RECORD', 'all', 'record', 'all'],
  ['TOUCHSTONE_REQUIRE_ALL', 'true', 'requireAll', true],
  ['TOUCHSTONE_REQUIRE_ALL', '0', 'requireAll', undefined],
  ['TOUCHSTONE_OUTPUT', '', 'output', 'touchstone-results'],
])('%s=%s', (variable, text, name, value) => {
  const {problems, options, command} = read({[variable]: text});
  expect(problems).toEqual([]);
  expect(options[name]).toEqual(value);
  const isFromThere = command.getOptionValueSource(name) === variable;
  expect(isFromThere).toBe(value !== undefined && text !== '');
});

test.each([
  ['TOUCHSTONE_JOBS', 'many', 'TOUCHSTONE_JOBS stands for --jobs, and it cannot be read\n  It is a whole number'],
  ['TOUCHSTONE_STRICT', 'perhaps', 'TOUCHSTONE_STRICT stands for --strict, and it cannot be read\n  It is 1 or true'],
  ['TOUCHSTONE_STALE', 'no', 'TOUCHSTONE_STALE stands for --stale, and it cannot be read\n  Allowed choices are'],
  [
    'TOUCHSTONE_GREP',
    '(',
    'TOUCHSTONE_GREP stands for --grep, and it cannot be read\n  It is not a regular expression',
  ],
])('%s=%s is told', (variable, text, told) => {
  expect(read({[variable]: text}).problems[0]).toMatch(told.slice(0, 20));
  expect(read({[variable]: text}).problems[0]).toContain(told);
});

test('a flag wins, also one that answers the same question in another way', () => {
  expect(read({TOUCHSTONE_JOBS: '3'}, ['--jobs', '4']).options['jobs']).toBe(4);
  expect(read({TOUCHSTONE_TARGET: 'http://x'}, ['--reference']).options['target']).toBeUndefined();
  const {options} = read({TOUCHSTONE_ADMIN_PASSWORD: 'p'}, ['--admin-password-env', 'TOUCHSTONE_ADMIN_PASSWORD']);
  expect(options['adminPassword']).toBeUndefined();
  expect(read({TOUCHSTONE_VERBOSE: '1'}, ['-q']).options['verbose']).toBeUndefined();
});

test('a secret that cannot be read is not shown', () => {
  expect(read({TOUCHSTONE_ADMIN_TOKEN: 's3cret'}).options['adminToken']).toBe('s3cret');
  expect(read({TOUCHSTONE_ADMIN_TOKEN: 's3cret'}).problems).toEqual([]);
});

test.each([
  [
    {TOUCHSTONE_TAGGS: 'x'},
    [],
    ['TOUCHSTONE_TAGGS is set, and no option has that name; did you mean TOUCHSTONE_TAGS?'],
  ],
  [
    {TOUCHSTONE_MAXFAILURES: '1'},
    [],
    ['TOUCHSTONE_MAXFAILURES is set, and no option has that name; did you mean TOUCHSTONE_MAX_FAILURES?'],
  ],
  [{TOUCHSTONE_TAGS: 'x', TOUCHSTONE_CACHE_DIR: 'x', PATH: 'x'}, [], []],
  [{TOUCHSTONE_TARGET_TOKEN: 'x', TOUCHSTONE_PW: 'x'}, [], []],
  [{TOUCHSTONE_PEAR: 'x'}, ['{"env":"TOUCHSTONE_PEAR"}'], []],
])('mistyped variables of %o', (env, texts, told) => {
  expect(mistypedVariables(env, texts)).toEqual(told);
});
