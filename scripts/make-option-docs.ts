// Writes docs/options.md from the tables of commands and settings.
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {allGroups, variablesOf} from '../runner/commands/all-settings.ts';
import {commandTable, type CommandRow, type OptionRow} from '../runner/commands/command-table.ts';
import {runFileSettings} from '../runner/model/run-settings.ts';
import type {Setting} from '../runner/model/setting.ts';
import {targetSettings} from '../runner/model/target-settings.ts';
import {cell, code} from './markdown.ts';

/** Where the page lies. */
export const optionDocsFile = new URL('../docs/options.md', import.meta.url);

/** Gives the page. */
export async function renderOptionDocs(): Promise<string> {
  const commands = await commandTable();
  return [heading, ...settingSections(), ...commands.map(renderCommand)].join('\n');
}

const heading = `# Options

<!-- Made by scripts/make-option-docs.ts from the tables of the command line; run npm run generate. -->

The first part lists everything that a run can be told, with the flag, the environment variable and the key of a
[target file](test-your-server.md) that say it; a flag wins over the environment, and that over the file. \`run\`, \`list\` and \`doctor\` read the
environment. The second part has the commands, each with what it takes besides.
`;

function settingSections(): readonly string[] {
  const sections = allGroups.map(({title, settings}) =>
    [
      `### ${title.replace(/:$/, '')}`,
      '',
      '| flag | environment | target file | what it says |',
      '|---|---|---|---|',
      ...Object.entries(settings).map(([name, setting]) => settingRow(name, setting)),
      '',
    ].join('\n'),
  );
  return ['## Settings of a run\n', ...sections];
}

function settingRow(name: string, setting: Setting): string {
  const {flags, about, fileKey, standard} = setting;
  const key = fileKey ?? (Object.hasOwn(runFileSettings, name) ? `run.${name}` : undefined);
  const variables = variablesOf(name, setting).map(code).join(', ');
  const usual = standard === undefined ? '' : ` (default ${code(standard)})`;
  return `| ${code(flags)} | ${variables} | ${key === undefined ? '' : code(key)} | ${cell(about)}${usual} |`;
}

const ofTarget: ReadonlySet<string> = new Set(
  targetSettings.flatMap(({settings}) => Object.values(settings).map(({flags}) => flags)),
);

function renderCommand({name, description, arguments: operands, options}: CommandRow): string {
  const own = options.filter(option => !ofTarget.has(flagsOf(option)));
  const shared = options.length - own.length;
  return [
    `## touchstone ${name}`,
    '',
    description,
    '',
    ...operands.map(
      ({name: operand, about, isRequired, isMany}) =>
        `- ${code(isRequired ? `<${operand}${isMany ? '...' : ''}>` : `[${operand}${isMany ? '...' : ''}]`)}: ${about}`,
    ),
    ...(operands.length === 0 ? [] : ['']),
    ...(own.length === 0 ? [] : ['| option | what it says |', '|---|---|', ...own.map(optionRow), '']),
    ...(shared === 0 ? [] : ['It also takes the settings of a target, above.', '']),
  ].join('\n');
}

function optionRow(option: OptionRow): string {
  const {about, choices, usual} = option;
  const notes = [
    ...(choices.length === 0 ? [] : [`one of ${choices.map(code).join(', ')}`]),
    ...(usual === undefined ? [] : [`default ${code(usual)}`]),
  ];
  return `| ${code(flagsOf(option))} | ${cell(about)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`} |`;
}

function flagsOf({names, value}: OptionRow): string {
  return `${names.join(', ')}${value === undefined ? '' : ` ${value}`}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(optionDocsFile, await renderOptionDocs());
}
