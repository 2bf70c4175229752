// Selects cases without the histories, which take most of the requests of a run.

/** Gives the options of a run that selects these areas and all properties; of the histories only those whose name this pattern begins, or none. */
export function allButHistories(areas: readonly string[], kept = ''): readonly string[] {
  const some = kept === '' ? '' : `|history-of-${kept}`;
  return ['--grep', `^(?:${areas.join('|')})/|^properties/(?:[^o]|o[^p]|operations/(?:[^h]|hi[^s]${some}))`];
}
