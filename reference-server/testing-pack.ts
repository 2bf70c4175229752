/** Makes the body of a push from objects that are given byte for byte, also such as no git client would make; used by tests alone. */
import {createHash} from 'node:crypto';
import {deflateSync} from 'node:zlib';

const kinds = ['', 'commit', 'tree', 'blob', 'tag'] as const;

export interface GitObject {
  readonly kind: 'commit' | 'tree' | 'blob' | 'tag';
  readonly bytes: Buffer;
  readonly id: string;
}

export function gitObject(kind: GitObject['kind'], content: Uint8Array | string): GitObject {
  const bytes = Buffer.from(content as string);
  return {kind, bytes, id: createHash('sha1').update(`${kind} ${bytes.byteLength}\0`).update(bytes).digest('hex')};
}

export interface Entry {
  readonly name: string | Uint8Array;
  readonly mode?: string;
  readonly id: string;
}

export function treeOf(...entries: readonly Entry[]): GitObject {
  const rows = entries.map(({name, mode = '100644', id}) =>
    Buffer.concat([Buffer.from(`${mode} `), Buffer.from(name as string), Buffer.alloc(1), Buffer.from(id, 'hex')]),
  );
  return gitObject('tree', Buffer.concat(rows));
}

const someone = 'alice <alice@example.org> 981173106 +0000';

export function commitOf(
  treeId: string,
  {author = someone, parents = []}: {author?: string; parents?: readonly string[]} = {},
): GitObject {
  const lines = [`tree ${treeId}`, ...parents.map(id => `parent ${id}`), `author ${author}`, `committer ${someone}`];
  return gitObject('commit', `${lines.join('\n')}\n\nPushed\n`);
}

/** Gives the body of a push that makes refs of the objects that they name, with a pack of the objects given. */
export function pushOf(refs: Readonly<Record<string, string>>, objects: readonly GitObject[]): Uint8Array {
  const lines = Object.entries(refs).map(([ref, id]) => packet(`${'0'.repeat(40)} ${id} ${ref}\0report-status`));
  return Buffer.concat([...lines, Buffer.from('0000'), packOf(objects)]);
}

function packet(text: string): Buffer {
  return Buffer.from((Buffer.byteLength(text) + 4).toString(16).padStart(4, '0') + text);
}

function packOf(objects: readonly GitObject[]): Buffer {
  const head = Buffer.from('5041434b0000000200000000', 'hex');
  head.writeUInt32BE(objects.length, 8);
  const rows = objects.map(({kind, bytes}) => Buffer.concat([headOf(kind, bytes.byteLength), deflateSync(bytes)]));
  const body = Buffer.concat([head, ...rows]);
  return Buffer.concat([body, createHash('sha1').update(body).digest()]);
}

/** Gives the type and the size of an object: four bits of the size in the first byte, seven in each that follows. */
function headOf(kind: GitObject['kind'], size: number): Buffer {
  const bytes = [(kinds.indexOf(kind) << 4) | (size & 15)];
  for (let rest = size >> 4; rest > 0; rest >>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
