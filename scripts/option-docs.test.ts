// Shows that docs/options.md is what the tables of options say.
import {readFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {allSettings, variablesOf} from '../runner/commands/words/all-settings.ts';
import {flagOf} from '../model/setting.ts';
import {optionDocsFile, renderOptionDocs} from './make-option-docs.ts';

test('docs/options.md is what the tables say (npm run generate makes it anew)', () => {
  const page = readFileSync(optionDocsFile, 'utf8');
  expect(page).toBe(renderOptionDocs());
  for (const [name, setting] of allSettings) {
    expect(page).toContain(flagOf(setting));
    for (const variable of variablesOf(name, setting)) expect(page).toContain(`\`${variable}\``);
  }
});
