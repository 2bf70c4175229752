// The same histories in another place: what holds for a person's public repository may be forgotten where an organization owns a private one.
import {ask, type Ask, type History, type Sent} from './history.ts';
import {files} from './files.ts';
import {heardCode} from './heard/code.ts';
import {heardIssues} from './heard/issues.ts';
import {heardPulls} from './heard/pulls.ts';
import {issues} from './issues.ts';
import {pulls} from './pulls.ts';

/** Gives a history whose repositories are private ones of an organization of alice; `readers` may read the first of them. */
function inOrganization(history: History, readers: readonly string[]): History {
  const {name, about, needs, names, asks} = history;
  const [first, ...rest] = asks.map(moved);
  return {
    ...history,
    name: `private-${name}`,
    about: `${about} in private repositories of an organization`,
    needs: [...needs, 'organizations'],
    names: [...names, 'org'],
    asks: [
      ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
      ...(first === undefined ? [] : [first]),
      ...readers.map(collaborator =>
        ask(
          'alice',
          'repoAddCollaborator',
          {owner: '{org}', repo: '{repo}', collaborator: `{${collaborator}}`},
          {body: {permission: 'read'}},
        ),
      ),
      ...rest,
    ],
  };
}

function moved(one: Ask): Ask {
  const {operation, params, body} = one;
  if (operation === 'createCurrentUserRepo')
    return {...one, operation: 'createOrgRepo', params: {org: '{org}'}, body: {...fieldsOf(body), private: true}};
  return params['owner'] === '{alice}' ? {...one, params: {...params, owner: '{org}'}} : one;
}

function fieldsOf(body: Sent | undefined): {readonly [key: string]: Sent} {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
    ? (body as {readonly [key: string]: Sent})
    : {};
}

export const privateIssues = inOrganization(issues, ['bob']);
export const privatePulls = inOrganization(pulls, ['bob']);
export const privateFiles = inOrganization(files, ['bob']);
export const privateHeardIssues = inOrganization(heardIssues, ['bob']);
export const privateHeardPulls = inOrganization(heardPulls, ['bob']);
export const privateHeardCode = inOrganization(heardCode, ['bob']);
