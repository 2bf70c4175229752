/** Shows branches and branch protections as JSON. */
import {instantText} from '../../rules/instant.ts';
import type {CommitObject} from 'isomorphic-git';
import {readCommit} from '../../git/commits.ts';
import {filesOfCommit} from '../../git/differences.ts';
import type {FileChangeKind} from '../../git/differences.ts';
import type {BranchHead} from '../../git/refs.ts';
import type {Person} from '../../state/people.ts';
import type {Protection, Repository} from '../../state/repositories.ts';
import {personWithEmail} from '../../state/state.ts';
import {may, reachesRepository, senderPerson, takesPart} from '../access.ts';
import type {Ask} from '../ask.ts';
import {repositoryWebUrl} from './repository.ts';

/** Shows a branch with the protection that is in force for it. */
export async function showBranch(ask: Ask, repository: Repository, head: BranchHead): Promise<Record<string, unknown>> {
  const {state, git} = ask.world;
  const commit = await readCommit(git.open(repository.id), head.sha);
  const {verification, ...shown} = await showPayloadCommit(ask, repository, {sha: head.sha, commit});
  const protection = ask.rules.pickProtection(state.protections.of(repository.id), head.name);
  return {
    name: head.name,
    // Usual: which files it changes is not shown here.
    commit: {...shown, verification: {...verification, payload: ''}, added: null, removed: null, modified: null},
    protected: protection !== undefined,
    required_approvals: protection?.requiredApprovals ?? 0,
    enable_status_check: protection?.enableStatusCheck ?? false,
    status_check_contexts: protection?.statusCheckContexts ?? [],
    user_can_push: mayPush(ask, repository, protection),
    user_can_merge: mayMerge(ask, repository, protection),
    effective_branch_protection_name: may(ask, repository, 'admin') ? (protection?.ruleName ?? '') : '',
  };
}

/** Shows a commit as branches and deliveries have it, with the files that it changes. */
export async function showPayloadCommit(
  ask: Ask,
  repository: Repository,
  {sha, commit}: {sha: string; commit: CommitObject},
): Promise<Record<string, unknown> & {readonly verification: Record<string, unknown>}> {
  const files = await filesOfCommit(ask.world.git.open(repository.id), sha);
  const pathsOf = (wanted: FileChangeKind['status']): readonly string[] =>
    files.flatMap(({path, status}) => (status === wanted ? path : []));
  const {author, committer} = commit;
  return {
    id: sha,
    message: commit.message,
    url: `${repositoryWebUrl(ask, repository)}/commit/${sha}`,
    author: {
      name: author.name,
      email: author.email,
      username: personWithEmail(ask.world.state, author.email)?.name ?? '',
    },
    committer: {
      name: committer.name,
      email: committer.email,
      username: personWithEmail(ask.world.state, committer.email)?.name ?? '',
    },
    verification: {verified: false, reason: unverifiedReason(commit), signature: commit.gpgsig ?? '', signer: null},
    timestamp: instantText(committer.timestamp * 1000),
    added: pathsOf('added'),
    removed: pathsOf('deleted'),
    modified: pathsOf('changed'),
  };
}

/** Says why a signature is not verified: there is none, or the server has no key to check it with. */
function unverifiedReason({gpgsig}: CommitObject): string {
  return gpgsig === undefined ? 'gpg.error.not_signed_commit' : 'gpg.error.no_gpg_keys_found';
}

/** Tells whether the sender may push to a branch under its protection. */
export function mayPush(ask: Ask, repository: Repository, protection: Protection | undefined): boolean {
  if (!may(ask, repository, 'write')) return false;
  if (protection === undefined) return true;
  if (!protection.enablePush) return false;
  return (
    !protection.enablePushWhitelist ||
    isOnList(ask, senderPerson(ask), {
      personIds: protection.pushWhitelistIds,
      teamIds: protection.pushWhitelistTeamIds,
    })
  );
}

