// The operands and options that choose cases, shared by run, list and check.
import {Option, type Command} from 'commander';
import type {Machine} from '../model/machine.ts';
import type {Selection} from '../model/plan.ts';
import {collect, collectList} from './command-line.ts';
import type {SuiteFiles} from './load-suites.ts';

/** The options as commander gives them. */
export interface SelectOptions {
  readonly id?: readonly string[];
  readonly tags?: readonly string[];
  readonly requirement?: readonly string[];
}

/** Declares operands and options. */
export function addSelectOptions(command: Command): Command {
  return command
    .argument(
      '[places...]',
      'suite files or folders, or FILE:LINE of one case; without any, all of our own suites and properties',
    )
    .optionsGroup('Which cases:')
    .addOption(
      new Option('--id <glob>', 'cases whose id matches, e.g. "hosting/labels/*" (repeatable)').argParser(collect),
    )
    .addOption(new Option('--tags <tags>', 'cases with one of these tags, comma-separated').argParser(collectList))
    .addOption(
      new Option('--requirement <ids>', 'cases that prove one of these statements, comma-separated').argParser(
        collectList,
      ),
    );
}

/** What the operands come to: which files to load and which cases of them are wanted, or what is wrong. */
export interface ReadPlaces {
  readonly files: SuiteFiles;
  readonly selection: Selection;
  readonly problems: readonly string[];
}

/** Finds the files that operands name: as written from the working folder, or below our own package. */
export function readPlaces(operands: readonly string[], options: SelectOptions, machine: Machine): ReadPlaces {
  const problems: string[] = [];
  const users: string[] = [];
  const places: {file: string; line?: number}[] = [];
  for (const operand of operands) {
    const [, path = operand, line] = /^(.*\.ya?ml):(\d+)$/.exec(operand) ?? [];
    const found = findPlace(path, machine);
    if (found === undefined)
      problems.push(
        `${operand}: there is no such file or folder\n  give a path from here, or one of ours such as suites/hosting/labels.yaml`,
      );
    else if (found.files.length === 0)
      problems.push(`${operand}: the folder holds no suite (*.yaml) and no property (*.ts)`);
    else {
      if (!found.isOwn) users.push(...found.files);
      places.push(...found.files.map(file => (line === undefined ? {file} : {file, line: Number(line)})));
    }
  }
  const selection = {places, ids: options.id ?? [], tags: options.tags ?? [], requirements: options.requirement ?? []};
  return {
    files: {own: operands.length === 0 || places.some(({file}) => !users.includes(file)), users},
    selection,
    problems,
  };
}

function findPlace(
  path: string,
  machine: Machine,
): {readonly files: readonly string[]; readonly isOwn: boolean} | undefined {
  const {files, packageRoot} = machine;
  for (const candidate of [path, `${packageRoot}/${path}`, `${packageRoot}/suites/${path}`]) {
    const listed = files.list(candidate, ['.yaml', '.yml', '.ts']);
    if (listed.kind === 'unreadable') continue;
    const absolute = listed.files.map(file => files.absolute(file));
    const ownPrefix = `${files.absolute(packageRoot)}/suites/`;
    if (absolute.some(file => file.startsWith(ownPrefix))) {
      return {
        files: absolute
          .filter(file => file.startsWith(ownPrefix) && !/requirements\.yaml$|profiles\.yaml$|\.test\.ts$/.test(file))
          .map(file => file.slice(ownPrefix.length - 'suites/'.length)),
        isOwn: true,
      };
    }
    return {files: listed.files.filter(file => !file.endsWith('.ts')), isOwn: false};
  }
  return undefined;
}
