// What can be done to issues that webhooks report: commands over a model that remembers what must have been told.
import type fc from 'fast-check';
import {isJsonObject, type JsonObject} from '../../../model/json.ts';
import type {PropertyWorld, Reference} from '../../../model/property.ts';
import {part, textOf, type Place, type Things} from './things.ts';

export interface Label {
  readonly name: Reference;
  readonly id: Reference;
}

/** One issue or pull request, and what was done to it that webhooks must tell. */
export interface Issue {
  readonly number: Reference;
  readonly title: Reference;
  /** How the story calls it. */
  readonly called: string;
  readonly isPull: boolean;
  isClosed: boolean;
  /** Its text, and all that it had before. */
  body: string;
  readonly edits: string[];
  /** Indexes of the labels on it. */
  labels: readonly number[];
  readonly changes: {readonly before: readonly number[]; readonly after: readonly number[]}[];
  readonly actions: Action[];
}

/** A close or reopen, and the commit that did it. */
export interface Action {
  readonly action: 'closed' | 'reopened';
  readonly commitId: Reference | '';
  /** How the story calls the commit. */
  readonly by: string;
}

export interface Model {
  readonly issues: readonly Issue[];
  /** Issues and pull requests alike. */
  readonly subjects: readonly Issue[];
  readonly pulls: string[];
  commits: number;
}

export interface Real {
  readonly world: PropertyWorld;
  readonly place: Place;
  readonly branch: Reference;
  readonly labels: readonly Label[];
  /** A fork of the repository, of bob. */
  readonly fork: Things;
}

type Command = fc.AsyncCommand<Model, Real>;

function issueOf({issues}: Model, pick: number): Issue {
  return issues[pick % issues.length] as Issue;
}

function subjectOf({subjects}: Model, pick: number): Issue {
  return subjects[pick % subjects.length] as Issue;
}

export class SetState implements Command {
  readonly pick: number;
  readonly isClosed: boolean;

  constructor(pick: number, isClosed: boolean) {
    this.pick = pick;
    this.isClosed = isClosed;
  }

  check(model: Readonly<Model>): boolean {
    return subjectOf(model, this.pick).isClosed !== this.isClosed;
  }

  async run(model: Model, {world, place}: Real): Promise<void> {
    const issue = subjectOf(model, this.pick);
    const verb = this.isClosed ? 'close' : 'reopen';
    world.count(verb);
    await world.prepare(issue.isPull ? 'repoEditPullRequest' : 'issueEditIssue', {
      params: {...place, index: issue.number},
      body: {state: this.isClosed ? 'closed' : 'open'},
      say: `${verb} ${issue.called}`,
    });
    issue.isClosed = this.isClosed;
    issue.actions.push({action: this.isClosed ? 'closed' : 'reopened', commitId: '', by: 'no commit'});
  }

  toString(): string {
    return `${this.isClosed ? 'close' : 'reopen'} ${String(this.pick)}`;
  }
}

// That a commit can close an issue is usual; a target that does not do it is asked about the rest.
export class CloseByCommit implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check(model: Readonly<Model>): boolean {
    return !issueOf(model, this.pick).isClosed;
  }

  async run(model: Model, {world, place, branch}: Real): Promise<void> {
    const issue = issueOf(model, this.pick);
    world.count('close by a commit');
    model.commits += 1;
    const commit = `commit ${String(model.commits)}`;
    const word = textOf(world.known('dialect.values.closingWord'));
    const reply = await world.prepare('repoCreateFile', {
      params: {...place, filepath: `${String(model.commits)}.txt`},
      body: {content: 'b25lCg==', message: `${word} #${textOf(issue.number)}`, branch},
      say: `make ${commit}, whose message closes ${issue.called}`,
    });
    await expectClosedBy({world, place}, issue, {commit, commitId: reply.at('/commit/sha')});
  }

  toString(): string {
    return `close ${String(this.pick)} by a commit`;
  }
}

