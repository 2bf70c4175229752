// What updates of notifications mark, by each of their parameters: one thread, those of one of two repositories of the same name, and all of them.
import {isJsonObject, type Json} from '../../../model/json.ts';
import {property, type CallRequest, type PropertyWorld, type Reference} from '../../../model/property.ts';
import fc from 'fast-check';
import {
  isSameBag,
  isSuccess,
  itemsOf,
  part,
  placeOf,
  signedIn,
  spelled,
  textOf,
  wordOf,
  type Place,
  type Things,
} from '../common/things.ts';

const titles = ['issue 1', 'issue 2', 'issue 3'] as const;
type Title = (typeof titles)[number];
type Status = 'unread' | 'read' | 'pinned';
type Marks = {readonly [title in Title]: Status};

/** One update, and what the three threads are marked as after it. */
interface Update {
  readonly operation: 'notifyReadList' | 'notifyReadRepoList' | 'notifyReadThread';
  /** Of one thread its title, of a repository its number. */
  readonly of?: Title | 0 | 1;
  readonly params: NonNullable<CallRequest['params']>;
  readonly told: string;
  readonly after: Marks;
  readonly proves: string;
}

// Issues 1 and 3 are in the first repository, issue 2 in the one that has its name elsewhere.
const updates: readonly Update[] = [
  {
    operation: 'notifyReadThread',
    of: 'issue 1',
    params: {'to-status': 'pinned'},
    told: 'pins issue 1',
    after: {'issue 1': 'pinned', 'issue 2': 'unread', 'issue 3': 'unread'},
    proves: 'NOTIFY-PATCH',
  },
  {
    operation: 'notifyReadList',
    params: {},
    told: 'marks what is unread, and names no status',
    after: {'issue 1': 'pinned', 'issue 2': 'read', 'issue 3': 'read'},
    proves: 'NOTIFY-PUT',
  },
  {
    operation: 'notifyReadList',
    params: {all: true, 'to-status': 'unread'},
    told: 'marks all as unread',
    after: {'issue 1': 'unread', 'issue 2': 'unread', 'issue 3': 'unread'},
    proves: 'NOTIFY-PUT',
  },
  {
    operation: 'notifyReadRepoList',
    of: 1,
    params: {last_read_at: '2001-01-01T00:00:00Z'},
    told: 'marks what the second repository had in 2001',
    after: {'issue 1': 'unread', 'issue 2': 'unread', 'issue 3': 'unread'},
    proves: 'NOTIFY-REPO-PUT',
  },
  {
    operation: 'notifyReadRepoList',
    of: 0,
    params: {'to-status': 'pinned'},
    told: 'pins what is unread in the first repository',
    after: {'issue 1': 'pinned', 'issue 2': 'unread', 'issue 3': 'pinned'},
    proves: 'NOTIFY-REPO-PUT',
  },
  {
    operation: 'notifyReadRepoList',
    of: 1,
    params: {'status-types': ['pinned']},
    told: 'marks what is pinned in the second repository, where nothing is',
    after: {'issue 1': 'pinned', 'issue 2': 'unread', 'issue 3': 'pinned'},
    proves: 'NOTIFY-REPO-PUT',
  },
  {
    operation: 'notifyReadList',
    params: {'status-types': ['read', 'pinned']},
    told: 'marks what is read or pinned',
    after: {'issue 1': 'read', 'issue 2': 'unread', 'issue 3': 'read'},
    proves: 'NOTIFY-PUT',
  },
  {
    operation: 'notifyReadThread',
    of: 'issue 2',
    params: {},
    told: 'marks issue 2, and names no status',
    after: {'issue 1': 'read', 'issue 2': 'read', 'issue 3': 'read'},
    proves: 'NOTIFY-PATCH',
  },
  {
    operation: 'notifyReadThread',
    of: 'issue 2',
    params: {},
    told: 'marks issue 2 once more',
    after: {'issue 1': 'read', 'issue 2': 'read', 'issue 3': 'read'},
    proves: 'NOTIFY-PATCH',
  },
  {
    operation: 'notifyReadRepoList',
    of: 0,
    params: {all: true, 'to-status': 'unread'},
    told: 'marks all of the first repository as unread',
    after: {'issue 1': 'unread', 'issue 2': 'read', 'issue 3': 'unread'},
    proves: 'NOTIFY-REPO-PUT',
  },
];

export const updatesMarkWhatTheyName = property({
  id: 'updates-mark-what-they-name',
  title:
    'an update of notifications marks what its parameters name, and leaves a repository of the same name elsewhere alone; a thread names its latest comment',
  proves: ['NOTIFY-PUT', 'NOTIFY-REPO-PUT', 'NOTIFY-REPO-LIST', 'NOTIFY-PATCH', 'NOTIFY-STATES', 'NOTIFY-ATTRS'],
  area: 'hosting',
  contexts: 'its readers are accounts of its own, and its repositories have two owners',
  needs: ['issues', 'repositories', 'users', 'organizations', 'basic-authentication', 'usual-pages'],
  runs: 1,
  floor: 1,
  input: fc.constant(null),
  check: async world => {
    const reader = await world.arrange('user', {}, {called: 'the reader'});
    const own = await world.arrange('repository', {auto_init: false}, {called: 'the first repository'});
    const org = await world.arrange('organization');
    const name = part(own, 'name');
    const other = await world.arrange(
      'organization-repository',
      {org, name, auto_init: false},
      {called: 'the second repository'},
    );
    const places = [placeOf(own), placeOf(other)];
    const numbers: Reference[] = [];
    for (const [at, title] of titles.entries())
      numbers.push(await tell(world, reader, {place: placed(places, at % 2), title}));
    const ids = await threadsOf(world, reader);
    await expectListed(world, reader, places);
    for (const update of updates) {
      const {operation, of, params, told} = update;
      const where = typeof of === 'string' ? {id: ids.get(of) ?? null} : of === undefined ? {} : placed(places, of);
      world.count(operation);
      const reply = await world.call(operation, {
        ...signedIn(reader),
        params: {...where, ...params},
        say: `the reader ${told}`,
      });
      world.expect(reply, {status: '2xx'}, {usual: true});
      if (!isSuccess(reply)) return;
      await expectMarks(world, reader, update);
    }
    await expectLatestComment(world, reader, {
      place: placed(places, 0),
      number: numbers[0] ?? name,
      id: ids.get('issue 1') ?? name,
    });
  },
});

