// Measures how much of a start-up is ours: `touchstone --version` and `run --help` beside a Node.js that does nothing.
import {keepRows, measure, printCosts, touchstone} from './measure.ts';

const rounds = Number(process.argv[2] ?? 21);
const node = process.execPath;
const costs = measure(
  {
    bare: {words: [node, '-e', '0']},
    version: {words: [node, touchstone, '--version']},
    help: {words: [node, touchstone, 'run', '--help']},
  },
  rounds,
);
const {bare, version, help} = costs;
printCosts(`Start-up, medians of ${String(rounds)} runs each, in turn`, {
  'node -e 0': bare,
  'touchstone --version': version,
  'touchstone run --help': help,
});
keepRows([
  {what: '`--version`, CPU, to bare Node', ratio: version.cpuMs / bare.cpuMs, goal: 1.15},
  {what: '`run --help`, CPU, to bare Node', ratio: help.cpuMs / bare.cpuMs, goal: 1.8},
]);
