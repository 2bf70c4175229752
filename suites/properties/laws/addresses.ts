// Addresses in replies: they lead to what the API shows, and show strangers no more than the API does.
import fc from 'fast-check';
import {isJsonObject} from '../../../model/json.ts';
import {
  property,
  type CallRequest,
  type PropertyWorld,
  type Reference,
  type WorldReply,
} from '../../../model/property.ts';
import {base64} from '../histories/history.ts';
import {isSuccess, part, placeOf, textOf, type Place} from '../common/things.ts';

const things = [
  'repository',
  'release',
  'draft',
  'issue',
  'comment',
  'pull',
  'file',
  'commit',
  'branch',
  'tag',
] as const;
type Kind = (typeof things)[number];

export const addressesInReplies = property({
  id: 'addresses-in-replies',
  title: 'addresses in replies lead to what the API shows, and show strangers no more than the API does',
  proves: ['API-PREFIX'],
  area: 'hosting',
  contexts: 'it makes a public and a private repository itself, and asks without credentials',
  needs: ['repositories', 'issues', 'pull-requests', 'anonymous-reading'],
  runs: 1,
  floor: 1,
  requestsPerRun: 150,
  input: fc.constantFrom('the private one first', 'the public one first'),
  check: async (world, order) => {
    const both = order === 'the private one first' ? [true, false] : [false, true];
    for (const isPrivate of both) await expectAddresses(world, isPrivate);
  },
});

async function expectAddresses(world: PropertyWorld, isPrivate: boolean): Promise<void> {
  const repo = await world.arrange('repository', {private: isPrivate});
  const place = placeOf(repo);
  const replies = await filled(world, place, part(repo, 'default_branch'));
  const stranger = {as: 'anonymous'} as const;
  const home = `/${textOf(place.owner)}/${textOf(place.repo)}`;
  const own = replies.get('repository');
  const page =
    own === undefined
      ? undefined
      : await open(
          world,
          stranger,
          addressesIn(own, home).find(({key}) => key === 'html_url'),
        );
  // A server without pages has none for what is public either.
  const hasPages = isPrivate || page === undefined || page.status < 400;
  for (const [kind, reply] of replies)
    for (const {key, path} of addressesIn(reply, home)) {
      const isOfApi = path.startsWith('/api/');
      // One known server shows drafts at their own address in the API to everybody.
      if (isOfApi ? kind === 'draft' : !hasPages) continue;
      // A draft is for those alone who may write.
      const isHidden = isPrivate || kind === 'draft';
      const shown = await open(
        world,
        stranger,
        {key, path},
        `of ${articles[kind]}${isPrivate ? ' in a private repository' : ''}`,
      );
      world.count(`${key} of ${articles[kind]}`);
      const where = `${articles[kind]} in a ${isPrivate ? 'private' : 'public'} repository`;
      world.law(
        isHidden ? !isSuccess(shown) : shown.status < 400,
        {
          path: 'status',
          message: `the ${key} of ${where} leads to ${path}, which ${isHidden ? 'shows it to' : 'shows nothing to'} somebody without credentials`,
          expected: isHidden ? 'a refusal, such as 404' : '2xx or 3xx',
          actual: shown.status,
        },
        {usual: true, unwritable: 'it follows an address in a reply'},
      );
    }
}

const articles: Readonly<Record<Kind, string>> = {
  repository: 'the repository',
  release: 'a release',
  draft: 'a draft',
  issue: 'an issue',
  comment: 'a comment',
  pull: 'a pull request',
  file: 'a file',
  commit: 'a commit',
  branch: 'a branch',
  tag: 'a tag',
};

/** Makes one of each, and gives what alice is shown of it. */
async function filled(world: PropertyWorld, place: Place, branch: Reference): Promise<ReadonlyMap<Kind, WorldReply>> {
  const call = async (operation: string, request: CallRequest): Promise<WorldReply> =>
    world.prepare(operation, {...request, params: {...place, ...request.params}});
  const file = await call('repoCreateFile', {
    params: {filepath: 'topic.txt'},
    body: {content: base64('topic\n'), branch, new_branch: 'topic'},
    say: 'alice makes a file on a branch of its own',
  });
  const issue = await call('issueCreateIssue', {body: {title: 'An issue'}, say: 'alice opens an issue'});
  const release = (tag: string, draft: boolean): Promise<WorldReply> =>
    call('repoCreateRelease', {
      body: {tag_name: tag, name: tag, draft},
      say: `alice makes ${draft ? 'a draft' : 'a release'}`,
    });
  const made: readonly (readonly [Kind, WorldReply])[] = [
    ['issue', issue],
    [
      'comment',
      await call('issueCreateComment', {
        params: {index: issue.at('/number')},
        body: {body: 'words'},
        say: 'alice comments',
      }),
    ],
    [
      'pull',
      await call('repoCreatePullRequest', {
        body: {title: 'A pull request', head: 'topic', base: branch},
        say: 'alice opens a pull request',
      }),
    ],
    ['release', await release('v1', false)],
    ['draft', await release('v2', true)],
    ['file', file],
    [
      'commit',
      await call('repoGetSingleCommit', {params: {sha: file.at('/commit/sha')}, say: 'alice reads the commit'}),
    ],
    ['branch', await call('repoGetBranch', {params: {branch: 'topic'}, say: 'alice reads the branch'})],
    ['tag', await call('repoGetTag', {params: {tag: 'v1'}, say: 'alice reads the tag'})],
    ['repository', await call('repoGet', {say: 'alice reads the repository'})],
  ];
  return new Map(made);
}

