/** Tells people about what happened to an issue and which transfers wait for them, and finds whom its texts mention as `@name`. */
import type {Audience} from '../rules/notifications.ts';
import type {Issue} from '../state/issues.ts';
import type {Repository} from '../state/repositories.ts';
import type {Account} from '../state/people.ts';
import {findPerson, personById} from '../state/state.ts';
import type {State} from '../state/state.ts';
import {may} from './access.ts';
import {watchersOf} from './watching.ts';
import {doer} from './ask.ts';
import type {Ask} from './ask.ts';

/** Stores an unread notification for everybody concerned; a thread that exists becomes unread again instead of a second one. */
export function notify(
  ask: Ask,
  {repository, issue, commentId, text}: {repository: Repository; issue: Issue; commentId?: number; text: string},
): void {
  const {state} = ask.world;
  const audience = {
    doerId: doer(ask).id,
    watcherIds: watchersOf(ask, repository),
    participantIds: [
      issue.posterId,
      ...issue.assigneeIds,
      ...state.comments.of(issue.id).map(comment => comment.posterId),
      ...mentionsOf(ask, text),
    ],
  };
  notifyAudience(ask, {repository, issue, commentId, audience});
}

/** Tells people that an issue concerns them now: they were assigned to it, or requested to review it. */
export function notifyConcerned(
  ask: Ask,
  {repository, issue, personIds}: {repository: Repository; issue: Issue; personIds: readonly number[]},
): void {
  const audience = {doerId: doer(ask).id, watcherIds: [], participantIds: personIds};
  notifyAudience(ask, {repository, issue, commentId: undefined, audience});
}

/** Tells those who decide about a transfer that it waits: the new owner, or everybody who may make repositories in it. */
export function notifyOfTransfer(ask: Ask, repository: Repository, recipient: Account): void {
  const {state, clock} = ask.world;
  for (const personId of decidersFor(state, recipient))
    state.notifications.add(id => ({
      id,
      personId,
      repositoryId: repository.id,
      issueId: undefined,
      commentId: undefined,
      status: 'unread',
      updatedAt: clock.now(),
    }));
}

function decidersFor(state: State, recipient: Account): ReadonlySet<number> {
  if (recipient.kind === 'person') return new Set([recipient.id]);
  const teams = state.teams
    .of(recipient.id)
    .filter(({permission, mayCreateRepositories}) => permission === 'owner' || mayCreateRepositories);
  return new Set(teams.flatMap(({memberIds}) => memberIds));
}

function notifyAudience(
  ask: Ask,
  {
    repository,
    issue,
    commentId,
    audience,
  }: {repository: Repository; issue: Issue; commentId: number | undefined; audience: Audience},
): void {
  const {state, clock} = ask.world;
  for (const personId of ask.rules.notifiedPeople(audience)) {
    const person = personById(state, personId);
    if (person === undefined || !may(ask, repository, 'read', person)) continue;
    const existing = state.notifications.of(personId).find(({issueId}) => issueId === issue.id);
    const news = {commentId, status: 'unread', updatedAt: clock.now()} as const;
    if (existing === undefined) {
      state.notifications.add(id => ({...news, id, personId, repositoryId: repository.id, issueId: issue.id}));
    } else {
      const named = ask.rules.commentOfThread(existing.commentId, commentId);
      state.notifications.put({...existing, ...news, commentId: named});
    }
  }
}

/** Gives the ids of everybody whom an issue or one of its comments mentions, and who may read it. */
export function mentionsIn(ask: Ask, issue: Issue): readonly number[] {
  const {state} = ask.world;
  const repository = state.repositories.get(issue.repositoryId);
  const comments = state.comments.of(issue.id);
  const named = [issue.body, ...comments.map(comment => comment.body)].flatMap(text => mentionsOf(ask, text));
  return named.filter(id => {
    const person = state.accounts.get(id);
    return repository !== undefined && person?.kind === 'person' && may(ask, repository, 'read', person);
  });
}

/** What is no text in Markdown: comments, blocks and spans of code, links, notes. Each is looked for in one pass: what does not end goes to the end. */
const elsewhere = [
  /<!--.*?(?:-->|$)/gs,
  /<pre\b.*?(?:<\/pre>|$)/gis,
  /(```|~~~).*?(?:\1|$)/gs,
  /(?<=^|\n\n)(?: {4}|\t)[^\n]*/g,
  /`[^`\n]*`/g,
  /(?<!!)\[[^[\]\n]*\]\([^\s)]*(?: "[^"\n]*")?\)/g,
  /^\[\^[^\]\n]*\]:.*$/gm,
];
/** Marks of Markdown and HTML around words. */
const marks = /\*+|<\/?\w[^<>]*>/g;
const underlined = /(?<=^|\s)_(@\S+?)_(?=$|\s)/g;
const mention = /(?<=^|[\s([])@(\w(?:[\w.-]*\w)?)(?=$|[\s')\]]|[:,;.?!](?:\s|$))/g;

/** Gives the ids of everybody whom a text mentions. What stands in code, or is joined to other signs as in an e-mail address, mentions nobody. */
function mentionsOf({world: {state}}: Ask, text: string): readonly number[] {
  const shown = elsewhere.reduce((rest, part) => rest.replaceAll(part, ''), text);
  const plain = shown
    .replaceAll(/<br\s*\/?>/gi, '\n')
    .replaceAll(underlined, '$1')
    .replaceAll(marks, '');
  const names = [...plain.matchAll(mention)].map(([, name = '']) => name);
  return names.flatMap(name => findPerson(state, name)?.id ?? []);
}
