// Makes model/operations.ts, the TypeScript types of every operation, from proto/hosting.openapi.yaml.
import {readFileSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {parse} from 'yaml';

const contractFile = new URL('../proto/hosting.openapi.yaml', import.meta.url);
const operationsFile = new URL('../model/operations.ts', import.meta.url);

/** Gives the whole text of model/operations.ts for the text of a contract. Throws when a reference leads nowhere. */
export function makeOperations(contractText: string): string {
  const contract = parse(contractText) as Contract;
  const operations = Object.values(contract.paths).flatMap(path => operationsOf(contract, path));
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]) => renderSchema(name, schema));
  return [
    '// Made from proto/hosting.openapi.yaml by `npm run generate`: what each operation takes and answers. Do not edit.',
    '',
    '/** Operation id → parameters by their contract names, request body and success reply; `undefined` where there is none. */',
    'export interface Operations {',
    ...operations.flatMap(renderOperation),
    '}',
    '',
    '/** The id of one operation of the hosting contract. */',
    'export type OperationId = keyof Operations;',
    ...schemas,
    '',
  ].join('\n');
}

/** Makes the file on disk anew. */
export function writeOperations(): void {
  writeFileSync(operationsFile, makeOperations(readFileSync(contractFile, 'utf8')));
}

interface Contract {
  readonly paths: Readonly<Record<string, PathItem>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly responses: Readonly<Record<string, Response>>;
  };
}

interface PathItem extends Readonly<Partial<Record<(typeof methods)[number], ContractOperation>>> {
  readonly parameters?: readonly (Parameter | Pointer)[];
}

interface ContractOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly (Parameter | Pointer)[];
  readonly requestBody?: {readonly required?: boolean; readonly content: Content};
  readonly responses: Readonly<Record<string, Response | Pointer>>;
}

interface Parameter {
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Response {
  readonly content?: Content;
}

type Content = Readonly<Record<string, {readonly schema?: Schema}>>;

interface Pointer {
  readonly $ref: string;
}

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly (string | null)[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

/** One operation, its three types already written as TypeScript. */
interface TypedOperation {
  readonly id: string;
  readonly summary: string;
  readonly params: readonly string[];
  readonly body: string;
  readonly reply: string;
}

function operationsOf(contract: Contract, path: PathItem): readonly TypedOperation[] {
  return methods.flatMap(method => {
    const operation = path[method];
    if (operation === undefined) return [];
    const parameters = [...(path.parameters ?? []), ...(operation.parameters ?? [])].map(given =>
      '$ref' in given ? follow(contract.components.parameters, given) : given,
    );
    return {
      id: operation.operationId,
      summary: operation.summary,
      params: parameters.map(({name, required, schema}) => member(name, schema, required === true)),
      body: bodyType(operation),
      reply: replyType(contract, operation),
    };
  });
}

function follow<T>(table: Readonly<Record<string, T>>, {$ref}: Pointer): T {
  const found = table[nameIn($ref)];
  if (found === undefined)
    throw new Error(`proto/hosting.openapi.yaml: ${$ref} leads nowhere; add it under components or fix the reference`);
  return found;
}

function nameIn(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function bodyType({requestBody}: ContractOperation): string {
  if (requestBody === undefined) return 'undefined';
  const type = contentType(requestBody.content);
  return requestBody.required === true ? type : `${type} | undefined`;
}

function replyType(contract: Contract, {responses}: ContractOperation): string {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  const types = successes.map(([, given]) => {
    const {content} = '$ref' in given ? follow(contract.components.responses, given) : given;
    return content === undefined ? 'undefined' : contentType(content);
  });
  return [...new Set(types)].join(' | ');
}

function contentType(content: Content): string {
  const [kind, media] = Object.entries(content)[0] ?? [];
  return kind === 'application/octet-stream' ? 'Uint8Array' : typeOf(media?.schema ?? {});
}

function typeOf(schema: Schema): string {
  if (schema.$ref !== undefined) return nameIn(schema.$ref);
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeOf).join(' | ');
  if (schema.enum !== undefined) return schema.enum.map(value => (value === null ? 'null' : `'${value}'`)).join(' | ');
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['any']);
  return types.map(type => scalarType(type, schema)).join(' | ');
}

function scalarType(type: string, schema: Schema): string {
  switch (type) {
    case 'array':
      return `readonly ${inList(typeOf(schema.items ?? {}))}[]`;
    case 'object':
      return `Readonly<Record<string, ${typeOf(schema.additionalProperties ?? {})}>>`;
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    case 'any':
      return 'unknown';
    default:
      throw new Error(`proto/hosting.openapi.yaml: "${type}" is no JSON Schema type`);
  }
}

function inList(type: string): string {
  return type.includes(' ') ? `(${type})` : type;
}

function member(name: string, schema: Schema, isRequired: boolean): string {
  const key = /^[A-Za-z_]\w*$/.test(name) ? name : `'${name}'`;
  return `readonly ${key}${isRequired ? '' : '?'}: ${typeOf(schema)}`;
}

function renderOperation({id, summary, params, body, reply}: TypedOperation): readonly string[] {
  return [
    `  /** ${summary}. */`,
    `  readonly ${id}: {`,
    ...braced('    readonly params: ', params),
    `    readonly body: ${body};`,
    `    readonly reply: ${reply};`,
    '  };',
  ];
}

// An object type stands on one line as long as it fits, which is also what the formatter wants.
function braced(before: string, members: readonly string[]): readonly string[] {
  const line = `${before}{${members.join('; ')}};`;
  if (line.length <= lineWidth) return [line];
  return [`${before}{`, ...members.map(text => `      ${text};`), '    };'];
}

const lineWidth = 120;

function renderSchema(name: string, schema: Schema): string {
  const required = new Set(schema.required ?? []);
  const members = Object.entries(schema.properties ?? {}).map(
    ([key, value]) => `  ${member(key, value, required.has(key))};`,
  );
  return ['', `/** ${schema.description ?? name}. */`, `export interface ${name} {`, ...members, '}'].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeOperations();
