// Writes docs/matchers.md from the table of matchers; `npm run generate` runs it after a change of the table.
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import type {Matcher, MatcherExample} from '../runner/check/matcher.ts';
import {matchers} from '../runner/check/matchers.ts';
import {ownWords} from '../model/redacted.ts';
import {showValue} from '../runner/check/show-value.ts';

/** Writes the page. */
export function renderMatcherDocs(): string {
  return [heading, ...Object.entries(matchers).map(([keyword, matcher]) => renderMatcher(keyword, matcher))].join('\n');
}

/** Where the page lies. */
export const matcherDocsFile = new URL('../docs/matchers.md', import.meta.url);

const heading = `# Matchers

<!-- Made by scripts/make-matcher-docs.ts from the tables runner/check/matchers-*.ts; edit there and run npm run generate. -->

An expectation is a tree. A plain scalar must be equal (numbers by exact value, \`1\` is not \`"1"\`). A mapping must be an object that has
these keys, and may have others. A list must have exactly these items, in this order. Absent is not null.

A mapping whose keys all begin with \`$\` is a matcher; several keys in one mapping must all hold. Mixing matchers with plain keys is an
error; \`$literal\` escapes data whose keys begin with \`$\`. Where nothing is selected there is nothing to judge: every matcher but
\`$absent\` is then a finding, and over a JSONPath also every one but \`$count: 0\` and \`$length: 0\`.

In \`expect.at\` a JSON Pointer (\`/0/name\`) names one value and a JSONPath (\`$[*].name\`) gives the list of the values that it selects.
`;

function renderMatcher(keyword: string, matcher: Matcher): string {
  return `## \`${keyword}\`

${matcher.doc}

Argument: ${matcher.needs}.

- passes: ${renderExample(keyword, matcher.passes)}
- fails: ${renderExample(keyword, matcher.fails)}
`;
}

function renderExample(keyword: string, {argument, actual}: MatcherExample): string {
  const observed = actual === undefined ? 'nothing' : `\`${showValue(actual, ownWords)}\``;
  return `\`${showValue({[keyword]: argument}, ownWords)}\` with ${observed}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(matcherDocsFile, renderMatcherDocs());
}
