// Says in which dialect a server was spoken to, and which names it has otherwise: what a dialect of its own is made of.
import {defined} from '../../../base/json/defined.ts';
import type {Doorway} from '../../execute/enter/setup-client.ts';
import {namesOf} from '../../execute/names/guessed-names.ts';
import {jsonText} from '../../../model/json.ts';
import type {Dialect} from '../../../model/operation.ts';
import type {DifferingName, SpokenDialect} from '../../../reports/explain/diagnosis.ts';
import {documentTitle} from '../open/choose-dialect.ts';

/** Puts together what the server says of itself, the names that its target file gives, and those that were refused. */
export async function spokenDialect(
  door: Doorway,
  {dialect, version}: {readonly dialect: Dialect; readonly version?: string},
  {
    catalog,
    tried,
  }: {
    readonly catalog: {readonly dialects: ReadonlyMap<string, Dialect>};
    readonly tried: readonly DifferingName[];
  },
): Promise<SpokenDialect> {
  const paths = new Set(tried.map(({path}) => path));
  const given = givenNames(dialect, catalog.dialects.get(dialect.name)).filter(({path}) => !paths.has(path));
  const document = await documentTitle(door);
  return {name: dialect.name, ...defined({version, document}), differs: [...given, ...tried]};
}

/** The names that the target file gives in place of those of the dialect. */
function givenNames(dialect: Dialect, plain: Dialect | undefined): readonly DifferingName[] {
  if (plain === undefined) return [];
  const usual = new Map(namesOf(plain).map(({path, value}) => [path, jsonText(value)]));
  return namesOf(dialect).flatMap(({path, value}) =>
    usual.get(path) === jsonText(value) ? [] : [{path, instead: value}],
  );
}
