// Issues that are closed and reopened: what they show of it, and which lists, filtered and paged, hold them.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {expectPagesMakeUpTheList} from './common/pages.ts';
import {placeOf, type Place} from './common/things.ts';

interface Issue {
  readonly number: Reference;
  /** How the story calls it. */
  readonly called: string;
  isClosed: boolean;
}

const count = 4;

export const closedIssuesMove = property({
  id: 'closed-issues-move',
  title: 'whatever is closed and reopened, each issue is in the list of its state, whose pages make it up and count it',
  proves: ['PAGE-LIMIT', 'PAGE-HEADERS'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['repositories', 'issues'],
  runs: 2,
  floor: 1,
  input: fc.tuple(fc.array(fc.nat(count - 1), {minLength: 2, maxLength: 5}), fc.integer({min: 1, max: 3})),
  check: async (world, [toggles, limit]) => {
    const place = placeOf(await world.arrange('repository', {auto_init: false}));
    const issues: Issue[] = [];
    for (let number = 1; number <= count; number += 1) {
      const title = `issue ${String(number)}`;
      const made = await world.prepare('issueCreateIssue', {params: place, body: {title}, say: `open ${title}`});
      issues.push({number: made.at('/number'), called: title, isClosed: false});
    }
    for (const toggle of toggles) await setState(world, place, issues[toggle] as Issue);
    for (const state of ['open', 'closed', 'all'] as const) {
      world.count(`list ${state}`);
      const wanted = issues.filter(({isClosed}) => state === 'all' || isClosed === (state === 'closed'));
      const list = {
        operation: 'issueListIssues',
        as: 'bob',
        params: {...place, state},
        key: 'number',
        say: state === 'all' ? 'bob lists all issues, open and closed' : `bob lists the ${state} issues`,
      };
      // That a list of issues is filtered and paged is usual; the record calls others paginated.
      await expectPagesMakeUpTheList(world, list, {wanted: wanted.map(({number}) => number), limit}, {usual: true});
    }
  },
});

async function setState(world: PropertyWorld, place: Place, issue: Issue): Promise<void> {
  issue.isClosed = !issue.isClosed;
  const state = issue.isClosed ? 'closed' : 'open';
  const params = {...place, index: issue.number};
  world.count(issue.isClosed ? 'close' : 'reopen');
  const say = `${issue.isClosed ? 'close' : 'reopen'} ${issue.called}`;
  await world.prepare('issueEditIssue', {params, body: {state}, say});
  const shown = await world.call('issueGetIssue', {as: 'bob', params, say: `bob reads ${issue.called}`});
  world.expect(shown, {status: '2xx'});
  const closedAt = issue.isClosed ? {$format: 'date-time'} : {$any: [{$absent: true}, {$eq: null}]};
  world.expect(shown, {body: {state, closed_at: closedAt}}, {usual: true});
}
