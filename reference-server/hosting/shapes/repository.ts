/** Shows repositories as JSON. */
import {instantText} from '../../rules/instant.ts';
import type {Repository} from '../../state/repositories.ts';
import {accessTo, mayWriteCode} from '../access.ts';
import {watchersOf} from '../watching.ts';
import type {Ask} from '../ask.ts';
import {apiUrl} from '../ask.ts';
import {showAccountPublicly, showOwner, showPublicly, showTeam} from './person.ts';

/** Gives `owner/name` of a repository. */
export function fullName(ask: Ask, repository: Repository): string {
  return `${ask.world.state.accounts.get(repository.ownerId)?.name ?? 'Ghost'}/${repository.name}`;
}

export function repositoryApiUrl(ask: Ask, repository: Repository): string {
  return apiUrl(ask, `/repos/${fullName(ask, repository)}`);
}

export function repositoryWebUrl(ask: Ask, repository: Repository): string {
  return `${ask.origin}/${fullName(ask, repository)}`;
}

export function showRepository(ask: Ask, repository: Repository): Record<string, unknown> {
  const {state} = ask.world;
  const owner = state.accounts.get(repository.ownerId);
  const parent = repository.forkOfId === undefined ? undefined : state.repositories.get(repository.forkOfId);
  const webUrl = repositoryWebUrl(ask, repository);
  return {
    id: repository.id,
    owner: owner === undefined ? null : showOwner(ask, owner),
    name: repository.name,
    full_name: fullName(ask, repository),
    description: repository.description,
    empty: repository.isEmpty,
    private: repository.isPrivate,
    fork: parent !== undefined,
    template: repository.isTemplate,
    parent: parent === undefined ? null : {...showRepository(ask, parent), parent: null},
    mirror: false,
    size: 0,
    language: '',
    languages_url: `${repositoryApiUrl(ask, repository)}/languages`,
    html_url: webUrl,
    url: repositoryApiUrl(ask, repository),
    link: '',
    ssh_url: '',
    clone_url: `${webUrl}.git`,
    original_url: '',
    website: repository.website,
    stars_count: 0,
    watchers_count: watchersOf(ask, repository).length,
    default_branch: repository.defaultBranch,
    archived: repository.isArchived,
    created_at: instantText(repository.createdAt),
    updated_at: instantText(repository.updatedAt),
    archived_at: instantText(repository.archivedAt),
    permissions: showPermissions(ask, repository),
    ...showCounts(ask, repository),
    ...showSwitches(repository),
    avatar_url: '',
    internal: !repository.isPrivate && owner?.visibility === 'private',
    mirror_interval: '',
    object_format_name: 'sha1',
    mirror_updated: instantText(0),
    repo_transfer: showTransfer(ask, repository),
    topics: repository.topics,
    licenses: [],
  };
}

/** Shows the transfer that waits for the new owner. */
function showTransfer(ask: Ask, {id}: Repository): Record<string, unknown> | null {
  const {state} = ask.world;
  const pending = state.pendingTransfers.get(id);
  const recipient = pending === undefined ? undefined : state.accounts.get(pending.recipientId);
  if (pending === undefined || recipient === undefined) return null;
  return {
    doer: showPublicly(ask, pending.doerId),
    recipient: showAccountPublicly(ask, recipient),
    teams: pending.teamIds.flatMap(id => state.teams.get(id) ?? []).map(showTeam),
  };
}

function showPermissions(ask: Ask, repository: Repository): Record<string, boolean> {
  const access = accessTo(ask, repository);
  return {
    admin: ask.rules.reaches(access, 'admin'),
    push: mayWriteCode(ask, repository),
    pull: ask.rules.reaches(access, 'read'),
  };
}

function showCounts({world: {state}}: Ask, repository: Repository): Record<string, number> {
  const open = state.issues.of(repository.id).filter(issue => !issue.isClosed);
  return {
    forks_count: state.repositories.all().filter(({forkOfId}) => forkOfId === repository.id).length,
    open_issues_count: open.filter(issue => !issue.isPull).length,
    open_pr_counter: open.filter(issue => issue.isPull).length,
    release_counter: state.releases.of(repository.id).filter(({isDraft}) => !isDraft).length,
  };
}

function showSwitches(repository: Repository): Record<string, unknown> {
  return {
    has_code: repository.switches.hasCode,
    has_issues: repository.hasIssues,
    ...showTrackers(repository),
    has_wiki: repository.hasWiki,
    has_pull_requests: repository.hasPullRequests,
    has_projects: repository.hasProjects,
    projects_mode: 'all',
    has_releases: repository.switches.hasReleases,
    has_packages: repository.switches.hasPackages,
    has_actions: repository.switches.hasActions,
    ignore_whitespace_conflicts: repository.switches.ignoresWhitespace,
    allow_merge_commits: repository.hasPullRequests && repository.merging.allowsMerge,
    allow_rebase: repository.hasPullRequests && repository.merging.allowsRebase,
    allow_rebase_explicit: repository.hasPullRequests && repository.merging.allowsRebaseMerge,
    allow_squash_merge: repository.hasPullRequests && repository.merging.allowsSquash,
    allow_fast_forward_only_merge: repository.hasPullRequests && repository.merging.allowsFastForward,
    allow_rebase_update: repository.hasPullRequests,
    // Usual: without pull requests there is no other way.
    allow_manual_merge: !repository.hasPullRequests,
    autodetect_manual_merge: false,
    default_delete_branch_after_merge: repository.merging.removesBranch,
    default_merge_style: repository.merging.defaultStyle,
    default_allow_maintainer_edit: repository.allowsMaintainerEdit,
  };
}

/** Shows where issues and the wiki are: here, or at another address. */
function showTrackers({hasIssues, switches}: Repository): Record<string, unknown> {
  const {tracker, externalTracker, externalWiki} = switches;
  const {hasTimeTracker, onlyContributorsTrack, hasDependencies} = tracker;
  const internal = {
    enable_time_tracker: hasTimeTracker,
    allow_only_contributors_to_track_time: onlyContributorsTrack,
    enable_issue_dependencies: hasDependencies,
  };
  // Usual: where there are no issues, nothing is said of how they are tracked.
  const inside = hasIssues ? {internal_tracker: internal} : {};
  return {
    ...(externalTracker === undefined
      ? inside
      : {
          external_tracker: {
            external_tracker_url: externalTracker.url,
            external_tracker_format: externalTracker.format,
            external_tracker_style: externalTracker.style,
            external_tracker_regexp_pattern: externalTracker.pattern,
          },
        }),
    ...(externalWiki === undefined ? {} : {external_wiki: {external_wiki_url: externalWiki}}),
  };
}
