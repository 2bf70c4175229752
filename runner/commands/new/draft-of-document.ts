// Reads an OpenAPI document for a draft: only what the draft is made of is looked at.
import {parseYaml} from '../../../base/yaml/parse-yaml.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {problemsOf} from '../../../base/yaml/source.ts';
import {isJsonObject} from '../../../model/json.ts';
import {draftSuite} from './draft-suite.ts';
import {suiteYaml} from './suite-yaml.ts';

/** The draft, or why there is none. */
export type DocumentDraft =
  | {readonly kind: 'draft'; readonly text: string; readonly notes: readonly string[]}
  | {readonly kind: 'refused'; readonly problems: readonly string[]};

/** Makes it; the document is YAML or JSON. */
export function draftOfDocument(
  {text, file}: {readonly text: string; readonly file: string},
  schema: string,
): DocumentDraft {
  const source = parseYaml({text, file});
  const problems = problemsOf(source);
  if (problems.length > 0)
    return {kind: 'refused', problems: [`${file} cannot be read:\n${renderProblems(problems, {color: false})}`]};
  const {value} = source;
  const version = isJsonObject(value) ? value['openapi'] : undefined;
  if (!isJsonObject(value) || typeof version !== 'string' || !version.startsWith('3.'))
    return {
      kind: 'refused',
      problems: [`${file} is not an OpenAPI 3 document\n  its first line says e.g. openapi: 3.1.0`],
    };
  const draft = draftSuite(value);
  return draft === undefined
    ? {kind: 'refused', problems: [`${file} has no operations\n  they are below "paths:"`]}
    : {kind: 'draft', text: suiteYaml(draft.suite, schema), notes: draft.notes};
}
