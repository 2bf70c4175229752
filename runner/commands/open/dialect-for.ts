// Chooses the dialect: by flag, else by what the target says of its version.
import type {Dialect} from '../../../model/operation.ts';

/** The dialect, or why there is none. */
export type DialectChoice =
  | {readonly kind: 'chosen'; readonly dialect: Dialect}
  | {readonly kind: 'refused'; readonly why: string; readonly fix: string};

/** Chooses. Everything unknown speaks as today's Gitea does. */
export function dialectFor(
  flag: string | undefined,
  version: string | undefined,
  isReference: boolean,
  dialects: ReadonlyMap<string, Dialect>,
): DialectChoice {
  const name = flag ?? (isReference ? 'reference' : dialectOf(version ?? ''));
  const dialect = dialects.get(name) ?? (flag === undefined ? dialects.get('gitea') : undefined);
  if (dialect !== undefined) return {kind: 'chosen', dialect};
  return {
    kind: 'refused',
    why: `there is no dialect "${name}"`,
    fix: `choose one of ${[...dialects.keys()].join(', ')}`,
  };
}

// Versions such as `1.26.0+touchstone-reference`, `11.0.1+gitea-1.22.0` (Forgejo, with the Gitea that it is compatible with), `1.21.11-1` (Forgejo while it
// still counted as Gitea does), `1.19.4` and `v1.26.0+dev-12-gabc`. Scopes got their names of today in 1.20, and runners their operations after 1.22.
function dialectOf(version: string): string {
  if (version.endsWith('+touchstone-reference')) return 'reference';
  const isForgejo = version.includes('+gitea-');
  const [, major = '', minor = ''] = /^v?(\d+)\.(\d+)/.exec(version.replace(/^.*\+gitea-/, '')) ?? [];
  const minorOfOne = major === '1' && minor !== '' ? Number(minor) : Infinity;
  if (minorOfOne < 20) return 'gitea-1.19';
  if (isForgejo) return 'forgejo';
  return minorOfOne <= 22 ? 'gitea-1.22' : 'gitea';
}
