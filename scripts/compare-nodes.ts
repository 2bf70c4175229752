// Writes docs/nodes.md from journals of whole runs against real nodes, with the reasons that fixtures/nodes gives for what is red.
// Use: npx tsx scripts/compare-nodes.ts NAME:ROLE:CIPHER=FILE…, e.g. nebula-1.6.1:host:aes=/path/results.jsonl; NAME is that of a file in fixtures/nodes.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {program} from '../base/text/program.ts';
import type {CaseLine} from '../model/journal.ts';
import {readJournal} from '../reports/journal/reader.ts';
import {listIn, reasonsOf, table} from './comparison-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One run of one node. */
interface Run {
  readonly node: string;
  readonly role: string;
  readonly cipher: string;
  readonly counts: Readonly<Record<CaseLine['verdict'], number>>;
  readonly red: ReadonlyMap<string, readonly string[]>;
  readonly unusual: ReadonlyMap<string, readonly string[]>;
}

/** Why a node warns: a list of known failures has failures alone. */
const unusual = [
  {
    case: 'mesh/tunnel/forged-close',
    reason:
      'a closeTunnel whose tag does not fit ends the tunnel: only its counter is looked at, and nothing is opened (outside.go, case CloseTunnel and handleEncrypted)',
  },
  {
    case: 'mesh/tunnel/test-is-echoed*',
    reason:
      'a test reply of up to 64 bytes holds other bytes than the request, as it is sealed into the buffer that holds its text (outside.go, case Test; inside.go, EncryptDanger)',
  },
];

const runs = process.argv.slice(2).map(readRun);
if (runs.length === 0) throw new Error('name at least one journal: NAME:ROLE:CIPHER=FILE');
writeFileSync(join(root, 'docs/nodes.md'), page(runs));

function readRun(word: string): Run {
  const [, name = '', role = '', cipher = '', file = ''] = /^([^:=]+):([^:=]+):([^:=]+)=(.+)$/.exec(word) ?? [];
  const list = `fixtures/nodes/${name}.yaml`;
  const entries = listIn(readFileSync(join(root, list), 'utf8'), list);
  const journal = readJournal(readFileSync(file, 'utf8'));
  if (journal.kind !== 'complete') throw new Error(`${file} is not the journal of a whole run: ${journal.why}`);
  const warned = journal.cases.filter(({verdict}) => verdict === 'warn');
  return {
    node: name.replace('-', ' '),
    role,
    cipher,
    counts: journal.footer.counts,
    red: reasonsOf(journal.cases, entries, list),
    unusual: reasonsOf(
      warned.map(line => ({...line, verdict: 'fail'})),
      unusual,
      import.meta.filename,
    ),
  };
}

function page(compared: readonly Run[]): string {
  const verdicts = ['pass', 'fail', 'warn', 'skip', 'error', 'flaky'] as const;
  return [
    '# What known nodes make of the statements',
    '',
    'Made by `npx tsx scripts/compare-nodes.ts` from whole runs; do not edit. Version 1.6.1 is the package of Debian 12, 1.11.1 was built from its public source. Each was started',
    'by the run with the configuration that [test your node](test-your-node.md) describes. Red is what a standard demands and the node does not do, a warning what known nodes do',
    'and this one does not. Each was read by hand; the place in the source is in brackets.',
    '',
    table(
      ['node', 'role', 'cipher', ...verdicts],
      compared.map(({node, role, cipher, counts}) => [node, role, cipher, ...verdicts.map(one => String(counts[one]))]),
    ),
    '',
    'Skipped are OverlayPing, HostWhoami and PathCheck, which no known node answers, cases for peers that speak bare messages, and cases of the other role.',
    '',
    '## Where they differ',
    '',
    reasons(compared, 'red'),
    '',
    '## What is unusual',
    '',
    reasons(compared, 'unusual'),
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

function reasons(compared: readonly Run[], which: 'red' | 'unusual'): string {
  const nodes = [...new Set(compared.map(({node}) => node))];
  const all = [...new Set(compared.flatMap(run => [...run[which].keys()]))];
  return table(
    ['what the node does', 'statements', ...nodes],
    all.map(reason => [
      reason,
      [...new Set(compared.flatMap(run => run[which].get(reason) ?? []))].join(', '),
      ...nodes.map(node => rolesOf(compared.filter(run => run.node === node && run[which].has(reason)))),
    ]),
  );
}

function rolesOf(found: readonly Run[]): string {
  return found.length === 0 ? '·' : [...new Set(found.map(({role}) => role))].join(', ');
}
