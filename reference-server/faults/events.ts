/** Wrong readings of webhooks: what they reach, and what their payloads tell. */
import {hookEventOf} from '../rules/event-names.ts';
import type {Fault} from './fault.ts';

export const eventFaults: readonly Fault[] = [
  {
    name: 'organization-hook-silent',
    requirement: 'HOOK-ORG',
    basis: 'stated',
    says: 'The hook of an organization is kept and never fires.',
    patch: () => ({reachesOrganization: () => false}),
  },
  {
    name: 'organization-hook-silent-for-older-repositories',
    requirement: 'HOOK-ORG',
    basis: 'stated',
    says: 'The hook of an organization does not fire for repositories that were there before it.',
    patch: before => ({
      reachesOrganization: (hook, event) =>
        before.reachesOrganization(hook, event) && event.repositoryCreatedAt >= hook.createdAt,
    }),
  },
  {
    name: 'organization-hook-for-pushes-alone',
    requirement: 'HOOK-ORG',
    basis: 'stated',
    says: 'The hook of an organization fires when commits arrive, and for nothing else that it asked for.',
    patch: before => ({
      reachesOrganization: (hook, event) => event.name === 'push' && before.reachesOrganization(hook, event),
    }),
  },
  {
    name: 'user-hook-silent',
    requirement: 'HOOK-USER',
    basis: 'stated',
    says: 'The hook of a user is kept and never fires.',
    patch: () => ({reachesUser: () => false}),
  },
  {
    name: 'user-hook-for-own-deeds',
    requirement: 'HOOK-USER',
    basis: 'stated',
    says: 'The hook of a user does not fire for what others do in the repositories of the user.',
    patch: before => ({
      reachesUser: (hook, event) => event.doerId === hook.homeId && before.reachesUser(hook, event),
    }),
  },
  {
    name: 'system-hook-silent',
    requirement: 'HOOK-SYSTEM',
    basis: 'stated',
    says: 'A system-wide hook is kept and never fires.',
    patch: () => ({reachesSystem: () => false}),
  },
  {
    name: 'system-hook-for-newer-repositories',
    requirement: 'HOOK-SYSTEM',
    basis: 'stated',
    says: 'A system-wide hook is a pattern for new repositories: it does not fire for those that were there before it.',
    patch: () => ({reachesSystem: (hook, event) => event.repositoryCreatedAt >= hook.createdAt}),
  },
  {
    name: 'system-hook-for-organizations-alone',
    requirement: 'HOOK-SYSTEM',
    basis: 'stated',
    says: 'A system-wide hook fires only in repositories of organizations.',
    patch: () => ({reachesSystem: (_hook, event) => event.ownerKind === 'organization'}),
  },
  {
    name: 'nearest-hook-alone',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'stated',
    says: 'A hook of the repository keeps those of its owner and of the server from firing.',
    patch: before => ({
      deliveriesFor(event, hooks) {
        const reached = before.deliveriesFor.call(this, event, hooks) as typeof hooks;
        return reached.filter(({level}) => level === reached[0]?.level);
      },
    }),
  },
  {
    name: 'first-hook-alone',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'stated',
    says: 'An event is delivered to one hook, the nearest and oldest, however many it reaches.',
    patch: before => ({
      deliveriesFor(event, hooks) {
        return (before.deliveriesFor.call(this, event, hooks) as typeof hooks).slice(0, 1);
      },
    }),
  },
  {
    name: 'hook-filter-passed-over',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'A hook that names branches hears of every branch.',
    patch: before => ({
      wantsEvent(hook, event) {
        return before.wantsEvent.call(this, {...hook, branchFilter: ''}, event);
      },
    }),
  },
  {
    name: 'hook-filter-holds-for-what-has-no-branch',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'A hook that names branches hears of nothing that is about no branch.',
    patch: before => ({
      wantsEvent(hook, event) {
        return before.wantsEvent.call(this, hook, {...event, ref: event.ref ?? ''});
      },
    }),
  },
  {
    name: 'user-hook-for-others-repositories',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'The hook of a user fires also in the repositories of other users.',
    patch: () => ({reachesUser: (_hook, event) => event.ownerKind === 'person'}),
  },
  {
    name: 'organization-hook-for-other-organizations',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'The hook of an organization fires also in the repositories of other organizations.',
    patch: () => ({reachesOrganization: (_hook, event) => event.ownerKind === 'organization'}),
  },
  {
    name: 'hook-fires-while-inactive',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'A hook that was made inactive goes on firing.',
    patch: before => ({
      wantsEvent(hook, event) {
        return before.wantsEvent.call(this, {...hook, isActive: true}, event);
      },
    }),
  },
  {
    name: 'hook-fires-for-whatever-happens',
    requirement: 'EVENT-HOOK-SCOPES',
    basis: 'usual',
    says: 'A hook fires for every event, whatever it asked for.',
    patch: before => ({
      wantsEvent(hook, event) {
        return before.wantsEvent.call(this, {...hook, events: [hookEventOf(event.name)]}, event);
      },
    }),
  },
  {
    name: 'label-change-fires-nothing',
    requirement: 'EVENT-LABELS',
    basis: 'stated',
    says: 'Changing the labels of an issue through the API fires no hook.',
    patch: () => ({announcementsOfLabels: () => 0}),
  },
  {
    name: 'label-replace-fires-nothing',
    requirement: 'EVENT-LABELS',
    basis: 'stated',
    says: 'Adding a label fires hooks; replacing all labels does not.',
    patch: () => ({announcementsOfLabels: way => (way === 'replace' ? 0 : 1)}),
  },
  {
    name: 'label-change-fires-twice',
    requirement: 'EVENT-LABELS',
    basis: 'stated',
    says: 'One change of labels through the API is delivered twice.',
    patch: () => ({announcementsOfLabels: () => 2}),
  },
  {
    name: 'old-labels-missing',
    requirement: 'EVENT-OLD-LABELS',
    basis: 'stated',
    says: 'The payload of a label change has no labels from before.',
    patch: () => ({labelChanges: () => ({old: [], added: [], removed: []})}),
  },
  {
    name: 'old-labels-are-the-new',
    requirement: 'EVENT-OLD-LABELS',
    basis: 'stated',
    says: 'The payload of a label change gives the new labels in the place of the old ones.',
    patch: () => ({labelChanges: (_before, after) => ({old: after, added: after, removed: []})}),
  },
  {
    name: 'old-labels-missing-on-replace',
    requirement: 'EVENT-OLD-LABELS',
    basis: 'stated',
    says: 'Only replacing all labels forgets to list the old ones.',
    patch: before => ({
      labelChanges: (old, after, way) => before.labelChanges(way === 'replace' ? after.slice(0, 0) : old, after, way),
    }),
  },
  {
    name: 'old-labels-all-but-one-missing',
    requirement: 'EVENT-OLD-LABELS',
    basis: 'usual',
    says: 'Of several labels that were there before, the payload lists only the first.',
    patch: before => ({
      labelChanges: (old, after, way) => {
        const told = before.labelChanges(old, after, way);
        return {...told, old: told.old.slice(0, 1), removed: told.removed.slice(0, 1)};
      },
    }),
  },
  {
    name: 'commit-id-missing-on-close',
    requirement: 'EVENT-CLOSE',
    basis: 'stated',
    says: 'The payload of closing an issue has no commit_id.',
    patch: () => ({carriesCommitId: action => action !== 'closed'}),
  },
  {
    name: 'commit-id-missing-on-reopen',
    requirement: 'EVENT-CLOSE',
    basis: 'stated',
    says: 'The payload of reopening an issue has no commit_id.',
    patch: () => ({carriesCommitId: action => action !== 'reopened'}),
  },
  {
    name: 'reopen-fires-nothing',
    requirement: 'EVENT-CLOSE',
    basis: 'stated',
    says: 'Closing an issue fires hooks; reopening it does not.',
    patch: () => ({isStateAction: (wasClosed, isClosed) => !wasClosed && isClosed}),
  },
  {
    name: 'closed-again-on-edit',
    requirement: 'EVENT-CLOSE',
    basis: 'usual',
    says: 'Every edit of a closed issue reports again that it was closed.',
    patch: () => ({isStateAction: (wasClosed, isClosed) => isClosed || wasClosed}),
  },
  {
    name: 'commit-id-null',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id is null where no commit caused the action.',
    patch: () => ({commitIdOf: ({commitSha}) => commitSha ?? null}),
  },
  {
    name: 'commit-id-always-empty',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id is empty also where a commit closed the issue.',
    patch: () => ({commitIdOf: () => ''}),
  },
  {
    name: 'commit-id-of-earlier-close',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id names the commit that closed the issue some time before, also where no commit caused the action.',
    patch: () => ({commitIdOf: ({commitSha, earlierSha}) => commitSha ?? earlierSha ?? ''}),
  },
  {
    name: 'commit-id-of-the-first-close',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id names the commit that closed the issue the first time, also where another one closed it again.',
    patch: () => ({
      commitIdOf: ({commitSha, earlierSha}) => (commitSha === undefined ? '' : (earlierSha ?? commitSha)),
    }),
  },
  {
    name: 'commit-id-shortened',
    requirement: 'HOOK-COMMIT-ID',
    basis: 'stated',
    says: 'The field commit_id holds the first ten digits of the id.',
    patch: () => ({commitIdOf: ({commitSha = ''}) => commitSha.slice(0, 10)}),
  },
  {
    name: 'pull-opened-twice',
    requirement: 'EVENT-PULL-ONCE',
    basis: 'stated',
    says: 'A new pull request is announced twice.',
    patch: () => ({announcementsOfNewPull: () => ['pull_request', 'pull_request']}),
  },
  {
    name: 'pull-opened-also-as-issue',
    requirement: 'EVENT-PULL-ONCE',
    basis: 'stated',
    says: 'A new pull request is announced a second time as a new issue.',
    patch: () => ({announcementsOfNewPull: () => ['pull_request', 'issues']}),
  },
];
