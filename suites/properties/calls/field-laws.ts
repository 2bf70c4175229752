// The fields of bodies: sent alone and with each other one they read back, and what was not sent stays as it was.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {property, type AnyProperty} from '../../../model/property.ts';
import type {Field} from './field.ts';
import {emptied, expectFields, fieldsOf, loginOf, off, text} from './fields.ts';
import {part, placeOf} from '../common/things.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {Scene, type Params} from './scene.ts';

// A colour may be shown with or without "#", so it is compared without.
const color: Field = {
  name: 'color',
  values: ['#123456', '#654321'],
  shown: ({color: shown}) => (typeof shown === 'string' ? `#${shown.replace('#', '').toLowerCase()}` : undefined),
};
const labelFields = [emptied('description'), off('exclusive'), off('is_archived')];
/** Known servers take a label out of the archive when an edit does not say that it is in there. */
const archived = ({is_archived}: JsonObject): JsonObject => ({is_archived: is_archived ?? false});

const byId = (params: Params, thing: JsonObject): Params => ({...params, id: thing['id'] ?? null});
const byNumber = (params: Params, thing: JsonObject): Params => ({...params, index: thing['number'] ?? null});

export const fieldsOfALabel = fieldsOf(
  {
    kind: 'label',
    create: {
      operation: 'issueCreateLabel',
      next: async scene => ({params: await scene.place(), body: {name: scene.fresh('label'), color: '#00aabb'}}),
      fields: labelFields,
    },
    edit: {operation: 'issueEditLabel', fields: [text('name'), color, ...labelFields], always: archived},
    read: 'issueGetLabel',
    list: ['issueListLabels'],
    at: byId,
  },
  'LABEL-OPTION',
  ['repositories', 'issues', 'labels'],
);

export const fieldsOfALabelOfAnOrganization = fieldsOf(
  {
    kind: 'label of an organization',
    create: {
      operation: 'orgCreateLabel',
      next: async scene => ({
        params: {org: part(await scene.organization(), 'name')},
        body: {name: scene.fresh('label'), color: '#00aabb'},
      }),
      // Known servers begin no label of an organization in the archive.
      fields: [emptied('description'), off('exclusive')],
    },
    edit: {operation: 'orgEditLabel', fields: [text('name'), color, ...labelFields], always: archived},
    read: 'orgGetLabel',
    list: ['orgListLabels'],
    at: byId,
  },
  'LABEL-OPTION',
  ['organizations', 'labels'],
);

const state: Field = {name: 'state', values: ['closed', 'open']};

/** When something is due: servers keep the day, or the end of it. */
function dueAs(name: string): Field {
  return {
    name,
    values: ['2031-02-03T12:00:00Z', '2032-03-04T12:00:00Z'],
    shown: ({[name]: shown}) =>
      typeof shown === 'string' ? `${new Date(shown).toISOString().slice(0, 10)}T12:00:00Z` : shown,
  };
}

const due = dueAs('due_date');
const dueOn = dueAs('due_on');

/** What issues and pull requests alike are made and edited with, besides their texts. */
interface Details {
  readonly assignees: Field;
  readonly milestone: Field;
  readonly labels: Field;
}

async function detailsIn(scene: Scene): Promise<Details> {
  const repo = await scene.repository();
  const [first, second] = [await scene.make('milestone', {repo}), await scene.make('milestone', {repo})];
  const [one, two] = [await scene.make('label', {repo}), await scene.make('label', {repo})];
  return {
    assignees: {name: 'assignees', values: [[scene.world.known('actors.alice.login')], []], shown: loginsOf},
    milestone: {
      name: 'milestone',
      values: [part(first, 'id'), part(second, 'id')],
      shown: ({milestone}) => (milestone !== undefined && isJsonObject(milestone) ? milestone['id'] : milestone),
    },
    labels: {
      name: 'labels',
      values: [[part(one, 'id')], [part(two, 'id')]],
      shown: ({labels}) =>
        labels !== undefined && isJsonList(labels)
          ? labels.map(label => (isJsonObject(label) ? (label['id'] ?? null) : null))
          : undefined,
    },
  };
}

const ref: Field = {name: 'ref', values: ['refs/heads/one', 'refs/heads/two']};

