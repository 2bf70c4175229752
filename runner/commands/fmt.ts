// `touchstone fmt`: lays out suites, target files and baselines in one way, or says which ones are not.
import {counted} from '../../base/text/counted.ts';
import type {Command} from 'commander';
import type {Machine} from '../../model/machine.ts';
import type {Problem} from '../../model/problem.ts';
import {formatYaml} from '../../base/yaml/format-yaml.ts';
import {problemsOfKind} from '../../base/yaml/file-kind.ts';
import {renderProblems} from '../../base/yaml/render-problems.ts';
import {readCommandLine} from './words/command-line.ts';

const ownKinds = {
  what: 'a file of touchstone',
  keys: ['suite', 'target', 'baseline', 'known', 'dialect', 'cases', 'arrangement', 'requirements'],
};

interface FmtOptions {
  readonly check?: boolean;
}

/** Declares the command line. */
export function configure(command: Command): Command {
  return command
    .name('fmt')
    .description(
      'Lays out suites, target files and baselines in one way: comments, order and values stay. Of a folder, only such files are taken. Exit code 0: all is laid out; 1: --check found some that are not; 2: a file cannot be used.',
    )
    .argument('<places...>', 'files or folders')
    .option('--check', 'change nothing, and name the files that would change');
}

/** Runs the command. */
export function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<FmtOptions>(argv, machine, configure);
  return Promise.resolve(line.kind === 'stop' ? line.exitCode : format(line.operands, line.options, machine));
}

function format(places: readonly string[], {check}: FmtOptions, machine: Machine): number {
  const problems: Problem[] = [];
  const changed: string[] = [];
  let count = 0;
  for (const file of places.flatMap(place => filesAt(place, machine, problems))) {
    const read = machine.files.readText(file);
    if (read.kind === 'unreadable') {
      problems.push({file, message: read.why, fix: 'give the path of a readable file'});
      continue;
    }
    count += 1;
    const formatting = formatYaml({text: read.text, file});
    if (formatting.kind === 'refused')
      problems.push(...problemsOfKind(formatting.problems, {text: read.text, file}, ownKinds));
    else if (formatting.text !== read.text)
      changed.push(...change(file, formatting.text, check === true, machine, problems));
  }
  for (const file of changed) machine.print(`${file}\n`);
  if (problems.length > 0) {
    machine.talk(`${renderProblems(problems, {color: machine.terminal.isTalkTerminal})}\n`);
    return 2;
  }
  const told = check === true ? ['is not laid out', 'are not laid out'] : ['was laid out', 'were laid out'];
  machine.talk(`${String(changed.length)} of ${counted(count, `file ${told[0]}`, `files ${told[1]}`)}\n`);
  return check === true && changed.length > 0 ? 1 : 0;
}

function change(
  file: string,
  text: string,
  isCheck: boolean,
  {files}: Machine,
  problems: Problem[],
): readonly string[] {
  if (isCheck) return [file];
  const why = files.whyNotWritable(file);
  if (why !== undefined) {
    problems.push({file, message: why, fix: 'make it writable'});
    return [];
  }
  files.writeWhole(file, text);
  return [file];
}

// A folder may hold YAML of other programs; whoever names such a file means it.
function filesAt(place: string, {files}: Machine, problems: Problem[]): readonly string[] {
  const listed = files.list(place, ['.yaml', '.yml']);
  if (listed.kind === 'unreadable') {
    problems.push({file: place, message: listed.why, fix: 'give the path of a file or folder'});
    return [];
  }
  if (listed.files.length === 1 && files.absolute(listed.files[0] ?? '') === files.absolute(place)) return listed.files;
  return listed.files.filter(file => {
    const read = files.readText(file);
    return read.kind === 'text' && /^(?:suite|target|baseline)[ \t]*:/m.test(read.text);
  });
}
