// Chooses the dialect of a server that answers: asks for the title of its API document where that can decide, and says when names are only guessed.
import {defined} from '../../../base/json/defined.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {fetchPath, jsonOf, type Doorway} from '../../execute/enter/setup-client.ts';
import type {HttpObservation} from '../../../model/http.ts';
import {isJsonObject} from '../../../model/json.ts';
import type {Dialect} from '../../../model/operation.ts';
import type {OwnNames} from '../load/own-dialects.ts';
import {dialectFor, needsTitle, type DialectChoice, type Introduction} from './dialect-for.ts';

/** Chooses; the notes are for the report. */
export async function chooseDialect(
  door: Doorway,
  {name, dialects}: OwnNames,
  {version, isReference}: {readonly version: string | undefined; readonly isReference: boolean},
): Promise<DialectChoice & {readonly notes: readonly string[]}> {
  const said = name === undefined && !isReference ? await introduce(door, version, dialects) : {};
  const chosen = dialectFor(name, said, isReference, dialects);
  const notes = guessedNames(chosen, said);
  if (chosen.kind === 'refused' || chosen.by !== 'recognition') return {...chosen, notes};
  return {...chosen, dialect: {...chosen.dialect, said: ['*']}, notes};
}

/** What the server says of itself; its API document is read only where that can change the choice. */
async function introduce(
  door: Doorway,
  version: string | undefined,
  dialects: ReadonlyMap<string, Dialect>,
): Promise<Introduction> {
  return defined({version, title: needsTitle(version, dialects) ? await documentTitle(door) : undefined});
}

/** Asks for the title of the server's API document; nothing where it has none. */
export async function documentTitle(door: Doorway): Promise<string | undefined> {
  const path = door.dialect.values['apiDocument'];
  return typeof path === 'string' ? titleIn(await fetchPath(door, path)) : undefined;
}

function titleIn(reply: HttpObservation): string | undefined {
  const document = reply.kind === 'reply' && reply.status === 200 ? jsonOf(reply) : undefined;
  const info = isJsonObject(document) ? document['info'] : undefined;
  const title = isJsonObject(info) ? info['title'] : undefined;
  return typeof title === 'string' ? title.slice(0, titleLengthMax) : undefined;
}

// A title is a few words; a hostile server may send more.
const titleLengthMax = 100;

function guessedNames(chosen: DialectChoice, {version, title}: Introduction): readonly string[] {
  if (chosen.kind === 'refused' || chosen.by !== 'guess' || chosen.dialect.fallback === undefined) return [];
  const {fallback} = chosen.dialect;
  const said = [
    ...(title === undefined ? [] : [quoted(title)]),
    ...(version === undefined ? [] : [`version ${quoted(version)}`]),
  ];
  const says = said.length === 0 ? '' : ` (it says ${said.join(', ')})`;
  return [
    `unknown server of the ${fallback.family} family${says}; names are guessed from ${fallback.version}; --dialect or dialect: in the target file says which names it speaks, docs/dialects.md`,
  ];
}
