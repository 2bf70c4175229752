// Finds out where an editor finds the schema of a file that is about to be written: in the installed package, or beside the file.
import type {Machine} from '../../../model/machine.ts';

/** What stands in the file's first line, and the schema that has to be written beside it, if any. */
export interface SchemaPlace {
  readonly reference: string;
  readonly beside?: {readonly file: string; readonly text: string};
}

/** Finds the place for a schema of ours; a path of this machine never goes into a file that others read. */
export function schemaPlace(schema: string, file: string, machine: Machine): SchemaPlace {
  const folder = file.replace(/[^/\\]*$/, '');
  const installed = `node_modules/touchstone/${schema}`;
  if (machine.files.exists(`${folder}${installed}`)) return {reference: `./${installed}`};
  const name = `touchstone-${schema.slice(schema.lastIndexOf('/') + 1)}`;
  const text = machine.files.readText(`${machine.packageRoot}/${schema}`);
  return {
    reference: `./${name}`,
    ...(text.kind === 'text' ? {beside: {file: `${folder}${name}`, text: text.text}} : {}),
  };
}
