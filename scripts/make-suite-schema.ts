// Makes suites/suite.schema.json from the key tables of the suite reader, so that editors know exactly what the reader accepts.
import {realpathSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {closedObject} from '../base/yaml/key-schema.ts';
import {matchers} from '../runner/check/matchers.ts';
import {
  authKeys,
  authWords,
  captureKeys,
  caseKeys,
  decodeKeys,
  defaultsKeys,
  deliveriesKeys,
  expectationKeys,
  documentKeys,
  openidKeys,
  handshakeKeys,
  packetKeys,
  partKeys,
  receiveKeys,
  requestKeys,
  sendKeys,
  signatureKeys,
  stepKeys,
  suiteKeys,
  fixedKeys,
  tableFileKeys,
  whereKeys,
  encodeKeys,
  valueKeys,
} from '../runner/read/validate/suite-keys.ts';

/** A value of a row. */
const templateText = {type: 'string', pattern: '^\\$\\{.*\\}$'};

/** Gives the text of the schema file. */
export function makeSuiteSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'touchstone suite',
    description:
      'Cases that rub an implementation against the record. Made by scripts/make-suite-schema.ts; do not edit.',
    ...closedObject(suiteKeys),
    $defs: {
      defaults: closedObject(defaultsKeys),
      case: closedObject(caseKeys),
      row: {
        type: 'object',
        description: 'One row; its keys are ${row.…}.',
        properties: {id: {type: 'string', pattern: '^[A-Za-z0-9]+([-._][A-Za-z0-9]+)*$'}},
        required: ['id'],
      },
      tableFile: closedObject(tableFileKeys),
      fixed: closedObject(fixedKeys),
      given: {
        type: 'object',
        description: 'An arrangement and its inputs.',
        properties: {arrange: {type: 'string', minLength: 1, description: 'Name of the arrangement.'}},
        required: ['arrange'],
      },
      step: {type: 'object', oneOf: Object.entries(stepKeys).map(([kind, keys]) => closedObject(keys, [kind]))},
      tree: treeSchema(),
      expectation: {...closedObject(expectationKeys), minProperties: 1},
      capture: {anyOf: [{type: 'string', pattern: '^/'}, closedObject(captureKeys)]},
      auth: {anyOf: [{enum: Object.keys(authWords)}, {...closedObject(authKeys), minProperties: 1, maxProperties: 1}]},
      signature: closedObject(signatureKeys),
      request: closedObject(requestKeys),
      part: {anyOf: [{type: ['string', 'number', 'boolean', 'null', 'array']}, closedObject(partKeys)]},
      deliveries: closedObject(deliveriesKeys),
      openid: closedObject(openidKeys),
      document: closedObject(documentKeys),
      where: {...closedObject(whereKeys), minProperties: 1},
      decode: closedObject(decodeKeys),
      value: closedObject(valueKeys),
      encode: closedObject(encodeKeys),
      send: closedObject(sendKeys),
      packet: {anyOf: [{...closedObject(packetKeys), minProperties: 1}, templateText]},
      handshake: {anyOf: [closedObject(handshakeKeys), templateText]},
      receive: closedObject(receiveKeys),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

/**
 * An expected value: a scalar, a list of trees, or a mapping whose keys are either all matchers or all plain. A user's own
 * matchers begin with `$x-`; what their arguments are, only their files know.
 */
function treeSchema(): object {
  const tree = {$ref: '#/$defs/tree'};
  return {
    description: 'An expected value: objects open, lists closed, matchers anywhere.',
    type: ['string', 'number', 'boolean', 'null', 'array', 'object'],
    items: tree,
    properties: Object.fromEntries([
      [
        '$file',
        {
          description: 'The content of a JSON or YAML file below the folder of the suite.',
          type: 'string',
          minLength: 1,
        },
      ],
      ...Object.entries(matchers).map(([keyword, {doc, schema}]) => [
        keyword,
        {description: doc, ...(typeof schema === 'object' ? schema : {})},
      ]),
    ]),
    patternProperties: {'^(?!\\$)': tree, '^\\$x-': {description: 'A matcher of your own, from a matchers/ folder.'}},
    additionalProperties: false,
    anyOf: [{propertyNames: {pattern: '^\\$'}}, {propertyNames: {pattern: '^(?!\\$)'}}],
  };
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  writeFileSync(fileURLToPath(new URL('../suites/suite.schema.json', import.meta.url)), makeSuiteSchema());
}
