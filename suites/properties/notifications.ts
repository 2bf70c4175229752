// Notifications of one reader as a model: what was commented on, and what all, one repository or one thread was marked as.
import fc from 'fast-check';
import {isJsonObject, type Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {replayable, type Replay} from './common/replayable.ts';
import {
  column,
  entriesOf,
  isSameBag,
  itemsOf,
  part,
  placeOf,
  signedIn,
  spelled,
  wordOf,
  type Things,
} from './common/things.ts';

export * from './calls/notification-marks.ts';

interface Thread {
  readonly title: string;
  /** Index of its repository. */
  readonly repo: number;
  readonly id: Reference;
  isUnread: boolean;
}

interface Model {
  readonly threads: Thread[];
}

interface Real {
  readonly world: PropertyWorld;
  readonly repos: readonly Things[];
  readonly reader: Things;
}

type Command = fc.AsyncCommand<Model, Real>;

class Comment implements Command {
  readonly repo: number;

  constructor(repo: number) {
    this.repo = repo;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, real: Real): Promise<void> {
    const title = `issue ${String(model.threads.length + 1)}`;
    await notify(real, {who: real.reader, called: 'the reader'}, {title, repo: this.repo});
    const {world, reader} = real;
    const reply = await world.call('notifyGetList', {
      ...signedIn(reader),
      params: {all: true},
      until: list => column(list, 'subject', 'title').includes(title),
      say: `the reader lists all notifications and looks for ${title}`,
    });
    const index = column(reply, 'subject', 'title').indexOf(title);
    world.law(
      index !== -1,
      {path: '$[*].subject.title', message: `${title} is not in the list (expected it, as bob commented on it)`},
      {written: {reply, tree: {at: {'$[*].subject.title': {$contains: title}}}}},
    );
    model.threads.push({title, repo: this.repo, id: reply.at(`/${String(index)}/id`), isUnread: true});
    await expectModel(model, real);
  }

  toString(): string {
    return `comment in repository ${String(this.repo + 1)}`;
  }
}

class Read implements Command {
  /** Index of the repository; without one, everything. */
  readonly repo: number | undefined;

  constructor(repo?: number) {
    this.repo = repo;
  }

  check(model: Readonly<Model>): boolean {
    return model.threads.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, repos, reader} = real;
    const repo = this.repo === undefined ? undefined : repos[this.repo];
    world.count(repo === undefined ? 'read all' : 'read one repository');
    const where =
      this.repo === undefined ? 'all notifications' : `the notifications of repository ${String(this.repo + 1)}`;
    const reply = await world.call(repo === undefined ? 'notifyReadList' : 'notifyReadRepoList', {
      ...signedIn(reader),
      ...(repo === undefined ? {} : {params: placeOf(repo)}),
      say: `the reader marks ${where} as read`,
    });
    world.expect(reply, {status: '2xx'});
    for (const thread of model.threads)
      if (this.repo === undefined || thread.repo === this.repo) thread.isUnread = false;
    await expectModel(model, real);
  }

  toString(): string {
    return `read ${String(this.repo ?? 'all')}`;
  }
}

class Mark implements Command {
  readonly pick: number;
  readonly isUnread: boolean;

  constructor(pick: number, isUnread: boolean) {
    this.pick = pick;
    this.isUnread = isUnread;
  }

  check(model: Readonly<Model>): boolean {
    return model.threads.length > 0;
  }

  async run(model: Model, real: Real): Promise<void> {
    const {world, reader} = real;
    const thread = model.threads[this.pick % model.threads.length] as Thread;
    const status = this.isUnread ? 'unread' : 'read';
    world.count(`mark as ${status}`);
    const reply = await world.call('notifyReadThread', {
      ...signedIn(reader),
      params: {id: thread.id, 'to-status': status},
      say: `the reader marks ${thread.title} as ${status}`,
    });
    world.expect(reply, {status: '2xx'});
    thread.isUnread = this.isUnread;
    const shown = await world.call('notifyGetThread', {
      ...signedIn(reader),
      params: {id: thread.id},
      say: `the reader reads the thread of ${thread.title}`,
    });
    world.expect(shown, {status: '2xx', body: {unread: this.isUnread, subject: {title: thread.title}}});
    await expectModel(model, real);
  }

  toString(): string {
    return `mark ${String(this.pick)} as ${this.isUnread ? 'unread' : 'read'}`;
  }
}

// Somebody opens an issue, and bob comments on it.
async function notify(
  {world, repos}: Real,
  {who, called}: {readonly who: Things; readonly called: string},
  {title, repo}: {readonly title: string; readonly repo: number},
): Promise<void> {
  const params = placeOf(repos[repo] as Things);
  world.count('comment');
  const issue = await world.prepare('issueCreateIssue', {
    ...signedIn(who),
    params,
    body: {title},
    say: `${called} opens ${title} in repository ${String(repo + 1)}`,
  });
  await world.prepare('issueCreateComment', {
    as: 'bob',
    params: {...params, index: issue.at('/number')},
    body: {body: `about ${title}`},
    say: `bob comments on ${title}`,
  });
}