function placed(places: readonly Place[], at: number): Place {
  const place = places[at];
  if (place === undefined) throw new Error('there are two repositories');
  return place;
}

/** The reader opens an issue and bob comments on it; gives its number. */
async function tell(
  world: PropertyWorld,
  reader: Things,
  {place, title}: {readonly place: Place; readonly title: string},
): Promise<Reference> {
  const issue = await world.prepare('issueCreateIssue', {
    ...signedIn(reader),
    params: place,
    body: {title},
    say: `the reader opens ${title}`,
  });
  const index = issue.at('/number');
  await world.prepare('issueCreateComment', {
    as: 'bob',
    params: {...place, index},
    body: {body: `about ${title}`},
    say: `bob comments on ${title}`,
  });
  return index;
}

function titleOf(subject: Json | undefined): string {
  return subject !== undefined && isJsonObject(subject) ? wordOf(subject['title']) : '';
}

async function threadsOf(world: PropertyWorld, reader: Things): Promise<ReadonlyMap<string, Reference>> {
  const list = await world.prepare('notifyGetList', {
    ...signedIn(reader),
    params: {all: true},
    until: reply => itemsOf(reply).length === titles.length,
    awaited: {body: {$length: titles.length}},
    say: 'the reader lists all notifications',
  });
  return new Map(itemsOf(list).map(({subject}, at) => [titleOf(subject), list.at(`/${String(at)}/id`)]));
}

/** Each of the two repositories lists what is in it, although they have one name. */
async function expectListed(world: PropertyWorld, reader: Things, places: readonly Place[]): Promise<void> {
  for (const [at, place] of places.entries()) {
    const list = await world.call('notifyGetRepoList', {
      ...signedIn(reader),
      params: {...place, all: true},
      say: `the reader lists the notifications of the ${at === 0 ? 'first' : 'second'} repository`,
    });
    world.expect(list, {
      proves: 'NOTIFY-REPO-LIST',
      status: '2xx',
      at: {'$[*].subject.title': {$unordered: titles.filter((_, index) => index % 2 === at)}},
    });
  }
}

async function expectMarks(world: PropertyWorld, reader: Things, {told, after, proves}: Update): Promise<void> {
  const list = await world.call('notifyGetList', {
    ...signedIn(reader),
    params: {all: true},
    say: 'the reader lists all notifications',
  });
  world.expect(list, {status: '2xx'}, {usual: true});
  const wanted = titles.map(title =>
    words(title, {unread: after[title] === 'unread', pinned: after[title] === 'pinned'}),
  );
  const shown = itemsOf(list).map(({subject, unread, pinned}) =>
    words(titleOf(subject), {unread, pinned: pinned ?? false}),
  );
  const finding = {
    path: '$[*]',
    message: `after the reader ${told}, the list has ${spelled(shown)} (expected ${spelled(wanted)})`,
  };
  const each = titles.map(title => ({subject: {title}, unread: after[title] === 'unread'}));
  world.law(isSameBag(wanted, shown), finding, {
    usual: true,
    proves,
    ...(isSameBag(wanted.map(withoutPins), shown.map(withoutPins))
      ? {unwritable: 'it looks at what is pinned'}
      : {written: {reply: list, tree: {body: {$unordered: each}}}}),
  });
}

function words(title: string, {unread, pinned}: {readonly unread: Json | undefined; readonly pinned: Json}): string {
  return `${title}: ${unread === true ? 'unread' : unread === false ? 'not unread' : 'neither'}${pinned === true ? ', pinned' : ''}`;
}

function withoutPins(text: string): string {
  return text.replace(', pinned', '');
}

/** A thread that was read becomes unread by another comment, and leads to it. */
async function expectLatestComment(
  world: PropertyWorld,
  reader: Things,
  {place, number, id}: {readonly place: Place; readonly number: Reference; readonly id: Reference},
): Promise<void> {
  await world.prepare('notifyReadThread', {...signedIn(reader), params: {id}, say: 'the reader marks issue 1 as read'});
  const comment = await world.prepare('issueCreateComment', {
    as: 'bob',
    params: {...place, index: number},
    body: {body: 'once more'},
    say: 'bob comments on issue 1 once more',
  });
  const latest = textOf(comment.at('/id'));
  const thread = await world.call('notifyGetThread', {
    ...signedIn(reader),
    params: {id},
    until: ({body}) => body !== undefined && isJsonObject(body) && body['unread'] === true,
    say: 'the reader reads the thread of issue 1',
  });
  world.expect(
    thread,
    {proves: 'NOTIFY-ATTRS', body: {unread: true, subject: {latest_comment_url: {$regex: `/${latest}$`}}}},
    {usual: true, unwritable: 'it looks for an id that is drawn each time'},
  );
}
