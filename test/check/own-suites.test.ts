// Shows what is wrong with a folder of suites whose files take our names, name what they may not, or hold broken code: all at once, with the place.
import {expect, test} from 'vitest';
import {temporaryFolder, touchstone} from '../support/command-line.ts';

const openapi = (operationId: string): string => `openapi: 3.1.0
paths:
  /version:
    get:
      operationId: ${operationId}
      responses: {'200': {description: ok}}
`;

const requirement = (id: string): string => `- id: ${id}
  area: hosting
  level: must
  observe: api
  quote: "so"
`;

const suite = (expectation: string, more = ''): string => `suite: acme
title: ACME's
cases:
  - id: one
    title: one
    proves: [ACME-ONE]
${more}    steps:
      - as: anonymous
        call: acmeVersion
        expect: {status: 2xx, body: {version: ${expectation}}}
`;

const isText = (keyword: string, extra = ''): string => `import {matcher} from 'touchstone';
export const isText = matcher({keyword: '${keyword}', doc: 'A text.', needs: 'true', schema: {const: true},
  passes: {argument: true, actual: 'a'}, fails: {argument: true, actual: 1},
  match: actual => typeof actual === 'string' || 'a text'${extra}});
`;

/** A property over nothing but the contract, with these facts. */
const property = (facts: string): string => `import fc from 'fast-check';
import {property} from 'touchstone';
export const one = property({id: 'one', title: 'one', area: 'hosting', input: fc.nat(), ${facts}, check: async world => {
  world.expect(await world.call('acmeVersion', {}), {status: '2xx', body: {version: {'$x-text': true}}});
}});
`;

const good = {
  'acme/acme.openapi.yaml': openapi('acmeVersion'),
  'acme/requirements.yaml': requirement('ACME-ONE'),
  'acme/matchers/text.ts': isText('$x-text'),
  'acme/properties/version.ts': property(`proves: ['ACME-ONE'], runs: 3, floor: 2`),
  'acme/suite.yaml': suite('{$x-text: true}'),
};

async function problems(changes: {readonly [path: string]: string}): Promise<string> {
  const {exitCode, stderr, stdout} = await touchstone(['check', 'acme'], {cwd: temporaryFolder({...good, ...changes})});
  expect({exitCode, stdout}).toEqual({exitCode: 2, stdout: ''});
  return stderr;
}

test('a folder without problems runs', async () => {
  const cwd = temporaryFolder({
    ...good,
    'node_modules/x/suites.yaml': 'no: suite',
    'acme/tables/rows.yaml': 'rows: []',
  });
  const {exitCode, stdout, stderr} = await touchstone(['run', 'acme', '--reference', '-q'], {cwd});
  expect({exitCode, said: stdout + stderr}).toEqual({exitCode: 0, said: expect.stringContaining('2 pass · 0 fail')});
});

test('names of ours are not replaced', async () => {
  const text = await problems({
    'acme/acme.openapi.yaml':
      openapi('getVersion') +
      openapi('acmeVersion')
        .replace(/^[^]*paths:\n/, '')
        .replace('/version', '/other'),
    'acme/requirements.yaml': requirement('LABEL-ONE') + requirement('ACME-ONE'),
    'acme/arrangements/label.yaml':
      'arrangement: label\ntitle: ours\nsteps: [{as: alice, call: getVersion, capture: {v: /version}}]\noutputs: {v: "${v}"}\n',
  });
  expect(text).toContain('the operationId "getVersion" is taken already');
  expect(text).toContain('"LABEL-ONE" begins with LABEL, as statements of the record do');
  expect(text).toContain('acme/requirements.yaml:1:7');
  expect(text).toContain('another file defines the arrangement "label" too');
});

test('broken code is told by its file', async () => {
  const text = await problems({
    'acme/matchers/text.ts': isText('$text'),
    'acme/matchers/empty.ts': 'export const nothing = 1;\n',
    'acme/properties/syntax.ts': 'export const = 1;\n',
    'acme/properties/import.ts': `import {x} from 'no-such-package';\nexport const one = x;\n`,
    'acme/properties/version.ts': property(`proves: ['ACME-TWO'], needs: ['label'], runs: 3, floor: 5`),
  });
  expect(text).toContain('acme/matchers/text.ts');
  expect(text).toContain('the matcher "$text" needs a keyword that begins with $x-');
  expect(text).toContain('it exports no matcher');
  expect(text).toMatch(/acme\/properties\/syntax\.ts[^]*it cannot be loaded/);
  expect(text).toMatch(/acme\/properties\/import\.ts[^]*no-such-package/);
  expect(text).toContain('the property "one" proves "ACME-TWO", which is not a statement');
  expect(text).toContain('the property "one" needs "label", which is not a capability');
  expect(text).toContain('did you mean "labels"?');
  expect(text).toContain('the property "one" has 3 runs and a floor of 5');
});

test('code of a property that breaks is told with its place, and is no bug of touchstone', async () => {
  const broken = property(`proves: ['ACME-ONE'], runs: 3, floor: 2`).replace(
    '  world.expect',
    '  world.nothing();\n  world.expect',
  );
  const cwd = temporaryFolder({...good, 'acme/properties/version.ts': broken});
  const {exitCode, stdout} = await touchstone(['run', 'acme', '--reference', '--id', 'acme/properties/*'], {cwd});
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'the code at version.ts:4:9 threw TypeError: world.nothing is not a function: fix it there; this says nothing about the target',
  );
  expect(stdout).not.toContain('please report');
  expect(exitCode).toBe(3);
});

test('a suite names nothing outside its folder, and the argument of a matcher is judged', async () => {
  const table = `    table: {from: ../secret.yaml}\n`;
  const text = await problems({
    'secret.yaml': 'rows: [{id: a}]',
    'acme/suite.yaml': suite('{$x-text: 1}', table),
    'acme/other.yaml': suite('{$x-texts: true}').replace('suite: acme', 'suite: other'),
  });
  expect(text).toContain('the table "../secret.yaml" leads out of the folder of its suite');
  expect(text).toContain('"$x-text" needs true, and this one must be equal to constant');
  expect(text).toMatch(/unknown matcher "\$x-texts"[^]*"\$x-text"/);
});

test('RN-14 code of a matcher that breaks is an error of the harness; a value that cannot be compared only blocks its case', async () => {
  const breaks = isText('$x-text').replace(`|| 'a text'`, `? actual === 'a' || actual.nothing.length : 'a text'`);
  const broken = await touchstone(['run', 'acme/suite.yaml', '--reference'], {
    cwd: temporaryFolder({...good, 'acme/matchers/text.ts': breaks}),
  });
  expect(broken.stdout).toMatch(/ERROR\s+harness: [^]*\$x-text broke: [^]*fix\s+its\s+"match"/);
  expect(broken.exitCode).toBe(3);
  const incomparable = `${suite('{$present: true}')}        capture: {came: /version}
      - as: anonymous
        call: acmeVersion
        expect: {status: 2xx, body: {version: {$gt: "\${came}"}}}
`;
  const blocked = await touchstone(['run', 'acme/suite.yaml', '--reference'], {
    cwd: temporaryFolder({...good, 'acme/suite.yaml': incomparable}),
  });
  expect(blocked.stdout).toMatch(/ERROR\s+blocked: cannot be compared with what the target gave: [^]*"\$gt"\s+needs a/);
  expect(blocked.exitCode).toBe(6);
});
