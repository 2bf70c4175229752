// Chooses the dialect: by flag, else by what the target says of its version.
import type {Dialect} from '../model/operation.ts';

/** The dialect, or why there is none. */
export type DialectChoice =
  | {readonly kind: 'chosen'; readonly dialect: Dialect}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** Chooses. Servers of the Forgejo family carry `+gitea-` in their version; everything unknown speaks as today's Gitea does. */
export function dialectFor(
  flag: string | undefined,
  version: string | undefined,
  isReference: boolean,
  dialects: ReadonlyMap<string, Dialect>,
): DialectChoice {
  const name = flag ?? (isReference ? 'reference' : version?.includes('+gitea-') === true ? 'forgejo' : 'gitea');
  const dialect = dialects.get(name) ?? (flag === undefined ? dialects.get('gitea') : undefined);
  if (dialect !== undefined) return {kind: 'chosen', dialect};
  return {
    kind: 'refused',
    why: `there is no dialect "${name}"`,
    fix: `choose one of ${[...dialects.keys()].join(', ')}`,
  };
}
