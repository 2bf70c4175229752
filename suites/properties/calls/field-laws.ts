// The fields of bodies: sent alone and with each other one they read back, and what was not sent stays as it was.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {property, type AnyProperty} from '../../../model/property.ts';
import {emptied, expectFields, off, on, text, type Field, type Form} from './fields.ts';
import {part, placeOf} from '../common/things.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import type {Params, Scene} from './scene.ts';

function fieldsOf(form: Form, proves: string, needs: readonly string[]): AnyProperty {
  const names = [...new Set([...form.create.fields, ...form.edit.fields].map(({name}) => name))];
  return property({
    id: `fields-of-${form.kind.replaceAll(' ', '-')}`,
    title: `fields of the ${form.kind} read back as they were sent, alone and with each other one, and what is not sent stays as it was`,
    proves: [proves],
    area: 'hosting',
    contexts: {fixed: {actor: 'each operation needs a right of its own'}},
    needs,
    runs: 1,
    floor: 1,
    input: inAnyOrder(names),
    check: async (world, order) => expectFields(world, form, {order, proves}),
  });
}

// A colour may be shown with or without "#", so it is compared without.
const color: Field = {
  name: 'color',
  values: ['#123456', '#654321'],
  shown: ({color: shown}) => (typeof shown === 'string' ? `#${shown.replace('#', '').toLowerCase()}` : undefined),
};
const labelFields = [emptied('description'), off('exclusive'), off('is_archived')];

async function inRepository(scene: Scene): Promise<Params> {
  return scene.place();
}

const byId = (params: Params, thing: JsonObject): Params => ({...params, id: thing['id'] ?? null});
const byNumber = (params: Params, thing: JsonObject): Params => ({...params, index: thing['number'] ?? null});

export const fieldsOfALabel = fieldsOf(
  {
    kind: 'label',
    create: {
      operation: 'issueCreateLabel',
      next: async scene => ({params: await inRepository(scene), body: {name: scene.fresh('label'), color: '#00aabb'}}),
      fields: labelFields,
    },
    edit: {operation: 'issueEditLabel', fields: [text('name'), color, ...labelFields]},
    read: 'issueGetLabel',
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
      fields: labelFields,
    },
    edit: {operation: 'orgEditLabel', fields: [text('name'), color, ...labelFields]},
    read: 'orgGetLabel',
    at: byId,
  },
  'LABEL-OPTION',
  ['organizations', 'labels'],
);

const state: Field = {name: 'state', values: ['closed', 'open']};

export const fieldsOfAnIssue = fieldsOf(
  {
    kind: 'issue',
    create: {
      operation: 'issueCreateIssue',
      next: async scene => ({params: await inRepository(scene), body: {title: scene.fresh('issue')}}),
      fields: [
        text('body'),
        {
          name: 'closed',
          values: [true, false],
          shown: ({state: shown}) => (shown === undefined ? undefined : shown === 'closed'),
        },
      ],
    },
    edit: {operation: 'issueEditIssue', fields: [text('title'), emptied('body'), state]},
    read: 'issueGetIssue',
    at: byNumber,
  },
  'ISSUE-EDIT-COLS',
  ['repositories', 'issues'],
);

export const fieldsOfAMilestone = fieldsOf(
  {
    kind: 'milestone',
    create: {
      operation: 'issueCreateMilestone',
      next: async scene => ({params: await inRepository(scene), body: {title: scene.fresh('milestone')}}),
      fields: [emptied('description'), state],
    },
    edit: {operation: 'issueEditMilestone', fields: [text('title'), emptied('description'), state]},
    read: 'issueGetMilestone',
    at: byId,
  },
  'MILESTONE-STATE',
  ['repositories', 'issues'],
);

