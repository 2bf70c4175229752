// Lists that take several pages: their default size, and that walking them shows everything.
import fc from 'fast-check';
import {property, type PropertyWorld, type WorldReply} from '../../model/property.ts';
import {column, part, placeOf, textOf, wordOf} from './common/things.ts';

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

export const everyAddressIsListed = property({
  id: 'every-address-is-listed',
  title: 'an administrator who walks the list of addresses meets every address of a user',
  proves: ['ADMIN-EMAILS'],
  area: 'hosting',
  contexts: 'it is about an account',
  needs: ['users', 'basic-authentication'],
  runs: 1,
  floor: 1,
  input: fc.constant('a user with two addresses'),
  check: async world => {
    const user = await world.arrange('user-with-two-addresses');
    const wanted = [part(user, 'email'), part(user, 'other_email')].map(address => textOf(address));
    const found = await walk(world, {
      as: 'admin',
      say: 'the administrator lists the addresses of all users',
      operation: 'adminGetAllEmails',
      key: 'email',
      isEnough: seen => wanted.every(address => seen.has(address)),
    });
    for (const [index, address] of wanted.entries()) {
      const which = index === 0 ? 'first' : 'second';
      world.law(
        found.has(address),
        {
          path: 'email',
          message: `the ${which} address of the user, ${address}, is on no page (expected both addresses)`,
          expected: address,
        },
        {unwritable: anyPage},
      );
    }
  },
});

export const publicOrganizationsAreListed = property({
  id: 'public-organizations-are-listed',
  title: 'whoever walks the list of organizations meets the public ones and no private one',
  proves: ['ORG-LIST'],
  area: 'hosting',
  contexts: 'it makes organizations of both kinds itself',
  needs: ['organizations', 'anonymous-reading'],
  runs: 2,
  floor: 2,
  input: fc.constantFrom('anonymous', 'bob'),
  check: async (world, as) => {
    const shown = await world.arrange('organization', {}, {called: 'organization 1, which is public'});
    const hidden = await world.arrange('organization', {visibility: 'private'}, {called: 'organization 2'});
    const say = `${as === 'bob' ? as : 'somebody without credentials'} lists all organizations`;
    const found = await walk(world, {as, say, operation: 'orgGetAll', key: 'name', isEnough: () => false});
    const [public_, private_] = [part(shown, 'name'), part(hidden, 'name')];
    world.law(
      found.has(textOf(public_)),
      {path: 'name', message: 'organization 1, which is public, is on no page (expected on one)'},
      {unwritable: anyPage},
    );
    const page = found.get(textOf(private_));
    world.law(
      page === undefined,
      {path: 'name', message: 'organization 2, which is private, is listed (expected on no page)'},
      page === undefined ? {} : {written: {reply: page, tree: {body: {$not: {$contains: {name: private_}}}}}},
    );
  },
});

/** Why what is on no page can be no case. */
const anyPage =
  'it is about all pages together: which of them should show it hangs on what else the target holds, and a step of a case judges one';

/** More pages than this are not walked. */
const pagesMax = 400;

interface Walk {
  readonly as: string;
  readonly say: string;
  readonly operation: string;
  /** The key of each item that is collected. */
  readonly key: string;
  readonly isEnough: (seen: ReadonlyMap<string, WorldReply>) => boolean;
}

/** Gives every value that is listed, with the first page that shows it. */
async function walk(
  world: PropertyWorld,
  {as, say, operation, key, isEnough}: Walk,
): Promise<ReadonlyMap<string, WorldReply>> {
  const seen = new Map<string, WorldReply>();
  for (let page = 1; page <= pagesMax; page += 1) {
    const reply = await world.call(operation, {
      as,
      params: {page, limit: 50},
      say: `${say}, page ${String(page)}, limit 50`,
    });
    world.expect(reply, {status: '2xx'});
    world.count(operation);
    const before = seen.size;
    for (const word of column(reply, key).map(wordOf)) if (!seen.has(word)) seen.set(word, reply);
    // A page that adds nothing is the end, also on a server that answers every page with the last one.
    if (seen.size === before || isEnough(seen)) return seen;
  }
  return seen;
}