/** Tells whether a branch takes new commits although nobody can check their signatures: the server knows no keys. */
export function takesUnverified(ask: Ask, protection: Protection | undefined): boolean {
  return protection === undefined || ask.rules.takesUnverifiedCommits(protection);
}

/** Tells whether the sender may merge into a branch under its protection, as far as its list of people goes. */
export function mayMerge(ask: Ask, repository: Repository, protection: Protection | undefined): boolean {
  if (!may(ask, repository, 'write')) return false;
  if (protection?.enableMergeWhitelist !== true) return true;
  return isOnList(ask, senderPerson(ask), {
    personIds: protection.mergeWhitelistIds,
    teamIds: protection.mergeWhitelistTeamIds,
  });
}

/** Tells whether a person is on a list of people and teams; of a protection these are those who may push, merge or approve. */
export function isOnList(
  {world: {state}}: Ask,
  person: Person | undefined,
  {personIds, teamIds}: {personIds: readonly number[]; teamIds: readonly number[]},
): boolean {
  if (person === undefined) return false;
  const isInTeam = teamIds.some(id => state.teams.get(id)?.memberIds.includes(person.id) === true);
  return personIds.includes(person.id) || isInTeam;
}

export function showProtection(ask: Ask, protection: Protection): Record<string, unknown> {
  const {rules, world} = ask;
  const repository = world.state.repositories.get(protection.repositoryId);
  // Usual: of the people on a list only those are shown who have rights of their own on the repository.
  const isInside = (id: number): boolean =>
    repository !== undefined && (repository.ownerId === id || takesPart(ask, repository, id));
  const names = (ids: readonly number[]): readonly string[] =>
    ids.filter(isInside).flatMap(id => world.state.accounts.get(id)?.name ?? []);
  // So it is with teams that have lost the repository.
  const teams = (ids: readonly number[]): readonly (string | number)[] =>
    ids
      .flatMap(id => world.state.teams.get(id) ?? [])
      .filter(team => repository !== undefined && reachesRepository(team, repository))
      .map(team => rules.teamReference(team));
  return {
    branch_name: rules.isGlob(protection.ruleName) ? '' : protection.ruleName,
    rule_name: protection.ruleName,
    priority: protection.priority,
    enable_push: protection.enablePush,
    enable_push_whitelist: protection.enablePushWhitelist,
    push_whitelist_usernames: names(protection.pushWhitelistIds),
    push_whitelist_teams: teams(protection.pushWhitelistTeamIds),
    push_whitelist_deploy_keys: protection.pushWhitelistDeployKeys,
    enable_force_push: false,
    enable_force_push_allowlist: false,
    force_push_allowlist_usernames: [],
    force_push_allowlist_teams: [],
    force_push_allowlist_deploy_keys: false,
    enable_merge_whitelist: protection.enableMergeWhitelist,
    merge_whitelist_usernames: names(protection.mergeWhitelistIds),
    merge_whitelist_teams: teams(protection.mergeWhitelistTeamIds),
    enable_status_check: protection.enableStatusCheck,
    status_check_contexts: protection.statusCheckContexts,
    required_approvals: protection.requiredApprovals,
    enable_approvals_whitelist: protection.enableApprovalsWhitelist,
    approvals_whitelist_username: names(protection.approvalsWhitelistIds),
    approvals_whitelist_teams: teams(protection.approvalsWhitelistTeamIds),
    ...rules.presentProtectionFlags(protection),
    block_on_official_review_requests: protection.blockOnOfficialReviewRequests,
    block_on_outdated_branch: protection.blockOnOutdatedBranch,
    ignore_stale_approvals: false,
    block_admin_merge_override: false,
    protected_file_patterns: protection.protectedFilePatterns,
    unprotected_file_patterns: protection.unprotectedFilePatterns,
    created_at: instantText(protection.createdAt),
    updated_at: instantText(protection.updatedAt),
  };
}
