// Tells whether a case id matches a glob such as `hosting/labels/*`.

/** Matches a whole id; `*` stands for any text, `?` for one character, everything else for itself. Linear in both lengths for one star. */
export function matchesCasePattern(pattern: string, id: string): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let resumeAt = 0;
  while (i < id.length) {
    if (p < pattern.length && (pattern[p] === '?' || (pattern[p] === id[i] && pattern[p] !== '*'))) {
      p += 1;
      i += 1;
    } else if (p < pattern.length && pattern[p] === '*') {
      star = p;
      resumeAt = i;
      p += 1;
    } else if (star !== -1) {
      p = star + 1;
      resumeAt += 1;
      i = resumeAt;
    } else {
      return false;
    }
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
