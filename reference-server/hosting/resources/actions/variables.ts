/** Variables of the automation feature. */
import type {ActionsVariable} from '../../../state/actions.ts';
import {actionsRoute, organizationHome, readActionsName, repositoryHome} from '../../actions-home.ts';
import type {ActionsHome} from '../../actions-home.ts';
import type {Ask} from '../../ask.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Method, Route} from '../../route.ts';

export const actionsVariableRoutes: readonly Route[] = [
  ...routesOf(repositoryHome, {
    list: 'getRepoVariablesList',
    get: 'getRepoVariable',
    create: 'createRepoVariable',
    update: 'updateRepoVariable',
    remove: 'deleteRepoVariable',
  }),
  ...routesOf(organizationHome, {
    list: 'getOrgVariablesList',
    get: 'getOrgVariable',
    create: 'createOrgVariable',
    update: 'updateOrgVariable',
    remove: 'deleteOrgVariable',
  }),
];

type Names = Readonly<Record<'list' | 'get' | 'create' | 'update' | 'remove', string>>;

function routesOf(home: ActionsHome, names: Names): readonly Route[] {
  const one = (operation: string, method: Method, answer: (ask: Ask, home: string) => Reply): Route =>
    actionsRoute(home, {
      operation,
      method,
      path: '/variables/{variablename}',
      answer: ask => answer(ask, home.homeOf(ask)),
    });
  return [
    actionsRoute(home, {
      operation: names.list,
      method: 'GET',
      path: '/variables',
      answer: async ask => pageReply(ask, ask.world.state.variables.of(home.homeOf(ask)), showVariable),
    }),
    one(names.get, 'GET', (ask, key) => ok(showVariable(variableOfPath(ask, key)))),
    one(names.create, 'POST', createVariable),
    one(names.update, 'PUT', updateVariable),
    one(names.remove, 'DELETE', removeVariable),
  ];
}

function showVariable({home, name, data, description}: ActionsVariable): Record<string, unknown> {
  const [level, id] = home.split(':');
  const idOf = (wanted: string): number => (level === wanted ? Number(id) : 0);
  return {owner_id: idOf('organization'), repo_id: idOf('repository'), name, data, description};
}

function variableOfPath(ask: Ask, home: string): ActionsVariable {
  const name = readActionsName(ask.param('variablename'));
  const variable = ask.world.state.variables.of(home).find(row => row.name === name);
  if (variable === undefined) throw notFound();
  return variable;
}

function createVariable(ask: Ask, home: string): Reply {
  const {state} = ask.world;
  const name = readActionsName(ask.param('variablename'));
  const fields = ask.fields();
  const data = fields.requiredText('value');
  if (state.variables.of(home).some(row => row.name === name))
    throw new Refusal(409, `There is already a variable ${name}.`);
  state.variables.add(id => ({id, home, name, data, description: fields.text('description') ?? ''}));
  return {kind: 'empty', status: 201};
}

function updateVariable(ask: Ask, home: string): Reply {
  const variable = variableOfPath(ask, home);
  const fields = ask.fields();
  const data = fields.requiredText('value');
  const asked = fields.text('name') ?? '';
  const name = asked === '' ? variable.name : readActionsName(asked);
  const {variables} = ask.world.state;
  if (variables.of(home).some(row => row.name === name && row.id !== variable.id))
    throw new Refusal(409, `There is already a variable ${name}.`);
  variables.put({...variable, name, data, description: fields.text('description') ?? variable.description});
  return noContent();
}

function removeVariable(ask: Ask, home: string): Reply {
  ask.world.state.variables.remove(variableOfPath(ask, home).id);
  return noContent();
}
