// Shows that a reason why a file cannot be loaded names what is wrong and quotes nothing of the file.
import {expect, test} from 'vitest';
import {loadingFault} from './loading-fault.ts';

const syntax = (message: string): Error => new SyntaxError(message);

test.each([
  [syntax("Unexpected identifier 'hunter2'"), "Unexpected identifier '…'"],
  [
    syntax('/x/a.json: Unexpected token \'h\', ..."{"token": hunter2"... is not valid JSON'),
    "/x/a.json: Unexpected token '…' is not valid JSON",
  ],
  [syntax('Unexpected token \'h\', "hunter2" is not valid JSON'), "Unexpected token '…' is not valid JSON"],
  [syntax("Unexpected token '}'"), "Unexpected token '}'"],
  [
    syntax('Invalid regular expression: /[hunter2/: Unterminated character class'),
    'Invalid regular expression: /…/: Unterminated character class',
  ],
  [syntax("Identifier 'hunter2' has already been declared"), "Identifier '…' has already been declared"],
  [
    syntax(
      "Named export 'decode' not found. The requested module './q.cjs' is CommonJS\nimport pkg from './q.cjs';\nconst {hunter2} = pkg;\n",
    ),
    "Named export 'decode' not found. The requested module './q.cjs' is CommonJS",
  ],
  [
    new Error('Transform failed with 1 error:\n/x/a.ts:1:6: ERROR: Expected ";" but found "hunter2"'),
    'the file is not valid TypeScript or JavaScript: Expected ";" but found "…"',
  ],
  [new Error('no license\nbuy one'), 'no license | buy one'],
  ['a text', 'a text'],
])('%s', (error, reason) => {
  expect(loadingFault(error)).toBe(reason);
});
