// What a search leaves of each finding: its file, and the raw input beside it.
import {basename, dirname} from 'node:path';
import type {FuzzFinding} from '../../../model/decoder-search.ts';
import type {Machine} from '../../../model/machine.ts';
import type {RawFolder} from '../../../model/ports.ts';
import {artifactName, findingName, findingText} from './finding-file.ts';
import type {FuzzOptions} from './search-options.ts';

/** Where a search leaves what it found. */
interface SearchFolder {
  readonly machine: Machine;
  readonly options: FuzzOptions;
  readonly output: RawFolder;
}

/** Writes a finding, and its raw input beside it; `isShared`: several decoders write into the folder. */
export function saveFinding({machine, options, output}: SearchFolder, finding: FuzzFinding, isShared: boolean): void {
  const name = `findings/${findingName(finding, isShared)}`;
  output.write(`${name}.bin`, finding.bytes);
  output.write(`${name}.json`, findingText(finding));
  if (options.artifactPrefix === undefined) return;
  const path = `${options.artifactPrefix}${artifactName(finding)}`;
  const opened = machine.openRawFolder(dirname(path));
  if (opened.kind === 'open') opened.folder.write(basename(path), finding.bytes);
  else machine.talk(`touchstone fuzz: --artifact-prefix ${options.artifactPrefix}: ${opened.why}\n`);
}
