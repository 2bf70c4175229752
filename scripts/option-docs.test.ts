// Shows that docs/options.md is what the tables of options say.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {commandTable} from '../runner/commands/completion/command-table.ts';
import {verbs} from '../runner/commands/verbs.ts';
import {allSettings, variablesOf} from '../runner/commands/words/all-settings.ts';
import {flagOf} from '../model/setting.ts';
import {optionDocsFile, renderOptionDocs} from './make-option-docs.ts';

test('docs/options.md is what the tables say (npm run generate makes it anew)', async () => {
  const page = readFileSync(optionDocsFile, 'utf8');
  expect(page).toBe(await renderOptionDocs());
  for (const [name, setting] of allSettings) {
    expect(page).toContain(flagOf(setting));
    for (const variable of variablesOf(name, setting)) expect(page).toContain(`\`${variable}\``);
  }
});

test('it names every option of every command', async () => {
  const page = readFileSync(optionDocsFile, 'utf8');
  const table = await commandTable(verbs);
  expect(table.length).toBeGreaterThan(20);
  const others = table.flatMap(({name}) => (name === 'run' ? [] : [`## Options of \`touchstone ${name}\``]));
  const flags = table.flatMap(({options}) => options.flatMap(({names}) => names.at(-1) ?? []));
  expect([...others, ...flags].filter(words => !page.includes(words))).toEqual([]);
});
