/** Takes things out of the state together with everything that hangs on them. */
import type {Issue} from './issues.ts';
import type {State} from './state.ts';

export function removeIssue(state: State, issue: Issue): void {
  for (const comment of state.comments.of(issue.id)) state.reactions.removeGroup(`comment:${comment.id}`);
  for (const comment of state.comments.of(issue.id)) state.attachments.removeGroup(`comment:${comment.id}`);
  state.comments.removeGroup(issue.id);
  state.timeline.removeGroup(issue.id);
  state.attachments.removeGroup(`issue:${issue.id}`);
  state.reactions.removeGroup(`issue:${issue.id}`);
  state.pulls.removeGroup(issue.id);
  for (const row of state.notifications.all()) if (row.issueId === issue.id) state.notifications.remove(row.id);
  state.reviews.removeGroup(issue.id);
  for (const time of state.times.of(issue.repositoryId)) if (time.issueId === issue.id) state.times.remove(time.id);
  state.closingCommits.delete(issue.id);
  state.references.delete(issue.id);
  state.issues.remove(issue.id);
}

export function removeLabel(state: State, labelId: number, repositoryIds: readonly number[]): void {
  state.labels.remove(labelId);
  for (const issue of repositoryIds.flatMap(id => state.issues.of(id))) {
    // Usual: nothing tells any more that the issue had it.
    for (const {id, news} of state.timeline.of(issue.id))
      if (news.kind === 'label' && news.labelId === labelId) state.timeline.remove(id);
    if (!issue.labelIds.includes(labelId)) continue;
    state.issues.put({...issue, labelIds: issue.labelIds.filter(id => id !== labelId)});
  }
}

export function removeRepository(state: State, repositoryId: number): void {
  for (const issue of state.issues.of(repositoryId)) removeIssue(state, issue);
  for (const row of state.notifications.all())
    if (row.repositoryId === repositoryId) state.notifications.remove(row.id);
  state.labels.removeGroup(`repository:${repositoryId}`);
  state.milestones.removeGroup(repositoryId);
  state.protections.removeGroup(repositoryId);
  state.statuses.removeGroup(repositoryId);
  for (const release of state.releases.of(repositoryId)) state.attachments.removeGroup(`release:${release.id}`);
  state.releases.removeGroup(repositoryId);
  state.times.removeGroup(repositoryId);
  state.hooks.removeGroup(`repository:${repositoryId}`);
  state.pushMirrors.removeGroup(repositoryId);
  state.pendingTransfers.delete(repositoryId);
  for (const [place, id] of state.formerRepositories) if (id === repositoryId) state.formerRepositories.delete(place);
  removeActions(state, `repository:${repositoryId}`);
  for (const team of state.teams.all()) {
    if (!team.repositoryIds.includes(repositoryId)) continue;
    state.teams.put({...team, repositoryIds: team.repositoryIds.filter(id => id !== repositoryId)});
  }
  for (const fork of state.repositories.all()) {
    if (fork.forkOfId === repositoryId) state.repositories.put({...fork, forkOfId: undefined});
  }
  state.lastIndexes.delete(repositoryId);
  state.repositories.remove(repositoryId);
}

export function removePackage(state: State, packageId: number): void {
  state.packageFiles.removeGroup(packageId);
  state.packages.remove(packageId);
}

function removeActions(state: State, home: string): void {
  for (const table of [state.secrets, state.variables, state.runners]) table.removeGroup(home);
  state.registrationTokens.delete(home);
}

function removeTokensOf(state: State, personId: number): void {
  for (const token of state.tokens.of(personId)) state.tokenDigests.delete(token.digest);
  state.tokens.removeGroup(personId);
}

/** Removes an account, its repositories, its teams and its memberships. What it wrote elsewhere stays, without a living author. */
export function removeAccount(state: State, accountId: number): void {
  const account = state.accounts.get(accountId);
  if (account === undefined) return;
  for (const repository of state.repositories.of(accountId)) removeRepository(state, repository.id);
  state.labels.removeGroup(`organization:${accountId}`);
  state.teams.removeGroup(accountId);
  for (const level of ['organization', 'user']) state.hooks.removeGroup(`${level}:${accountId}`);
  for (const each of state.packages.of(accountId)) removePackage(state, each.id);
  state.signingKeys.delete(accountId);
  removeActions(state, `organization:${accountId}`);
  for (const [key, session] of state.sessions) if (session.personId === accountId) state.sessions.delete(key);
  for (const [subject, id] of state.openidSubjects) if (id === accountId) state.openidSubjects.delete(subject);
  removeTokensOf(state, accountId);
  state.oauth2Applications.removeGroup(accountId);
  state.notifications.removeGroup(accountId);
  for (const {id, personId} of state.reactions.all()) if (personId === accountId) state.reactions.remove(id);
  for (const [id, {recipientId}] of state.pendingTransfers)
    if (recipientId === accountId) state.pendingTransfers.delete(id);
  leaveEverything(state, accountId);
  state.accountNames.delete(account.name.toLowerCase());
  for (const [name, id] of state.formerNames) if (id === accountId) state.formerNames.delete(name);
  state.accounts.remove(accountId);
}

function leaveEverything(state: State, personId: number): void {
  const without = (ids: readonly number[]): readonly number[] => ids.filter(id => id !== personId);
  for (const team of state.teams.all()) {
    if (team.memberIds.includes(personId)) state.teams.put({...team, memberIds: without(team.memberIds)});
  }
  for (const repository of state.repositories.all()) {
    const collaborators = repository.collaborators.filter(({personId: id}) => id !== personId);
    if (collaborators.length < repository.collaborators.length) state.repositories.put({...repository, collaborators});
  }
  for (const issue of state.issues.all()) {
    if (issue.assigneeIds.includes(personId)) state.issues.put({...issue, assigneeIds: without(issue.assigneeIds)});
  }
}
