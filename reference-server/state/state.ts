/** Everything the server remembers, in memory. Handlers change it without waiting in between, so parallel requests see whole changes. */
import type {Attachment} from './attachments.ts';
import type {Hook, PushMirror} from './hooks.ts';
import type {Package, PackageFile} from './packages.ts';
import type {Comment, Issue, Label, Milestone, Reaction, TimelineEntry} from './issues.ts';
import type {AccessToken, Account, OAuth2Application, Organization, Person, Team} from './people.ts';
import type {Notification} from './notifications.ts';
import type {Pull, Review} from './pulls.ts';
import type {ActionsSecret, ActionsVariable, Runner} from './actions.ts';
import type {Protection, Repository} from './repositories.ts';
import type {CommitStatus, PendingTransfer, Release, TrackedTime} from './work.ts';
import type {PendingSignIn, Session} from './sessions.ts';
import {makeCounter, makeTable} from './table.ts';
import type {Table} from './table.ts';

export interface State {
  readonly accounts: Table<Account>;
  readonly teams: Table<Team>;
  readonly tokens: Table<AccessToken>;
  readonly oauth2Applications: Table<OAuth2Application>;
  readonly repositories: Table<Repository>;
  readonly protections: Table<Protection>;
  readonly issues: Table<Issue>;
  readonly comments: Table<Comment>;
  readonly timeline: Table<TimelineEntry>;
  readonly labels: Table<Label>;
  readonly milestones: Table<Milestone>;
  readonly reactions: Table<Reaction>;
  readonly pulls: Table<Pull>;
  readonly reviews: Table<Review>;
  readonly notifications: Table<Notification>;
  readonly attachments: Table<Attachment>;
  readonly statuses: Table<CommitStatus>;
  readonly releases: Table<Release>;
  readonly times: Table<TrackedTime>;
  readonly hooks: Table<Hook>;
  readonly pushMirrors: Table<PushMirror>;
  readonly packages: Table<Package>;
  readonly packageFiles: Table<PackageFile>;
  readonly secrets: Table<ActionsSecret>;
  readonly variables: Table<ActionsVariable>;
  readonly runners: Table<Runner>;
  /** The token that lets a runner register, by the place it registers at. */
  readonly registrationTokens: Map<string, string>;
  /** Sessions of the web pages by the digest of their cookie. */
  readonly sessions: Map<string, Session>;
  /** Sign-ins that wait for the answer of the identity provider, by their state parameter. */
  readonly pendingSignIns: Map<string, PendingSignIn>;
  /** Person ids by subject of the identity provider. */
  readonly openidSubjects: Map<string, number>;
  /** Public keys in PEM by the id of the person who signs requests with the private one. */
  readonly signingKeys: Map<number, string>;
  /** The commit that closed an issue the last time, by the id of the issue. */
  readonly closingCommits: Map<number, string>;
  /** Entries of timelines that name an issue, by the id of the issue whose texts do; some may be gone. */
  readonly references: Map<number, readonly number[]>;
  /** Repositories by id that wait for a new owner. */
  readonly pendingTransfers: Map<number, PendingTransfer>;
  /** Account ids by lower-case name; and the names that accounts had before. */
  readonly accountNames: Map<string, number>;
  readonly formerNames: Map<string, number>;
  /** Repositories by names that they had before, as `ownerId/name` in lower case. */
  readonly formerRepositories: Map<string, number>;
  /** Token ids by digest. */
  readonly tokenDigests: Map<string, number>;
  /** Repositories that were edited or removed, as `PATCH owner/name` and `DELETE owner/name`. */
  readonly past: Set<string>;
  /** The last issue number given in a repository. */
  readonly lastIndexes: Map<number, number>;
}

