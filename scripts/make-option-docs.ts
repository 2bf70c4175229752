// Writes docs/options.md from the tables of options; `npm run generate` runs it after a change of a table.
import {writeFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';
import {commandTable, type CommandRow, type OptionRow} from '../runner/commands/completion/command-table.ts';
import {verbs} from '../runner/commands/verbs.ts';
import {allGroups, allSettings, variablesOf} from '../runner/commands/words/all-settings.ts';
import {referenceSettings} from '../runner/commands/words/reference-settings.ts';
import {reporterWords} from '../runner/commands/words/reporter-option.ts';
import {runFileSettings} from '../model/run-settings.ts';
import {flagOf, type Setting} from '../model/setting.ts';
import {markdownCell as code} from '../base/text/markdown-text.ts';
import {transports, type PeerKind, type Transport} from '../model/peers/transports.ts';

/** Writes the page. */
export async function renderOptionDocs(): Promise<string> {
  const groups = allGroups.map(
    ({title, settings}) =>
      `## ${title.replace(/:$/, '')}\n\n| flag | environment | in a target file | says |\n|---|---|---|---|\n${Object.entries(
        settings,
      )
        .map(([name, setting]) => row(name, setting))
        .join('\n')}\n`,
  );
  const table = await commandTable(verbs);
  const flagsOnly = table.filter(({name}) => name === 'run').map(flagsOfRun);
  const others = table.filter(({name}) => name !== 'run' && name !== 'reference');
  return [heading, ...groups, ...flagsOnly, addresses(), referenceSection(), ...others.map(commandSection)].join('\n');
}

/** What is said above of an option is not said again. */
const saidAbove: ReadonlySet<string> = new Set([...allSettings.values()].map(setting => flagOf(setting)));

function flagsOfRun({options}: CommandRow): string {
  return `## Flags only\n${tableOf(options.filter(option => !isSaidAbove(option)))}`;
}

function tableOf(options: readonly OptionRow[]): string {
  const rows = options.map(option => `| ${flagsOf(option)} | ${wordsOf(option)} |`);
  return rows.length === 0 ? '' : `\n| flag | says |\n|---|---|\n${rows.join('\n')}\n`;
}

function commandSection({name, summary, options}: CommandRow): string {
  const own = options.filter(option => !isSaidAbove(option));
  const shared = options.filter(isSaidAbove).map(option => code(option.names.at(-1) ?? ''));
  const table = tableOf(own);
  const also = shared.length === 0 ? '' : `\nAs said above of \`run\`: ${shared.join(', ')}.\n`;
  const none = options.length === 0 ? '\nIt has no options.\n' : '';
  return `## Options of \`touchstone ${name}\`\n\n${summary.charAt(0).toUpperCase()}${summary.slice(1)}.\n${table}${also}${none}`;
}

function isSaidAbove({names}: OptionRow): boolean {
  return names.some(name => saidAbove.has(name));
}

function flagsOf({names, value}: OptionRow): string {
  return names
    .map((name, at) => code(at === names.length - 1 && value !== undefined ? `${name} ${value}` : name))
    .join(', ');
}

function wordsOf({about, choices, usual}: OptionRow): string {
  const ofThese = choices.length === 0 ? '' : `: ${choices.join(', ')}`;
  return `${about.replaceAll('|', String.raw`\|`)}${ofThese}${usual === undefined ? '' : ` (default: ${code(usual)})`}`;
}

function referenceSection(): string {
  const rows = Object.values(referenceSettings).map(({flags, about}) => `| ${code(flags)} | ${about} |`);
  return `## Options of \`touchstone reference\`

These are flags only; [its page](reference-server.md) lists the variables that it reads.

| flag | says |
|---|---|
${rows.join('\n')}
`;
}

/** Where the page lies. */
export const optionDocsFile = new URL('../docs/options.md', import.meta.url);

const heading = `# Options

<!-- Made by scripts/make-option-docs.ts from model/target-settings.ts, model/run-settings.ts and model/peers/transports.ts; edit there. -->

The options of \`run\` come first; [those of every other command](#options-of-touchstone-reference) follow. Each option of \`run\` can be given as a flag, as a variable of the environment, or in a target file. A flag wins over the environment, and that
over the file; \`--verbose\` prints every setting with where it came from, and never a secret.

In the environment a switch is \`1\` or \`true\` (\`0\` and \`false\` are off), and an empty variable counts as not set. Lists have commas
between their values where the flag has; an option that is given once for each value has one value a line. A flag that answers the same
question in another way silences a variable: \`--reference\` that of \`--target\`, \`--admin-token-file\` that of \`--admin-password\`.
Variables that look like a mistyped option are reported. \`run\`, \`list\`, \`doctor\`, \`replay\` and \`clean\` read the environment; \`certify\` and \`verify\` do not, so
that nothing unseen changes what a certificate stands for.

What has no place of its own in a target file goes under \`run:\`, as in \`run: {tags: [smoke], strict: true}\`. Files that are read
(\`baseline\`, \`errata\`) are then named from the folder of the target file, those that are written from the folder that you are in.
\`NO_COLOR\`, \`FORCE_COLOR\` and \`CI\` are honoured as usual: no colour, colour always, and plain lines instead of live ones.
`;

/** How `--peer` and `--live-peer` are written. */
function addresses(): string {
  const rows = Object.values<Transport>(transports).map(
    transport => `| ${formOf(transport, 'decoder')} | ${formOf(transport, 'livePeer')} | ${transport.about} |`,
  );
  return `## Addresses of decoders and live peers\n\n| \`--peer\` | \`--live-peer\` | is |\n|---|---|---|\n${rows.join('\n')}\n\nBefore the address of a decoder, \`line:\` asks for the line form without trying frames first.\n`;
}

function formOf(transport: Transport, kind: PeerKind): string {
  const form = transport[kind];
  return form === undefined ? '' : code(form);
}

function row(name: string, setting: Setting): string {
  const about = name === 'reporter' ? reporterWords() : setting.about;
  const standard = setting.standard === undefined ? '' : ` (default: \`${setting.standard}\`)`;
  const choices = setting.value.kind === 'choice' ? `: ${setting.value.choices.join(', ')}` : '';
  return `| ${setting.flags
    .split(', ')
    .map(code)
    .join(
      ', ',
    )} | ${variablesOf(name, setting).map(code).join(', ')} | ${fileKeyOf(name, setting)} | ${about}${choices}${standard} |`;
}

function fileKeyOf(name: string, {fileKey}: Setting): string {
  if (fileKey !== undefined) return code(fileKey);
  return Object.hasOwn(runFileSettings, name) ? code(`run.${name}`) : '';
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  writeFileSync(optionDocsFile, await renderOptionDocs());
}
