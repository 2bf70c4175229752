// The matchers of texts.
import {isJsonList, type Json} from '../../model/json.ts';
import {butGot, expectThat, holds, miss, holdsIn, type MatchContext, type Matcher, type Miss} from './matcher.ts';
import {aTree} from './matcher-schema.ts';
import {showValue} from './show-value.ts';
import {quoted} from '../../base/text/quoted.ts';

/** Regular expression, beginning and end of a text. */
export const textMatchers: {readonly [keyword: string]: Matcher} = {
  $regex: {
    doc: 'The value is a text in which the regular expression (RE2 syntax, linear time) is found; anchor it with `^` and `$`.',
    needs: 'a regular expression in RE2 syntax',
    engine: 'regex',
    schema: {type: 'string'},
    passes: {argument: '^v\\d+$', actual: 'v12'},
    fails: {argument: '^v\\d+$', actual: 'v12-rc'},
    accepts: (argument, checkers) => {
      if (typeof argument !== 'string') return false;
      const compiled = checkers.regex?.(argument);
      return compiled === undefined || compiled.kind === 'regex' || `and this one does not compile: ${compiled.why}`;
    },
    match: (argument, actual, context) => {
      const compiled = context.checkers.regex?.(argument as string);
      if (compiled === undefined) throw new Error('the regular expression engine was not prepared');
      if (compiled.kind === 'problem') throw new Error(`the regular expression does not compile: ${compiled.why}`);
      if (typeof actual === 'string' && actual.length > subjectMax) {
        return miss(
          context,
          () => `expected a text that $regex can search, got one of ${actual.length} characters (limit ${subjectMax})`,
        );
      }
      return expectThat(typeof actual === 'string' && compiled.finds(actual), context, {
        phrase: () => `a text in which /${argument as string}/ is found`,
        expected: {$regex: argument},
        actual,
      });
    },
  },
  $startsWith: textTest('$startsWith', 'begins with', (text, part) => text.startsWith(part), [
    'refs/',
    'refs/heads/main',
    'heads/main',
  ]),
  $endsWith: textTest('$endsWith', 'ends with', (text, part) => text.endsWith(part), [
    '.git',
    'http://host/a/b.git',
    'http://host/a/b',
  ]),
  $contains: {
    doc: 'The value is a text that contains the argument, or a list with at least one item for which the tree holds.',
    needs: 'a text or a tree',
    schema: aTree,
    passes: {argument: {name: 'bug'}, actual: [{name: 'help'}, {name: 'bug', id: 2}]},
    fails: {argument: 'bug', actual: 'a feature'},
    accepts: () => true,
    takesTrees: true,
    match: (argument, actual, context) => {
      if (typeof actual === 'string' && typeof argument === 'string') {
        return expectThat(actual.includes(argument), context, {
          phrase: () => `a text that contains ${quoted(argument)}`,
          expected: {$contains: argument},
          actual,
        });
      }
      return containsItem(argument, actual, context);
    },
  },
};

/** Longer texts are not searched: the engine is linear, but a hundred times slower than the platform's. */
const subjectMax = 1024 * 1024;

function textTest(
  keyword: string,
  words: string,
  test: (text: string, part: string) => boolean,
  [part, good, bad]: readonly [string, string, string],
): Matcher {
  return {
    doc: `The value is a text that ${words} the argument.`,
    needs: 'a text that is not empty',
    schema: {type: 'string', minLength: 1},
    passes: {argument: part, actual: good},
    fails: {argument: part, actual: bad},
    accepts: argument => typeof argument === 'string' && argument !== '',
    match: (argument, actual, context) =>
      expectThat(typeof actual === 'string' && test(actual, argument as string), context, {
        phrase: () => `a text that ${words} ${quoted(argument)}`,
        expected: {[keyword]: argument},
        actual,
      }),
  };
}

function containsItem(tree: Json, actual: Json | undefined, context: MatchContext): readonly Miss[] {
  const holdsFor = holdsIn(context);
  if (isJsonList(actual) && actual.some(item => holdsFor(tree, item))) return holds;
  return miss(
    context,
    () => `expected a list with an item ${showValue(tree, context.checkers.redaction)}, ${butGot(actual, context)}`,
    {
      expected: {$contains: tree},
      actual,
    },
  );
}
