// Paging over the list endpoints: whatever the page size, the pages make up the list, and the header counts it.
import fc from 'fast-check';
import {isJsonList, isJsonObject, type Json} from '../../model/json.ts';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {expectPagesMakeUpTheList, type PagedList} from './common/pages.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {itemsOf, numbered, part, placeOf, signedIn, type Things, wordOf} from './common/things.ts';

/** What a list of one kind is made of: how its items are made, all in one breath, and how it is read. */
interface Kind {
  readonly name: string;
  /** What the story calls one item, to be followed by its number. */
  readonly item: string;
  /** Makes one item, which the story calls so, and gives what the list tells it by. */
  readonly make: (world: PropertyWorld, home: Home, called: string) => Promise<Reference>;
  readonly list: (home: Home) => PagedList;
}

interface Home {
  readonly repo: Things;
  readonly issue: Things;
  readonly org: Things;
}

function listed(operation: string, key: string, what: string, params: PagedList['params'] = {}): PagedList {
  return {operation, key, params, as: 'bob', say: `bob lists ${what}`};
}

const kinds: readonly Kind[] = [
  {
    name: 'labels',
    item: 'label',
    make: async (world, {repo}, called) => part(await world.arrange('label', {repo, name: called}), 'name'),
    list: ({repo}) => listed('issueListLabels', 'name', 'the labels of the repository', placeOf(repo)),
  },
  {
    name: 'milestones',
    item: 'milestone',
    make: async (world, {repo}, called) => part(await world.arrange('milestone', {repo}, {called}), 'id'),
    list: ({repo}) => listed('issueGetMilestonesList', 'id', 'the milestones', placeOf(repo)),
  },
  {
    name: 'comments',
    item: 'comment',
    make: async (world, {repo, issue}, called) => part(await world.arrange('comment', {repo, issue}, {called}), 'id'),
    list: ({repo}) => listed('issueGetRepoComments', 'id', 'the comments in the repository', placeOf(repo)),
  },
  {
    name: 'tracked times',
    item: 'tracked time',
    make: async (world, {repo, issue}, called) =>
      part(await world.arrange('tracked-time', {repo, issue, created: '2020-01-01T00:00:00Z'}, {called}), 'id'),
    list: ({repo}) => ({
      ...listed('repoTrackedTimes', 'id', 'the tracked times', placeOf(repo)),
      as: 'alice',
      say: 'alice lists the tracked times of the repository',
    }),
  },
  {
    name: 'repositories of an organization',
    item: 'repository',
    make: async (world, {org}, number) =>
      part(
        await world.arrange(
          'organization-repository',
          {org, auto_init: false},
          {called: `${number} of the organization`},
        ),
        'id',
      ),
    list: ({org}) => listed('orgListRepos', 'id', 'the repositories of the organization', {org: part(org, 'name')}),
  },
  {
    name: 'labels of an organization',
    item: 'label',
    make: async (world, {org}, called) =>
      part(await world.arrange('organization-label', {org}, {called: `${called} of the organization`}), 'id'),
    list: ({org}) => listed('orgListLabels', 'id', 'the labels of the organization', {org: part(org, 'name')}),
  },
];

export const pagesMakeUpEveryList = property({
  id: 'pages-make-up-every-list',
  title:
    'labels, milestones, comments, tracked times and what an organization has are listed whole, whatever the page size',
  proves: ['PAGE-LIMIT', 'PAGE-HEADERS'],
  area: 'hosting',
  contexts: {fixed: {actor: 'it lists what alice tracked, which others see with a higher right'}},
  needs: ['repositories', 'issues', 'labels', 'organizations'],
  runs: 1,
  floor: 1,
  input: fc.tuple(inAnyOrder(kinds.map(({name}) => name)), fc.integer({min: 1, max: 2})),
  check: async (world, [names, limit]) => {
    const repo = await world.arrange('repository', {auto_init: false}, {called: 'a repository of alice'});
    const issue = await world.arrange('issue', {repo}, {called: 'an issue in the repository'});
    const home = {repo, issue, org: await world.arrange('organization')};
    for (const {make, item, list, name} of names.flatMap(wanted => kinds.filter(kind => kind.name === wanted))) {
      world.count(name);
      const made: Reference[] = [];
      for (let number = 1; number <= 3; number += 1) made.push(await make(world, home, `${item} ${String(number)}`));
      const called = numbered(item, made);
      await expectPagesMakeUpTheList(world, {...list(home), called}, {wanted: made, limit}, {usual: true});
    }
  },
});

