// Archives of a branch and of a commit: they unpack, and hold the files that are there, whatever their names.
import {property, type PropertyWorld, type WorldReply} from '../../../model/property.ts';
import {BrokenArchive, filesInTar, filesInZip, type ArchivedFiles} from '../common/archive-files.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {part, placeOf, spelled, textOf} from '../common/things.ts';

/** What archives are asked for, and what reads each of them. */
const formats: readonly (readonly [ending: string, read: (bytes: Uint8Array) => ArchivedFiles])[] = [
  ['zip', filesInZip],
  ['tar.gz', filesInTar],
];

const long = 'a-long-name-'.repeat(8);

/** Names that archives write in different ways, each with what the file holds. */
const files: Readonly<Record<string, Uint8Array>> = {
  'plain.txt': Buffer.from('plain\n'),
  'empty.txt': new Uint8Array(),
  'Grüße aus 東京.txt': Buffer.from('Grüße\n'),
  'folder/sub folder/c.md': Buffer.from('# c\n'),
  [`${long}/${long}.txt`]: Buffer.from('long\n'),
  [`ü${long}${long}.txt`]: Buffer.from('long, and with an umlaut\n'),
  'bytes.bin': Uint8Array.from({length: 1024}, (_, at) => at % 256),
  'many lines.txt': Buffer.from('the same line again\n'.repeat(1000)),
};

export const archivesHoldTheFiles = property({
  id: 'archives-hold-the-files',
  title: 'archives of a branch and of a commit unpack, and hold every file as it was written',
  proves: ['API-PREFIX'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories'],
  runs: 1,
  floor: 1,
  requestsPerRun: 20,
  input: inAnyOrder(Object.keys(files)),
  check: async (world, order) => {
    const repo = await world.arrange('repository');
    const place = placeOf(repo);
    let sha = '';
    for (const filepath of order) {
      const written = await world.prepare('repoCreateFile', {
        params: {...place, filepath},
        body: {content: Buffer.from(files[filepath] ?? []).toString('base64')},
        say: `alice writes ${filepath}`,
      });
      sha = textOf(written.at('/commit/sha'));
    }
    for (const of of [textOf(part(repo, 'default_branch')), sha])
      for (const [ending, read] of formats) {
        const archive = `${of}.${ending}`;
        world.count(ending);
        const reply = await world.call('repoGetArchive', {params: {...place, archive}, say: `alice gets ${archive}`});
        world.expect(reply, {status: '2xx'}, {usual: true});
        expectFiles(world, reply, {archive, read, order});
      }
  },
});

interface Archive {
  readonly archive: string;
  readonly read: (bytes: Uint8Array) => ArchivedFiles;
  /** What was written. */
  readonly order: readonly string[];
}

function expectFiles(world: PropertyWorld, {bytes}: WorldReply, {archive, read, order}: Archive): void {
  const found = readOrWhy(read, bytes);
  const law = {usual: true, unwritable: 'it unpacks an archive'};
  const isRead = typeof found !== 'string';
  world.law(isRead, {path: 'body', message: `${archive} cannot be read: ${isRead ? '' : found}`}, law);
  if (!isRead) return;
  // All of it lies in one folder, which each server names in its own way.
  const shown = new Map([...found].map(([path, content]) => [path.slice(path.indexOf('/') + 1), content]));
  const wrong = order.flatMap(path => {
    const own = shown.get(path);
    if (own === undefined) return [`no ${path}`];
    return Buffer.compare(own, files[path] ?? new Uint8Array()) === 0
      ? []
      : [`${path} with ${String(own.byteLength)} other bytes`];
  });
  const message = `${archive} has ${spelled(wrong)} (it holds ${spelled([...shown.keys()])})`;
  world.law(wrong.length === 0, {path: 'body', message}, law);
}

function readOrWhy(read: Archive['read'], bytes: Uint8Array): ArchivedFiles | string {
  try {
    return read(bytes);
  } catch (error) {
    // A reader that runs past the end says so, too.
    if (error instanceof BrokenArchive || error instanceof RangeError) return error.message;
    throw error;
  }
}
