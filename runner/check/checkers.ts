// Loads the engines that checks may need, before a run starts, and only those that its cases use.
import {defined} from '../../base/json/defined.ts';
import type {MarkupEngine} from '../../base/markup/markup.ts';
import type {PathCompiler} from '../../base/patterns/json-path.ts';
import type {Redaction} from '../../model/redacted.ts';
import type {Matcher} from './matcher.ts';
import type {SchemaCompiler} from './json-schema.ts';
import type {RegexCompiler} from '../../base/patterns/regex.ts';

/** An engine that checks may need; `schema` is for `$schema` and for checks against the contract, `markup` for HTML and XML. */
export type Engine = 'jsonPath' | 'regex' | 'schema' | 'markup';

/** Every engine that matchers may need, for code that may check anything. */
export const allEngines: readonly Engine[] = ['jsonPath', 'regex', 'schema'];

/** What checks need besides the engines. */
export interface Checkers extends Engines {
  /** What every message goes through before it is shortened. */
  readonly redaction: Redaction;
  /** Whether it is only asked if there are findings: then one, without words, stands for all; their words and values cost most of the time. */
  readonly isMute?: boolean;
}

/** The engines that were loaded. Using one that was not is a bug of ours and throws. */
export interface Engines {
  readonly jsonPath?: PathCompiler;
  readonly regex?: RegexCompiler;
  readonly schema?: SchemaCompiler;
  readonly markup?: MarkupEngine;
  /** A user's own matchers by keyword, each beginning with `$x-`. */
  readonly custom?: ReadonlyMap<string, Matcher>;
}

/** Loads what is needed. An engine costs 15 to 70 ms of a cold start (measured), so none is loaded for nothing. */
export async function prepareCheckers(engines: Iterable<Engine>): Promise<Engines> {
  const needed = new Set(engines);
  const regex =
    needed.has('regex') || needed.has('schema')
      ? await (await import('../../base/patterns/regex.ts')).loadRegex()
      : undefined;
  const jsonPath = needed.has('jsonPath')
    ? (await import('../../base/patterns/json-path.ts')).loadJsonPath()
    : undefined;
  const schema =
    needed.has('schema') && regex !== undefined
      ? await (await import('./json-schema.ts')).loadJsonSchema(regex)
      : undefined;
  const markup = needed.has('markup') ? await (await import('../../base/markup/markup.ts')).loadMarkup() : undefined;
  return {
    ...defined({regex, jsonPath, schema, markup}),
  };
}