// Of a removed comment one known server still gives the file.
const hangers = ['the attachment', 'the issue', 'the release', 'the repository'] as const;
type Hanger = (typeof hangers)[number];

export const attachmentsGoWithWhatTheyHangOn = property({
  id: 'attachments-go-with-what-they-hang-on',
  title: 'the file of an attachment cannot be read any more when the attachment, or what it hangs on, was removed',
  proves: ['ATTACH-ISSUE'],
  area: 'hosting',
  contexts: 'it makes a public repository itself, and asks without credentials',
  needs: ['repositories', 'issues', 'anonymous-reading'],
  runs: 1,
  floor: 1,
  requestsPerRun: 10 * hangers.length,
  input: fc.constantFrom('from small to large', 'from large to small'),
  check: async (world, order) => {
    for (const hanger of order === 'from small to large' ? hangers : hangers.toReversed())
      await expectGone(world, hanger);
  },
});

async function expectGone(world: PropertyWorld, hanger: Hanger): Promise<void> {
  const repo = await world.arrange('repository', {private: false});
  const place = placeOf(repo);
  const call = async (operation: string, request: CallRequest): Promise<WorldReply> =>
    world.prepare(operation, {...request, params: {...place, ...request.params}});
  const isOfRelease = hanger === 'the release';
  const thing = isOfRelease
    ? await call('repoCreateRelease', {body: {tag_name: 'v1', name: 'v1'}, say: 'alice makes a release'})
    : await call('issueCreateIssue', {body: {title: 'An issue'}, say: 'alice opens an issue'});
  const at = isOfRelease ? {id: thing.at('/id')} : {index: thing.at('/number')};
  const attached = await call(isOfRelease ? 'repoCreateReleaseAttachment' : 'issueCreateIssueAttachment', {
    params: at,
    multipart: {attachment: {filename: 'note.txt', type: 'text/plain', text: 'some bytes'}},
    say: 'alice attaches a file',
  });
  const path = pathOfDownload(attached);
  const download = async (say: string): Promise<WorldReply> =>
    world.request('GET', path ?? '/', {as: 'anonymous', say: `somebody without credentials reads the file ${say}`});
  // A server without such addresses shows nothing here.
  if (path === undefined || !isSuccess(await download('of the attachment'))) return;
  const [operation, params] = {
    'the attachment': ['issueDeleteIssueAttachment', {...at, attachment_id: attached.at('/id')}] as const,
    'the issue': ['issueDelete', at] as const,
    'the release': ['repoDeleteRelease', at] as const,
    'the repository': ['repoDelete', {}] as const,
  }[hanger];
  await call(operation, {params, say: `alice removes ${hanger}`});
  const after = await download(`when ${hanger} is removed`);
  world.count(`removed with ${hanger}`);
  world.law(
    !isSuccess(after),
    {
      path: 'status',
      message: `the file of an attachment can still be read after ${hanger} was removed`,
      expected: 'a refusal, such as 404',
      actual: after.status,
    },
    {usual: true, unwritable: 'it follows an address in a reply'},
  );
}

/** The path of the file of an attachment, as it is below where the server is reached. */
function pathOfDownload({body}: WorldReply): string | undefined {
  const address = isJsonObject(body) ? body['browser_download_url'] : undefined;
  if (typeof address !== 'string' || !URL.canParse(address)) return undefined;
  const {pathname, search} = new URL(address);
  const at = pathname.indexOf('/attachments/');
  return `${at < 0 ? pathname : pathname.slice(at)}${search}`;
}

interface Address {
  readonly key: string;
  readonly path: string;
}

/** The addresses of a thing that lie below its repository; a file and its commit come in one reply. */
function addressesIn({body}: WorldReply, home: string): readonly Address[] {
  const thing = isJsonObject(body) && 'content' in body ? body['content'] : body;
  if (!isJsonObject(thing)) return [];
  return Object.entries(thing).flatMap(([key, value]) => {
    // What is written to, given by another protocol, or no matter of the record, is no place to look at.
    const isLooked = key.endsWith('url') && !/^(?:upload|clone|ssh|git|languages)_url$/.test(key);
    const path = isLooked && typeof value === 'string' ? pathIn(value, home) : undefined;
    return path === undefined ? [] : [{key, path}];
  });
}

/** The path of an address as it is below where the server is reached; nothing where it does not lead into the repository. */
function pathIn(address: string, home: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const {pathname, search} = new URL(address);
  const inHome = `${pathname}/`.indexOf(`${home}/`);
  if (inHome < 0) return undefined;
  const inApi = pathname.indexOf('/api/v1/');
  return `${pathname.slice(inApi < 0 ? inHome : inApi)}${search}`;
}

async function open(
  world: PropertyWorld,
  by: Pick<CallRequest, 'as'>,
  address: Address | undefined,
  of = 'of the repository',
): Promise<WorldReply> {
  return world.request('GET', address?.path ?? '/', {
    ...by,
    say: `somebody without credentials opens the ${address?.key ?? 'html_url'} ${of}`,
  });
}
