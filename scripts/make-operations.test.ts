// Holds model/operations.ts to the contract that it is made from.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {makeOperations} from './make-operations.ts';

const read = (path: string): string => readFileSync(new URL(path, import.meta.url), 'utf8');

test('model/operations.ts is what proto/hosting.openapi.yaml says; after a change run `npm run generate`', () => {
  expect(read('../model/operations.ts')).toBe(makeOperations(read('../proto/hosting.openapi.yaml')));
});

const contract = `
paths:
  /labels/{id}:
    parameters: [{$ref: '#/components/parameters/id'}]
    put:
      operationId: setLabel
      summary: Sets a label
      parameters: [{name: skip-to, in: query, schema: {type: string}}]
      requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Label'}}}}
      responses: {'200': {$ref: '#/components/responses/Labels'}, '204': {description: Done}, '404': {description: Gone}}
components:
  parameters:
    id: {name: id, in: path, required: true, schema: {type: integer}}
  responses:
    Labels: {content: {application/json: {schema: {type: [array, 'null'], items: {$ref: '#/components/schemas/Label'}}}}}
  schemas:
    Label:
      description: A label
      required: [name]
      properties:
        name: {type: string}
        side: {enum: [left, right, null]}
        owner: {anyOf: [{$ref: '#/components/schemas/Label'}, {type: 'null'}]}
        times: {type: array, items: {type: [string, 'null']}}
`;

test('parameters, body and reply become types', () => {
  expect(makeOperations(contract)).toContain(`
  /** Sets a label. */
  readonly setLabel: {
    readonly params: {readonly id: number; readonly 'skip-to'?: string};
    readonly body: Label;
    readonly reply: readonly Label[] | null | undefined;
  };
}`);
});

test('a schema becomes an interface', () => {
  expect(makeOperations(contract)).toContain(`
/** A label. */
export interface Label {
  readonly name: string;
  readonly side?: 'left' | 'right' | null;
  readonly owner?: Label | null;
  readonly times?: readonly (string | null)[];
}`);
});

test('a reference that leads nowhere is named', () => {
  const broken = contract.replace("components/parameters/id'", "components/parameters/di'");
  expect(() => makeOperations(broken)).toThrow(
    'proto/hosting.openapi.yaml: #/components/parameters/di leads nowhere; add it under components or fix the reference',
  );
});
