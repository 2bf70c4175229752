// Writes a drafted suite as YAML, short things in one line.
import {Document, isCollection, visit} from 'yaml';
import type {JsonObject} from '../../../model/json.ts';

/** Gives the text with the line by which editors find the schema. */
export function suiteYaml(suite: JsonObject, schema: string): string {
  const document = new Document(suite);
  visit(document, {
    Pair: (_key, pair) => {
      if (
        isCollection(pair.value) &&
        JSON.stringify(pair.value.toJSON()).length <= lineMax &&
        !isOuter(String(pair.key))
      )
        pair.value.flow = true;
    },
  });
  document.commentBefore = [
    ` yaml-language-server: $schema=${schema}`,
    ' A draft. Let each id or title say what the case claims, and expect what you know; docs/any-api.md.',
  ].join('\n');
  return document.toString({lineWidth: 0, flowCollectionPadding: false});
}

const lineMax = 90;

function isOuter(key: string): boolean {
  return key === 'cases' || key === 'steps';
}
