// Makes every character of a text visible, so that text from a file can neither move the cursor nor pretend to be something else.

/** Writes control characters, line separators and direction overrides as escapes, tabs as one space. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\t', ' ')
    .replace(invisible, character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

// Control and format characters (the latter hold the direction overrides and zero-width characters), line and paragraph separators, lone surrogates.
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
