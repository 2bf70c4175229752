// Says in one line why a file of a user's cannot be loaded, without a line of that file: a secret may be in it.

/** Gives the reason; what a file itself throws is its own message. */
export function loadingFault(error: unknown): string {
  if (!(error instanceof Error)) return oneLine(String(error));
  const [first = ''] = error.message.split('\n', 1);
  // Linking names the modules and what one of them lacks; the lines after the first are a proposal with the user's code.
  if (/requested module/i.test(first)) return oneLine(first);
  const wrong = /(?<=: ERROR: )[^\n]*/.exec(error.message)?.[0];
  if (wrong !== undefined) return withoutSource(`the file is not valid TypeScript or JavaScript: ${wrong}`);
  return error.name === 'SyntaxError' ? withoutSource(first) : oneLine(error.message);
}

const textMax = 1_000;

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, textMax);
}

/** A message of a parser without what it quotes of the text: tokens, regular expressions and cut-outs of JSON. */
function withoutSource(message: string): string {
  return message
    .replace(/, (?:\.\.\.)?".*"(?:\.\.\.)? is not valid JSON/s, ' is not valid JSON')
    .replaceAll(/(["'`])((?:\\.|(?!\1).)*)\1/g, (whole, quote: string, inner: string) =>
      /\w/.test(inner) ? `${quote}…${quote}` : whole,
    )
    .replace(/(?<=regular expression: )\/.*\/\w*/, '/…/');
}

/** Gives where it is wrong, in parentheses: as the first line of a syntax error's stack or the first frame of any other's says. */
export function loadingPlace(error: unknown): string {
  const stack = (error instanceof Error && error.stack) || '';
  const [place] = (stack.match(/(?<=^|[\s(])(?:file:\/\/|\/|[A-Z]:\\)[^\s()]+:\d+(?::\d+)?/g) ?? []).filter(
    found => !ofLoader.test(found),
  );
  return place === undefined ? '' : ` (at ${place})`;
}

/** Our own files and the loader of TypeScript are in every stack, and lead nobody to the fault. */
const ofLoader = /[/\\](?:node_modules[/\\]tsx|targets[/\\]testee[/\\]module-host|targets[/\\]host[/\\]load-modules)\b/;
