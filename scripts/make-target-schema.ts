// Makes fixtures/targets/target.schema.json from the key tables of the target file reader, so that editors know exactly what the reader accepts.
import {realpathSync, writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {closedObject} from '../base/yaml/key-schema.ts';
import {
  accountKeys,
  boundKeys,
  fetchKeys,
  nodeKeys,
  readyKeys,
  signInKeys,
  startKeys,
  targetFileKeys,
  tlsKeys,
  variantKeys,
  openidPlaceKeys,
  webhookKeys,
} from '../runner/read/target/target-keys.ts';
import {runKeys} from '../runner/read/target/read-run.ts';

/** Gives the text of the schema file. */
export function makeTargetSchema(): string {
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'touchstone target',
    description: 'What is under test and how it is reached. Made by scripts/make-target-schema.ts; do not edit.',
    ...closedObject(targetFileKeys),
    $defs: {
      start: closedObject(startKeys),
      node: closedObject(nodeKeys),
      ready: closedObject(readyKeys),
      variant: closedObject(variantKeys),
      account: closedObject(accountKeys),
      signIn: closedObject(signInKeys),
      fetch: closedObject(fetchKeys),
      webhook: closedObject(webhookKeys),
      openid: closedObject(openidPlaceKeys),
      tls: closedObject(tlsKeys),
      bounds: closedObject(boundKeys),
      run: closedObject(runKeys),
    },
  };
  return `${JSON.stringify(schema, null, 2)}\n`;
}

const self = fileURLToPath(import.meta.url);
if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === self) {
  writeFileSync(fileURLToPath(new URL('../fixtures/targets/target.schema.json', import.meta.url)), makeTargetSchema());
}
