// Writes any text as one word of a POSIX shell line, with variables where secrets were taken out.
import {visibleText} from './visible-text.ts';

/** Names the variable that stands for a redacted secret. */
export type VariableName = (redacted: string) => string;

/** Quotes a text; every `[redacted:NAME]` in it becomes `"$VARIABLE"`. Control and invisible characters need the `$'…'` of bash, zsh and ksh. */
export function shellWord(text: string, variable: VariableName = variableOf): string {
  const parts = text.split(/\[redacted:([^\]]*)\]/);
  const words = parts.map((part, n) => (n % 2 === 1 ? `"$${variable(part)}"` : part === '' ? '' : quotedPart(part)));
  return words.join('') || "''";
}

/** Gives the name that people set a secret under: its own if it is one of ours, else one made from it. */
export function variableOf(redacted: string): string {
  const name = redacted.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
  // The administrator's stands in TOUCHSTONE_PASSWORD by our own examples; an account that is made anew gets another one.
  if (name === 'PASSWORD') return 'TOUCHSTONE_NEW_PASSWORD';
  return name.startsWith('TOUCHSTONE_') ? name : `TOUCHSTONE_${name || 'SECRET'}`;
}

function quotedPart(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text) && !/^[=%]/.test(text)) return text;
  return visibleText(text) === text ? singleQuoted(text).replaceAll('##', `#''#`) : ansiQuoted(text);
}

/** Quotes a text as one word of a POSIX shell, always in single quotes: for a line that a program reads, where no character has to be made visible. */
export function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text as one word of fish, whose single quotes know two escapes. */
export function fishQuoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", String.raw`\'`)}'`;
}

function ansiQuoted(text: string): string {
  const units = Array.from(text).map(character => {
    if (character === '\n') return '\\n';
    if (character === '\\' || character === "'") return '\\' + character;
    return visibleText(character) === character ? character : octalBytes(character);
  });
  return `$'${units.join('').replaceAll('##', '#\\043')}'`;
}

/** Octal escapes end after three digits; `\x` would swallow a following hex digit in some shells. */
export function octalBytes(text: string): string {
  return [...Buffer.from(text, 'utf8')].map(byte => '\\' + byte.toString(8).padStart(3, '0')).join('');
}
