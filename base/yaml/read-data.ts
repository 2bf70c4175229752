// Reads a plain data file with the strictness of suites.
import type {Json} from '../../model/json.ts';
import {readYamlFile, type FileReading, type TextFile} from './read-yaml-file.ts';

/** Gives the value of a YAML file, or every problem of it. */
export function readData(file: TextFile): FileReading<Json> {
  return readYamlFile(file, root => root.value);
}
