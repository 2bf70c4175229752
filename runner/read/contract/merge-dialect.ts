// Lays the names of one dialect over those of another, and the values of a target file over either.
import {isJsonObject, jsonObject, jsonText, type Json, type JsonObject} from '../../../model/json.ts';
import type {Dialect} from '../../../model/operation.ts';

/** What one file says by itself. */
export interface OwnDialect extends Dialect {
  /** Operations that it has although the dialect it extends does not. */
  readonly present: readonly string[];
}

/** Gives the whole dialect: what the file says wins, mapping by mapping; how servers are recognised is never inherited. */
export function mergeDialect({present, ...own}: OwnDialect, parent: Dialect | undefined): Dialect {
  const {recognise: _recognise, fallback: _fallback, ...inherited} = parent ?? emptyDialect;
  const scopes = {...inherited.scopes, ...own.scopes};
  const absent = [...inherited.absent.filter(id => !present.includes(id)), ...own.absent];
  return {
    ...inherited,
    ...own,
    operations: {...inherited.operations, ...own.operations},
    headers: {...inherited.headers, ...own.headers},
    scopes,
    values: withScopes(mergeValues(inherited.values, withDerived(own.values)), scopes),
    absent: [...new Set(absent)],
  };
}

const emptyDialect: Omit<Dialect, 'name' | 'title'> = {
  operations: {},
  headers: {},
  scopes: {},
  values: jsonObject([]),
  absent: [],
};

/** Lays single values of a target file over a dialect; `digest` stands for them in journals. */
export function withOwnValues(dialect: Dialect, values: JsonObject, digest: string): Dialect {
  const scopesHere = values['scopes'];
  const scopes = {...dialect.scopes, ...(isJsonObject(scopesHere) ? listsOf(scopesHere) : {})};
  return {
    ...dialect,
    scopes,
    values: withScopes(mergeValues(dialect.values, withDerived(values)), scopes),
    said: [...(dialect.said ?? []), ...Object.keys(values)],
    own: `${dialect.own ?? ''}${digest}`,
  };
}

function listsOf(scopes: JsonObject): {readonly [purpose: string]: readonly string[]} {
  return Object.fromEntries(
    Object.entries(scopes).map(([purpose, names]) => [
      purpose,
      (Array.isArray(names) ? names : [names]).map(name => (typeof name === 'string' ? name : jsonText(name))),
    ]),
  );
}

// Suites name scopes as values too.
function withScopes(values: JsonObject, scopes: Dialect['scopes']): JsonObject {
  return Object.keys(scopes).length === 0
    ? values
    : mergeValues(
        values,
        jsonObject([['scopes', jsonObject(Object.entries(scopes).map(([purpose, names]) => [purpose, [...names]]))]]),
      );
}

// Whoever names the bot need not write the name a second time.
function withDerived(values: JsonObject): JsonObject {
  const {botName} = values;
  if (typeof botName !== 'string' || values['botNameCapitalised'] !== undefined) return values;
  const capitalised = botName.replaceAll(/(?:^|(?<=[^A-Za-z]))[a-z]/g, letter => letter.toUpperCase());
  return jsonObject([...Object.entries(values), ['botNameCapitalised', capitalised]]);
}

function mergeValues(under: JsonObject, over: JsonObject): JsonObject {
  const merged = new Map<string, Json>(Object.entries(under));
  for (const [key, value] of Object.entries(over)) {
    const below = merged.get(key);
    merged.set(key, isJsonObject(below) && isJsonObject(value) ? mergeValues(below, value) : value);
  }
  return jsonObject([...merged]);
}
