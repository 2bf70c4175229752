// Lists that take several pages: their default size, and that walking them shows everything.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply} from '../../model/property.ts';
import {inAnyOrder} from './common/in-any-order.ts';
import {column, part, placeOf, textOf, wordOf, type Things} from './common/things.ts';

export const pageSizeIsConfigured = property({
  id: 'page-size-is-configured',
  title: 'without a page size, a page holds as many items as the settings say',
  proves: ['PAGE-DEFAULT'],
  area: 'hosting',
  contexts: {right: 'read'},
  needs: ['repositories'],
  runs: 1,
  floor: 1,
  input: fc.constant('tags'),
  check: async world => {
    const settings = await world.call('getGeneralAPISettings', {
      as: 'bob',
      say: 'bob reads the page size in the settings',
    });
    world.expect(settings, {status: '2xx', body: {default_paging_num: {$type: 'integer', $gt: 0}}});
    const size = Number(settings.at('/default_paging_num').value);
    const repo = await world.arrange('repository', {auto_init: true});
    for (const name of Array.from({length: size + 1}, (_, index) => `v${String(index + 1)}`))
      await world.arrange('tag', {repo, name});
    world.count('tags listed without a size');
    const params = placeOf(repo);
    const first = await world.call('repoListTags', {as: 'bob', params, say: 'bob lists the tags without a limit'});
    world.expect(first, {status: '2xx', body: {$length: size}});
    const say = 'bob lists page 2 of the tags without a limit';
    const second = await world.call('repoListTags', {as: 'bob', params: {...params, page: 2}, say});
    world.expect(second, {status: '2xx', body: {$length: 1}});
  },
});

/** What can be said of a user and takes no address off the list. */
const kindsOfUsers = [
  {called: 'the user', with: {}},
  {called: 'the user who is not active', with: {active: false}},
  {called: 'the user who may not sign in', with: {prohibit_login: true}},
  {called: 'the restricted user', with: {restricted: true}},
  {called: 'the user who is hidden from others', with: {visibility: 'private'}},
] as const;

