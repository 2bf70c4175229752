/** Labels on one issue: add, replace, remove, clear, list. */
import type {Issue, Label} from '../../../state/issues.ts';
import type {Repository} from '../../../state/repositories.ts';
import {stamped} from '../../../state/stamped.ts';
import type {Ask} from '../../ask.ts';
import {announceLabels} from '../../issue-events.ts';
import type {LabelHappening} from '../../issue-events.ts';
import {issueOfPath, repositoryOfPath} from '../../lookups.ts';
import {Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {labelsOf, showLabel} from '../../shapes/issue.ts';

const path = '/repos/{owner}/{repo}/issues/{index}/labels';
const areas = ['issue'] as const;

export const issueLabelRoutes: readonly Route[] = [
  {operation: 'issueGetLabels', method: 'GET', path, caller: 'anyone', areas, answer: listLabels},
  {operation: 'issueAddLabel', method: 'POST', path, caller: 'signed-in', areas, answer: addLabels},
  {operation: 'issueReplaceLabels', method: 'PUT', path, caller: 'signed-in', areas, answer: replaceLabels},
  {operation: 'issueClearLabels', method: 'DELETE', path, caller: 'signed-in', areas, answer: clearLabels},
  {
    operation: 'issueRemoveLabel',
    method: 'DELETE',
    path: `${path}/{id}`,
    caller: 'signed-in',
    areas,
    answer: removeLabel,
  },
];

function listLabels(ask: Ask): Reply {
  const issue = issueOfPath(ask, repositoryOfPath(ask));
  return ok(labelsOf(ask, issue).map(label => showLabel(ask, label)));
}

function addLabels(ask: Ask): Reply {
  const {repository, issue} = writableIssue(ask);
  const newcomers = wantedLabels(ask, repository);
  const present = labelsOf(ask, issue);
  const refused = newcomers.find(newcomer => !ask.rules.acceptsLabel(present, newcomer));
  if (refused !== undefined)
    throw new Refusal(422, `The label ${refused.name} cannot be set beside the labels of the issue.`);
  return storeLabels(ask, {repository, issue, way: 'add', labels: ask.rules.labelsAfterAdding(present, newcomers)});
}

function replaceLabels(ask: Ask): Reply {
  return relabel(ask, {...writableIssue(ask), references: ask.fields().list('labels') ?? [], way: 'labels'});
}

/** Replaces all labels of an issue, and answers with those that it has then. */
export function relabel(
  ask: Ask,
  {
    repository,
    issue,
    references,
    way,
  }: {repository: Repository; issue: Issue; references: readonly unknown[]; way: 'labels' | 'edit'},
): Reply {
  const wanted = labelsByReference(ask, repository, references);
  const labels = ask.rules.labelsAfterReplacing(labelsOf(ask, issue), wanted, way);
  return storeLabels(ask, {repository, issue, way: 'replace', labels});
}

function writableIssue(ask: Ask): {repository: Repository; issue: Issue} {
  const repository = repositoryOfPath(ask, 'write');
  return {repository, issue: issueOfPath(ask, repository)};
}

function wantedLabels(ask: Ask, repository: Repository): readonly Label[] {
  return labelsByReference(ask, repository, ask.fields().list('labels') ?? []);
}

/** Finds labels by id or by name, all in one list of one kind; unknown ones and those of other homes are passed over. */
export function labelsByReference(ask: Ask, repository: Repository, references: readonly unknown[]): readonly Label[] {
  const areIds = references.every(reference => typeof reference === 'number' && Number.isInteger(reference));
  const areNames = references.every(reference => typeof reference === 'string');
  if (!areIds && !areNames) throw new Refusal(400, 'labels must be a list of label ids, or a list of label names.');
  const reachable = reachableLabels(ask, repository);
  // Usual: a name is of every label that has it, those of the organization included.
  return [...new Set(references)].flatMap(reference =>
    reachable.filter(({id, name}) => id === reference || name === reference),
  );
}

function reachableLabels({world: {state}}: Ask, repository: Repository): readonly Label[] {
  return [...state.labels.of(`repository:${repository.id}`), ...state.labels.of(`organization:${repository.ownerId}`)];
}

/** Stores the labels of an issue, announces the change, and answers with the whole list. */
function storeLabels(
  ask: Ask,
  {repository, issue, way, labels}: Pick<LabelHappening, 'repository' | 'issue' | 'way'> & {labels: readonly Label[]},
): Reply {
  const before = labelsOf(ask, issue);
  const wanted = labels.map(({id}) => id);
  // The same labels in another order are no change.
  const isSame = wanted.length === before.length && before.every(({id}) => wanted.includes(id));
  const labelIds = isSame ? issue.labelIds : wanted;
  const edited = ask.world.state.issues.put(stamped(issue, {...issue, labelIds}, ask.world.clock.now()));
  announceLabels(ask, {repository, issue: edited, before, after: labels, way});
  return ok(labelsOf(ask, edited).map(label => showLabel(ask, label)));
}

function clearLabels(ask: Ask): Reply {
  storeLabels(ask, {...writableIssue(ask), way: 'clear', labels: []});
  return noContent();
}

function removeLabel(ask: Ask): Reply {
  const {repository, issue} = writableIssue(ask);
  const wanted = ask.param('id');
  const label = reachableLabels(ask, repository).find(({id, name}) => String(id) === wanted || name === wanted);
  const home = label?.home.startsWith('organization:') === true ? 'organization' : 'repository';
  if (label === undefined || !ask.rules.takesOffLabelOf(home)) throw new Refusal(422, `There is no label ${wanted}.`);
  const labels = labelsOf(ask, issue).filter(({id}) => id !== label.id);
  storeLabels(ask, {repository, issue, way: 'remove', labels});
  return noContent();
}
