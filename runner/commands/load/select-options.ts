// The operands and options that choose cases, shared by run, list and check.
import {defined} from '../../../base/json/defined.ts';
import type {Command} from 'commander';
import type {Machine} from '../../../model/machine.ts';
import type {Selection} from '../../../model/plan.ts';
import {selectSettings} from '../../../model/run-settings.ts';
import {declareSettings} from '../words/declare-settings.ts';
import {folderOf} from '../../../base/text/dirname.ts';
import type {SuiteFiles} from './load-suites.ts';
import {homeOf, isSuitePath, meshFolder, type SuiteHome} from './suite-home.ts';

/** The options as commander gives them. */
export interface SelectOptions {
  readonly id?: readonly string[];
  readonly grep?: string;
  readonly tags?: readonly string[];
  readonly requirement?: readonly string[];
}

/** Declares operands and options. */
export function addSelectOptions(command: Command): Command {
  command.argument(
    '[places...]',
    'suite files or folders, or FILE:LINE of one case; without any, all of our own suites and properties',
  );
  return declareSettings(command, [{title: 'Which cases:', settings: selectSettings}]);
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
  const homes = new Map<string, SuiteHome>();
  const places: {file: string; line?: number}[] = [];
  let isOwnWanted = false;
  for (const operand of operands) {
    const [, path = operand, line] = /^(.*\.ya?ml):(\d+)$/.exec(operand) ?? [];
    const found = findPlace(path, machine);
    if (found === undefined)
      problems.push(
        `${operand}: ${whyNoPlace(path, machine)}\n  give a path from here, or one of ours such as suites/hosting/labels.yaml`,
      );
    else if (found.files.length === 0)
      problems.push(`${operand}: the folder holds no suite (*.yaml) and no property (properties/*.ts)`);
    else {
      isOwnWanted ||= found.home === undefined;
      if (found.home !== undefined) {
        users.push(...found.files.filter(file => !found.home?.properties.includes(file)));
        homes.set(machine.files.absolute(found.home.folder), found.home);
      }
      places.push(...found.files.map(file => (line === undefined ? {file} : {file, line: Number(line)})));
    }
  }
  const selection = {
    places,
    ids: options.id ?? [],
    tags: options.tags ?? [],
    requirements: options.requirement ?? [],
    ...defined({grep: options.grep}),
  };
  return {
    files: {
      own: operands.length === 0 || isOwnWanted,
      users,
      homes: [...homes.values()],
      mesh: places.some(({file}) => file.startsWith(`${meshFolder}/`)),
    },
    selection,
    problems,
  };
}

function findPlace(
  path: string,
  machine: Machine,
): {readonly files: readonly string[]; readonly home?: SuiteHome} | undefined {
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
      };
    }
    return usersPlace(candidate, listed.files, machine);
  }
  return undefined;
}

/** The reason for the path as it was written: a link that leads out of its folder is there, and is not read. */
function whyNoPlace(path: string, {files}: Machine): string {
  const listed = files.list(path, ['.yaml', '.yml', '.ts']);
  return listed.kind === 'unreadable' ? listed.why : 'there is no such file or folder';
}

// A file brings what stands beside it, so that one suite, or one line of it, can be named as well as the whole folder.
function usersPlace(
  path: string,
  listed: readonly string[],
  machine: Machine,
): {readonly files: readonly string[]; readonly home: SuiteHome} {
  const absolute = (file: string): string => machine.files.absolute(file);
  const isFile = listed.length === 1 && absolute(listed[0] ?? '') === absolute(path);
  const isProperty = isFile && /(?:^|[/\\])properties[/\\][^/\\]*\.(?:ts|js|mjs)$/.test(path);
  const folder = isProperty ? `${folderOf(path)}/..` : isFile ? folderOf(path) : path;
  const home = homeOf(folder, machine);
  if (isProperty) {
    const properties = home.properties.filter(file => absolute(file) === absolute(path));
    return {files: properties, home: {...home, properties}};
  }
  if (isFile)
    return {files: listed.filter(file => isSuitePath(file.replace(/^.*[/\\]/, ''))), home: {...home, properties: []}};
  const depth = absolute(folder).length + 1;
  const suites = listed.filter(file => isSuitePath(absolute(file).slice(depth)));
  return {files: [...suites, ...home.properties], home};
}
