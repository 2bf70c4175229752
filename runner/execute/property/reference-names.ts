// Knows under which name a case can say each value that a property was handed, and writes trees with these names in place of values.
import {isJsonObject, jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import {isReference, type Reference, reference, type WithReferences} from '../../../model/property.ts';

/** The names of one run. */
export interface ReferenceNames {
  /** Gives a name that nothing else has, made from this one. */
  free(base: string): string;
  /** Hands out a reference; `nameOf` is asked when something refers to it. */
  hand(reference: Reference, nameOf: () => string): Reference;
  /** Hands out a reference that a case says in this way, which may be more than one name. */
  handWritten(reference: Reference, written: () => Json): Reference;
  /** Hands out the outputs of an arrangement that a case has under this name. */
  outputs(name: string, arrange: string, outputs: JsonObject): {readonly [output: string]: Reference};
  /** Writes a tree as a suite file would; `refuse` is told what cannot be written. */
  template(tree: WithReferences, refuse: (why: string) => void): Json;
}

/** Begins with the logins of the actors, by role. */
export function referenceNames(logins: ReadonlyMap<string, string>): ReferenceNames {
  const taken = new Set<string>();
  const writtenOf = new WeakMap<object, () => Json>();
  const texts: HandedText[] = [];
  const remember = (value: Json, written: () => Json): void => {
    if (typeof value === 'string' && value.length >= tellingLengthMin)
      texts.push({text: value, written: () => asText(written())});
  };
  for (const [role, login] of logins) remember(login, () => `\${actors.${role}.login}`);
  const handWritten: ReferenceNames['handWritten'] = (reference, written) => {
    writtenOf.set(reference, written);
    remember(reference.value, written);
    return reference;
  };
  const hand: ReferenceNames['hand'] = (reference, nameOf) => handWritten(reference, () => `\${${nameOf()}}`);
  const free: ReferenceNames['free'] = base => {
    let name = base;
    for (let count = 2; taken.has(name) || reserved.has(name); count += 1) name = `${base}-${String(count)}`;
    taken.add(name);
    return name;
  };
  const template: ReferenceNames['template'] = (tree, refuse) => {
    if (typeof tree === 'string') return linked(tree, texts, refuse);
    if (typeof tree !== 'object' || tree === null) return tree;
    const written = writtenOf.get(tree);
    if (written !== undefined) return written();
    if (isReference(tree)) return template(tree.value, refuse);
    if (Array.isArray(tree)) return tree.map((item: WithReferences) => template(item, refuse));
    return jsonObject(Object.entries(tree).map(([key, item]) => [key, template(item, refuse)]));
  };
  return {
    free,
    hand,
    handWritten,
    outputs: (name, arrange, outputs) => {
      const things = Object.fromEntries(
        Object.entries(outputs).map(([output, value]) => [
          output,
          hand(reference(value, `${arrange}'s ${output}`), () => `${name}.${output}`),
        ]),
      );
      writtenOf.set(things, () => `\${${name}}`);
      return things;
    },
    template,
  };
}

interface HandedText {
  readonly text: string;
  /** How a case says it. */
  readonly written: () => string;
}

function asText(written: Json): string {
  return typeof written === 'string' ? written : jsonText(written);
}

/** Names that stand for something in every case. */
const reserved: ReadonlySet<string> = new Set(['run', 'case', 'actors', 'dialect', 'existing', 'now', 'random', 'row']);

/** Texts of at least this length are drawn anew in every run, so that meeting one again is no accident. */
const tellingLengthMin = 8;

// A property may have looked into a reference; what it made of the text is followed as far as a template can say it.
function linked(text: string, texts: readonly HandedText[], refuse: (why: string) => void): string {
  const [longest] = texts
    .filter(({text: part}) => text.includes(part))
    .toSorted((a, b) => b.text.length - a.text.length);
  if (longest !== undefined) {
    const at = text.indexOf(longest.text);
    const before = linked(text.slice(0, at), texts, refuse);
    return `${before}${longest.written()}${linked(text.slice(at + longest.text.length), texts, refuse)}`;
  }
  const whole = text.length < tellingLengthMin - 1 ? undefined : texts.find(({text: handed}) => handed.includes(text));
  if (whole !== undefined)
    refuse(
      `it uses a part of ${whole.written().replaceAll(/[${}]/g, '')}, and a template can only say the whole of it`,
    );
  return text.replaceAll('${', () => '$${');
}

/** Puts values in place of references. */
export function resolve(tree: WithReferences): Json {
  if (isReference(tree)) return tree.value;
  if (Array.isArray(tree)) return tree.map(item => resolve(item as WithReferences));
  if (isJsonObject(tree as Json))
    return jsonObject(Object.entries(tree as JsonObject).map(([key, item]) => [key, resolve(item)]));
  return tree as Json;
}
