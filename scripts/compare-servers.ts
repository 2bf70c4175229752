// Writes docs/servers.md from journals of whole runs against real servers, with the reasons that fixtures/servers gives for what is red.
// Use: npx tsx scripts/compare-servers.ts NAME=FILE…, e.g. gitea-1.26.0=/path/results.jsonl; NAME is that of a file in fixtures/servers.
// NAME=- is a server that was not run again: its list counts as it stands.
import {program} from '../base/text/program.ts';
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import type {CaseLine} from '../model/journal.ts';
import {matchesStars} from '../base/patterns/star-pattern.ts';
import type {BaselineEntry} from '../reports/baseline/read-entries.ts';
import {readJournal} from '../reports/journal/reader.ts';
import {gatherRunnables} from '../runner/commands/load/gather-runnables.ts';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {listIn, reasonsOf, table} from './comparison-page.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** One server: how it answers, what it was judged, and why it is red where it is. */
interface Server {
  readonly title: string;
  /** Absent where it was not run again. */
  readonly counts?: Readonly<Record<CaseLine['verdict'], number>>;
  /** Reason → the statements that are red for it. */
  readonly differs: ReadonlyMap<string, readonly string[]>;
}

const machine = machineOf({root: root.replace(/[/\\]$/, ''), version: ''});
const catalog = await loadCatalog(machine, {own: true, users: []});
const runnables = await gatherRunnables(catalog, machine, {withProperties: true});

const servers = process.argv.slice(2).map(readServer);
if (servers.length === 0) throw new Error('name at least one journal: NAME=FILE');
writeFileSync(join(root, 'docs/servers.md'), page(servers));

function readServer(word: string): Server {
  const [name = '', file = ''] = word.split('=');
  const list = join(root, 'fixtures/servers', `${name}.yaml`);
  const entries = listIn(readFileSync(list, 'utf8'), list);
  if (file === '-') return {title: titleOf(name, name.slice(name.indexOf('-') + 1)), differs: listed(entries)};
  const journal = readJournal(readFileSync(file, 'utf8'));
  if (journal.kind !== 'complete') throw new Error(`${file} is not the journal of a whole run: ${journal.why}`);
  const version = journal.header.target.hosting?.version ?? 'unknown version';
  return {
    title: titleOf(name, version.replace(/\+.*$/, '')),
    counts: journal.footer.counts,
    differs: reasonsOf(journal.cases, entries, `fixtures/servers/${name}.yaml`),
  };
}

function titleOf(name: string, version: string): string {
  const family = name.split('-')[0] ?? name;
  return `${family[0]?.toUpperCase() ?? ''}${family.slice(1)} ${version}`;
}

/** What the list of a server says, with the statements that its cases are about. */
function listed(entries: readonly BaselineEntry[]): ReadonlyMap<string, readonly string[]> {
  const differs = new Map<string, readonly string[]>();
  for (const {case: pattern, reason} of entries) {
    const statements = runnables
      .filter(({id}) => matchesStars(pattern, id))
      .flatMap(({definition}) => definition.proves);
    differs.set(reason, [...new Set([...(differs.get(reason) ?? []), ...statements])]);
  }
  return differs;
}

function page(compared: readonly Server[]): string {
  const reasons = [...new Set(compared.flatMap(({differs}) => [...differs.keys()]))];
  const statementsOf = (reason: string): readonly string[] => [
    ...new Set(compared.flatMap(({differs}) => differs.get(reason) ?? [])),
  ];
  const mark = ({differs}: Server, reason: string): string => (differs.has(reason) ? 'red' : '·');
  return [
    '# What known servers make of the record',
    '',
    'Made by `npx tsx scripts/compare-servers.ts` from whole runs; do not edit. Each server was built from its public source and started with an empty',
    'database and settings that only say where it listens and that webhooks and mirrors may reach this machine. The runner was given an administrator and',
    'leave to change the whole instance (`--allow-destructive`). Red is what the record states and the server does not do: it says how far that',
    'server is from the record, and nothing else about it.',
    '',
    table(
      ['server', 'pass', 'fail', 'warn', 'skip', 'error', 'flaky'],
      compared.map(({title, counts}) => [
        title,
        ...(['pass', 'fail', 'warn', 'skip', 'error', 'flaky'] as const).map(verdict =>
          counts === undefined ? '' : String(counts[verdict]),
        ),
      ]),
    ),
    '',
    'Cases are counted in every context in which they ran. Skipped is what needs another start of the server (a variant), or an operation that its dialect',
    'lacks. Servers without counts were run with the suites of edition 2026.1, in the plain context alone; their lists are of that time.',
    '',
    'Forgejo is a snapshot of December 2024, before its release 10, with a few of its own packages replaced by those that they come from. Gitea 1.19.4 and',
    '1.22.6 were built with a newer Go than they know, and log without the labels of its goroutines. Gitea 1.27.3 was built without what imports from other',
    'Gitea and GitLab servers. Kmup is a renamed fork of Gitea between 1.25 and 1.26; it needs `values: {hookType: kmup, botName: kmup-actions}` in the target file.',
    '',
    '## Where they differ',
    '',
    table(
      ['what the server does', 'statements', ...compared.map(({title}) => title)],
      reasons.map(reason => [
        reason,
        statementsOf(reason)
          .map(id => `[${id}](requirements.md#${id.toLowerCase()})`)
          .join(', '),
        ...compared.map(server => mark(server, reason)),
      ]),
    ),
    '',
    `A property that is red cites every statement that it is about, also those that hold. \`${program} explain STATEMENT\` says the same`,
    'beside the quote.',
    '',
    '## Use it as your starting point',
    '',
    'The list of each server is a [baseline](read-a-report.md#known-failures-the-baseline). Copy the one that is next to your server, and only what differs',
    'from it is red:',
    '',
    '```sh',
    'cp fixtures/servers/gitea-1.27.3.yaml touchstone-baseline.yaml     # of a dependency: node_modules/touchstone/fixtures/servers/…',
    `${program} run --target-file touchstone.yaml --baseline touchstone-baseline.yaml`,
    '```',
    '',
  ].join('\n');
}
