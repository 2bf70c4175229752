// Says in our words what the YAML parser complains about.
import type {ErrorCode} from 'yaml';

/** Gives message and fix for one complaint of the parser; codes that we do not know keep the parser's own words. */
export function yamlTrouble(code: ErrorCode, parserMessage: string): {readonly message: string; readonly fix: string} {
  if (/Sequence item without - indicator/.test(parserMessage)) return outOfLine;
  const own = /must be sufficiently indented and end with/.test(parserMessage) ? troubles.MISSING_CHAR : troubles[code];
  return (
    own ?? {
      message: `this is not YAML: ${firstSentence(parserMessage)}`,
      fix: 'check quotes, colons and indentation here and in the line above',
    }
  );
}

/** What is said where a quote opens that nothing closes. */
export const unclosedQuote = {
  message: 'the quote that opens here is never closed',
  fix: 'close it at the end of the text',
};

/** What is said of `${name}` inside brackets: to YAML its brace opens a mapping. */
export const bareTemplate = {
  message: 'a text with "${" is not in quotes, and inside brackets YAML takes "{" for a mapping',
  fix: 'write it in double quotes, e.g. "GET /notes/${id}"',
};

const outOfLine = {
  message: 'this line is neither an item of the list above nor in line with the keys of its last item',
  fix: 'begin it in the column of those keys, or with "- " in the column of the items',
};

const troubles: {readonly [code in ErrorCode]?: {readonly message: string; readonly fix: string}} = {
  TAB_AS_INDENT: {message: 'a tab is used as indentation', fix: 'indent with spaces'},
  BAD_INDENT: {message: 'the indentation fits nothing above', fix: 'line the entry up with its neighbours'},
  BAD_DQ_ESCAPE: {
    message: 'unknown escape in a double-quoted text',
    fix: 'write "\\\\" for a backslash, or use single quotes',
  },
  BAD_SCALAR_START: {message: 'a text cannot begin with this character', fix: 'put the text in quotes'},
  BLOCK_AS_IMPLICIT_KEY: {
    message: 'a mapping begins in the middle of a line',
    fix: 'put a text that holds ": " in quotes, or begin the mapping on a line of its own',
  },
  BLOCK_IN_FLOW: {
    message: 'a list or mapping by indentation is inside brackets',
    fix: 'write it with brackets, or take the outer brackets away',
  },
  MISSING_CHAR: {
    message: 'a quote, bracket, comma or colon is missing',
    fix: 'close what was opened, and put a comma between entries in brackets',
  },
  MULTILINE_IMPLICIT_KEY: {
    message: 'a key goes over more than one line',
    fix: 'check for a missing colon or an unclosed quote',
  },
  MULTIPLE_ANCHORS: {message: 'one value has two anchors', fix: 'keep one of them'},
  NON_STRING_KEY: {message: 'a key is a list or a mapping', fix: 'write a text as key'},
  UNEXPECTED_TOKEN: {
    message: 'this text does not fit what is around it',
    fix: 'check quotes, brackets, colons and indentation here and in the line above',
  },
  KEY_OVER_1024_CHARS: {message: 'a key is longer than 1,024 characters', fix: 'check for a missing quote or colon'},
};

function firstSentence(text: string): string {
  return text.split('\n', 1)[0] ?? text;
}
