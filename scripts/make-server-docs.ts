// Writes docs/servers.md from what is kept of whole runs against real servers, with the reasons that fixtures/servers gives for what is red.
import {writeFileSync} from 'node:fs';
import {fileURLToPath, pathToFileURL} from 'node:url';
import {program} from '../base/text/program.ts';
import {verdicts} from '../model/verdict.ts';
import type {MatrixRun} from '../reports/matrix/matrix-of-runs.ts';
import {knownMatrix, listIn, reasonsOf, runsOf, table} from './known-pages.ts';

export const serverDocsFile = fileURLToPath(new URL('../docs/servers.md', import.meta.url));

/** Renders the whole page. */
export function renderServerDocs(): string {
  const runs = runsOf(knownMatrix('servers'));
  const compared = runs.map(run => {
    const name = `${run.name.toLowerCase()}-${run.version}`;
    return {
      run,
      reasons: reasonsOf(run, 'red', {entries: listIn('servers', name), file: `fixtures/servers/${name}.yaml`}),
    };
  });
  const reasons = [...new Set(compared.flatMap(one => [...one.reasons.keys()]))];
  return [
    '# What known servers make of the record',
    '',
    'Made by `npm run generate` from `fixtures/known/servers.json`, which `npx tsx scripts/compare-servers.ts` keeps of whole runs; do not edit. Each server was built from',
    'its public source and started with an empty database and settings that only say where it listens and that webhooks and mirrors may reach this machine. The runner',
    'was given an administrator and leave to change the whole instance (`--allow-destructive`), and of servers with counts also the [variants](variants.md), all but',
    '`openid-two-organizations`. Red is what the record states and the server does not do: it says how far that server is from the record, and nothing else about it.',
    '',
    table(
      ['server', ...verdicts],
      runs.map(run => [titleOf(run), ...verdicts.map(verdict => (isList(run) ? '' : String(run.counts[verdict])))]),
    ),
    '',
    'Cases are counted in every context in which they ran. Skipped is what needs another start of the server (a variant), something that the API cannot make, or an',
    'operation that its dialect lacks. Of servers without counts only the list is kept: they were run with suites of an earlier day.',
    '',
    'Forgejo is a snapshot of December 2024, before its release 10, with a few of its own packages replaced by those that they come from. Gitea 1.19.4,',
    '1.22.0 and 1.22.6 were built with a newer Go than they know, and log without the labels of its goroutines; 1.22.0 was judged by the hosting suites and the laws on labels,',
    'protections, pages and what is visible. Gitea 1.27.3 was built without what imports from other',
    'Gitea and GitLab servers. Kmup is a renamed fork of Gitea between 1.25 and 1.26; it needs `values: {hookType: kmup, botName: kmup-actions}` in the target file.',
    'On a busy machine Kmup may stop to work off pushes for good, when a repository is removed while a push to it is read (ReadBatchLine in modules/git/batch_reader.go): no',
    'hook hears of a commit or branch from then on, and no commit closes an issue. Then start it again, and run with fewer `--jobs`.',
    '',
    '## Where they differ',
    '',
    table(
      ['what the server does', 'statements', ...runs.map(titleOf)],
      reasons.map(reason => [
        reason,
        [...new Set(compared.flatMap(one => one.reasons.get(reason) ?? []))]
          .map(id => `[${id}](requirements.md#${id.toLowerCase()})`)
          .join(', '),
        ...compared.map(one => (one.reasons.has(reason) ? 'red' : '·')),
      ]),
    ),
    '',
    'Where a list alone is kept and a case of it is about several statements, all of them are named. [The matrix](matrix.md) of the same runs has each statement by itself:',
    `\`${program} matrix fixtures/known/servers.json --to html:site\` (of a dependency: \`node_modules/touchstone/fixtures/…\`), and`,
    `\`${program} explain STATEMENT\` says the same beside the quote.`,
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

function isList({startedAt}: MatrixRun): boolean {
  return startedAt === '';
}

function titleOf({name, version}: MatrixRun): string {
  return `${name} ${version}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(serverDocsFile, renderServerDocs());
}
