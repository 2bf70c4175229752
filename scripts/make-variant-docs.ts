// Writes docs/variants.md from the table of variants and the suites that ask for them; `npm run generate` runs it.
import {writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {knownVariants} from '../runner/plan/known-variants.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {dimensions} from '../model/contexts/context.ts';
import {markdownCell as code} from '../base/text/markdown-text.ts';
import {program} from '../base/text/program.ts';

/** Where the page lies. */
export const variantDocsFile = new URL('../docs/variants.md', import.meta.url);

/** Writes the page. */
export async function renderVariantDocs(): Promise<string> {
  const machine = machineOf({root: fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, ''), version: ''});
  const {suites} = await loadCatalog(machine, {own: true, users: []});
  const cases = suites.flatMap(suite => suite.cases);
  const rows = Object.entries(knownVariants).map(([name, {title, settings}]) => {
    const waiting = cases.filter(({variant}) => variant === name);
    const statements = [...new Set(waiting.flatMap(({proves}) => proves))].toSorted();
    const isContext = (dimensions.settings as readonly string[]).includes(name);
    const waits = [
      ...statements.map(id => `[${id}](requirements.md#${id.toLowerCase()})`),
      ...(isContext ? ['one case of each suite runs there too'] : []),
    ].join(', ');
    return `| ${code(name)} | ${title} | ${settings} | ${waits} |`;
  });
  const shared = Object.entries(knownVariants).flatMap(([name, {isShareable}]) => (isShareable ? [name] : []));
  return page(rows, shared);
}

function page(rows: readonly string[], shared: readonly string[]): string {
  const [first = '', ...others] = shared;
  return `# Variants: your server with other settings

<!-- Made by scripts/make-variant-docs.ts from runner/plan/known-variants.ts and the suites; edit there. -->

Some statements show only where a setting is not at its default. Cases about them name a **variant** of the target, and are skipped where the
target file has none of that name. \`${program} doctor\` lists what waits for which.

| variant | what is different there | settings | statements that wait for it |
|---|---|---|---|
${rows.join('\n')}

## In a target file

A variant has an address of its own, or is started as the target is, with more arguments or other variables:

\`\`\`yaml
target: staging
url: http://127.0.0.1:3000/
admin: {user: root, passwordEnv: TOUCHSTONE_PASSWORD}
variants:
${shared.map(name => `  ${name}: {url: "http://127.0.0.1:3001/"}`).join('\n')}
  small-pages: {url: "http://127.0.0.1:3002/"}
\`\`\`

One instance serves several: ${[`\`${first}\``, ...others.map(name => `\`${name}\``)].join(', ')} can have the same address, as each changes something else. The accounts
that act are made for each variant.
`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(variantDocsFile, await renderVariantDocs());
}
