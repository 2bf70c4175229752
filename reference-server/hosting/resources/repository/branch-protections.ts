/** Branch protection rules of a repository. */
import type {ProtectionFlags} from '../../../rules/branches.ts';
import {branchHead, isRefName} from '../../../git/refs.ts';
import type {Protection, Repository} from '../../../state/repositories.ts';
import {findPerson, personById} from '../../../state/state.ts';
import {may, reachesRepository} from '../../access.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {repositoryOfPath} from '../../lookups.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {json, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showProtection} from '../../shapes/branch.ts';

const all = '/repos/{owner}/{repo}/branch_protections';
const one = `${all}/{name*}`;
const shared = {caller: 'signed-in', areas: ['repository'], formerScope: 'repo'} as const;

export const branchProtectionRoutes: readonly Route[] = [
  {...shared, operation: 'repoListBranchProtection', method: 'GET', path: all, answer: list},
  {...shared, operation: 'repoCreateBranchProtection', method: 'POST', path: all, answer: create},
  {
    ...shared,
    operation: 'repoGetBranchProtection',
    method: 'GET',
    path: one,
    answer: ask => ok(showProtection(ask, ofPath(ask))),
  },
  {...shared, operation: 'repoEditBranchProtection', method: 'PATCH', path: one, answer: edit},
  {...shared, operation: 'repoDeleteBranchProtection', method: 'DELETE', path: one, answer: remove},
];

function list(ask: Ask): Reply {
  const repository = repositoryOfPath(ask, 'admin');
  return ok(ask.world.state.protections.of(repository.id).map(protection => showProtection(ask, protection)));
}

async function create(ask: Ask): Promise<Reply> {
  const {state, clock, git} = ask.world;
  const repository = repositoryOfPath(ask, 'admin');
  const fields = ask.fields();
  const ruleName = (fields.text('rule_name') ?? '') || (fields.text('branch_name') ?? '');
  if (ruleName === '') throw new Refusal(400, 'both rule_name and branch_name are empty');
  if (!ask.rules.isGlob(ruleName) && !isRefName(ruleName)) {
    throw new Refusal(422, `[rule_name]: ${JSON.stringify(ruleName)} is not a name for a branch`);
  }
  const branchExisted = (await branchHead(git.open(repository.id), ruleName)) !== undefined;
  const settings = readSettings(ask, {repository, fields, before: unprotected});
  if (state.protections.of(repository.id).some(other => other.ruleName === ruleName)) {
    throw new Refusal(403, 'Branch protection already exist');
  }
  const now = clock.now();
  const protection = state.protections.add(id => ({
    ...settings,
    id,
    repositoryId: repository.id,
    ruleName,
    priority: Math.max(0, ...state.protections.of(repository.id).map(({priority}) => priority)) + 1,
    branchExisted,
    createdAt: now,
    updatedAt: now,
  }));
  return json(ask.rules.branchProtectionCreatedStatus, showProtection(ask, protection));
}

type ProtectionSettings = Omit<
  Protection,
  'id' | 'repositoryId' | 'ruleName' | 'priority' | 'branchExisted' | 'createdAt' | 'updatedAt'
>;

const unprotected: ProtectionSettings = {
  enablePush: false,
  enablePushWhitelist: false,
  pushWhitelistIds: [],
  pushWhitelistTeamIds: [],
  pushWhitelistDeployKeys: false,
  enableMergeWhitelist: false,
  mergeWhitelistIds: [],
  mergeWhitelistTeamIds: [],
  enableApprovalsWhitelist: false,
  approvalsWhitelistIds: [],
  approvalsWhitelistTeamIds: [],
  enableStatusCheck: false,
  statusCheckContexts: [],
  requiredApprovals: 0,
  blockOnRejectedReviews: false,
  blockOnOfficialReviewRequests: false,
  blockOnOutdatedBranch: false,
  dismissStaleApprovals: false,
  requireSignedCommits: false,
  protectedFilePatterns: '',
  unprotectedFilePatterns: '',
};

function readSettings(
  ask: Ask,
  {repository, fields, before}: {repository: Repository; fields: Fields; before: ProtectionSettings},
): ProtectionSettings {
  const people = (name: string): readonly number[] | undefined => peopleOf(ask, fields.texts(name));
  // Usual: who may not write is left out of those who may push or merge.
  const writers = (name: string): readonly number[] | undefined =>
    people(name)?.filter(id => may(ask, repository, 'write', personById(ask.world.state, id)));
  const teams = (name: string): readonly number[] | undefined => teamsOf(ask, repository, fields.texts(name));
  return {
    ...readPushing(fields, before),
    pushWhitelistIds: writers('push_whitelist_usernames') ?? before.pushWhitelistIds,
    pushWhitelistTeamIds: teams('push_whitelist_teams') ?? before.pushWhitelistTeamIds,
    enableMergeWhitelist: fields.flag('enable_merge_whitelist') ?? before.enableMergeWhitelist,
    mergeWhitelistIds: writers('merge_whitelist_usernames') ?? before.mergeWhitelistIds,
    mergeWhitelistTeamIds: teams('merge_whitelist_teams') ?? before.mergeWhitelistTeamIds,
    enableApprovalsWhitelist: fields.flag('enable_approvals_whitelist') ?? before.enableApprovalsWhitelist,
    approvalsWhitelistIds: people('approvals_whitelist_username') ?? before.approvalsWhitelistIds,
    approvalsWhitelistTeamIds: teams('approvals_whitelist_teams') ?? before.approvalsWhitelistTeamIds,
    enableStatusCheck: fields.flag('enable_status_check') ?? before.enableStatusCheck,
    statusCheckContexts: fields.texts('status_check_contexts') ?? before.statusCheckContexts,
    requiredApprovals: Math.max(0, fields.integer('required_approvals') ?? before.requiredApprovals),
    blockOnOfficialReviewRequests:
      fields.flag('block_on_official_review_requests') ?? before.blockOnOfficialReviewRequests,
    blockOnOutdatedBranch: fields.flag('block_on_outdated_branch') ?? before.blockOnOutdatedBranch,
    protectedFilePatterns: fields.text('protected_file_patterns') ?? before.protectedFilePatterns,
    unprotectedFilePatterns: fields.text('unprotected_file_patterns') ?? before.unprotectedFilePatterns,
    ...ask.rules.flagsAfterEdit(before, readFlags(fields)),
  };
}

