// Who loses access to a private repository: whether its threads stay among their notifications, which the record does not say.
import fc from 'fast-check';
import {property} from '../../model/property.ts';
import {column, part, placeOf, signedIn} from './common/things.ts';

const rooms = ['first', 'second'] as const;

export const threadsStayWithoutAccess = property({
  id: 'threads-stay-without-access',
  title: 'notifications of a private repository stay listed, and count, for a user who may no longer read it',
  area: 'hosting',
  contexts: 'its reader loses the access to a repository that it hides itself',
  // The record says nothing of it.
  proves: [],
  probe: true,
  needs: ['issues', 'repositories', 'users', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: fc.constantFrom(...rooms),
  check: async (world, lost) => {
    const reader = await world.arrange('user', {}, {called: 'a user, the reader'});
    const places = new Map<string, ReturnType<typeof placeOf>>();
    for (const room of rooms) {
      const repo = await world.arrange(
        'repository',
        {private: true, auto_init: false},
        {called: `the ${room} repository`},
      );
      await world.arrange(
        'collaborator',
        {repo, login: part(reader, 'login'), permission: 'read'},
        {called: `the reader as a collaborator of the ${room} repository`},
      );
      await world.arrange(
        'collaborator',
        {repo, permission: 'read'},
        {called: `bob as a collaborator of the ${room} repository`},
      );
      await world.arrange(
        'notification',
        {repo, reader, title: room},
        {called: `a notification of the reader from the ${room} repository`},
      );
      places.set(room, placeOf(repo));
    }
    const by = signedIn(reader);
    const titles = (list: Parameters<typeof column>[0]) => column(list, 'subject', 'title');
    const all = await world.call('notifyGetList', {
      ...by,
      until: list => titles(list).length === rooms.length,
      say: 'the reader lists their notifications',
    });
    world.expect(all, {status: '2xx', at: {'$[*].subject.title': {$unordered: [...rooms]}}});
    const params = {...places.get(lost), collaborator: part(reader, 'login')};
    world.count('take access away');
    await world.prepare('repoDeleteCollaborator', {
      params,
      say: `alice removes the reader from the ${lost} repository`,
    });
    const kept = await world.call('notifyGetList', {...by, say: 'the reader lists their notifications again'});
    world.expect(kept, {status: '2xx', at: {'$[*].subject.title': {$unordered: [...rooms]}}});
    const count = await world.call('notifyNewAvailable', {
      ...by,
      say: 'the reader asks how many notifications are new',
    });
    world.expect(count, {body: {new: rooms.length}});
  },
});