export const fieldsOfARelease = fieldsOf(
  {
    kind: 'release',
    create: {
      operation: 'repoCreateRelease',
      next: async scene => ({params: await inRepository(scene), body: {tag_name: scene.fresh('v'), name: 'a release'}}),
      fields: [text('body'), off('prerelease')],
    },
    edit: {operation: 'repoEditRelease', fields: [text('name'), text('body'), off('prerelease')]},
    read: 'repoGetRelease',
    at: byId,
  },
  'RELEASE-LATEST',
  ['repositories'],
);

const rules = [
  off('block_on_rejected_reviews'),
  off('block_on_official_review_requests'),
  off('block_on_outdated_branch'),
  off('dismiss_stale_approvals'),
  off('require_signed_commits'),
  off('enable_status_check'),
  text('protected_file_patterns'),
  text('unprotected_file_patterns'),
  {name: 'required_approvals', values: [2, 0]} as const,
];

export const fieldsOfABranchProtection = fieldsOf(
  {
    kind: 'branch protection',
    create: {
      operation: 'repoCreateBranchProtection',
      next: async scene => ({params: await inRepository(scene), body: {rule_name: scene.fresh('rule')}}),
      fields: rules,
    },
    edit: {operation: 'repoEditBranchProtection', fields: rules},
    read: 'repoGetBranchProtection',
    at: (params, thing) => ({...params, name: thing['rule_name'] ?? thing['branch_name'] ?? null}),
  },
  'BRANCH-CRUD',
  ['repositories', 'branches'],
);

export const fieldsOfARepository = fieldsOf(
  {
    kind: 'repository',
    create: {
      operation: 'createCurrentUserRepo',
      next: async scene => ({params: {}, body: {name: scene.fresh('repository'), private: false, auto_init: false}}),
      fields: [text('description'), off('template')],
    },
    edit: {
      operation: 'repoEdit',
      fields: [
        emptied('description'),
        {name: 'website', values: ['http://127.0.0.1/one', 'http://127.0.0.1/two']},
        off('private'),
        off('template'),
        on('has_issues'),
        on('has_wiki'),
        on('has_pull_requests'),
      ],
    },
    read: 'repoGet',
    at: (_, thing) => ({owner: loginOf(thing['owner']), repo: thing['name'] ?? null}),
  },
  'REPO-CREATE',
  ['repositories'],
);

function loginOf(owner: Json | undefined): Json {
  return owner !== undefined && isJsonObject(owner) && !isJsonList(owner) ? (owner['login'] ?? null) : null;
}

export const fieldsOfAUser = fieldsOf(
  {
    kind: 'user',
    as: 'admin',
    create: {
      operation: 'adminCreateUser',
      next: async scene => {
        const login = part(await scene.make('newcomer'), 'login').value;
        const password = `${scene.fresh('Password')}-A7`;
        const email = `${scene.fresh('mail')}@example.org`;
        return {params: {}, body: {username: login, email, password, must_change_password: false}};
      },
      fields: [text('full_name'), off('restricted')],
    },
    edit: {
      operation: 'adminEditUser',
      fields: [
        text('full_name'),
        {name: 'website', values: ['http://127.0.0.1/one', 'http://127.0.0.1/two']},
        text('location'),
        text('description'),
        off('restricted'),
      ],
      always: ({login}) => ({login_name: login ?? '', source_id: 0}),
    },
    read: 'userGet',
    at: (_, thing) => ({username: thing['login'] ?? null}),
  },
  'USER-CREATE',
  ['users'],
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
    input: inAnyOrder(['title', 'body', 'state', 'assignees']),
    check: async (world, order) => {
      const assignees: Field = {name: 'assignees', values: [[world.known('actors.alice.login')], []], shown: loginsOf};
      await expectFields(
        world,
        {
          kind: 'pull request',
          create: {
            operation: 'repoCreatePullRequest',
            next: async scene => proposal(scene),
            fields: [text('body')],
          },
          edit: {operation: by.edit, fields: [text('title'), emptied('body'), state, assignees]},
          read: by.read,
          at: byNumber,
        },
        {order, proves: 'ISSUE-EDIT-COLS'},
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