async function expectClosedBy(
  {world, place}: Pick<Real, 'world' | 'place'>,
  issue: Issue,
  {commit, commitId}: {readonly commit: string; readonly commitId: Reference},
): Promise<void> {
  const shown = await world.call('issueGetIssue', {
    params: {...place, index: issue.number},
    until: ({body}) => isJsonObject(body ?? null) && (body as JsonObject)['state'] === 'closed',
    say: `read ${issue.called} until it is closed`,
  });
  world.expect(shown, {body: {state: 'closed'}}, {usual: true});
  if (shown.at('/state').value !== 'closed') return;
  issue.isClosed = true;
  issue.actions.push({action: 'closed', commitId, by: `${commit} (${textOf(commitId).slice(0, 10)}…)`});
}

// Three commits arrive at once, with a merge, and the one in the middle closes the issue.
export class CloseByMerge implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check(model: Readonly<Model>): boolean {
    return !issueOf(model, this.pick).isClosed;
  }

  async run(model: Model, {world, place, branch}: Real): Promise<void> {
    const issue = issueOf(model, this.pick);
    world.count('close by a merge');
    const first = model.commits + 1;
    model.commits += 3;
    const name = `merged-${textOf(world.known('case.name'))}-${String(first)}`;
    const word = textOf(world.known('dialect.values.closingWord'));
    const messages = ['words', `${word} #${textOf(issue.number)}`, 'more words'];
    const made: Reference[] = [];
    for (const [index, message] of messages.entries()) {
      const reply = await world.prepare('repoCreateFile', {
        params: {...place, filepath: `${String(first + index)}.txt`},
        body: {content: 'b25lCg==', message, ...(index === 0 ? {branch, new_branch: name} : {branch: name})},
        say: `make commit ${String(first + index)} on a branch${index === 1 ? `, whose message closes ${issue.called}` : ''}`,
      });
      made.push(reply.at('/commit/sha'));
    }
    const pull = await world.prepare('repoCreatePullRequest', {
      params: place,
      body: {title: name, base: branch, head: name},
      say: 'submit a pull request of these three commits',
    });
    model.pulls.push(name);
    const params = {...place, index: pull.at('/number')};
    // Some servers look for conflicts at their leisure and merge nothing before.
    await world.prepare('repoMergePullRequest', {
      params,
      body: {Do: 'merge'},
      until: ({status}) => status < 300,
      say: 'merge it',
    });
    const [, closing] = made;
    if (closing !== undefined)
      await expectClosedBy({world, place}, issue, {commit: `commit ${String(first + 1)}`, commitId: closing});
  }

  toString(): string {
    return `close ${String(this.pick)} by a merge`;
  }
}

/** What is done to an issue or pull request that neither closes it nor changes its labels. */
export class Touch implements Command {
  readonly pick: number;
  readonly how: 'edit' | 'comment on';

  constructor(pick: number, how: 'edit' | 'comment on') {
    this.pick = pick;
    this.how = how;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, {world, place}: Real): Promise<void> {
    const issue = subjectOf(model, this.pick);
    const {number, called, isPull} = issue;
    world.count(this.how);
    const isEdit = this.how === 'edit';
    const body = `other words of ${called}, ${String(issue.edits.length + 1)}`;
    await world.prepare(isEdit ? (isPull ? 'repoEditPullRequest' : 'issueEditIssue') : 'issueCreateComment', {
      params: {...place, index: number},
      body: {body},
      say: isEdit ? `edit the text of ${called}` : `comment on ${called}`,
    });
    if (!isEdit) return;
    issue.edits.push(issue.body);
    issue.body = body;
  }

  toString(): string {
    return `${this.how} ${String(this.pick)}`;
  }
}

export const ways = {
  add: {
    operation: 'issueAddLabel',
    after: (old: readonly number[], picks: readonly number[]) => [...new Set([...old, ...picks])],
  },
  replace: {operation: 'issueReplaceLabels', after: (_: readonly number[], picks: readonly number[]) => picks},
  clear: {operation: 'issueClearLabels', after: () => []},
} as const;