export const tagPagesMakeUpTheList = property({
  id: 'tag-pages-make-up-the-list',
  title:
    'the pages of the tags of a repository make up the list, whatever their size, and each shows how many there are',
  proves: ['TAG-LIST', 'PAGE-LIMIT', 'PAGE-HEADERS'],
  area: 'hosting',
  contexts: {right: 'read'},
  needs: ['repositories', 'usual-pages'],
  runs: 2,
  floor: 2,
  // All are made in one breath: an order without a tie-break shows only among equals.
  input: fc.tuple(fc.integer({min: 4, max: 6}), fc.integer({min: 1, max: 3}), fc.integer({min: 1, max: 8})),
  check: async (world, [size, limit, other]) => {
    const repo = await world.arrange('repository');
    const names = Array.from({length: size}, (_, index) => `v${String(index + 1)}`);
    for (const name of names) await world.arrange('tag', {repo, name});
    const list = listed('repoListTags', 'name', 'the tags', placeOf(repo));
    for (const pageSize of new Set([limit, other])) {
      world.count('walk');
      await expectPagesMakeUpTheList(world, list, {wanted: names, limit: pageSize}, {proves: 'TAG-LIST'});
    }
  },
});

export const notificationPagesMakeUpTheList = property({
  id: 'notification-pages-make-up-the-list',
  title: 'the pages of a user’s notifications make up the list and count nobody else’s',
  proves: ['NOTIFY-LIST', 'PAGE-LIMIT', 'PAGE-HEADERS'],
  area: 'hosting',
  contexts: {
    fixed: {
      visibility: 'its readers are accounts of its own, who must be able to read the repository',
      actor: 'alice only makes what notifies',
    },
  },
  needs: ['repositories', 'issues', 'users', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: fc.integer({min: 1, max: 2}),
  check: async (world, limit) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const reader = await world.arrange('user', {}, {called: 'the reader'});
    const other = await world.arrange('user', {}, {called: 'another user'});
    const [wanted, others] = [['one', 'two', 'three'], ['four']];
    for (const title of wanted)
      await world.arrange('notification', {repo, reader, title}, {called: 'a notification of the reader'});
    for (const title of others)
      await world.arrange('notification', {repo, reader: other, title}, {called: 'a notification of the other user'});
    const all = await world.call('notifyGetList', {
      ...signedIn(reader),
      until: ({body}) => isJsonList(body) && body.length >= wanted.length,
      say: 'the reader lists the notifications',
    });
    world.expect(all, {proves: 'NOTIFY-LIST', status: '2xx', at: {'$[*].subject.title': {$unordered: wanted}}});
    const ids = wanted.map((_, index) => all.at(`/${String(index)}/id`));
    const list = {
      operation: 'notifyGetList',
      key: 'id',
      ...signedIn(reader),
      called: new Map(itemsOf(all).map(({id = null, subject}) => [id, titleOf(subject)])),
      say: 'the reader lists the notifications',
    };
    world.count('walk');
    await expectPagesMakeUpTheList(world, list, {wanted: ids, limit}, {proves: 'NOTIFY-LIST'});
  },
});

function titleOf(subject: Json | undefined): string {
  return wordOf(subject !== undefined && isJsonObject(subject) ? subject['title'] : undefined);
}
