// Makes reports/certificate/certificate.schema.json from the shape that `touchstone verify` checks.
import {realpathSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {certificateSchema} from '../reports/certificate/statement-shape.ts';
import {jsonText} from '../model/json.ts';

const file = fileURLToPath(new URL('../reports/certificate/certificate.schema.json', import.meta.url));

if (realpathSync(process.argv[1] ?? '') === fileURLToPath(import.meta.url)) {
  writeFileSync(file, jsonText(certificateSchema(), 2) + '\n');
}
