// Drafts a dialect of what `touchstone doctor` found: its names, and how servers that speak it are recognised.
import {Document, isCollection, visit, type Pair} from 'yaml';
import {isJsonObject, jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {DifferingName, SpokenDialect} from '../../../reports/explain/diagnosis.ts';

/** The text of the file, or why there is none. */
export type DialectDraft =
  | {readonly kind: 'drafted'; readonly text: string; readonly notes: readonly string[]}
  | {readonly kind: 'refused'; readonly why: string};

/** Drafts it of the JSON that doctor prints; `name` is the dialect's, else it is taken from the server's API document. */
export function draftDialect(diagnosis: Json, name: string | undefined): DialectDraft {
  const spoken = spokenIn(diagnosis);
  if (spoken === undefined)
    return {
      kind: 'refused',
      why: 'it does not say which names were tried: give what doctor printed with --format json for a server on which it may make things',
    };
  const family = familyIn(spoken.document);
  const called = name ?? family?.toLowerCase();
  if (called === undefined)
    return {kind: 'refused', why: 'the server does not say what it is called; give the dialect a name with --id'};
  if (!namePattern.test(called))
    return {kind: 'refused', why: `--id ${called}: a name has small letters, digits, "-" and "." only`};
  if (called === spoken.name)
    return {kind: 'refused', why: `${called} is the dialect that it extends; give it another name with --id`};
  const version = seriesOf(spoken.version);
  const known = spoken.differs.filter(({instead}) => instead !== undefined);
  const document = new Document(
    jsonObject([
      ['dialect', called],
      ['title', [family ?? called, version].filter(word => word !== undefined).join(' ')],
      ['extends', spoken.name],
      ...recognition(spoken, version),
      ...namesAt('scopes', known),
      ...namesAt('values', known),
    ]),
  );
  visit(document, {Pair: (_key, pair) => inOneLine(pair)});
  const open = spoken.differs.filter(({instead}) => instead === undefined).map(({path}) => path);
  document.commentBefore = [
    ' Names that this server has otherwise than the dialect that it extends, as touchstone doctor found them; docs/dialects.md has every key.',
    ...open.map(path => ` ${path}: refused, and nothing else was accepted; write the name that the server has.`),
  ].join('\n');
  return {
    kind: 'drafted',
    text: document.toString({lineWidth: 0, flowCollectionPadding: false}),
    notes: [
      ...(spoken.differs.length === 0 ? [`no name differs from those of ${spoken.name}`] : []),
      ...open.map(path => `${path} is refused, and no other name was found: write it into the file`),
    ],
  };
}

const namePattern = /^[a-z0-9]+(?:[-.][a-z0-9]+)*$/;

function spokenIn(diagnosis: Json): SpokenDialect | undefined {
  const spoken = isJsonObject(diagnosis) ? diagnosis['dialect'] : undefined;
  if (!isJsonObject(spoken)) return undefined;
  const {name, version, document, differs} = spoken;
  if (typeof name !== 'string' || !Array.isArray(differs)) return undefined;
  return {
    name,
    ...(typeof version === 'string' ? {version} : {}),
    ...(typeof document === 'string' ? {document} : {}),
    differs: differs.flatMap((one: Json) => nameIn(one)),
  };
}

function nameIn(one: Json): readonly DifferingName[] {
  const path = isJsonObject(one) ? one['path'] : undefined;
  if (!isJsonObject(one) || typeof path !== 'string') return [];
  const {instead} = one;
  return [{path, ...(instead === undefined ? {} : {instead})}];
}

// "Forge API." is the document of a Forge.
function familyIn(document: string | undefined): string | undefined {
  return /^[A-Za-z][A-Za-z0-9-]*(?= API\b)/.exec(document ?? '')?.[0];
}

/** `1.26` of `v1.26.3+dev`; names rarely change within a series. */
function seriesOf(version: string | undefined): string | undefined {
  return /^v?(\d+\.\d+)/.exec(version ?? '')?.[1];
}

function recognition({version, document}: SpokenDialect, series: string | undefined): readonly [string, Json][] {
  if (version === undefined) return [];
  const start = series === undefined ? version : version.slice(0, version.indexOf(series) + series.length);
  const pattern = series === undefined ? start : `${start}.*`;
  const title = familyIn(document);
  const rule: readonly (readonly [string, Json])[] = [
    ['version', version.startsWith(`${start}.`) ? pattern : version],
    ...(title === undefined ? [] : [['title', `${title} API*`] as const]),
  ];
  return [['recognise', [jsonObject(rule)]]];
}

/** The names below `scopes` or `values`, as the nested mapping that a dialect file has. */
function namesAt(key: 'scopes' | 'values', names: readonly DifferingName[]): readonly (readonly [string, Json])[] {
  const below = names.flatMap(({path, instead}) => {
    const keys = path.split('.');
    const isScope = keys[0] === 'scopes';
    if (isScope !== (key === 'scopes') || instead === undefined) return [];
    return [{keys: isScope ? keys.slice(1) : keys, value: instead}];
  });
  if (below.length === 0) return [];
  return [[key, below.reduce((before, {keys, value}) => placed(before, keys, value), jsonObject([]))]];
}

function placed(into: JsonObject, [key = '', ...rest]: readonly string[], value: Json): JsonObject {
  const below = into[key];
  const inner = rest.length === 0 ? value : placed(isJsonObject(below) ? below : jsonObject([]), rest, value);
  return jsonObject([...Object.entries(into).filter(([name]) => name !== key), [key, inner]]);
}

function inOneLine(pair: Pair): void {
  const {key, value} = pair;
  if (isCollection(value) && !['recognise', 'values', 'scopes'].includes(String(key))) value.flow = true;
  if (String(key) === 'recognise' && isCollection(value))
    for (const item of value.items) if (isCollection(item)) item.flow = true;
}
