// Keeps what journals of whole runs against real nodes show, in fixtures/known/nodes.json, from which docs/nodes.md is made.
// Use: npx tsx scripts/compare-nodes.ts NAME:ROLE:CIPHER=FILE…, e.g. nebula-1.6.1:host:aes=/path/results.jsonl; NAME is that of a file in fixtures/nodes.
import {writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {renderMatrixJson} from '../reports/matrix/matrix-json.ts';
import {matrixOf} from '../reports/matrix/matrix-of-runs.ts';
import {readColumns} from '../runner/commands/run/matrix-columns.ts';
import {machineOf} from '../runner/targets/machine.ts';
import {knownFile} from './known-pages.ts';

const operands = process.argv.slice(2).map(word => {
  const [, name, version, role, cipher, file] = /^([^:=]+)-([^:=-]+):([^:=]+):([^:=]+)=(.+)$/.exec(word) ?? [];
  if (file === undefined) throw new Error(`${word} is not NAME:ROLE:CIPHER=FILE`);
  return `${String(name)} ${String(role)} (${String(cipher)})@${String(version)}=${file}`;
});
if (operands.length === 0) throw new Error('name at least one journal: NAME:ROLE:CIPHER=FILE');
const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[/\\]$/, '');
const {columns, statements, problems} = readColumns(operands, machineOf({root, version: ''}));
if (problems.length > 0) throw new Error(problems.join('\n'));
writeFileSync(
  knownFile('nodes'),
  renderMatrixJson(
    matrixOf(
      columns.map(({run}) => run),
      statements,
    ),
  ),
);
