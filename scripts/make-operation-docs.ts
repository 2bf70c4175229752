// Writes docs/operations.md: every operation of the contract, whether the record shows it, who else speaks it, and which cases call it.
import {writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {loadCatalog, type Catalog} from '../runner/commands/load/catalog.ts';
import {withoutRow} from '../runner/commands/explain/find.ts';
import {gatherRunnables} from '../runner/commands/load/gather-runnables.ts';
import type {Operation} from '../model/operation.ts';
import {operationsOf} from '../runner/plan/gate-case.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {markdownCell as code} from '../base/text/markdown-text.ts';

/** Where the page lies. */
export const operationDocsFile = new URL('../docs/operations.md', import.meta.url);

/** Gives the page. */
export async function renderOperationDocs(): Promise<string> {
  const machine = machineOf({root: fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, ''), version: ''});
  const catalog = await loadCatalog(machine, {own: true, users: []});
  if (catalog.problems.length > 0) throw new Error('the suites have problems; touchstone check shows them');
  const examples = await gatherRunnables(catalog, machine, {withProperties: false});
  const callers = new Map<string, Set<string>>();
  for (const runnable of examples)
    for (const id of operationsOf(runnable, catalog.arrangements))
      callers.set(id, (callers.get(id) ?? new Set()).add(withoutRow(runnable.id)));
  const operations = [...catalog.operations.values()];
  return [
    heading(operations),
    '| operation | method and path | shown by the record | replies | spoken by | cases that need it |',
    '|---|---|---|---|---|---|',
    ...operations.map(operation => row(operation, catalog, callers.get(operation.id)?.size ?? 0)),
    '',
    ...dialectLines(catalog),
  ].join('\n');
}

function heading(operations: readonly Operation[]): string {
  const stated = operations.filter(({isPathStated}) => isPathStated).length;
  return `# Operations of the hosting API

<!-- Made by scripts/make-operation-docs.ts from proto/hosting.openapi.yaml, fixtures/dialects and the suites; run npm run generate. -->

The contract, \`proto/hosting.openapi.yaml\`, has ${String(operations.length)} operations; the record shows method and path of ${String(stated)}. Paths are below
\`/api/v1\`, and those that begin with \`//\` below the base URL. What the record does not show, a dialect may name otherwise; the last column counts the
cases, a table as one, that call the operation or arrange their world with it; laws call more, as code.
`;
}

function row({id, method, path, isPathStated, responses}: Operation, {dialects}: Catalog, cases: number): string {
  const speaking = [...dialects.values()].filter(({absent}) => !absent.includes(id)).map(({name}) => name);
  const spoken = speaking.length === dialects.size ? 'all' : speaking.length === 0 ? 'none' : speaking.join(', ');
  const statuses = Object.keys(responses).map(code).join(', ');
  return `| ${code(id)} | ${code(`${method} ${path}`)} | ${isPathStated ? 'yes' : ''} | ${statuses} | ${spoken} | ${String(cases)} |`;
}

/** Says where a dialect reaches an operation by another method or path. */
function dialectLines({dialects}: Catalog): readonly string[] {
  const lines = [...dialects.values()].flatMap(({name, operations}) =>
    Object.entries(operations).flatMap(([id, {method, path}]) =>
      method === undefined && path === undefined
        ? []
        : [
            `- ${code(id)} is ${code([method, path].filter(part => part !== undefined).join(' '))} in the dialect ${name}`,
          ],
    ),
  );
  return lines.length === 0 ? [] : ['## Where dialects differ', '', ...lines, ''];
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(operationDocsFile, await renderOperationDocs());
}
