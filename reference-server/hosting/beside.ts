/** Tells the rules what was written, so that a faulty one can change more than that. */
import {besideOperation} from '../rules/beside.ts';
import {findAccount, findRepository} from '../state/state.ts';
import type {Ask} from './ask.ts';

/** Asks the rule for what an operation changes besides what it is about; called after it has succeeded. */
export function changeBeside({world: {state}, rules, route: {operation}, param}: Ask): void {
  const rule = besideOperation[operation];
  if (rule === undefined) return;
  const owner = findAccount(state, param('owner'));
  const repository = owner === undefined ? undefined : findRepository(state, owner.id, param('repo'));
  const thing = ['index', 'id', 'name', 'variablename'].map(param).find(value => value !== '') ?? '';
  rules[rule]({operation, repositoryId: repository?.id, ownerId: owner?.id, thing, rows: state});
}