type Pushing = Pick<ProtectionSettings, 'enablePush' | 'enablePushWhitelist' | 'pushWhitelistDeployKeys'>;

/** Usual: whether there is a list of who may push is read only beside `enable_push`; without pushes there is none. */
function readPushing(fields: Fields, before: Pushing): Pushing {
  const enablePush = fields.flag('enable_push');
  const hasList = fields.flag('enable_push_whitelist');
  const hasKeys = fields.flag('push_whitelist_deploy_keys');
  // Not `before` itself, which is a whole protection: an edit would carry its name and id along.
  if (enablePush === undefined) {
    const {enablePush: same, enablePushWhitelist, pushWhitelistDeployKeys} = before;
    return {enablePush: same, enablePushWhitelist, pushWhitelistDeployKeys};
  }
  if (!enablePush) return {enablePush, enablePushWhitelist: false, pushWhitelistDeployKeys: false};
  const {enablePushWhitelist, pushWhitelistDeployKeys} = before;
  if (hasList === undefined) return {enablePush, enablePushWhitelist, pushWhitelistDeployKeys};
  return {
    enablePush,
    enablePushWhitelist: hasList,
    pushWhitelistDeployKeys: hasList && (hasKeys ?? pushWhitelistDeployKeys),
  };
}

/** "Fields named: BlockOnRejectedReviews, DismissStaleApprovals, RequireSignedCommits." */
function readFlags(fields: Fields): Partial<ProtectionFlags> {
  const block = fields.flag('block_on_rejected_reviews');
  const dismiss = fields.flag('dismiss_stale_approvals');
  const signed = fields.flag('require_signed_commits');
  return {
    ...(block === undefined ? {} : {blockOnRejectedReviews: block}),
    ...(dismiss === undefined ? {} : {dismissStaleApprovals: dismiss}),
    ...(signed === undefined ? {} : {requireSignedCommits: signed}),
  };
}

function peopleOf({world: {state}}: Ask, names: readonly string[] | undefined): readonly number[] | undefined {
  const ids = names?.map(name => {
    const person = findPerson(state, name);
    if (person === undefined) throw new Refusal(422, `User ${name} does not exist.`);
    return person.id;
  });
  // Usual: they are listed in the order in which they joined, whatever was sent.
  return ids?.toSorted((one, other) => one - other);
}

/** "Teams are referenced by team name, not by numeric id." The repositories of a user have no teams. */
function teamsOf(
  ask: Ask,
  repository: Repository,
  references: readonly string[] | undefined,
): readonly number[] | undefined {
  const {state} = ask.world;
  if (state.accounts.get(repository.ownerId)?.kind !== 'organization') return references === undefined ? undefined : [];
  const teams = ask.rules.teamsToReference(state.teams.of(repository.ownerId), () => state.teams.all());
  const named = references?.map(reference => {
    const team = ask.rules.findReferencedTeam(teams, reference);
    if (team === undefined) throw new Refusal(422, `Team ${reference} does not exist in the organization.`);
    return team;
  });
  // Usual: so are teams that do not have the repository.
  return named?.filter(team => reachesRepository(team, repository)).map(({id}) => id);
}

function ofPath(ask: Ask): Protection {
  const repository = repositoryOfPath(ask, 'admin');
  const found = ask.world.state.protections.of(repository.id).find(({ruleName}) => ruleName === ask.param('name'));
  if (found === undefined) throw notFound();
  return found;
}

function edit(ask: Ask): Reply {
  const protection = ofPath(ask);
  const repository = repositoryOfPath(ask, 'admin');
  const {state, clock} = ask.world;
  const settings = readSettings(ask, {repository, fields: ask.fields(), before: protection});
  const updatedAt = clock.now();
  for (const touched of ask.rules.protectionsToEdit(protection, state.protections.of(repository.id)))
    state.protections.put({...touched, ...settings, updatedAt});
  return ok(showProtection(ask, {...protection, ...settings, updatedAt}));
}

function remove(ask: Ask): Reply {
  ask.world.state.protections.remove(ofPath(ask).id);
  return noContent();
}
