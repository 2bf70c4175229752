// Gives commands files that are almost right, drawn by fast-check: each ends with a documented exit code and one clear message, and never as a bug of ours.
import fc from 'fast-check';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {parseYaml} from '../../base/yaml/parse-yaml.ts';
import {isJsonList, isJsonObject, jsonText, type Json} from '../../model/json.ts';
import {main as check} from '../../runner/commands/check.ts';
import {main as clean} from '../../runner/commands/clean.ts';
import {main as draft} from '../../runner/commands/new.ts';
import {main as promote} from '../../runner/commands/promote.ts';
import {main as prove} from '../../runner/commands/prove.ts';
import {main as report} from '../../runner/commands/report.ts';
import {atLength} from '../support/length.ts';
import {temporaryFolder} from '../support/command-line.ts';
import {goldenJournal} from '../support/golden-certificate.ts';
import {inProcess, packageRoot, type Said} from '../support/in-process.ts';
import {spoiledDocuments} from '../support/spoiled-documents.ts';

/** A kind of file: what is right, how a document is written, and what is done with the file. */
interface FileUse {
  readonly seeds: readonly Json[];
  readonly write?: (document: Json) => string;
  readonly name: string;
  readonly use: (path: string) => Promise<Said>;
  /** Exit codes that the documentation has for it. */
  readonly codes: readonly number[];
  /** So many times fewer are drawn of what is slow. */
  readonly fewer?: number;
}

const read = (path: string): Json =>
  parseYaml({text: readFileSync(join(packageRoot, path), 'utf8'), file: path}).value ?? null;

/** The first cases of a suite of ours, as if it were a user's. */
const ownSuite = (path: string): Json => {
  const suite = read(path);
  const cases = isJsonObject(suite) ? suite['cases'] : undefined;
  return isJsonObject(suite) ? {...suite, suite: 'own/x', cases: isJsonList(cases) ? cases.slice(0, 6) : []} : suite;
};

const anySuite: Json = {
  suite: 'own/any',
  vars: {title: 'Milk', key: {env: 'TOUCHSTONE_KEY'}},
  defaults: {as: 'bob', base: '/v2', headers: {X: '${vars.key}'}, status: '2xx'},
  setup: [{request: 'POST /notes', body: {title: 'c'}, capture: {c: '/id'}}],
  teardown: [{request: 'DELETE /notes/${c}'}],
  cases: [
    {
      id: 'a',
      title: 't',
      table: [{id: 'r', a: 1}],
      steps: [
        {
          request: 'GET /notes/${row.a}',
          query: {a: 'b ${row.a}'},
          headers: {A: 'b'},
          auth: {bearer: 'x'},
          expect: {
            status: {$in: [200, 204]},
            headers: {'content-type': {$contains: 'json'}},
            body: {id: {$type: 'integer'}, when: {$within: {of: '2024-01-01T00:00:00Z', by: '2s'}}},
            at: {'$.a[*]': {$count: 3}},
          },
          capture: {x: '/id', h: {header: 'Location'}, k: {cookie: 'sid'}},
          eventually: {within: '3s'},
        },
      ],
    },
  ],
};

const openApi: Json = {
  openapi: '3.1.0',
  info: {title: 'a', version: '1'},
  servers: [{url: '/v1'}],
  paths: {
    '/a/{id}': {
      parameters: [{name: 'id', in: 'path', required: true, schema: {type: 'integer'}}],
      get: {
        operationId: 'getA',
        responses: {
          200: {description: 'd', content: {'application/json': {schema: {$ref: '#/components/schemas/A'}}}},
        },
      },
      post: {
        requestBody: {
          content: {
            'application/json': {
              schema: {type: 'object', required: ['x'], properties: {x: {type: 'string'}, y: {type: 'array'}}},
            },
          },
        },
        responses: {201: {description: 'd'}},
        security: [{k: []}],
      },
    },
  },
  components: {
    schemas: {A: {type: 'object', properties: {id: {type: 'integer'}, next: {$ref: '#/components/schemas/A'}}}},
    securitySchemes: {k: {type: 'http', scheme: 'bearer'}},
  },
};

const finding: Json = {
  type: 'finding',
  schema: 1,
  kind: 'accepts a varint of more than ten bytes',
  basis: 'protocol',
  causes: ['a varint has more than ten bytes'],
  message: 'OverlayMeta',
  hex: '80018080808080808080808000',
  expected: 'reject at byte 2: a varint has more than ten bytes',
  got: 'the value {}',
  decoder: 'protobufjs 8',
  seed: 1,
};

