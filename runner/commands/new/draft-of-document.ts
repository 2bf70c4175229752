// Reads an OpenAPI document for a draft: only what the draft is made of is looked at.
import {hasRootKey} from '../../../base/yaml/file-kind.ts';
import {parseYaml} from '../../../base/yaml/parse-yaml.ts';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {problemsOf} from '../../../base/yaml/source.ts';
import {isJsonObject, type Json} from '../../../model/json.ts';
import {draftSuite} from './draft-suite.ts';
import {openApiOfSwagger} from './openapi-of-swagger.ts';
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
  // Nothing of another file is quoted: it may hold secrets.
  if (!hasRootKey(text, 'openapi') && !hasRootKey(text, 'swagger')) return refused(file);
  const source = parseYaml({text, file});
  const problems = problemsOf(source);
  if (problems.length > 0)
    return {kind: 'refused', problems: [`${file} cannot be read:\n${renderProblems(problems, {color: false})}`]};
  const {value} = source;
  if (!isJsonObject(value)) return refused(file);
  const {openapi, swagger} = value;
  const isSwagger = swagger === '2.0' || swagger === 2;
  if (!isSwagger && (typeof openapi !== 'string' || !openapi.startsWith('3.'))) return refused(file);
  const draft = draftSuite(isSwagger ? openApiOfSwagger(value) : value);
  if (draft !== undefined) return {kind: 'draft', text: suiteYaml(draft.suite, schema), notes: draft.notes};
  const why = isInOtherFiles(value['paths'])
    ? 'has its operations in other files\n  make one file of them first; tools call that "bundle"'
    : 'has no operations\n  they are below "paths:"';
  return {kind: 'refused', problems: [`${file} ${why}`]};
}

function refused(file: string): DocumentDraft {
  const problem = `${file} is not a document of OpenAPI 3 or Swagger 2.0\n  its first line says e.g. openapi: 3.1.0`;
  return {kind: 'refused', problems: [problem]};
}

function isInOtherFiles(paths: Json | undefined): boolean {
  return (
    isJsonObject(paths) && Object.values(paths).some(item => isJsonObject(item) && typeof item['$ref'] === 'string')
  );
}