export const everyAddressIsListed = property({
  id: 'every-address-is-listed',
  title:
    'an administrator who walks the list of addresses meets every address of every user, whatever may be said of the user',
  proves: ['ADMIN-EMAILS'],
  area: 'hosting',
  contexts: 'it is about accounts',
  needs: ['users', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(kindsOfUsers.map(({called}) => called)),
  check: async (world, order) => {
    const wanted = new Map<string, string>();
    for (const {called, with: more} of order.flatMap(one => kindsOfUsers.filter(({called: name}) => name === one))) {
      const user = await world.arrange('user-with-two-addresses', {}, {called});
      const login = part(user, 'login');
      if (Object.keys(more).length > 0)
        await world.prepare('adminEditUser', {
          as: 'admin',
          params: {username: login},
          body: {login_name: login, source_id: 0, ...more},
          say: `the administrator edits ${called}`,
        });
      wanted.set(textOf(part(user, 'email')), `the first address of ${called}`);
      wanted.set(textOf(part(user, 'other_email')), `the second address of ${called}`);
    }
    const {seen} = await walk(world, {
      as: 'admin',
      say: 'the administrator lists the addresses of all users',
      operation: 'adminGetAllEmails',
      proves: 'ADMIN-EMAILS',
      key: 'email',
      isEnough: found => [...wanted.keys()].every(address => found.has(address)),
    });
    for (const [address, which] of wanted)
      world.law(
        seen.has(address),
        {
          path: 'email',
          message: `${which}, ${address}, is on no page (expected every address of every user)`,
          expected: address,
        },
        {unwritable: anyPage},
      );
  },
});

export const publicOrganizationsAreListed = property({
  id: 'public-organizations-are-listed',
  title:
    'whoever walks the list of organizations meets the public ones and no private one, and the header counts what is shown',
  proves: ['ORG-LIST', 'ORG-LIMITED'],
  area: 'hosting',
  contexts: 'it makes organizations of each kind itself',
  needs: ['organizations', 'anonymous-reading'],
  runs: 2,
  floor: 2,
  input: inAnyOrder(['anonymous', 'bob']),
  check: async (world, readers) => {
    const shown = await world.arrange('organization', {}, {called: 'organization 1, which is public'});
    const hidden = await world.arrange('organization', {visibility: 'private'}, {called: 'organization 2'});
    const limited = await world.arrange('organization', {visibility: 'limited'}, {called: 'organization 3'});
    for (const as of readers) {
      const who = as === 'bob' ? as : 'somebody without credentials';
      const say = `${who} lists all organizations`;
      const {seen, last} = await walk(world, {
        as,
        say,
        operation: 'orgGetAll',
        proves: 'ORG-LIST',
        key: 'name',
        isEnough: () => false,
      });
      world.law(
        seen.has(textOf(part(shown, 'name'))),
        {path: 'name', message: 'organization 1, which is public, is on no page (expected on one)'},
        {proves: 'ORG-LIST', unwritable: anyPage},
      );
      expectUnlisted(world, seen, {
        organization: hidden,
        told: 'organization 2, which is private,',
        proves: 'ORG-LIST',
      });
      if (as === 'anonymous')
        expectUnlisted(world, seen, {
          organization: limited,
          told: 'organization 3, which is limited,',
          proves: 'ORG-LIMITED',
        });
      // "limited-visibility organizations are not disclosed to unauthenticated users": a header that counts them discloses them.
      const counted = last?.reply.header('X-Total-Count');
      if (last === undefined || counted === undefined) continue;
      world.law(
        Number(counted) === last.upTo,
        {
          path: 'headers.X-Total-Count',
          message: `${who} sees ${String(last.upTo)} organizations up to the last page, and its X-Total-Count says ${counted} (expected what the pages show)`,
          expected: String(last.upTo),
          actual: counted,
        },
        {proves: 'ORG-LIMITED', usual: as !== 'anonymous', unwritable: anyPage},
      );
    }
  },
});

function expectUnlisted(
  world: PropertyWorld,
  seen: ReadonlyMap<string, WorldReply>,
  {organization, told, proves}: {readonly organization: Things; readonly told: string; readonly proves: string},
): void {
  const name = part(organization, 'name');
  const page = seen.get(textOf(name));
  world.law(
    page === undefined,
    {path: 'name', message: `${told} is listed (expected on no page)`},
    {proves, ...(page === undefined ? {} : {written: {reply: page, tree: {body: {$not: {$contains: {name}}}}}})},
  );
}

/** Why what is on no page can be no case. */
const anyPage =
  'it is about all pages together: which of them should show it hangs on what else the target holds, and a step of a case judges one';

/** More pages than this are not walked. */
const pagesMax = 400;

interface Walk {
  readonly as: string;
  readonly say: string;
  readonly operation: string;
  /** The statement that is missed where a page is refused. */
  readonly proves: string;
  /** The key of each item that is collected. */
  readonly key: string;
  readonly isEnough: (seen: ReadonlyMap<string, WorldReply>) => boolean;
}

/** The last page of a list, and how many items there are up to its end. */
interface LastPage {
  readonly reply: WorldReply;
  readonly upTo: number;
}

/** Gives every value that is listed, with the first page that shows it, and the last page where it is known to be the last. */
async function walk(
  world: PropertyWorld,
  {as, say, operation, proves, key, isEnough}: Walk,
): Promise<{readonly seen: ReadonlyMap<string, WorldReply>; readonly last: LastPage | undefined}> {
  const seen = new Map<string, WorldReply>();
  let size = 0;
  let last: LastPage | undefined;
  for (let page = 1; page <= pagesMax; page += 1) {
    const reply = await world.call(operation, {
      as,
      params: {page, limit: 50},
      say: `${say}, page ${String(page)}, limit 50`,
    });
    world.expect(reply, {proves, status: '2xx'});
    world.count(operation);
    const before = seen.size;
    const words = column(reply, key).map(wordOf);
    for (const word of words) if (!seen.has(word)) seen.set(word, reply);
    if (isEnough(seen)) return {seen, last: undefined};
    // A page that adds nothing is the end, also on a server that answers every page with the last one.
    if (seen.size === before) return {seen, last};
    // What is made meanwhile would fill a full page up: only one with room left is known to hold the last item.
    size = Math.max(size, words.length);
    last = words.length < (page === 1 ? 50 : size) ? {reply, upTo: (page - 1) * size + words.length} : undefined;
  }
  return {seen, last: undefined};
}
