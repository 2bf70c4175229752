// The matchers that combine trees or compare whole values.
import type {Json} from '../../model/json.ts';
import {isJsonList, isJsonObject} from '../../model/json.ts';
import {equalJson} from './compare-json.ts';
import {dataOf} from './literal.ts';
import {butGot, expectThat, miss, treeHolds, under, type MatchContext, type Matcher} from './matcher.ts';
import {selectPointer} from '../../base/json/json-pointer.ts';
import {anything, aTree, orTemplate} from './matcher-schema.ts';
import {showValue} from './show-value.ts';

/** Equality, presence, alternatives, and schema. */
export const logicMatchers: {readonly [keyword: string]: Matcher} = {
  $eq: {
    doc: 'The value equals the argument: objects with exactly these keys, lists with exactly these items, numbers by exact value.',
    needs: 'a value',
    schema: anything,
    passes: {argument: {a: 1}, actual: {a: 1}},
    fails: {argument: {a: 1}, actual: {a: 1, b: 2}},
    accepts: () => true,
    match: (argument, actual, context) =>
      context.match(dataOf(argument), actual, {...context, isClosed: true, isLiteral: true}),
  },
  $ne: {
    doc: 'There is a value and it does not equal the argument.',
    needs: 'a value',
    schema: anything,
    passes: {argument: 'open', actual: 'closed'},
    fails: {argument: 'open', actual: 'open'},
    accepts: () => true,
    match: (argument, actual, context) =>
      expectThat(actual !== undefined && !equalJson(dataOf(argument), actual), context, {
        phrase: () => `anything but ${showValue(dataOf(argument), context.checkers.redaction)}`,
        expected: {$ne: argument},
        actual,
      }),
  },
  $exact: {
    doc: 'The tree holds, and no object in it has a key that the tree does not name.',
    needs: 'a tree',
    schema: aTree,
    passes: {argument: {id: {$type: 'integer'}}, actual: {id: 7}},
    fails: {argument: {id: {$type: 'integer'}}, actual: {id: 7, secret: 'x'}},
    accepts: () => true,
    takesTrees: true,
    match: (argument, actual, context) => context.match(argument, actual, {...context, isClosed: true}),
  },
  $literal: {
    doc: 'The content is a tree in which keys that begin with `$` are ordinary keys.',
    needs: 'a value',
    schema: anything,
    passes: {argument: {$ref: 'main'}, actual: {$ref: 'main', sha: 'ab'}},
    fails: {argument: {$ref: 'main'}, actual: {$ref: 'dev'}},
    accepts: () => true,
    match: (argument, actual, context) => context.match(argument, actual, {...context, isLiteral: true}),
  },
  $present: {
    doc: 'There is a value; null is one.',
    needs: 'true',
    schema: {const: true},
    passes: {argument: true, actual: null},
    fails: {argument: true},
    accepts: argument => argument === true || insteadOf(argument, '$absent'),
    match: (_argument, actual, context) =>
      expectThat(actual !== undefined, context, {phrase: () => 'a value', expected: {$present: true}, actual}),
  },
  $absent: {
    doc: 'The value is absent (null counts as a value).',
    needs: 'true',
    schema: {const: true},
    passes: {argument: true},
    fails: {argument: true, actual: null},
    accepts: argument => argument === true || insteadOf(argument, '$present'),
    match: (_argument, actual, context) =>
      expectThat(actual === undefined, context, {phrase: () => 'nothing here', expected: {$absent: true}, actual}),
  },
  $in: {
    doc: 'The value equals one of the listed values.',
    needs: 'a list of at least one value',
    schema: orTemplate({type: 'array', minItems: 1}),
    passes: {argument: [200, 204], actual: 204},
    fails: {argument: [200, 204], actual: 201},
    accepts: argument => isJsonList(argument) && argument.length > 0,
    match: (argument, actual, context) => {
      const values = (argument as readonly Json[]).map(dataOf);
      return expectThat(actual !== undefined && values.some(value => equalJson(value, actual)), context, {
        phrase: () => `one of ${values.map(value => showValue(value, context.checkers.redaction)).join(', ')}`,
        expected: {$in: argument},
        actual,
      });
    },
  },
  $not: {
    doc: 'There is a value and the tree does not hold for it.',
    needs: 'a tree',
    schema: aTree,
    passes: {argument: {$contains: 'secret'}, actual: 'all public'},
    fails: {argument: {$contains: 'secret'}, actual: 'a secret'},
    accepts: () => true,
    takesTrees: true,
    match: (argument, actual, context) =>
      expectThat(actual !== undefined && !treeHolds(argument, actual, context), context, {
        phrase: () => exceptPhrase(argument, context),
        expected: {$not: argument},
        actual,
      }),
  },
  $any: {
    doc: 'At least one of the trees holds; an alternative may be `{$absent: true}`.',
    needs: 'a list of at least one tree',
    schema: orTemplate({type: 'array', minItems: 1, items: aTree}),
    passes: {argument: [null, {id: 7}], actual: {id: 7, name: 'x'}},
    fails: {argument: [null, {id: 7}], actual: {id: 8}},
    accepts: argument => isJsonList(argument) && argument.length > 0,
    takesTrees: true,
    match: (argument, actual, context) =>
      expectThat(
        (argument as readonly Json[]).some((tree, index) => treeHolds(tree, actual, under(context, String(index)))),
        context,
        {
          phrase: () =>
            `a value for which one of ${(argument as readonly Json[]).map(tree => showValue(tree, context.checkers.redaction)).join(', ')} holds`,
          expected: {$any: argument},
          actual,
        },
      ),
  },
  $schema: {
    doc: 'The value is valid under a JSON Schema (2020-12); an unknown keyword in it is an error.',
    needs: 'a JSON Schema',
    engine: 'schema',
    schema: orTemplate({type: ['object', 'boolean']}),
    passes: {argument: {type: 'object', required: ['id']}, actual: {id: 7}},
    fails: {argument: {type: 'object', required: ['id']}, actual: {}},
    accepts: (argument, checkers) => {
      if (!isJsonObject(argument) && typeof argument !== 'boolean') return false;
      const compiled = checkers.schema?.strict(argument);
      return compiled === undefined || compiled.kind === 'schema' || `and this one does not compile: ${compiled.why}`;
    },
    match: (argument, actual, context) => {
      if (actual === undefined)
        return miss(context, () => `expected a value of the schema, ${butGot(actual, context)}`);
      const compiled = context.checkers.schema?.strict(argument as {readonly [key: string]: Json});
      if (compiled === undefined) throw new Error('the schema engine was not prepared');
      if (compiled.kind === 'problem') throw new Error(`the schema does not compile: ${compiled.why}`);
      return compiled.violations(actual).flatMap(violation => {
        const found = selectPointer(actual, violation.pointer);
        const value = found.kind === 'value' ? found.value : undefined;
        const place = violation.pointer
          .split('/')
          .slice(1)
          .reduce((above, key) => above.child(key.replaceAll('~1', '/').replaceAll('~0', '~')), context.place);
        return miss(
          {...context, place},
          () => `the schema says that it ${violation.message}, ${butGot(value, context)}`,
          {
            actual: value,
          },
        );
      });
    },
  },
};

function insteadOf(argument: Json, opposite: string): string | false {
  return argument === false ? `not false; the opposite is {${opposite}: true}` : false;
}

/** Says what `$not` accepts: values are named, other matchers are shown as they are written. */
function exceptPhrase(argument: Json, {checkers: {redaction}}: MatchContext): string {
  const show = (value: Json): string => showValue(value, redaction);
  if (!isJsonObject(argument)) return `anything but ${show(argument)}`;
  const {$in: values} = argument;
  if (isJsonList(values)) return `anything but one of ${values.map(value => show(dataOf(value))).join(', ')}`;
  return `a value that does not match ${show(argument)}`;
}
