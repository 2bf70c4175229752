// Loads the engines that checks may need, before a run starts, and only those that its cases use.
import {isJsonObject, type Json} from '../../model/json.ts';
import type {Expectation} from '../../model/suite.ts';
import type {PathCompiler} from '../../base/patterns/json-path.ts';
import type {Matcher} from './matcher.ts';
import type {SchemaCompiler} from './json-schema.ts';
import type {RegexCompiler} from '../../base/patterns/regex.ts';

/** Which engines a set of cases needs. */
export interface CheckerNeeds {
  readonly needsJsonPath: boolean;
  readonly needsRegex: boolean;
  /** True for `$schema` and for checks against the contract. */
  readonly needsSchema: boolean;
}

/** The engines that were loaded. Using one that was not is a bug of ours and throws. */
export interface Checkers {
  readonly jsonPath?: PathCompiler;
  readonly regex?: RegexCompiler;
  readonly schema?: SchemaCompiler;
  /** A user's own matchers by keyword, each beginning with `$x-`. */
  readonly custom?: ReadonlyMap<string, Matcher>;
}

/** Loads what is needed. An engine costs 15 to 70 ms of a cold start (measured), so none is loaded for nothing. */
export async function prepareCheckers(needs: CheckerNeeds): Promise<Checkers> {
  const regex =
    needs.needsRegex || needs.needsSchema
      ? await (await import('../../base/patterns/regex.ts')).loadRegex()
      : undefined;
  const jsonPath = needs.needsJsonPath ? (await import('../../base/patterns/json-path.ts')).loadJsonPath() : undefined;
  const schema =
    needs.needsSchema && regex !== undefined
      ? await (await import('./json-schema.ts')).loadJsonSchema(regex)
      : undefined;
  return {
    ...(regex === undefined ? {} : {regex}),
    ...(jsonPath === undefined ? {} : {jsonPath}),
    ...(schema === undefined ? {} : {schema}),
  };
}

/** Finds what a list of expectations needs, not counting the contract. */
export function checkerNeedsOf(expectations: Iterable<Expectation>): CheckerNeeds {
  const needs = {needsJsonPath: false, needsRegex: false, needsSchema: false};
  for (const {pointer: _pointer, ...trees} of expectations) {
    needs.needsJsonPath ||= Object.keys(trees.at ?? {}).some(key => key.startsWith('$'));
    for (const tree of Object.values(trees) as readonly Json[]) visit(tree, needs);
  }
  return needs;
}

/** Says whether a suite's text may need an engine to be read with all its problems; true a little too often. */
export function checkerNeedsOfText(text: string): CheckerNeeds {
  return {
    needsJsonPath: /["']\$[.[]|["']\$["']|^\s*\$[.[]/m.test(text),
    needsRegex: text.includes('$regex'),
    needsSchema: /\$schema["']?\s*:/.test(text),
  };
}

function visit(tree: Json, needs: {needsRegex: boolean; needsSchema: boolean}): void {
  if (Array.isArray(tree)) {
    for (const item of tree) visit(item as Json, needs);
  } else if (isJsonObject(tree)) {
    for (const key of Object.keys(tree)) {
      needs.needsRegex ||= key === '$regex';
      needs.needsSchema ||= key === '$schema';
      visit(tree[key] as Json, needs);
    }
  }
}
