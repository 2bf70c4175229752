// Keeps what journals of whole runs against real servers show, in fixtures/known/servers.json, from which docs/servers.md is made.
// Use: npx tsx scripts/compare-servers.ts [NAME=FILE…], e.g. gitea-1.26.0=/path/results.jsonl; NAME is that of a file in fixtures/servers. A server that is
// not named keeps its column; one that never had a journal has what its list of known failures says.
import {writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {matchesStars} from '../base/patterns/star-pattern.ts';
import type {RequirementId} from '../model/requirement.ts';
import type {MatrixCell} from '../reports/matrix/cell.ts';
import {renderMatrixJson} from '../reports/matrix/matrix-json.ts';
import {matrixOf, placed, slugOf, type MatrixRun, type MatrixStatement} from '../reports/matrix/matrix-of-runs.ts';
import {countVerdicts} from '../reports/words/verdict-words.ts';
import {gatherRunnables} from '../runner/commands/load/gather-runnables.ts';
import {loadCatalog} from '../runner/commands/load/catalog.ts';
import {readColumns} from '../runner/commands/run/matrix-columns.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {knownFile, knownMatrix, listIn, listsIn, runsOf} from './known-pages.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const machine = machineOf({root, version: ''});
const catalog = await loadCatalog(machine, {own: true, users: []});
const runnables = await gatherRunnables(catalog, machine, {withProperties: true});
const journals = new Map(
  process.argv.slice(2).map(word => [word.split('=')[0] ?? '', word.split('=')[1] ?? ''] as const),
);
const record = machine.files.readText(`${root}/fixtures/record.md`);
const kept = machine.files.exists(knownFile('servers')) ? runsOf(knownMatrix('servers')) : [];
const statements = new Map<RequirementId, MatrixStatement>(
  [...catalog.requirements].map(([id, one]) => [id, placed(one, record.kind === 'text' ? record.text : '')] as const),
);
const runs = listsIn('servers').map(columnOf);
const known = new Set(runs.flatMap(({cells}) => [...cells.keys()]));
writeFileSync(
  knownFile('servers'),
  renderMatrixJson(
    matrixOf(
      runs,
      [...statements.values()].filter(({id}) => known.has(id)),
    ),
  ),
);

function columnOf(list: string): MatrixRun {
  const [family = '', version = ''] = list.split('-');
  const name = `${family[0]?.toUpperCase() ?? ''}${family.slice(1)}`;
  const journal = journals.get(list);
  if (journal !== undefined) return columnOfJournal(`${name}@${version}=${journal}`);
  const earlier = kept.find(run => run.name === name && run.version === version && run.startedAt !== '');
  return earlier ?? columnOfList(list, {name, version});
}

function columnOfJournal(operand: string): MatrixRun {
  const {columns, problems} = readColumns([operand], machine);
  const [column] = columns;
  if (column === undefined) throw new Error(problems.join('\n'));
  return column.run;
}

/** What a list alone says: where the server is red, and nothing of the rest. */
function columnOfList(list: string, named: {readonly name: string; readonly version: string}): MatrixRun {
  const cells = new Map<RequirementId, MatrixCell>();
  const red = listIn('servers', list).flatMap(entry =>
    runnables.filter(({id}) => matchesStars(entry.case, id)).map(runnable => ({entry, runnable})),
  );
  for (const {entry, runnable} of red)
    for (const id of runnable.definition.proves) {
      const before = cells.get(id);
      // Which of several statements a case breaks is not in the list.
      const state = runnable.definition.proves.length === 1 ? 'fails' : 'not-judged';
      const shown = {
        id: runnable.id,
        title: runnable.definition.title,
        message: `as its list says: ${entry.findings[0] ?? 'red'}`,
      };
      if (before === undefined)
        cells.set(id, {state, cases: 1, passed: 0, failed: 1, notes: [entry.reason], shown, others: []});
      else
        cells.set(id, {
          ...before,
          ...(before.state === 'not-judged' && state === 'fails' ? {state, shown} : {}),
          cases: before.cases + 1,
          failed: before.failed + 1,
          notes: [...new Set([...before.notes, entry.reason])],
          others: [
            ...before.others,
            before.state === 'not-judged' && state === 'fails' ? (before.shown?.id ?? '') : runnable.id,
          ],
        });
    }
  return {
    key: slugOf(`${named.name}-${named.version}`),
    ...named,
    startedAt: '',
    touchstone: '',
    edition: '2026.1',
    suitesDigest: '',
    seed: 0,
    areas: ['hosting'],
    counts: countVerdicts([]),
    marks: ['only its list of known failures was kept: where it is red, and nothing of the rest'],
    cells,
    certificates: [],
  };
}
