// Measures how much of a start-up is ours: `touchstone --version` and `run --help` beside a Node.js that does nothing.
import {measure, printCosts, touchstone} from './measure.ts';

const rounds = 21;
const node = process.execPath;
const costs = measure(
  {
    'node -e 0': {words: [node, '-e', '0']},
    'touchstone --version': {words: [node, touchstone, '--version']},
    'touchstone run --help': {words: [node, touchstone, 'run', '--help']},
  },
  rounds,
);
printCosts(`Start-up, medians of ${String(rounds)} runs each, in turn (goal for --version: 1.15 ×)`, costs);
