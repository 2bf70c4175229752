// Makes reports/journal/journal.schema.json from the shape that the journal reader checks, so that both always agree.
import {realpathSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {jsonText} from '../model/json.ts';
import {journalSchema} from '../reports/journal/line-shape.ts';

/** Where the schema is kept. */
export const journalSchemaFile = fileURLToPath(new URL('../reports/journal/journal.schema.json', import.meta.url));

/** Gives the text of the schema file, before it is formatted. */
export function makeJournalSchema(): string {
  return jsonText(journalSchema(), 2) + '\n';
}

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  writeFileSync(journalSchemaFile, makeJournalSchema());
}
