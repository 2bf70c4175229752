/** What texts and commits say about other issues, as `#3`, `owner/name#3` or `fixes #3`: the other issue's timeline tells it. All of it is usual. */
import type {Comment, Issue, TimelineEntry, TimelineNews} from '../../state/issues.ts';
import {closingWords} from '../../rules/closing.ts';
import type {Repository} from '../../state/repositories.ts';
import {findAccount, findIssue, findRepository} from '../../state/state.ts';
import {escapeHtml} from '../../web/html.ts';
import {may} from '../access.ts';
import type {Ask} from '../ask.ts';
import {repositoryWebUrl} from '../shapes/repository.ts';
import {record} from '../timeline.ts';

/** What a reference does once the pull request that has it is merged. */
type ReferenceAction = 'none' | 'closes' | 'reopens';

interface Reference {
  /** `owner/name`; empty for the repository of the text. */
  readonly place: string;
  readonly index: number;
  readonly action: ReferenceAction;
}

const pattern = new RegExp(
  String.raw`(?<=^|[\s(['"])(?:(${closingWords}):? )?([\w.-]+\/[\w.-]+)?[#!](\d{1,9})(?=$|[\s)\]'"]|[:;,.?!](?:\s|$))`,
  'giu',
);

function referencesIn(text: string): readonly Reference[] {
  return [...text.matchAll(pattern)].map(([, word, place = '', index = '']) => ({
    place,
    index: Number(index),
    action: word === undefined ? 'none' : word.toLowerCase().startsWith('reopen') ? 'reopens' : 'closes',
  }));
}

