// Takes the fenced blocks and the commands out of a Markdown page, so that tests can try what the page says.

/** A fenced block. */
export interface Fence {
  readonly language: string;
  readonly text: string;
  /** The line of the page on which its text begins. */
  readonly line: number;
}

/** Gives the blocks of a page, of one language or of all. */
export function fences(page: string, language?: string): readonly Fence[] {
  const found: Fence[] = [];
  let open:
    | {readonly indent: string; readonly language: string; readonly line: number; readonly lines: string[]}
    | undefined;
  for (const [n, line] of page.split('\n').entries()) {
    const [, indent = '', mark] = /^( *)```(\w*)\s*$/.exec(line) ?? [];
    if (open === undefined) {
      if (mark !== undefined) open = {indent, language: mark, line: n + 2, lines: []};
    } else if (mark === '' && indent === open.indent) {
      found.push({language: open.language, line: open.line, text: `${open.lines.join('\n')}\n`});
      open = undefined;
    } else open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
  }
  return language === undefined ? found : found.filter(fence => fence.language === language);
}

/** One use of the command line: its verb and its long options. */
export interface DocCommand {
  readonly text: string;
  readonly verb: string;
  readonly options: readonly string[];
}

/** Gives every `touchstone VERB …` of a text; a comment behind it is no part of it, and a line that ends with \ goes on. */
export function docCommands(text: string): readonly DocCommand[] {
  const joined = text.replaceAll(/\s*\\\n\s*/g, ' ');
  return joined.split('\n').flatMap(line => {
    const [, rest] = /(?:^|[\s`'"(>])touchstone ((?!\d)[a-z]+(?=[\s`'")]|$)[^\n]*)$/.exec(line) ?? [];
    if (rest === undefined) return [];
    const [command = ''] = rest.split(/\s#\s|`| && | \| /);
    const [verb = ''] = command.split(/\s/);
    return [
      {
        text: command.trim(),
        verb,
        options: [...command.replaceAll(/'[^']*'|"[^"]*"/g, "''").matchAll(/(?<=\s)--[a-z][\w-]*/g)].map(
          ([name]) => name,
        ),
      },
    ];
  });
}
