/** Transfer of a repository to another owner. */
import type {DecisionStep, TransferStep} from '../../../rules/work.ts';
import type {Account} from '../../../state/people.ts';
import type {Repository} from '../../../state/repositories.ts';
import {findAccount, findRepository, repositoryMoved} from '../../../state/state.ts';
import type {PendingTransfer} from '../../../state/work.ts';
import {may, maySeeAccount, ownsOrganization} from '../../access.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notifyOfTransfer} from '../../notify.ts';
import {Refusal} from '../../refusal.ts';
import {json, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {checkLimit} from '../../create-repository.ts';
import {showRepository} from '../../shapes/repository.ts';
import {startToWatch, watchersFromTheStart} from '../../watching.ts';
import {mayCreateIn} from './repositories.ts';

const path = '/repos/{owner}/{repo}/transfer';
const shared = {method: 'POST', caller: 'signed-in', areas: ['repository']} as const;

export const transferRoutes: readonly Route[] = [
  {...shared, operation: 'repoTransfer', path, answer: transfer},
  {...shared, operation: 'acceptRepoTransfer', path: `${path}/accept`, answer: accept},
  {...shared, operation: 'rejectRepoTransfer', path: `${path}/reject`, answer: reject},
];

interface Wish {
  readonly repositoryId: number;
  readonly newOwnerName: string;
  readonly teamIds: readonly number[] | undefined;
}

/** Carries out the steps of the rules one after the other, without waiting in between; a check that refuses ends it. */
function transfer(ask: Ask): Reply {
  const repository = repositoryOfPath(ask);
  if (!ask.rules.mayTransfer(may(ask, repository, 'owner')))
    throw new Refusal(403, 'Only owners transfer repositories.');
  const fields = ask.fields();
  const wish: Wish = {
    repositoryId: repository.id,
    newOwnerName: fields.requiredText('new_owner'),
    teamIds: fields.integers('team_ids'),
  };
  for (const step of ask.rules.transferSteps) steps[step](ask, wish);
  const now = current(ask, wish);
  const pending = ask.world.state.pendingTransfers.get(now.id);
  return json(pending === undefined ? 202 : 201, showRepository(ask, now));
}

const steps: Readonly<Record<TransferStep, (ask: Ask, wish: Wish) => void>> = {
  'check-recipient': (ask, wish) => {
    recipientOf(ask, wish);
  },
  'check-teams': checkTeams,
  'check-name': (ask, wish) => {
    const recipient = recipientOf(ask, wish);
    const repository = current(ask, wish);
    const other = findRepository(ask.world.state, recipient.id, repository.name);
    const isMovedAlready = other?.id === repository.id && recipient.id !== namedOwner(ask).id;
    if (other !== undefined && !isMovedAlready) {
      throw new Refusal(422, `${recipient.name} already has a repository ${repository.name}.`);
    }
  },
  'check-pending': (ask, wish) => {
    if (ask.world.state.pendingTransfers.has(wish.repositoryId))
      throw new Refusal(409, 'A transfer of the repository is already pending.');
  },
  // Who has rights through a team keeps them until the transfer takes place.
  'take-team-access': (ask, wish) => {
    if (isImmediate(ask, recipientOf(ask, wish))) takeTeamAccess(ask, wish.repositoryId);
  },
  move: (ask, wish) => {
    const recipient = recipientOf(ask, wish);
    const repositoryNow = current(ask, wish);
    if (isImmediate(ask, recipient)) return moveTo(ask, wish.repositoryId, recipient, doer(ask).id);
    // Usual: who is to decide about a private repository may read it.
    if (recipient.kind === 'person' && !may(ask, repositoryNow, 'read', recipient))
      ask.world.state.repositories.put({
        ...repositoryNow,
        collaborators: [...repositoryNow.collaborators, {personId: recipient.id, permission: 'read'}],
      });
    const pending = {doerId: doer(ask).id, recipientId: recipient.id, teamIds: wish.teamIds ?? []};
    ask.world.state.pendingTransfers.set(wish.repositoryId, pending);
    notifyOfTransfer(ask, repositoryNow, recipient);
  },
  'give-team-access': (ask, wish) => {
    if (isImmediate(ask, recipientOf(ask, wish))) giveTeamAccess(ask, wish.repositoryId, wish.teamIds ?? []);
  },
};

function current({world: {state}}: Ask, {repositoryId}: Pick<Wish, 'repositoryId'>): Repository {
  const repository = state.repositories.get(repositoryId);
  if (repository === undefined) throw new Error('the repository went away during its transfer');
  return repository;
}

function namedOwner(ask: Ask): Account {
  const owner = findAccount(ask.world.state, ask.param('owner'));
  if (owner === undefined) throw new Error('the owner went away during the transfer');
  return owner;
}

function recipientOf(ask: Ask, {newOwnerName}: Wish): Account {
  const account = findAccount(ask.world.state, newOwnerName);
  if (account === undefined || !maySeeAccount(ask, account))
    throw new Refusal(404, 'The new owner does not exist or cannot be found.');
  return account;
}

function checkTeams(ask: Ask, wish: Wish): void {
  const recipient = recipientOf(ask, wish);
  if (wish.teamIds === undefined) return;
  if (recipient.kind !== 'organization')
    throw new Refusal(422, 'Teams can only be added to organization-owned repositories.');
  for (const id of wish.teamIds) {
    const team = ask.world.state.teams.get(id);
    if (team === undefined) throw new Refusal(422, `There is no team ${id}.`);
    if (team.organizationId !== recipient.id) throw new Refusal(403, `The team ${id} belongs to another organization.`);
  }
}

/** A transfer happens at once when nobody else has to agree to it. */
function isImmediate(ask: Ask, recipient: Account): boolean {
  const person = doer(ask);
  if (person.isAdmin || recipient.id === person.id) return true;
  return recipient.kind === 'organization' && mayCreateIn(ask, recipient, person);
}

function takeTeamAccess({world: {state}}: Ask, repositoryId: number): void {
  for (const team of state.teams.all()) {
    if (!team.repositoryIds.includes(repositoryId)) continue;
    state.teams.put({...team, repositoryIds: team.repositoryIds.filter(id => id !== repositoryId)});
  }
}

function moveTo({world: {state}}: Ask, repositoryId: number, recipient: Account, doerId: number): void {
  const repository = state.repositories.get(repositoryId);
  if (repository === undefined) return;
  // Usual: who belongs to the new owner has only what its teams give them.
  const members = recipient.kind === 'organization' ? state.teams.of(recipient.id).flatMap(team => team.memberIds) : [];
  const collaborators = repository.collaborators.filter(
    ({personId}) => personId !== recipient.id && !members.includes(personId),
  );
  repositoryMoved(state, repository, {...repository, ownerId: recipient.id});
  state.repositories.put({...repository, ownerId: recipient.id, collaborators});
  // Usual: who transfers it watches it, and so does everybody in a team that has all repositories of the new owner.
  startToWatch(state, repositoryId, watchersFromTheStart(state, recipient.id, doerId));
}

function giveTeamAccess({world: {state}}: Ask, repositoryId: number, teamIds: readonly number[]): void {
  for (const team of teamIds.flatMap(id => state.teams.get(id) ?? [])) {
    startToWatch(state, repositoryId, team.memberIds);
    state.teams.put({...team, repositoryIds: [...team.repositoryIds, repositoryId]});
  }
}

/** Finds the transfer that waits for the sender, who may decide about it also where the repository is private. */
function pendingOf(ask: Ask): Offer {
  const {state} = ask.world;
  const owner = findAccount(state, ask.param('owner'));
  const repository = owner === undefined ? undefined : findRepository(state, owner.id, ask.param('repo'));
  // What is not there, or has moved, is answered as everywhere.
  if (repository === undefined) repositoryOfPath(ask);
  const pending = repository === undefined ? undefined : state.pendingTransfers.get(repository.id);
  const recipient = pending === undefined ? undefined : state.accounts.get(pending.recipientId);
  if (repository === undefined || pending === undefined || recipient === undefined) {
    throw new Refusal(404, 'There is no pending transfer of this repository.');
  }
  return {repository, pending, recipient};
}

interface Offer {
  readonly repository: Repository;
  readonly pending: PendingTransfer;
  readonly recipient: Account;
}

const decisionSteps: Readonly<Record<DecisionStep, (ask: Ask, offer: Offer) => void>> = {
  'check-decider': (ask, {recipient}) => {
    const mayDecide =
      recipient.kind === 'organization'
        ? ownsOrganization(ask, recipient)
        : recipient.id === doer(ask).id || doer(ask).isAdmin;
    if (!mayDecide) throw new Refusal(403, 'Only the new owner decides about the transfer.');
  },
  // Usual: nobody takes what they could not make.
  'check-limit': (ask, {recipient}) => {
    checkLimit(ask, {owner: recipient, call: 'user'});
  },
  'check-name': (ask, {repository, recipient}) => {
    if (findRepository(ask.world.state, recipient.id, repository.name) !== undefined)
      throw new Refusal(422, `${recipient.name} already has a repository ${repository.name}.`);
  },
  'end-pending': (ask, {repository}) => {
    ask.world.state.pendingTransfers.delete(repository.id);
  },
  move: (ask, {repository, pending, recipient}) => {
    takeTeamAccess(ask, repository.id);
    moveTo(ask, repository.id, recipient, pending.doerId);
    giveTeamAccess(ask, repository.id, pending.teamIds);
  },
};

function accept(ask: Ask): Reply {
  const offer = pendingOf(ask);
  for (const step of ask.rules.acceptanceSteps) decisionSteps[step](ask, offer);
  return json(202, showRepository(ask, current(ask, {repositoryId: offer.repository.id})));
}

function reject(ask: Ask): Reply {
  const offer = pendingOf(ask);
  for (const step of ask.rules.rejectionSteps) decisionSteps[step](ask, offer);
  return ok(showRepository(ask, offer.repository));
}