/** Code is shown as it is, so what it names is no reference. */
function withoutCode(markdown: string): string {
  return markdown.replaceAll(/```[^]*?```|`[^`\n]*`/gu, ' ');
}

interface Found {
  readonly issue: Issue;
  readonly action: ReferenceAction;
}

/** Finds each issue that a text names, once; those of other repositories only where the doer may read them. */
function findReferenced(ask: Ask, repository: Repository, texts: readonly string[]): readonly Found[] {
  const {state} = ask.world;
  const found = new Map<number, Found>();
  for (const {place, index, action} of texts.flatMap(referencesIn)) {
    const home = place === '' ? repository : repositoryAt(ask, place);
    const issue = home === undefined ? undefined : findIssue(state, home.id, index);
    if (home === undefined || issue === undefined) continue;
    if (home.id !== repository.id && !may(ask, home, 'read')) continue;
    const known = found.get(issue.id);
    found.set(issue.id, {issue, action: action === 'none' ? (known?.action ?? 'none') : action});
  }
  return [...found.values()];
}

function repositoryAt({world: {state}}: Ask, place: string): Repository | undefined {
  const [owner = '', name = ''] = place.split('/');
  const account = findAccount(state, owner);
  return account === undefined ? undefined : findRepository(state, account.id, name);
}

/** Where references stand: in an issue or pull request itself, or in a comment of it. */
interface Source {
  readonly repository: Repository;
  readonly issue: Issue;
  readonly comment?: Comment;
}

/** Tells the issues that a new text names. */
export function tellReferenced(ask: Ask, source: Source): void {
  tell(ask, source, wantedBy(ask, source));
}

/** Tells them after an edit: those that it names no longer keep a reference that does nothing. */
export function tellReferencedAgain(ask: Ask, source: Source): void {
  const left = new Set(wantedBy(ask, source));
  for (const entry of livingReferences(ask, source)) {
    const same = [...left].find(({issue, action}) => issue.id === entry.issueId && action === entry.news.action);
    if (same === undefined) neuter(ask, entry);
    else left.delete(same);
  }
  tell(ask, source, [...left]);
}

/** Tells them where an edit changed a title or a text. */
export function tellReferencedByEdit(ask: Ask, repository: Repository, before: Issue, after: Issue): void {
  if (before.title !== after.title || before.body !== after.body) tellReferencedAgain(ask, {repository, issue: after});
}

/** Only a pull request closes and reopens, and only issues. */
function wantedBy(ask: Ask, {repository, issue, comment}: Source): readonly Found[] {
  const texts = comment === undefined ? [issue.title, withoutCode(issue.body)] : [withoutCode(comment.body)];
  return findReferenced(ask, repository, texts)
    .filter(found => found.issue.id !== issue.id)
    .map(found => (issue.isPull && !found.issue.isPull ? found : {...found, action: 'none'}));
}

function tell(ask: Ask, {issue, comment}: Source, found: readonly Found[]): void {
  const kind = comment === undefined ? (issue.isPull ? 'pull_ref' : 'issue_ref') : 'comment_ref';
  const from = comment === undefined ? {} : {commentId: comment.id};
  const {references} = ask.world.state;
  const entries = found.map(({issue: target, action}) =>
    record(ask, target, {kind, fromIssueId: issue.id, action, ...from}),
  );
  if (entries.length > 0) references.set(issue.id, [...(references.get(issue.id) ?? []), ...entries.map(({id}) => id)]);
}

/** What a comment named is named no longer once it is gone. */
export function forgetReferences(ask: Ask, source: Source): void {
  for (const entry of livingReferences(ask, source)) neuter(ask, entry);
}

/** Nothing names an issue from one that is gone. */
export function forgetReferencesFrom(ask: Ask, issue: Issue): void {
  for (const {id} of referencesFrom(ask, issue)) ask.world.state.timeline.remove(id);
}

/** Tells whether the doer may know of an entry: what another repository says is for its readers. */
export function mayKnow(ask: Ask, repository: Repository, entry: TimelineEntry): boolean {
  const {state} = ask.world;
  const from = isReference(entry) ? state.issues.get(entry.news.fromIssueId) : undefined;
  const home = from === undefined ? undefined : state.repositories.get(from.repositoryId);
  return home === undefined || home.id === repository.id || may(ask, home, 'read');
}

type ReferenceNews = Extract<TimelineNews, {readonly fromIssueId: number}>;
type ReferenceEntry = TimelineEntry & {readonly news: ReferenceNews};

function isReference(entry: TimelineEntry): entry is ReferenceEntry {
  return 'fromIssueId' in entry.news;
}

function referencesFrom({world: {state}}: Ask, {id}: Issue): readonly ReferenceEntry[] {
  return (state.references.get(id) ?? []).flatMap(entryId => state.timeline.get(entryId) ?? []).filter(isReference);
}

function livingReferences(ask: Ask, {issue, comment}: Source): readonly ReferenceEntry[] {
  return referencesFrom(ask, issue).filter(({news}) => news.commentId === comment?.id && news.action !== 'neutered');
}

function neuter({world: {state}}: Ask, entry: ReferenceEntry): void {
  state.timeline.put({...entry, news: {...entry.news, action: 'neutered'}});
}

/** Lists the issues that a merged pull request closes or reopens: those that it or one of its comments names with such a word. */
export function wishesOfPull(ask: Ask, pull: Issue): readonly {issue: Issue; isClosed: boolean}[] {
  return referencesFrom(ask, pull)
    .filter(({news}) => news.action === 'closes' || news.action === 'reopens')
    .flatMap(({issueId, news}) => {
      const issue = ask.world.state.issues.get(issueId);
      return issue === undefined ? [] : [{issue, isClosed: news.action === 'closes'}];
    });
}

/** Tells the issues that the message of a commit names, each once a commit. */
export function tellOfCommit(ask: Ask, repository: Repository, {sha, message}: {sha: string; message: string}): void {
  const {state} = ask.world;
  const [title = ''] = message.split('\n');
  const path = new URL(`${repositoryWebUrl(ask, repository)}/commit/${sha}`).pathname;
  const body = `<a href="${path}">${escapeHtml(title)}</a>`;
  for (const {issue} of findReferenced(ask, repository, [message])) {
    const isTold = state.timeline.of(issue.id).some(({news}) => news.kind === 'commit_ref' && news.commitSha === sha);
    const isOwnMerge = state.pulls.of(issue.id).some(({merged}) => merged?.sha === sha);
    if (!isTold && !isOwnMerge) record(ask, issue, {kind: 'commit_ref', commitSha: sha, body});
  }
}