export function makeState(): State {
  const commentIds = makeCounter();
  return {
    accounts: makeTable(account => account.kind),
    teams: makeTable(team => team.organizationId),
    tokens: makeTable(token => token.personId),
    oauth2Applications: makeTable(application => application.personId),
    repositories: makeTable(repository => repository.ownerId),
    protections: makeTable(protection => protection.repositoryId),
    issues: makeTable(issue => issue.repositoryId),
    comments: makeTable(comment => comment.issueId, commentIds),
    timeline: makeTable(entry => entry.issueId, commentIds),
    labels: makeTable(label => label.home),
    milestones: makeTable(milestone => milestone.repositoryId),
    reactions: makeTable(reaction => reaction.subject),
    pulls: makeTable(pull => pull.issueId),
    reviews: makeTable(review => review.issueId),
    notifications: makeTable(notification => notification.personId),
    attachments: makeTable(attachment => attachment.subject),
    statuses: makeTable(status => status.repositoryId),
    releases: makeTable(release => release.repositoryId),
    times: makeTable(time => time.repositoryId),
    hooks: makeTable(hook => `${hook.level}:${hook.homeId}`),
    pushMirrors: makeTable(mirror => mirror.repositoryId),
    packages: makeTable(each => each.ownerId),
    packageFiles: makeTable(file => file.packageId),
    secrets: makeTable(secret => secret.home),
    variables: makeTable(variable => variable.home),
    runners: makeTable(runner => runner.home),
    registrationTokens: new Map(),
    sessions: new Map(),
    pendingSignIns: new Map(),
    openidSubjects: new Map(),
    signingKeys: new Map(),
    closingCommits: new Map(),
    references: new Map(),
    pendingTransfers: new Map(),
    accountNames: new Map(),
    formerNames: new Map(),
    formerRepositories: new Map(),
    tokenDigests: new Map(),
    past: new Set(),
    lastIndexes: new Map(),
  };
}

/** Stores a new account under its name. The caller has checked that the name is free. */
export function addAccount<T extends Account>(state: State, make: (id: number) => T): T {
  const account = state.accounts.add(make) as T;
  state.accountNames.set(account.name.toLowerCase(), account.id);
  state.formerNames.delete(account.name.toLowerCase());
  return account;
}

/** Gives an account another name, which the caller has checked to be free, and remembers the old one. */
export function renameAccount(state: State, account: Account, name: string): void {
  const before = account.name.toLowerCase();
  state.accountNames.delete(before);
  state.accountNames.set(name.toLowerCase(), account.id);
  state.formerNames.delete(name.toLowerCase());
  if (before !== name.toLowerCase()) state.formerNames.set(before, account.id);
  state.accounts.put({...account, name});
}

export function findAccount(state: State, name: string): Account | undefined {
  const id = state.accountNames.get(name.toLowerCase());
  return id === undefined ? undefined : state.accounts.get(id);
}

export function findPerson(state: State, name: string): Person | undefined {
  const account = findAccount(state, name);
  return account?.kind === 'person' ? account : undefined;
}

/** Finds the person of an e-mail address, in capitals or not. */
export function personWithEmail(state: State, email: string): Person | undefined {
  if (!email.includes('@')) return undefined;
  const people = state.accounts.of('person').filter(account => account.kind === 'person');
  return people.find(person => person.emails.some(address => address.email.toLowerCase() === email.toLowerCase()));
}

export function findOrganization(state: State, name: string): Organization | undefined {
  const account = findAccount(state, name);
  return account?.kind === 'organization' ? account : undefined;
}

export function personById(state: State, id: number): Person | undefined {
  const account = state.accounts.get(id);
  return account?.kind === 'person' ? account : undefined;
}

export function findRepository(state: State, ownerId: number, name: string): Repository | undefined {
  const lower = name.toLowerCase();
  return state.repositories.of(ownerId).find(repository => repository.name.toLowerCase() === lower);
}

/** Finds the repository that had a name before, where no other has it now. */
export function findFormerRepository(state: State, ownerId: number, name: string): Repository | undefined {
  const id = state.formerRepositories.get(placeOf({ownerId, name}));
  return id === undefined ? undefined : state.repositories.get(id);
}

/** Remembers where a repository was, and that its new place leads nowhere else. */
export function repositoryMoved(state: State, before: RepositoryPlace & {id: number}, now: RepositoryPlace): void {
  if (placeOf(before) === placeOf(now)) return;
  state.formerRepositories.set(placeOf(before), before.id);
  state.formerRepositories.delete(placeOf(now));
}

/** Says that a name is taken: what had it before is no longer found by it. */
export function placeTaken(state: State, place: RepositoryPlace): void {
  state.formerRepositories.delete(placeOf(place));
}

interface RepositoryPlace {
  readonly ownerId: number;
  readonly name: string;
}

function placeOf({ownerId, name}: RepositoryPlace): string {
  return `${ownerId}/${name.toLowerCase()}`;
}

/** Gives the next issue number of a repository; numbers of deleted issues are not given again. */
export function nextIndex(state: State, repositoryId: number): number {
  const index = (state.lastIndexes.get(repositoryId) ?? 0) + 1;
  state.lastIndexes.set(repositoryId, index);
  return index;
}

export function findIssue(state: State, repositoryId: number, index: number): Issue | undefined {
  return state.issues.of(repositoryId).find(issue => issue.index === index);
}
