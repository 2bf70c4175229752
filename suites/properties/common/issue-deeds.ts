// What can be done to issues that webhooks report: commands over a model that remembers what must have been told.
import type fc from 'fast-check';
import {isJsonObject, type JsonObject} from '../../../model/json.ts';
import type {PropertyWorld, Reference} from '../../../model/property.ts';
import {textOf, type Place} from './things.ts';

export interface Label {
  readonly name: Reference;
  readonly id: Reference;
}

/** One issue, and what was done to it that webhooks must tell. */
export interface Issue {
  readonly number: Reference;
  readonly title: Reference;
  /** How the story calls it. */
  readonly called: string;
  isClosed: boolean;
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
  readonly pulls: string[];
  commits: number;
}

export interface Real {
  readonly world: PropertyWorld;
  readonly place: Place;
  readonly branch: Reference;
  readonly labels: readonly Label[];
}

type Command = fc.AsyncCommand<Model, Real>;

function issueOf({issues}: Model, pick: number): Issue {
  return issues[pick % issues.length] as Issue;
}

export class SetState implements Command {
  readonly pick: number;
  readonly isClosed: boolean;

  constructor(pick: number, isClosed: boolean) {
    this.pick = pick;
    this.isClosed = isClosed;
  }

  check(model: Readonly<Model>): boolean {
    return issueOf(model, this.pick).isClosed !== this.isClosed;
  }

  async run(model: Model, {world, place}: Real): Promise<void> {
    const issue = issueOf(model, this.pick);
    const verb = this.isClosed ? 'close' : 'reopen';
    world.count(verb);
    await world.prepare('issueEditIssue', {
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
    const shown = await world.call('issueGetIssue', {
      params: {...place, index: issue.number},
      until: ({body}) => isJsonObject(body ?? null) && (body as JsonObject)['state'] === 'closed',
      say: `read ${issue.called} until it is closed`,
    });
    world.expect(shown, {body: {state: 'closed'}}, {usual: true});
    if (shown.at('/state').value !== 'closed') return;
    issue.isClosed = true;
    const commitId = reply.at('/commit/sha');
    issue.actions.push({action: 'closed', commitId, by: `${commit} (${textOf(commitId).slice(0, 10)}…)`});
  }

  toString(): string {
    return `close ${String(this.pick)} by a commit`;
  }
}

/** What is done to an issue that neither closes it nor changes its labels. */
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
    const {number, called} = issueOf(model, this.pick);
    world.count(this.how);
    const isEdit = this.how === 'edit';
    await world.prepare(isEdit ? 'issueEditIssue' : 'issueCreateComment', {
      params: {...place, index: number},
      body: {body: 'other words'},
      say: isEdit ? `edit the text of ${called}` : `comment on ${called}`,
    });
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
    const {labels} = issueOf(model, this.pick);
    const after = ways[this.way].after(labels, this.picks);
    return after.length !== labels.length || after.some(label => !labels.includes(label));
  }

  async run(model: Model, {world, place, labels}: Real): Promise<void> {
    const issue = issueOf(model, this.pick);
    world.count(`${this.way} labels`);
    const names = this.picks.map(label => `label ${String(label + 1)}`).join(' and ');
    const says = {
      add: `add ${names} to ${issue.called}`,
      replace: `replace the labels of ${issue.called} by ${names}`,
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
    return issueOf(model, this.pick).labels.length > 0;
  }

  async run(model: Model, {world, place, labels}: Real): Promise<void> {
    const issue = issueOf(model, this.pick);
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
  check({pulls}: Readonly<Model>): boolean {
    return pulls.length < 2;
  }

  async run({pulls}: Model, {world, place, branch}: Real): Promise<void> {
    world.count('submit a pull request');
    const name = `topic-${textOf(world.known('case.name'))}-${String(pulls.length + 1)}`;
    await world.prepare('repoCreateFile', {
      params: {...place, filepath: `${name}.txt`},
      body: {content: 'b25lCg==', message: name, branch, new_branch: name},
      say: `make a commit on branch ${String(pulls.length + 1)}, which is new`,
    });
    await world.prepare('repoCreatePullRequest', {
      params: place,
      body: {title: name, base: branch, head: name},
      say: `submit pull request ${String(pulls.length + 1)}, of branch ${String(pulls.length + 1)}`,
    });
    pulls.push(name);
  }

  toString(): string {
    return 'submit a pull request';
  }
}