async function expectModel({threads}: Model, {world, repos, reader}: Real): Promise<void> {
  const list = await world.call('notifyGetList', {
    ...signedIn(reader),
    params: {all: true},
    say: 'the reader lists all notifications',
  });
  world.expect(list, {status: '2xx'});
  const expected = threads.map(({title, repo, isUnread}) => told(title, repo, isUnread));
  const actual = itemsOf(list).map(item => {
    const [subject, repository] = [item['subject'], item['repository']];
    const title = subject !== undefined && isJsonObject(subject) ? subject['title'] : undefined;
    const name = repository !== undefined && isJsonObject(repository) ? repository['name'] : undefined;
    return told(
      wordOf(title),
      repos.findIndex(repo => part(repo, 'name').value === name),
      item['unread'],
    );
  });
  const wanted = threads.map(({title, repo, isUnread}) => ({
    subject: {title},
    repository: {name: part(repos[repo] as Things, 'name')},
    unread: isUnread,
  }));
  world.law(
    entriesOf(list)?.length === actual.length && isSameBag(expected, actual),
    {path: '$[*]', message: `the list has ${spelled(actual)} (expected ${spelled(expected)})`, expected, actual},
    {written: {reply: list, tree: {body: wanted.length === 0 ? {$in: [null, []]} : {$unordered: wanted}}}},
  );
  const unread = threads.filter(({isUnread}) => isUnread).length;
  if (unread === 0) return;
  const count = await world.call('notifyNewAvailable', {
    ...signedIn(reader),
    say: 'the reader asks how many notifications are new',
  });
  world.expect(count, {status: 200, body: {new: unread}});
}

function told(title: string, repo: number, isUnread: Json | undefined): string {
  const state = typeof isUnread === 'boolean' ? (isUnread ? 'unread' : 'read') : `with unread ${wordOf(isUnread)}:`;
  return `${state} ${title} of ${repo === -1 ? 'no repository' : `repository ${String(repo + 1)}`}`;
}

async function expectRepositories({threads}: Model, {world, repos, reader}: Real): Promise<void> {
  for (const [index, repo] of repos.entries()) {
    const list = await world.call('notifyGetRepoList', {
      ...signedIn(reader),
      params: {...placeOf(repo), all: true},
      say: `the reader lists the notifications of repository ${String(index + 1)}`,
    });
    const titles = threads.filter(thread => thread.repo === index).map(({title}) => title);
    if (titles.length === 0) world.expect(list, {status: '2xx', body: {$in: [null, []]}});
    else world.expect(list, {status: '2xx', at: {'$[*].subject.title': {$unordered: titles}}});
  }
}

const commands = (replay: Replay) =>
  fc.commands(
    [
      fc.nat(1).map(repo => new Comment(repo)),
      fc.nat(1).map(repo => new Comment(repo)),
      fc.nat(1).map(repo => new Read(repo)),
      fc.constant(new Read()),
      fc.tuple(fc.nat(5), fc.boolean()).map(([pick, isUnread]) => new Mark(pick, isUnread)),
    ],
    {maxCommands: 9, size: 'max', ...replay},
  );

export const notificationsFollowTheModel = property({
  id: 'notifications-follow-the-model',
  title:
    'whatever is marked, a reader’s list, count, threads and repositories agree on what is read, and nobody else’s change',
  proves: [
    'NOTIFY-LIST',
    'NOTIFY-PUT',
    'NOTIFY-REPO-LIST',
    'NOTIFY-REPO-PUT',
    'NOTIFY-THREAD',
    'NOTIFY-PATCH',
    'NOTIFY-NEW',
    'NOTIFY-STATES',
    'NOTIFY-ATTRS',
    'ERR-NEW-200',
  ],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'its readers are accounts of its own, who must be able to read the repository',
      actor: 'alice, who owns the repositories, has notifications of her own',
    },
  },
  needs: ['issues', 'repositories', 'users', 'basic-authentication', 'usual-pages'],
  runs: 8,
  floor: 2,
  ...replayable(commands),
  check: async (world, drawn) => {
    const reader = await world.arrange('user', {}, {called: 'the reader'});
    const other = await world.arrange('user', {}, {called: 'the other user'});
    const repos = [
      await world.arrange('repository', {auto_init: false}, {called: 'repository 1'}),
      await world.arrange('repository', {auto_init: false}, {called: 'repository 2'}),
    ];
    const real: Real = {world, repos, reader};
    const title = 'issue x';
    await notify(real, {who: other, called: 'the other user'}, {title, repo: 0});
    const model: Model = {threads: []};
    await new Comment(0).run(model, real);
    await new Comment(1).run(model, real);
    await fc.asyncModelRun(() => ({model, real}), drawn);
    await new Read(0).run(model, real);
    await expectRepositories(model, real);
    await new Read().run(model, real);
    const others = await world.call('notifyGetList', {
      ...signedIn(other),
      params: {'status-types': ['unread']},
      until: list => itemsOf(list).length > 0,
      say: 'the other user lists the unread notifications',
    });
    world.expect(others, {status: '2xx', at: {'$[*].subject.title': [title]}});
  },
});
