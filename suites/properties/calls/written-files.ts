// Where files are written, under whose name, and with which message: the optional fields of the operations on contents.
import {
  property,
  type PropertyWorld,
  type Reference,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import fc from 'fast-check';
import {isSuccess, part, placeOf, type Place} from '../common/things.ts';

const people = {
  author: {name: 'An Author', email: 'author@example.org'},
  committer: {name: 'A Committer', email: 'committer@example.org'},
};

/** What the reply to a writing says of its commit. */
const signed = {
  commit: {author: {name: people.author.name}, committer: {name: people.committer.name}},
};

export const filesAreWrittenWhereAsked = property({
  id: 'files-are-written-where-asked',
  title:
    'files are made, changed, moved and removed on the branch that is named, with its author, committer and message',
  proves: ['CONTENTS-DATES'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'branches'],
  runs: 1,
  floor: 1,
  input: fc.constant(null),
  check: async world => {
    const repo = await world.arrange('repository');
    const place = placeOf(repo);
    const main = part(repo, 'default_branch');
    const write = async (
      operation: string,
      filepath: string,
      body: {readonly [name: string]: WithReferences},
      told: string,
    ) => {
      world.count(operation);
      const reply = await world.call(operation, {
        params: {...place, filepath},
        body: {...body, ...people},
        say: `alice ${told}`,
      });
      world.expect(
        reply,
        {status: '2xx', body: {commit: {message: {$regex: `^${told}`}, ...signed.commit}}},
        {usual: true},
      );
      return reply;
    };
    const created = await write(
      'repoCreateFile',
      'one.txt',
      {content: 'b25lCg==', message: 'makes one.txt on a new branch', branch: main, new_branch: 'side'},
      'makes one.txt on a new branch',
    );
    if (!isSuccess(created)) return;
    await expectFile(world, place, {path: 'one.txt', ref: 'side', content: 'b25lCg=='});
    await expectFile(world, place, {path: 'one.txt', ref: main, content: undefined});
    const updated = await write(
      'repoUpdateFile',
      'one.txt',
      {content: 'dHdvCg==', message: 'changes one.txt on that branch', branch: 'side', sha: created.at('/content/sha')},
      'changes one.txt on that branch',
    );
    if (!isSuccess(updated)) return;
    await expectFile(world, place, {path: 'one.txt', ref: 'side', content: 'dHdvCg=='});
    const moved = await write(
      'repoUpdateFile',
      'two.txt',
      {
        content: 'dHdvCg==',
        message: 'moves it to two.txt',
        branch: 'side',
        from_path: 'one.txt',
        sha: updated.at('/content/sha'),
      },
      'moves it to two.txt',
    );
    if (!isSuccess(moved)) return;
    await expectFile(world, place, {path: 'one.txt', ref: 'side', content: undefined});
    await expectFile(world, place, {path: 'two.txt', ref: 'side', content: 'dHdvCg=='});
    await write(
      'repoDeleteFile',
      'two.txt',
      {
        message: 'removes two.txt on another new branch',
        branch: 'side',
        new_branch: 'bare',
        sha: moved.at('/content/sha'),
      },
      'removes two.txt on another new branch',
    );
    await expectFile(world, place, {path: 'two.txt', ref: 'side', content: 'dHdvCg=='});
    await expectFile(world, place, {path: 'two.txt', ref: 'bare', content: undefined});
  },
});

/** What a file holds in base64; nothing where it is not there. */
async function expectFile(
  world: PropertyWorld,
  place: Place,
  {path, ref, content}: {readonly path: string; readonly ref: string | Reference; readonly content: string | undefined},
): Promise<WorldReply> {
  const branch = typeof ref === 'string' ? ref : 'the default branch';
  const reply = await world.call('repoGetContents', {
    as: 'bob',
    params: {...place, filepath: path, ref},
    say: `bob reads ${path} of ${branch}`,
  });
  world.expect(reply, content === undefined ? {status: 404} : {status: '2xx', body: {content}}, {usual: true});
  return reply;
}