export const fieldsOfAnIssue = property({
  id: 'fields-of-issue',
  title:
    'fields of the issue read back as they were sent, alone and with each other one, and what is not sent stays as it was',
  proves: ['ISSUE-EDIT-COLS'],
  area: 'hosting',
  contexts: {fixed: {actor: 'each operation needs a right of its own'}},
  needs: ['repositories', 'issues', 'labels'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(['title', 'body', 'state', 'closed', 'assignees', 'milestone', 'labels', 'due_date', 'ref']),
  check: async (world, order) => {
    const scene = new Scene(world);
    const {assignees, milestone, labels} = await detailsIn(scene);
    const closed: Field = {
      name: 'closed',
      values: [true, false],
      shown: ({state: shown}) => (shown === undefined ? undefined : shown === 'closed'),
    };
    await expectFields(
      world,
      {
        kind: 'issue',
        create: {
          operation: 'issueCreateIssue',
          next: async () => ({params: await scene.place(), body: {title: scene.fresh('issue')}}),
          fields: [text('body'), closed, assignees, milestone, labels, due, ref],
        },
        edit: {
          operation: 'issueEditIssue',
          fields: [text('title'), emptied('body'), state, assignees, milestone, due, ref],
        },
        read: 'issueGetIssue',
        at: byNumber,
      },
      {order, proves: 'ISSUE-EDIT-COLS', scene},
    );
  },
});

export const fieldsOfAMilestone = fieldsOf(
  {
    kind: 'milestone',
    create: {
      operation: 'issueCreateMilestone',
      next: async scene => ({params: await scene.place(), body: {title: scene.fresh('milestone')}}),
      fields: [emptied('description'), state, dueOn],
    },
    edit: {
      operation: 'issueEditMilestone',
      fields: [text('title'), emptied('description'), state, dueOn],
      // Some servers take a day away that an edit does not send.
      always: ({due_on}) => (due_on === null || due_on === undefined ? {} : {due_on}),
    },
    read: 'issueGetMilestone',
    list: ['issueGetMilestonesList', {state: 'all'}],
    at: byId,
  },
  'MILESTONE-STATE',
  ['repositories', 'issues'],
);

export const fieldsOfAComment = fieldsOf(
  {
    kind: 'comment',
    create: {
      operation: 'issueCreateComment',
      next: async scene => ({
        params: {...(await scene.place()), index: part(await scene.issue(), 'number')},
        body: {body: scene.fresh('comment')},
      }),
      fields: [],
    },
    edit: {operation: 'issueEditComment', fields: [text('body')]},
    read: 'issueGetComment',
    list: ['issueGetComments'],
    at: ({owner = null, repo = null}, {id = null}) => ({owner, repo, id}),
  },
  'COMMENT-GET',
  ['repositories', 'issues'],
);

export const fieldsOfARelease = fieldsOf(
  {
    kind: 'release',
    create: {
      operation: 'repoCreateRelease',
      next: async scene => ({params: await scene.place(), body: {tag_name: scene.fresh('v'), name: 'a release'}}),
      fields: [text('body'), off('prerelease'), off('draft')],
    },
    edit: {operation: 'repoEditRelease', fields: [text('name'), text('body'), off('prerelease'), off('draft')]},
    read: 'repoGetRelease',
    list: ['repoListReleases'],
    at: byId,
  },
  'RELEASE-LATEST',
  ['repositories'],
);

/** A pull request, which is edited and read as what it is or as an issue. */
function fieldsOfPull(id: string, title: string, by: {readonly edit: string; readonly read: string}): AnyProperty {
  return property({
    id,
    title,
    proves: ['ISSUE-EDIT-COLS'],
    area: 'hosting',
    contexts: {fixed: {actor: 'each operation needs a right of its own'}},
    needs: ['repositories', 'issues'],
    runs: 1,
    floor: 1,
    input: inAnyOrder(['title', 'body', 'state', 'assignees', 'milestone', 'labels', 'due_date']),
    check: async (world, order) => {
      const scene = new Scene(world);
      const {assignees, milestone, labels} = await detailsIn(scene);
      await expectFields(
        world,
        {
          kind: 'pull request',
          create: {
            operation: 'repoCreatePullRequest',
            next: async () => proposal(scene),
            fields: [text('body'), ...(by.read === 'repoGetPullRequest' ? [assignees, milestone, labels, due] : [])],
          },
          edit: {operation: by.edit, fields: [text('title'), emptied('body'), state, assignees, milestone, due]},
          read: by.read,
          list: ['repoListPullRequests', {state: 'all'}],
          at: byNumber,
        },
        {order, proves: 'ISSUE-EDIT-COLS', scene},
      );
    },
  });
}

function loginsOf({assignees}: JsonObject): Json | undefined {
  if (assignees === null) return [];
  return assignees !== undefined && isJsonList(assignees) ? assignees.map(one => loginOf(one)) : undefined;
}

export const fieldsOfAPullRequest = fieldsOfPull(
  'fields-of-pull-request',
  'fields of the pull request read back as they were sent, alone and with each other one, and what is not sent stays as it was',
  {edit: 'repoEditPullRequest', read: 'repoGetPullRequest'},
);

export const fieldsOfAPullRequestAsAnIssue = fieldsOfPull(
  'fields-of-pull-request-as-issue',
  'fields that an edit of an issue sets on a pull request read back from the pull request',
  {edit: 'issueEditIssue', read: 'repoGetPullRequest'},
);

export const fieldsOfAPullRequestReadAsAnIssue = fieldsOfPull(
  'fields-of-pull-request-read-as-issue',
  'fields that an edit of a pull request sets read back from it as an issue',
  {edit: 'repoEditPullRequest', read: 'issueGetIssue'},
);

/** A branch with a commit of its own, and what a pull request of it is made from. */
async function proposal(scene: Scene): Promise<{readonly params: Params; readonly body: JsonObject}> {
  const repo = await scene.repository();
  const base = part(repo, 'default_branch').value;
  const branch = scene.fresh('proposal');
  const file = {content: 'b25lCg==', message: 'Add', branch: base, new_branch: branch};
  await scene.prepare('repoCreateFile', {...placeOf(repo), filepath: `${branch}.txt`}, {body: file});
  return {params: placeOf(repo), body: {title: scene.fresh('pull'), head: branch, base}};
}
