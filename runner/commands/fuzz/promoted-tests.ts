// The texts that a finding can be turned into. What is expected comes from our model, never from the finding's file.
import {isJsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import {annotate} from '../../overlay/annotate.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {readInput} from '../../overlay/read-input.ts';
import {readValueOf, readValuesOf, sentenceOf, type Reading} from '../../overlay/reading.ts';
import {heldSchema, schema, type OverlayField, type OverlaySchema} from '../../overlay/message-schema.ts';
import {readStrictly} from '../../overlay/strict-reader.ts';
import {withoutDefaults} from '../../overlay/value-text.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {nodeCase, nodeCaseProblem} from './promoted-node-case.ts';

export type PromotionForm = keyof typeof promotions;

/** One writer per form. */
export const promotions = {yaml: asYaml, rust: asRust, go: asGo, python: asPython, hex: asHex} as const satisfies {
  readonly [form: string]: (finding: FuzzFinding) => string;
};

/** The forms that say what a finding says: a unit test decodes bytes, and a wire case has an input to decode. */
export function promotionProblem(finding: FuzzFinding, form: PromotionForm): string | undefined {
  const {way, before, sending} = finding;
  if (sending !== undefined) return nodeCaseProblem(finding, form === 'yaml' || form === 'hex');
  if (before.length > 0)
    return 'it shows only when another input was decoded before it in the same process, and what would be written decodes one: touchstone replay asks both, and a suite can: docs/write-a-suite.md';
  if (way === 'binary' || form === 'hex') return undefined;
  if (way === 'json')
    return form === 'yaml' ? undefined : 'the finding is about JSON: --as yaml makes a wire case, --as hex shows it';
  return 'the finding is about a value that was written wrongly, which no wire case holds: --as hex shows it, touchstone replay repeats it';
}

/** A row for a table of fixtures/overlay, which `table: {from: …}` of a suite runs. */
function asYaml(finding: FuzzFinding): string {
  if (finding.sending !== undefined) return nodeCase(finding);
  const {message, way, bytes} = finding;
  const reading = readInput(finding);
  const read = readValueOf(reading);
  const isJson = way === 'json';
  const lines = [
    `  - id: ${wordsOf(finding, '-')}`,
    `    rule: FUZZ`,
    `    message: ${message}`,
    isJson ? `    jsonInput: ${quoted(Buffer.from(bytes).toString('utf8'))}` : `    hex: "${hexOf(bytes)}"`,
    `    verdict: ${reading.kind}`,
    `    basis: ${reading.basis}`,
    ...(reading.kind === 'open' ? [`    preferred: ${reading.preferred}`] : []),
    ...(read === undefined
      ? []
      : [
          `    value: ${jsonText(withoutDefaults(schema[message], read.value))}`,
          ...(reading.kind === 'open' ? [`    values: ${jsonText(shortValues(message, reading))}`] : []),
          `    canonical: "${hexOf(read.canonical)}"`,
          `    hasUnknown: ${String(read.hasUnknown)}`,
        ]),
    `    why: ${quoted(reading.kind === 'accept' ? `a search found a decoder that ${finding.kind}` : sentenceOf(reading))}`,
  ];
  return `${lines.join('\n')}\n`;
}

function asHex(finding: FuzzFinding): string {
  const {message, way, bytes} = finding;
  const shown = way === 'binary' ? annotate(message, bytes) : Buffer.from(bytes).toString('utf8');
  const question = way === 'encode' || way === 'encode-json' ? ', to be written' : '';
  return `${hexOf(bytes)}\n\n${shown}\n\n${message}${question}: ${expectedText(message, readInput(finding))}\n`;
}

function asRust(finding: FuzzFinding): string {
  const {message, bytes} = finding;
  const reading = readStrictly(message, bytes);
  const [wanted = '', ...others] = valuesOf(reading).map(value => rustValue(message, value));
  return testText(finding, '//', reading, [
    '#[test]',
    `fn ${wordsOf(finding, '_')}() {`,
    `    let bytes: &[u8] = &[${byteList(bytes)}];`,
    `    let decoded = ${message}::decode(bytes);`,
    ...byReading(reading, {
      reject: ['    assert!(decoded.is_err(), "{decoded:?}");'],
      accept: [`    assert_eq!(decoded.unwrap(), ${wanted});`],
      open: [
        '    if let Ok(value) = decoded {',
        others.length === 0
          ? `        assert_eq!(value, ${wanted});`
          : `        assert!([${[wanted, ...others].join(', ')}].contains(&value), "{value:?}");`,
        '    }',
      ],
    }),
    '}',
  ]);
}

function asGo(finding: FuzzFinding): string {
  const {message, bytes} = finding;
  const reading = readStrictly(message, bytes);
  const [wanted = '', ...others] = valuesOf(reading).map(value => `&pb.${message}${goFields(schema[message], value)}`);
  const compare = (condition: string): readonly string[] => [
    `\tif want := (${wanted}); ${condition}!proto.Equal(&got, want)${others.map(other => ` && !proto.Equal(&got, ${other})`).join('')} {`,
    `\t\tt.Fatalf("got %v, want %v${others.length === 0 ? '' : ', or the other value that is right'}", &got, want)`,
    '\t}',
  ];
  return testText(finding, '//', reading, [
    `func Test${capitals(finding)}(t *testing.T) {`,
    `\tdata := []byte{${byteList(bytes)}}`,
    `\tvar got pb.${message}`,
    '\terr := proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(data, &got)',
    ...byReading(reading, {
      reject: ['\tif err == nil {', '\t\tt.Fatalf("accepted as %v", &got)', '\t}'],
      accept: ['\tif err != nil {', '\t\tt.Fatal(err)', '\t}', ...compare('')],
      open: compare('err == nil && '),
    }),
    '}',
  ]);
}

function asPython(finding: FuzzFinding): string {
  const {message, bytes} = finding;
  const reading = readStrictly(message, bytes);
  const parse = `overlay_pb2.${message}.FromString(data)`;
  const [wanted = '', ...others] = valuesOf(reading).map(
    value => `overlay_pb2.${message}(${pythonFields(schema[message], value)})`,
  );
  const compare = [
    'decoded.DiscardUnknownFields()',
    others.length === 0 ? `assert decoded == ${wanted}` : `assert decoded in [${[wanted, ...others].join(', ')}]`,
  ];
  return testText(finding, '#', reading, [
    `def test_${wordsOf(finding, '_')}():`,
    `    data = bytes.fromhex("${hexOf(bytes)}")`,
    ...byReading(reading, {
      reject: ['    with pytest.raises(DecodeError):', `        ${parse}`],
      accept: [`    decoded = ${parse}`, ...compare.map(text => `    ${text}`)],
      open: [
        '    try:',
        `        decoded = ${parse}`,
        '    except DecodeError:',
        '        return',
        ...compare.map(text => `    ${text}`),
      ],
    }),
  ]);
}

/** A test with the finding's name and bytes explained in front of it. */
function testText(
  {message, bytes, kind}: FuzzFinding,
  comment: string,
  reading: Reading,
  lines: readonly string[],
): string {
  const head = [
    `Found by touchstone fuzz: ${kind}`,
    ...annotate(message, bytes).split('\n').slice(0, annotatedMax),
    `Expected: ${expectedText(message, reading)}`,
  ];
  // The kind comes from a file, and a line break in it would end the comment that it is in.
  return `${[...head.map(line => `${comment} ${visibleText(line)}`.trimEnd()), ...lines].join('\n')}\n`;
}

const annotatedMax = 40;

function byReading<Text>(reading: Reading, texts: {readonly [kind in Reading['kind']]: Text}): Text {
  return texts[reading.kind];
}

function expectedText(message: FuzzFinding['message'], reading: Reading): string {
  const values = shortValues(message, reading).map(value => jsonText(value));
  return sentenceOf(reading) + (values.length === 0 ? '' : `, value ${values.join(' or ')}`);
}

function valuesOf(reading: Reading): readonly JsonObject[] {
  return readValuesOf(reading).map(({value}) => value);
}

function shortValues(message: FuzzFinding['message'], reading: Reading): readonly JsonObject[] {
  return valuesOf(reading).map(value => withoutDefaults(schema[message], value));
}

const nameLengthMax = 80;

/** The kind as a name: lower-case words with a sign between them, the first one a letter. */
function wordsOf({kind}: FuzzFinding, between: '-' | '_'): string {
  const words = kind
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, between)
    .slice(0, nameLengthMax);
  return `fuzz${between}${words}`.replaceAll(/[-_]+$/g, '');
}