export class ChangeLabels implements Command {
  readonly pick: number;
  readonly way: keyof typeof ways;
  readonly picks: readonly number[];

  constructor(pick: number, way: keyof typeof ways, picks: readonly number[]) {
    this.pick = pick;
    this.way = way;
    this.picks = picks;
  }

  // What a call reports that changes nothing is not said.
  check(model: Readonly<Model>): boolean {
    const {labels} = subjectOf(model, this.pick);
    const after = ways[this.way].after(labels, this.picks);
    return after.length !== labels.length || after.some(label => !labels.includes(label));
  }

  async run(model: Model, {world, place, labels}: Real): Promise<void> {
    const issue = subjectOf(model, this.pick);
    world.count(`${this.way} labels`);
    const names = this.picks.map(label => `label ${String(label + 1)}`).join(' and ');
    const says = {
      add: `add ${names} to ${issue.called}`,
      replace: `replace the labels of ${issue.called} by ${names === '' ? 'none' : names}`,
      clear: `remove all labels from ${issue.called}`,
    };
    await world.prepare(ways[this.way].operation, {
      params: {...place, index: issue.number},
      ...(this.way === 'clear' ? {} : {body: {labels: this.picks.map(label => labels[label]?.id ?? 0)}}),
      say: says[this.way],
    });
    changeLabels(issue, ways[this.way].after(issue.labels, this.picks));
  }

  toString(): string {
    return `${this.way} ${this.picks.join(',')} on ${String(this.pick)}`;
  }
}

export class RemoveLabel implements Command {
  readonly pick: number;

  constructor(pick: number) {
    this.pick = pick;
  }

  check(model: Readonly<Model>): boolean {
    return subjectOf(model, this.pick).labels.length > 0;
  }

  async run(model: Model, {world, place, labels}: Real): Promise<void> {
    const issue = subjectOf(model, this.pick);
    const [gone = 0, ...rest] = issue.labels;
    world.count('remove a label');
    await world.prepare('issueRemoveLabel', {
      params: {...place, index: issue.number, id: labels[gone]?.id ?? 0},
      say: `remove label ${String(gone + 1)} from ${issue.called}`,
    });
    changeLabels(issue, rest);
  }

  toString(): string {
    return `remove a label of ${String(this.pick)}`;
  }
}

function changeLabels(issue: Issue, after: readonly number[]): void {
  issue.changes.push({before: issue.labels, after});
  issue.labels = after;
}

export class SubmitPull implements Command {
  readonly isFromFork: boolean;

  constructor(isFromFork: boolean) {
    this.isFromFork = isFromFork;
  }

  check({pulls}: Readonly<Model>): boolean {
    return pulls.length < 6;
  }

  async run({pulls}: Model, {world, place, branch, fork}: Real): Promise<void> {
    world.count(`submit a pull request${this.isFromFork ? ' from a fork' : ''}`);
    const from = this.isFromFork ? {owner: part(fork, 'owner'), repo: part(fork, 'name')} : place;
    const as = this.isFromFork ? {as: 'bob'} : {};
    const name = `topic-${textOf(world.known('case.name'))}-${String(pulls.length + 1)}`;
    await world.prepare('repoCreateFile', {
      ...as,
      params: {...from, filepath: `${name}.txt`},
      body: {content: 'b25lCg==', message: name, branch, new_branch: name},
      say: `make a commit on branch ${String(pulls.length + 1)}${this.isFromFork ? ' of the fork' : ''}, which is new`,
    });
    await world.prepare('repoCreatePullRequest', {
      ...as,
      params: place,
      body: {title: name, base: branch, head: this.isFromFork ? `${textOf(part(fork, 'owner'))}:${name}` : name},
      say: `submit pull request ${String(pulls.length + 1)}, of branch ${String(pulls.length + 1)}`,
    });
    pulls.push(name);
  }

  toString(): string {
    return `submit a pull request${this.isFromFork ? ' from a fork' : ''}`;
  }
}
