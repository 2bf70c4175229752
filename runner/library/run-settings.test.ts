// Holds the settings of a program against the table of options, so that a new option is not forgotten here.
import {expect, test} from 'vitest';
import {againSettings, contextSettings, runSettings, selectSettings} from '../../model/run-settings.ts';
import type {SettingTable} from '../../model/setting.ts';
import {targetSettings} from '../../model/target-settings.ts';
import type {RunSettings} from './run-settings.ts';

/** Options that only mean something to somebody who reads along. */
const forPeople = ['list', 'dryRun', 'verbose', 'quiet'];

/** What each type of a setting is called in the table of options. */
interface KindsOf {
  readonly flag: 'switch';
  readonly number: 'count';
  readonly texts: 'each' | 'list';
  readonly text: 'text' | 'choice' | 'pattern' | 'part' | 'duration' | 'size';
}

type KindOf<Value> = [Value] extends [boolean]
  ? KindsOf['flag']
  : [Value] extends [number]
    ? KindsOf['number']
    : [Value] extends [readonly string[]]
      ? KindsOf['texts']
      : KindsOf['text'];

/** The compiler holds this list against the type, the test against the table. */
const kinds: {readonly [Name in Exclude<keyof RunSettings, 'places'>]-?: KindOf<Required<RunSettings>[Name]>} = {
  targetFile: 'text',
  target: 'text',
  peer: 'text',
  livePeer: 'text',
  reference: 'switch',
  fault: 'each',
  adminTokenEnv: 'text',
  adminTokenFile: 'text',
  adminToken: 'text',
  adminUser: 'text',
  adminPasswordEnv: 'text',
  adminPasswordFile: 'text',
  adminPassword: 'text',
  caFile: 'text',
  clientCert: 'text',
  clientKey: 'text',
  insecure: 'switch',
  header: 'each',
  proxy: 'text',
  proxyExcept: 'list',
  webhookListen: 'text',
  webhookUrl: 'text',
  openidListen: 'text',
  openidUrl: 'text',
  dialect: 'text',
  without: 'each',
  allowWrites: 'text',
  allowDestructive: 'switch',
  connectTimeout: 'duration',
  replyTimeout: 'duration',
  caseTimeout: 'duration',
  lag: 'duration',
  replyBytesMax: 'size',
  headerBytesMax: 'size',
  headersMax: 'count',
  informationalMax: 'count',
  jsonDepthMax: 'count',
  frameBytesMax: 'size',
  retryAfterMax: 'duration',
  rateLimit: 'count',
  jobs: 'count',
  id: 'each',
  grep: 'pattern',
  tags: 'list',
  var: 'each',
  varFile: 'each',
  contexts: 'choice',
  context: 'text',
  requirement: 'list',
  lastFailed: 'switch',
  bail: 'switch',
  maxFailures: 'count',
  maxWarnings: 'count',
  repeat: 'count',
  seed: 'count',
  variants: 'switch',
  shard: 'part',
  propertyRuns: 'count',
  propertyTime: 'duration',
  output: 'text',
  reporter: 'list',
  record: 'choice',
  requireAll: 'switch',
  strict: 'switch',
  baseline: 'text',
  stale: 'choice',
  edition: 'text',
  errata: 'text',
};

test('a program has every option of a run, and no other', () => {
  const groups: readonly {readonly settings: SettingTable}[] = [
    ...targetSettings,
    {settings: selectSettings},
    {settings: contextSettings},
    {settings: againSettings},
    ...runSettings,
  ];
  const options = groups.flatMap(({settings}) =>
    Object.entries(settings).map(([name, {value}]) => [name, value.kind] as const),
  );
  expect(kinds).toEqual(Object.fromEntries(options.filter(([name]) => !forPeople.includes(name))));
});