function capitals(finding: FuzzFinding): string {
  return wordsOf(finding, '_')
    .split('_')
    .map(word => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function byteList(bytes: Uint8Array): string {
  return Array.from(bytes, byte => `0x${byte.toString(16).padStart(2, '0')}`).join(', ');
}

/** As prost names things: snake_case fields, `r#type`, messages in Some, lists in vec!. */
function rustValue(message: FuzzFinding['message'], value: JsonObject): string {
  const of = schema[message];
  const fields = of.fields.map(field => `${rustName(field.name)}: ${rustField(field, value[field.name])}`);
  return `${of.name} { ${fields.join(', ')} }`;
}

function rustName(name: string): string {
  const snake = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_').toLowerCase();
  return snake === 'type' ? 'r#type' : snake;
}

function rustField(field: OverlayField, held: Json | undefined): string {
  if (field.message === undefined) return scalar(field, held, hex => `vec![${byteList(Buffer.from(hex, 'hex'))}]`);
  const {message} = field;
  if (field.isRepeated)
    return `vec![${itemsOf(held)
      .map(item => rustValue(message, item))
      .join(', ')}]`;
  return isJsonObject(held) ? `Some(${rustValue(message, held)})` : 'None';
}

/** As protoc-gen-go names things: every name begins with a capital. */
function goFields(of: OverlaySchema, value: JsonObject): string {
  const short = withoutDefaults(of, value);
  const fields = of.fields
    .filter(({name}) => short[name] !== undefined)
    .map(field => `${field.name.charAt(0).toUpperCase()}${field.name.slice(1)}: ${goField(field, short[field.name])}`);
  return `{${fields.join(', ')}}`;
}

function goField(field: OverlayField, held: Json | undefined): string {
  if (field.message === undefined) return scalar(field, held, hex => `[]byte{${byteList(Buffer.from(hex, 'hex'))}}`);
  const of = heldSchema(field);
  if (field.isRepeated)
    return `[]*pb.${of.name}{${itemsOf(held)
      .map(item => goFields(of, item))
      .join(', ')}}`;
  return `&pb.${of.name}${goFields(of, isJsonObject(held) ? held : {})}`;
}

function pythonFields(of: OverlaySchema, value: JsonObject): string {
  const short = withoutDefaults(of, value);
  return of.fields
    .filter(({name}) => short[name] !== undefined)
    .map(field => `${field.name}=${pythonField(field, short[field.name])}`)
    .join(', ');
}

function pythonField(field: OverlayField, held: Json | undefined): string {
  if (field.message === undefined) return scalar(field, held, hex => `bytes.fromhex("${hex}")`);
  const of = heldSchema(field);
  const one = (item: JsonObject): string => `overlay_pb2.${of.name}(${pythonFields(of, item)})`;
  if (field.isRepeated) return `[${itemsOf(held).map(one).join(', ')}]`;
  return one(isJsonObject(held) ? held : {});
}

function itemsOf(held: Json | undefined): readonly JsonObject[] {
  return Array.isArray(held) ? held.filter(isJsonObject) : [];
}

function scalar(field: OverlayField, held: Json | undefined, ofBytes: (hex: string) => string): string {
  if (field.kind === 'bytes') return ofBytes(typeof held === 'string' ? held : '');
  return typeof held === 'string' || typeof held === 'number' ? String(held) : '0';
}
