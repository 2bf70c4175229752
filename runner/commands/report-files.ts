// Writes the report files of a journal: one function of the journal each, whole or not at all.
import type {Machine} from '../model/machine.ts';
import type {Requirement} from '../model/requirement.ts';
import {annotate} from '../overlay/annotate.ts';
import {bytesFromHex} from '../overlay/hex.ts';
import {isOverlayMessage} from '../overlay/schema.ts';
import type {Journal} from '../../reports/journal-reader.ts';
import {renderHtml} from '../../reports/html.ts';
import {renderJunit} from '../../reports/junit.ts';
import {renderMarkdown} from '../../reports/markdown.ts';

/** Writes them below the folder and gives their paths. */
export function reportFiles(
  journal: Journal,
  {
    requirements,
    folder,
    machine,
  }: {readonly requirements: ReadonlyMap<string, Requirement>; readonly folder: string; readonly machine: Machine},
): Promise<readonly string[]> {
  const texts: readonly (readonly [name: string, text: string])[] = [
    ['junit.xml', renderJunit(journal, {requirements})],
    ['report.md', renderMarkdown(journal, {requirements})],
    ['report.html', renderHtml(journal, {requirements, annotate: annotateHex})],
  ];
  for (const [name, text] of texts) machine.files.writeWhole(`${folder}/${name}`, text);
  return Promise.resolve(texts.map(([name]) => `${folder}/${name}`));
}

function annotateHex(message: string, hex: string): string | undefined {
  const bytes = bytesFromHex(hex);
  return bytes === undefined || !isOverlayMessage(message) ? undefined : annotate(message, bytes);
}
