// Issues: what an edit may change and what it may not, and through which repository a comment is found.
import fc from 'fast-check';
import {isJsonObject} from '../../model/json.ts';
import {property, type WithReferences} from '../../model/property.ts';
import {expectOnlyRight} from './common/shared-laws.ts';
import {part, placeOf, textOf, type Things} from './common/things.ts';

/** Fields that an edit may carry, although they are not its to change. */
const foreign = ['id', 'number', 'user', 'poster_id', 'user_id', 'original_author', 'created_at', 'url'] as const;

interface Edit {
  readonly title: string | undefined;
  readonly body: string | undefined;
  readonly state: 'open' | 'closed' | undefined;
  readonly extras: readonly (typeof foreign)[number][];
}

const edit: fc.Arbitrary<Edit> = fc.record({
  title: fc.option(fc.constantFrom('other title', 'title with “quotes”', 'ä'), {nil: undefined}),
  body: fc.option(fc.constantFrom('other text', ''), {nil: undefined}),
  state: fc.option(fc.constantFrom<'open' | 'closed'>('open', 'closed'), {nil: undefined}),
  extras: fc.subarray([...foreign]),
});

export const editsKeepTheRest = property({
  id: 'edits-keep-the-rest',
  title:
    'an edit of an issue changes what it carries of the issue’s own, keeps the rest, and never number, id and poster',
  proves: ['ISSUE-EDIT-COLS', 'ISSUE-EDIT-MILE'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'issues', 'users'],
  runs: 2,
  floor: 2,
  // The first edit carries everything that is not an edit's to change.
  input: fc
    .array(edit, {minLength: 2, maxLength: 3})
    .map(([first, ...more]) => [
      {title: undefined, body: undefined, state: undefined, ...first, extras: [...foreign]},
      ...more,
    ]),
  check: async (world, edits) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const stranger = await world.arrange('user', {}, {called: 'a user, the stranger'});
    const milestone = await world.arrange('milestone', {repo});
    const created = await world.prepare('issueCreateIssue', {
      params: placeOf(repo),
      body: {title: 'first title', body: 'first text', milestone: part(milestone, 'id')},
      say: 'alice opens an issue with a milestone',
    });
    const params = {...placeOf(repo), index: created.at('/number')};
    const kept = {id: created.at('/id'), number: created.at('/number'), login: created.at('/user/login')};
    // What else the request carries is no column of an edit either: where the answer shows it, it stays.
    const shownOf = (key: string) =>
      created.body !== undefined && isJsonObject(created.body) && created.body[key] !== undefined
        ? {[key]: created.at(`/${key}`)}
        : {};
    const others = {...shownOf('created_at'), ...shownOf('original_author'), ...shownOf('url')};
    let own = {title: 'first title', body: 'first text', state: 'open'};
    for (const {extras, ...wanted} of edits) {
      world.count(`edit with ${extras.length === 0 ? 'nothing' : 'something'} foreign`);
      const sent = Object.fromEntries(
        Object.entries(wanted).flatMap(([field, value]) => (value === undefined ? [] : [[field, value] as const])),
      );
      const reply = await world.call('issueEditIssue', {
        params,
        body: {...sent, ...foreignBody(extras, stranger)},
        say: `edit ${toldOf(sent)} of the issue${foreignWords(extras, stranger)}`,
      });
      // "the request may be refused or the fields ignored"
      const isDone = reply.status < 400;
      if (isDone) {
        own = {...own, ...sent};
        world.expect(reply, {proves: 'ISSUE-EDIT-MILE', body: {milestone: {id: part(milestone, 'id')}}});
      }
      const shown = await world.call('issueGetIssue', {as: 'bob', params, say: 'bob reads the issue'});
      world.expect(shown, {
        proves: 'ISSUE-EDIT-COLS',
        status: '2xx',
        body: {id: kept.id, number: kept.number, user: {login: kept.login}},
      });
      world.expect(shown, {body: {...own, milestone: {id: part(milestone, 'id')}, ...others}}, {usual: true});
    }
  },
});

function toldOf(sent: {readonly [field: string]: string}): string {
  return (
    Object.entries(sent)
      .map(([field, value]) => `${field} to "${value}"`)
      .join(', ') || 'nothing'
  );
}

/** What an edit carries that no edit may change, and whose login it is that the poster must not become. */
function foreignWords(extras: Edit['extras'], stranger: Things): string {
  const ofStranger = ['user', 'poster_id', 'user_id'] as const;
  if (extras.length === 0) return '';
  const isStrange = ofStranger.some(field => extras.includes(field));
  const whose = isStrange ? `; the user in them is the stranger, ${textOf(part(stranger, 'login'))}` : '';
  return ` and send what no edit may change: ${extras.join(', ')}${whose}`;
}

function foreignBody(
  extras: readonly (typeof foreign)[number][],
  stranger: Things,
): {readonly [field: string]: WithReferences} {
  const values: {readonly [field: string]: WithReferences} = {
    id: 1,
    number: 77,
    user: {login: part(stranger, 'login'), id: part(stranger, 'id')},
    poster_id: part(stranger, 'id'),
    user_id: part(stranger, 'id'),
    original_author: 'nobody',
    created_at: '2001-01-01T00:00:00Z',
    url: 'http://127.0.0.1:9/',
  };
  return Object.fromEntries(extras.map(name => [name, values[name] ?? null]));
}

export const commentsBelongToTheirRepository = property({
  id: 'comments-belong-to-their-repository',
  title: 'of several repositories, a comment is found through its own and through no other',
  proves: ['COMMENT-GET'],
  area: 'hosting',
  contexts: {right: 'read'},
  needs: ['repositories', 'issues'],
  runs: 1,
  floor: 1,
  input: fc.integer({min: 2, max: 3}),
  check: async (world, count) => {
    const rooms: {readonly repo: Things; readonly comment: Things; readonly called: string}[] = [];
    for (let number = 1; number <= count; number += 1) {
      const called = String(number);
      const repo = await world.arrange('repository', {auto_init: false}, {called: `repository ${called}`});
      const issue = await world.arrange('issue', {repo}, {called: `issue ${called}, in repository ${called}`});
      const comment = await world.arrange('comment', {repo, issue}, {called: `comment ${called}, on issue ${called}`});
      rooms.push({repo, comment, called});
    }
    for (const [index, room] of rooms.entries()) {
      world.count('comment');
      const through = ({repo, called}: (typeof rooms)[number]) => ({
        operation: 'issueGetComment',
        as: 'bob',
        params: {...placeOf(repo), id: part(room.comment, 'id')},
        say: `bob reads comment ${room.called} through repository ${called}`,
      });
      const others = rooms.filter((_, other) => other !== index);
      await expectOnlyRight(world, {
        right: through(room),
        wrong: others.map(through),
      });
    }
  },
});