const noticed = {case: 'hosting/labels/x', proves: ['LABEL-SCOPE'], verdict: 'fail', detail: 'expected 1, got 2'};
const fault = {
  role: 'hosting',
  name: 'label-a',
  requirement: 'LABEL-SCOPE',
  basis: 'stated',
  says: 'It is wrong.',
  rules: ['scopeOf'],
  carries: ['LABEL-SCOPE'],
  digest: 'd',
};
const killMatrix: Json = {
  schema: 1,
  faults: 1,
  noticed: 1,
  isWhole: false,
  problems: [],
  rows: [{fault, ran: 3, noticed: [noticed], isNoticed: true}],
};

const ledger: Json = [
  {
    ledger: 1,
    run: 'r1',
    what: 'make',
    n: 1,
    at: '2026-01-01T00:00:00Z',
    target: 'http://x',
    entry: {kind: 'account', name: 'a'},
  },
  {
    ledger: 1,
    run: 'r1',
    what: 'make',
    n: 2,
    at: '2026-01-01T00:00:00Z',
    target: 'http://x',
    entry: {kind: 'arrangement', arrangement: 'repository', as: 'alice', login: 'a', values: {owner: 'o', name: 'n'}},
  },
  {ledger: 1, run: 'r1', what: 'made', n: 2, values: {id: 1}},
];

/** A key a line at the left edge, as people write YAML. */
function asYaml(document: Json): string {
  if (!isJsonObject(document) || Object.keys(document).length === 0) return jsonText(document);
  return Object.entries(document)
    .map(([key, value]) => `${JSON.stringify(key)}: ${jsonText(value)}\n`)
    .join('');
}

/** A line each, as journals and ledgers are. */
function asLines(document: Json): string {
  return (isJsonList(document) ? document : [document]).map(line => `${jsonText(line)}\n`).join('');
}

const journal = goldenJournal
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Json);

const beside = (path: string, name: string): string => join(path, '..', name);
const checked = {use: (path: string) => inProcess(check, [path]), codes: [0, 2], write: asYaml};

const uses: {readonly [kind: string]: FileUse} = {
  'a target file': {...checked, name: 't.yaml', seeds: [read('fixtures/targets/example.yaml')]},
  'a baseline': {...checked, fewer: 8, name: 'b.yaml', seeds: [read('test/golden/baseline-update.yaml')]},
  'a dialect': {
    ...checked,
    name: 'd.yaml',
    seeds: [{dialect: 'own', title: 't', extends: 'gitea', values: {hookType: 'x'}, scopes: {issueRead: ['b']}}],
  },
  'a suite about the record': {...checked, name: 's.yaml', seeds: [ownSuite('suites/hosting/labels.yaml')]},
  'a suite for any API': {...checked, name: 'a.yaml', seeds: [anySuite]},
  'an OpenAPI document': {
    name: 'o.json',
    seeds: [openApi],
    use: path => inProcess(draft, ['suite', '--from', path]),
    codes: [0, 2],
  },
  'a finding of a search': {
    name: 'f.json',
    seeds: [finding],
    use: path => inProcess(promote, [path]),
    codes: [0, 2, 6],
  },
  'a kill matrix': {
    name: 'kill-matrix.json',
    seeds: [killMatrix],
    use: path => inProcess(prove, ['--from', path, '--html', beside(path, 'k.html')]),
    codes: [0, 1, 2],
  },
  'a journal': {
    name: 'results.jsonl',
    seeds: [journal],
    write: asLines,
    use: path => inProcess(report, [path, '--to', `markdown:-,html:${beside(path, 'r.html')}`]),
    codes: [0, 1, 2, 4, 5, 6, 130],
  },
  'a ledger': {
    name: 'ledger.jsonl',
    seeds: [ledger],
    write: asLines,
    use: path => inProcess(clean, ['--run', 'r1', '--output', join(path, '..')]),
    codes: [0],
  },
};

/** So many of each. */
const numRuns = atLength({short: 16, long: 200});

test.each(Object.entries(uses))('%s that is spoiled is read or refused', {timeout: 600_000}, async (_, file) => {
  const path = join(temporaryFolder(), file.name);
  const {write = jsonText} = file;
  await fc.assert(
    fc.asyncProperty(spoiledDocuments(file.seeds), async document => {
      writeFileSync(path, write(document));
      const {exitCode, stderr} = await file.use(path);
      expect(file.codes).toContain(exitCode);
      expect(stderr).not.toMatch(/\n {4}at |a bug of touchstone|\[object |\bundefined\b|\bNaN\b/);
      expect(exitCode === 2 ? stderr : file.name).toContain(file.name);
    }),
    {numRuns: Math.ceil(numRuns / (file.fewer ?? 1)), seed: 1},
  );
});
