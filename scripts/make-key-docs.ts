// Writes docs/suite-keys.md from the key tables of the suite reader and an example for each key; `npm run generate` runs it.
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {keySections, templates, type ExampleKind, type KeySection} from './key-examples.ts';

/** Writes the page. */
export function renderKeyDocs(): string {
  const names = Object.entries(templates).map(
    ([name, {about, example, kind}]) =>
      `### \`${name}\`\n\n${about}\n\n${fenced(example, kind === undefined ? 'step' : 'suite')}`,
  );
  return [heading, ...keySections.map(renderSection), `## Names in templates\n\n${names.join('\n')}`].join('\n');
}

/** Where the page lies. */
export const keyDocsFile = new URL('../docs/suite-keys.md', import.meta.url);

const heading = `# Every key of a suite

<!-- Made by scripts/make-key-docs.ts from runner/read/validate/suite-keys.ts and scripts/key-examples.ts; edit there and run npm run generate. -->

Each key with an example; a test checks every one of them. An example that begins with \`- id:\` is an item of \`cases:\`, one that begins with another dash an item of \`steps:\`. Paths such as
\`data/cat.png\` are those of files in the folder of the suite. [Any other API](any-api.md) and [write a suite](write-a-suite.md) explain how it all goes together, [matchers](matchers.md) lists what an
expected value can be.
`;

function renderSection({title, about, keys, kind, examples}: KeySection): string {
  const entries = Object.entries(keys).map(([key, entry]) => {
    const must = entry.required === true ? ' Required.' : '';
    return `### \`${key}\`\n\n${entry.about}${must}\n\n${fenced(examples[key] ?? '', kind)}`;
  });
  return `## ${title}\n\n${about}\n\n${entries.join('\n')}`;
}

function fenced(example: string, kind: ExampleKind): string {
  return `\`\`\`yaml\n${kind === 'suite' ? example : asItem(example)}\n\`\`\`\n`;
}

/** Writes a mapping as an item of a list. */
export function asItem(example: string): string {
  return `- ${example.replaceAll('\n', '\n  ')}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(keyDocsFile, renderKeyDocs());
}
