// Makes reports/compare/comparison.schema.json from the shape of what `touchstone compare --to json` writes.
import {realpathSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {jsonText} from '../model/json.ts';
import {comparisonSchema} from '../reports/compare/comparison-json.ts';

const file = fileURLToPath(new URL('../reports/compare/comparison.schema.json', import.meta.url));

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  writeFileSync(file, jsonText(comparisonSchema(), 2) + '\n');
}
