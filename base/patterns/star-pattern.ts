// Tells whether a text matches a pattern with stars, such as `hosting/labels/*`: ids of cases, kinds of findings.

/** Matches a whole text; `*` stands for any text, `?` for one character, everything else for itself. Linear in both lengths for one star. */
export function matchesStars(pattern: string, text: string): boolean {
  let p = 0;
  let i = 0;
  let star = -1;
  let resumeAt = 0;
  while (i < text.length) {
    if (p < pattern.length && (pattern[p] === '?' || (pattern[p] === text[i] && pattern[p] !== '*'))) {
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
