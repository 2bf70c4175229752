// Looks through every file that a run leaves for secrets, also encoded ones: what the journal's door missed must not be published.
import type {Machine} from '../../../model/machine.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import type {Redactor} from '../../../reports/redaction/redaction.ts';
import type {WantedReport} from '../words/reporter-option.ts';

/** Larger files are not read as a whole, and so many bytes are looked through at most; what was not is told. */
const fileBytesMax = 64 * 1024 * 1024;
const totalBytesMax = 512 * 1024 * 1024;

/** Gives a line for each file with a secret in it: its name, never its value; and one where not everything could be looked at. */
export function secretsLeft(
  folder: string,
  wanted: readonly WantedReport[],
  {machine, redactor}: {readonly machine: Machine; readonly redactor: Redactor},
): readonly string[] {
  const listed = machine.files.list(folder, ['']);
  const inFolder = listed.kind === 'files' ? listed.files : [];
  if (listed.kind === 'files' && redactor.knowsNone()) return [];
  const elsewhere = wanted.flatMap(({place}) => (place.kind === 'file' ? [place.path] : []));
  const lines: string[] = [];
  let left = totalBytesMax;
  const skipped: string[] = [];
  for (const file of new Set([...inFolder, ...elsewhere.filter(path => machine.files.exists(path))])) {
    const bytes = left > 0 ? machine.files.readBytes(file, fileBytesMax) : undefined;
    if (bytes === undefined) {
      skipped.push(file);
      continue;
    }
    left -= bytes.length;
    const name = redactor.holds(bytes);
    if (name !== undefined)
      lines.push(`a secret is left in ${visibleText(file)}: ${visibleText(name)}; do not publish this file`);
  }
  if (listed.kind === 'unreadable') lines.push(`${folder} could not be searched for secrets: ${listed.why}`);
  if (skipped.length > 0)
    machine.talk(
      `note: not searched for secrets, as too large: ${skipped.map(file => visibleText(file)).join(', ')}\n`,
    );
  return lines;
}
