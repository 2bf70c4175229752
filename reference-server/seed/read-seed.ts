/** Reads a seed file, YAML or JSON, and collects every problem with its line. */
import {LineCounter, isNode, parseDocument} from 'yaml';
import type {Document} from 'yaml';
import {checkShape, seedShape} from './seed-shape.ts';
import type {Path} from './seed-shape.ts';
import type {Seed, SeedOrganization, SeedRepository, SeedUser} from './seed.ts';

export type SeedReading =
  | {readonly kind: 'seed'; readonly seed: Seed}
  | {readonly kind: 'problems'; readonly problems: readonly string[]};

export function readSeed({file, text}: {file: string; text: string}): SeedReading {
  const lines = new LineCounter();
  const document = parseDocument(text, {lineCounter: lines, uniqueKeys: true, prettyErrors: false});
  const at = (offset: number): string => `${file}:${lines.linePos(offset).line}:${lines.linePos(offset).col}`;
  const syntax = [...document.errors, ...document.warnings].map(({pos, message}) => `${at(pos[0])}  ${message}`);
  if (syntax.length > 0) return {kind: 'problems', problems: syntax};
  const offsetOf = (path: Path): number => offsetIn(document, path);
  const value: unknown = document.toJS({maxAliasCount: 100}) ?? {};
  const problems = checkShape(seedShape, value).map(({path, text: says}) => `${at(offsetOf(path))}  ${says}`);
  if (problems.length > 0) return {kind: 'problems', problems};
  const {users = [], organizations = [], repositories = []} = value as Partial<Seed>;
  const lineOf = (kind: string, place: number): number => lines.linePos(offsetOf([kind, place])).line;
  return {
    kind: 'seed',
    seed: {
      file,
      users: users.map((row, place): SeedUser => ({...row, line: lineOf('users', place)})),
      organizations: organizations.map((row, place): SeedOrganization => ({
        ...row,
        line: lineOf('organizations', place),
      })),
      repositories: repositories.map((row, place): SeedRepository => ({...row, line: lineOf('repositories', place)})),
    },
  };
}

/** Finds where the value of a path begins, or the nearest thing around it. */
function offsetIn(document: Document, path: Path): number {
  const node: unknown = path.length === 0 ? document.contents : document.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetIn(document, path.slice(0, -1));
}
