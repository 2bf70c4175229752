// Writes docs/nodes.md from what is kept of runs against real nodes, with the reasons that fixtures/nodes gives for what is red.
import {writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {program} from '../base/text/program.ts';
import {verdicts} from '../model/verdict.ts';
import type {MatrixRun} from '../reports/matrix/matrix-of-runs.ts';
import {compareVersions} from '../reports/matrix/versions.ts';
import {knownMatrix, listIn, reasonsOf, runsOf, table} from './known-pages.ts';

export const nodeDocsFile = fileURLToPath(new URL('../docs/nodes.md', import.meta.url));

/** Why a node warns: a list of known failures has failures alone. */
const unusual = [
  {
    case: 'mesh/tunnel/forged-close',
    reason:
      'a closeTunnel whose tag does not fit ends the tunnel: only its counter is looked at, and nothing is opened (outside.go, case CloseTunnel and handleEncrypted)',
  },
  {
    case: 'mesh/second-handshake/end-of-the-newest-tunnel',
    reason:
      'the end of the newest tunnel of a host ends what is known of its addresses, and its older tunnel stays (outside.go, closeTunnel)',
  },
  {
    case: 'mesh/tunnel/test-is-echoed*',
    reason:
      'a test reply of up to 64 bytes holds other bytes than the request, as it is sealed into the buffer that holds its text (outside.go, case Test; inside.go, EncryptDanger)',
  },
];

/** Renders the whole page. */
export function renderNodeDocs(): string {
  const runs = runsOf(knownMatrix('nodes')).toSorted((a, b) => compareVersions(a.version, b.version));
  return [
    '# What known nodes make of the statements',
    '',
    'Made by `npm run generate` from `fixtures/known/nodes.json`, which `npx tsx scripts/compare-nodes.ts` keeps of whole runs; do not edit. Version 1.6.1 is the package of',
    'Debian 12, 1.11.1 was built from its public source. Each was started by the run with the configuration that [test your node](test-your-node.md) describes. Red is what a',
    'standard demands and the node does not do, a warning what known nodes do and this one does not. Each was read by hand; the place in the source is in brackets.',
    '',
    table(
      ['node', 'role and cipher', ...verdicts],
      runs.map(run => [titleOf(run), roleOf(run), ...verdicts.map(one => String(run.counts[one]))]),
    ),
    '',
    'Skipped are OverlayPing, HostWhoami and PathCheck, which no known node answers, cases for peers that speak bare messages, and cases of the other role.',
    `[The matrix](matrix.md) of the same runs, with what was sent and received: \`${program} matrix fixtures/known/nodes.json --to html:site\``,
    '(of a dependency: `node_modules/touchstone/fixtures/…`).',
    '',
    '## Where they differ',
    '',
    reasonTable(runs, 'red'),
    '',
    '## What is unusual',
    '',
    reasonTable(runs, 'unusual'),
    '',
    '## Use it as your starting point',
    '',
    'The list of each node is a [baseline](read-a-report.md#known-failures-the-baseline):',
    '',
    '```sh',
    'cp fixtures/nodes/nebula-1.11.1.yaml touchstone-baseline.yaml     # of a dependency: node_modules/touchstone/fixtures/nodes/…',
    `${program} run --target-file node.yaml --baseline touchstone-baseline.yaml`,
    '```',
    '',
  ].join('\n');
}

/** `nebula lighthouse (aes)` is called by its program and version, and by what it is. */
function titleOf({name, version}: MatrixRun): string {
  return `${name.split(' ')[0] ?? name} ${version}`;
}

function roleOf({name}: MatrixRun): string {
  return name.replace(/^\S+ /, '');
}

function reasonTable(runs: readonly MatrixRun[], which: 'red' | 'unusual'): string {
  const found = runs.map(run => {
    const name = titleOf(run).replace(' ', '-');
    const entries = [...listIn('nodes', name), ...unusual];
    return {run, reasons: reasonsOf(run, which, {entries, file: `fixtures/nodes/${name}.yaml`})};
  });
  const nodes = [...new Set(runs.map(titleOf))];
  const all = [...new Set(found.flatMap(({reasons}) => [...reasons.keys()]))];
  return table(
    ['what the node does', 'statements', ...nodes],
    all.map(reason => [
      reason,
      [...new Set(found.flatMap(({reasons}) => reasons.get(reason) ?? []))].join(', '),
      ...nodes.map(node => rolesIn(found.filter(({run, reasons}) => titleOf(run) === node && reasons.has(reason)))),
    ]),
  );
}

function rolesIn(found: readonly {readonly run: MatrixRun}[]): string {
  return found.length === 0
    ? '·'
    : [...new Set(found.map(({run}) => roleOf(run).replace(/ .*$/, '')))].toSorted().join(', ');
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(nodeDocsFile, renderNodeDocs());
}
