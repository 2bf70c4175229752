// What is uploaded comes back: packages and attachments of any bytes, byte for byte, whatever they are called.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {isSuccess, part, placeOf, textOf} from './common/things.ts';
import {quoted} from '../../base/text/quoted.ts';

// Pieces that get lost on the way: line breaks, blanks and zeros at the edges, what ends a part of a form, what is no text.
const pieces = {
  'a line break': '0a',
  'a line break of two characters': '0d0a',
  blanks: '2009',
  'a zero byte': '00',
  'what ends a part of a form': '0d0a2d2d',
  'a byte order mark': 'efbbbf',
  'bytes that are no text': 'ff80fe',
  'half a letter': 'c3',
  text: '616263',
  'some kilobytes': 'f09f8c8d20'.repeat(700),
} as const;

type Piece = keyof typeof pieces;

const kinds = Object.keys(pieces) as readonly Piece[];

/** Some pieces, put together. */
const content = fc.uniqueArray(fc.constantFrom(...kinds), {minLength: 1, maxLength: 4, size: 'max'});

function hexOf(drawn: readonly Piece[]): string {
  return drawn.map(piece => pieces[piece]).join('');
}

/** Says what a file is made of, and begins its bytes, by which the story and the finding are about one thing. */
function contentOf(drawn: readonly Piece[]): string {
  const bytes = hexOf(drawn);
  const shown = bytes.length > 24 ? `${bytes.slice(0, 24)}…, ${String(bytes.length / 2)} bytes` : bytes;
  return `${drawn.join(', then ')} (${shown})`;
}

export const packagesComeBack = property({
  id: 'packages-come-back',
  title: 'a package of any bytes comes back byte for byte, beside others of the same version',
  proves: ['PACKAGES'],
  area: 'hosting',
  contexts: 'packages belong to an account and are in no repository',
  runs: 1,
  floor: 1,
  // Each kind of piece stands in one file at least, and alone where it broke.
  input: fc.tuple(inAnyOrder(kinds), fc.array(content, {maxLength: 2})),
  check: async (world, [order, more]) => {
    const files = [...halves(order), ...more];
    const owner = world.known('actors.alice.login');
    const params = {owner, package: `ts-${textOf(world.known('case.name'))}`, version: '1.0.0'};
    for (const [index, file] of files.entries()) {
      world.count('upload');
      const reply = await world.call('uploadGenericPackage', {
        params: {...params, filename: `${String(index + 1)}.bin`},
        bytes: hexOf(file),
        say: `upload file ${String(index + 1)} of ${index === 0 ? 'a new' : 'the same'} package: ${contentOf(file)}`,
      });
      world.expect(reply, {status: '2xx'});
    }
    for (const [index, file] of files.entries()) {
      const reply = await world.call('downloadGenericPackage', {
        params: {...params, filename: `${String(index + 1)}.bin`},
        say: `download file ${String(index + 1)} of the package`,
      });
      world.expect(reply, {status: '2xx', bytes: hexOf(file)});
    }
    await world.prepare('deletePackage', {params: {...params, type: 'generic'}, say: 'remove the package'});
  },
});

function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const middle = Math.ceil(items.length / 2);
  return [items.slice(0, middle), items.slice(middle)].filter(half => half.length > 0);
}

// Names that a header or a form can be broken by.
const names = ['one.zip', 'zwei Wörter.zip', 'a"b.zip', "a'b;c.zip", '名前.zip', 'a%22b.zip'] as const;
const breaking = 'a.zip\r\nx-touchstone: 1\r\n.zip';

const homes = ['an issue', 'a comment'] as const;

/** The operations of the attachments of one kind of subject, and what finds it. */
interface Home {
  readonly create: string;
  readonly list: string;
  readonly edit: string;
  readonly params: {readonly [name: string]: Reference};
}

export const attachmentsComeBack = property({
  id: 'attachments-come-back',
  title: 'a file of any bytes that is attached to an issue or a comment comes back byte for byte, under its name',
  proves: ['ATTACH-ISSUE', 'ATTACH-COMMENT'],
  area: 'hosting',
  contexts: {
    right: 'admin',
    fixed: {visibility: 'some requests are sent without credentials, so what they read must be public'},
  },
  needs: ['repositories', 'issues', 'anonymous-reading'],
  runs: 2,
  floor: 1,
  input: fc.tuple(fc.constantFrom(...homes), inAnyOrder(kinds), fc.constantFrom(...names)),
  check: async (world, [where, order, name]) => {
    const {create, list, edit, params} = await homeOf(world, where);
    const home = where === 'an issue' ? 'the issue' : 'the comment';
    const proves = where === 'an issue' ? 'ATTACH-ISSUE' : 'ATTACH-COMMENT';
    for (const [index, file] of halves(order).entries()) {
      const called = `file ${String(index + 1)}`;
      world.count(`attach to ${where}`);
      const bytes = hexOf(file);
      const made = await world.call(create, {
        params,
        multipart: {attachment: {filename: 'one.zip', type: 'application/zip', bytes}},
        say: `attach ${called} to ${home} as one.zip: ${contentOf(file)}`,
      });
      world.expect(made, {proves, status: '2xx'});
      const renamed = await world.call(edit, {
        params: {...params, attachment_id: made.at('/id')},
        body: {name},
        say: `rename ${called} to ${name}`,
      });
      // Which names are allowed is not said.
      if (isSuccess(renamed)) {
        const all = await world.call(list, {as: 'bob', params, say: `bob lists what is attached to ${home}`});
        world.expect(all, {proves, status: '2xx', at: {'$[*].name': {$contains: name}}});
      }
      const path = `/attachments/${textOf(made.at('/uuid'))}`;
      const shown = await world.request('GET', path, {
        as: 'anonymous',
        say: `somebody without credentials downloads ${called}`,
      });
      world.expect(shown, {proves, status: '2xx', bytes});
      await world.call(edit, {
        params: {...params, attachment_id: made.at('/id')},
        body: {name: breaking},
        say: `rename ${called} to a name with line breaks, ${quoted(breaking)}`,
      });
      const still = await world.request('GET', path, {
        as: 'anonymous',
        say: `somebody without credentials downloads ${called} again`,
      });
      world.expect(still, {status: '2xx', headers: {'x-touchstone': {$absent: true}}}, {usual: true});
    }
  },
});

async function homeOf(world: PropertyWorld, where: (typeof homes)[number]): Promise<Home> {
  const repo = await world.arrange('repository', {auto_init: false});
  const issue = await world.arrange('issue', {repo});
  if (where === 'an issue')
    return {
      create: 'issueCreateIssueAttachment',
      list: 'issueListIssueAttachments',
      edit: 'issueEditIssueAttachment',
      params: {...placeOf(repo), index: part(issue, 'number')},
    };
  const comment = await world.arrange('comment', {repo, issue});
  return {
    create: 'issueCreateIssueCommentAttachment',
    list: 'issueListIssueCommentAttachments',
    edit: 'issueEditIssueCommentAttachment',
    params: {...placeOf(repo), id: part(comment, 'id')},
  };
}
