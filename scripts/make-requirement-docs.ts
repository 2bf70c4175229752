// Writes docs/requirements.md: every statement of the record with its reading, its cases and the faults that they catch.
import {writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {withoutRow} from '../runner/commands/explain/find.ts';
import {gatherRunnables} from '../runner/commands/load/gather-runnables.ts';
import type {ReferenceFault} from '../model/machine.ts';
import type {Runnable} from '../model/plan.ts';
import type {Requirement} from '../model/requirement.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {markdownCode as code, markdownOfOurs as prose} from '../base/text/markdown-text.ts';

/** Where the page lies. */
export const requirementDocsFile = new URL('../docs/requirements.md', import.meta.url);

/** Gives the page. */
export async function renderRequirementDocs(): Promise<string> {
  const machine = machineOf({root: fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, ''), version: ''});
  const catalog = await loadCatalog(machine, {own: true, users: []});
  if (catalog.problems.length > 0) throw new Error('the suites have problems; touchstone check shows them');
  const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
  const faults = await machine.referenceFaults();
  const rows = [...catalog.requirements.values()];
  const sections = areas.flatMap(([area, title]) => [
    `## ${title}\n`,
    ...rows.filter(row => row.area === area).map(row => renderRow(row, runnables, faults)),
  ]);
  return [heading(rows), ...sections].join('\n');
}

const areas = [
  ['hosting', 'The hosting API'],
  ['overlay', 'The overlay messages'],
] as const;

function heading(rows: readonly Requirement[]): string {
  const count = (level: string): string => String(rows.filter(row => row.level === level).length);
  return `# Statements of the record

<!-- Made by scripts/make-requirement-docs.ts from suites/requirements.yaml, the suites and the faults; run npm run generate. -->

${String(rows.length)} statements, ${count('must')} of them stated outright (must) and ${count('should')} named without all that a test needs
(should). \`touchstone explain ID\` says more of each: an example of right and wrong, and its result in your last run. Contested: every server
that we know behaves otherwise, so it is judged and shown, and in no core profile.
`;
}

function renderRow(
  {id, level, observe, contested, quote, reading, notClaimed}: Requirement,
  runnables: readonly Runnable[],
  faults: readonly ReferenceFault[],
): string {
  const own = runnables.filter(({definition}) => definition.proves.includes(id));
  const cases = [...new Set(own.map(one => withoutRow(one.id)))].toSorted();
  const names = faults.filter(fault => fault.requirement === id).map(({name}) => name);
  return [
    `### ${id}`,
    '',
    `${level}, seen by ${observe}${contested ? ', contested' : ''}`,
    '',
    ...quote.split('\n').map(line => `> ${prose(line)}`),
    '',
    ...(reading === undefined ? [] : [`Read as: ${prose(reading)}`, '']),
    ...(notClaimed === undefined ? [] : [`Not claimed: ${prose(notClaimed)}`, '']),
    `Cases: ${cases.length === 0 ? (observe === 'none' ? 'none, as nothing outside the target shows it' : 'none') : cases.map(code).join(', ')}`,
    '',
    ...(names.length === 0 ? [] : [`Faults that they catch: ${names.map(code).join(', ')}`, '']),
  ].join('\n');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(requirementDocsFile, await renderRequirementDocs());
}
