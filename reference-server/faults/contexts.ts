/** Faults that show only in one context: somebody else owns, sees or acts, or something is beside. Each value of a context has two. */
import type {Circumstances, RepositoryCircumstances} from '../rules/circumstances.ts';
import {inCircumstances} from '../rules/make-rules.ts';
import type {Fault} from './fault.ts';

type Holds = (here: Circumstances) => boolean;

function inRepository(holds: (repository: RepositoryCircumstances) => boolean): Holds {
  return ({repository}) => repository !== undefined && holds(repository);
}

const inOrganization = inRepository(({isOfOrganization}) => isOfOrganization);
const inPrivateRepository = inRepository(({isPrivate}) => isPrivate);
const inLimitedOrganization = inRepository(one => one.isOfOrganization && one.ownerVisibility === 'limited');
const inPrivateOrganization = inRepository(one => one.isOfOrganization && one.ownerVisibility === 'private');
const inEditedRepository = inRepository(({wasEdited}) => wasEdited);
const inRepositoryMadeAgain = inRepository(({wasRemovedBefore}) => wasRemovedBefore);
const besideManyLabels = inRepository(({labels}) => labels > 10);
const besideManyMilestones = inRepository(({milestones}) => milestones > 10);
const byCollaborator: Holds = ({caller}) => caller === 'collaborator';
const byTeamMember: Holds = ({caller}) => caller === 'team-member';
const bySiteAdministrator: Holds = ({caller}) => caller === 'site-administrator';
const onPullRequest: Holds = ({isOnPullRequest}) => isOnPullRequest;
const besideTwin: Holds = ({hasIssueTwin}) => hasIssueTwin;
const withSmallPages: Holds = ({largestPageSize}) => largestPageSize < 10;
const withLimit: Holds = ({repositoriesMax}) => repositoriesMax >= 0;

export const contextFaults: readonly Fault[] = [
  ...ownerFaults(),
  ...visibilityFaults(),
  ...actorFaults(),
  ...subjectFaults(),
  ...historyFaults(),
  ...besideFaults(),
  ...settingsFaults(),
];

function ownerFaults(): readonly Fault[] {
  const onlyIn = {dimension: 'owner', value: 'organization'};
  return [
    {
      name: 'reaction-again-201-in-organizations',
      requirement: 'ERR-REACTION-200',
      basis: 'stated',
      says: 'Repeating a reaction answers 201 where an organization owns the repository.',
      onlyIn,
      patch: rules => inCircumstances(rules, inOrganization, {reactionStatus: () => 201}),
    },
    {
      name: 'merge-asks-administrators-in-organizations',
      requirement: 'MERGE-ADMIN',
      basis: 'stated',
      says: 'Where an organization owns the repository nobody merges without the approvals that a rule asks for.',
      onlyIn,
      patch: rules => inCircumstances(rules, inOrganization, {mayMergePull: ({areDemandsMet}) => areDemandsMet}),
    },
  ];
}

function visibilityFaults(): readonly Fault[] {
  const privately = {dimension: 'visibility', value: 'private'};
  const limited = {dimension: 'visibility', value: 'in-limited-organization'};
  const hidden = {dimension: 'visibility', value: 'in-private-organization'};
  return [
    {
      name: 'milestone-state-ignored-where-private',
      requirement: 'MILESTONE-STATE',
      basis: 'stated',
      says: 'The list of milestones of a private repository holds all of them, whatever state is asked for.',
      onlyIn: privately,
      patch: rules => inCircumstances(rules, inPrivateRepository, {isListedMilestone: () => true}),
    },
    {
      name: 'total-missing-where-private',
      requirement: 'PAGE-HEADERS',
      basis: 'stated',
      says: 'Lists of a private repository do not say how many items there are.',
      onlyIn: privately,
      patch: rules => inCircumstances(rules, inPrivateRepository, {totalHeader: () => ({})}),
    },
    {
      name: 'comment-repository-unchecked-in-limited-organization',
      requirement: 'COMMENT-GET',
      basis: 'stated',
      says: 'In a limited organization a comment is found through every repository.',
      onlyIn: limited,
      patch: rules => inCircumstances(rules, inLimitedOrganization, {isCommentOf: () => true}),
    },
    {
      name: 'prerelease-is-latest-in-limited-organization',
      requirement: 'RELEASE-LATEST',
      basis: 'stated',
      says: 'In a limited organization a prerelease counts as stable.',
      onlyIn: limited,
      patch: rules => inCircumstances(rules, inLimitedOrganization, {isStable: ({isDraft}) => !isDraft}),
    },
    {
      name: 'maintainer-edit-ignored-in-private-organization',
      requirement: 'REPO-MAINTAINER',
      basis: 'stated',
      says: 'In a private organization the setting that allows edits by maintainers cannot be changed.',
      onlyIn: hidden,
      patch: rules => inCircumstances(rules, inPrivateOrganization, {maintainerEditAfter: before => before}),
    },
    {
      name: 'milestone-missing-in-private-organization',
      requirement: 'ISSUE-EDIT-MILE',
      basis: 'stated',
      says: 'In a private organization the answer to an edit of an issue lacks the milestone.',
      onlyIn: hidden,
      patch: rules =>
        inCircumstances(rules, inPrivateOrganization, {showsMilestone: occasion => occasion !== 'edited'}),
    },
  ];
}

function actorFaults(): readonly Fault[] {
  const collaborator = {dimension: 'actor', value: 'collaborator'};
  const member = {dimension: 'actor', value: 'team-member'};
  const administrator = {dimension: 'actor', value: 'site-administrator'};
  return [
    {
      name: 'maintainer-edit-ignored-for-collaborators',
      requirement: 'REPO-MAINTAINER',
      basis: 'stated',
      says: 'Collaborators cannot change the setting that allows edits by maintainers, but the answer says that they did.',
      onlyIn: collaborator,
      patch: rules => inCircumstances(rules, byCollaborator, {maintainerEditAfter: before => before}),
    },
    {
      name: 'protection-settings-ignored-for-collaborators',
      requirement: 'BRANCH-FIELDS',
      basis: 'stated',
      says: 'The settings of a branch protection that a collaborator sends are not stored.',
      onlyIn: collaborator,
      patch: rules => inCircumstances(rules, byCollaborator, {flagsAfterEdit: before => before}),
    },
    {
      name: 'attachment-name-kept-for-team-members',
      requirement: 'ATTACH-ISSUE',
      basis: 'stated',
      says: 'An attachment keeps its name when a member of a team renames it.',
      onlyIn: member,
      patch: rules => inCircumstances(rules, byTeamMember, {attachmentNameAfterEdit: before => before}),
    },
    {
      name: 'protection-settings-ignored-for-team-members',
      requirement: 'BRANCH-FIELDS',
      basis: 'stated',
      says: 'The settings of a branch protection that a member of a team sends are not stored.',
      onlyIn: member,
      patch: rules => inCircumstances(rules, byTeamMember, {flagsAfterEdit: before => before}),
    },
    {
      name: 'reaction-again-201-for-administrators',
      requirement: 'ERR-REACTION-200',
      basis: 'stated',
      says: 'Repeating a reaction answers 201 to administrators of the site who have no right of their own.',
      onlyIn: administrator,
      patch: rules => inCircumstances(rules, bySiteAdministrator, {reactionStatus: () => 201}),
    },
    {
      name: 'milestone-missing-for-administrators',
      requirement: 'ISSUE-EDIT-MILE',
      basis: 'stated',
      says: 'The answer to an edit of an issue lacks the milestone for administrators of the site who have no right of their own.',
      onlyIn: administrator,
      patch: rules => inCircumstances(rules, bySiteAdministrator, {showsMilestone: occasion => occasion !== 'edited'}),
    },
  ];
}

function subjectFaults(): readonly Fault[] {
  const onlyIn = {dimension: 'subject', value: 'pull-request'};
  return [
    {
      name: 'reaction-again-201-on-pull-requests',
      requirement: 'ERR-REACTION-200',
      basis: 'stated',
      says: 'Repeating a reaction answers 201 on a pull request.',
      onlyIn,
      patch: rules => inCircumstances(rules, onPullRequest, {reactionStatus: () => 201}),
    },
    {
      name: 'label-scopes-for-all-on-pull-requests',
      requirement: 'LABEL-OPTION',
      basis: 'stated',
      says: 'On a pull request every label with a scope is exclusive in it.',
      onlyIn,
      patch: rules =>
        inCircumstances(rules, onPullRequest, {
          exclusiveScopeOf({name}) {
            return this.scopeOf(name);
          },
        }),
    },
  ];
}

function historyFaults(): readonly Fault[] {
  const edited = {dimension: 'history', value: 'edited'};
  const removed = {dimension: 'history', value: 'removed-before'};
  return [
    {
      name: 'protection-priority-lost-after-edit',
      requirement: 'BRANCH-PRIORITY',
      basis: 'stated',
      says: 'In a repository that was edited a glob rule takes priority over an exact one.',
      onlyIn: edited,
      patch: rules =>
        inCircumstances(rules, inEditedRepository, {
          pickProtection(protections, branch) {
            const matching = protections.filter(one => this.matchesBranchPattern(one.ruleName, branch));
            return matching.find(one => !this.isExactRule(one)) ?? matching[0];
          },
        }),
    },
    {
      name: 'label-scopes-ignored-after-edit',
      requirement: 'LABEL-EXCLUSIVE',
      basis: 'stated',
      says: 'In a repository that was edited exclusive labels of one scope stay side by side.',
      onlyIn: edited,
      patch: rules => inCircumstances(rules, inEditedRepository, {staysBeside: () => true}),
    },
    {
      name: 'milestone-state-ignored-where-made-again',
      requirement: 'MILESTONE-STATE',
      basis: 'stated',
      says: 'In a repository whose name another one had before, the list of milestones holds all of them.',
      onlyIn: removed,
      patch: rules => inCircumstances(rules, inRepositoryMadeAgain, {isListedMilestone: () => true}),
    },
    {
      name: 'total-of-both-where-made-again',
      requirement: 'PAGE-HEADERS',
      basis: 'stated',
      says: 'In a repository whose name another one had before, lists count too many items.',
      onlyIn: removed,
      patch: rules =>
        inCircumstances(rules, inRepositoryMadeAgain, {totalHeader: total => ({'X-Total-Count': String(2 * total)})}),
    },
  ];
}

function besideFaults(): readonly Fault[] {
  const siblings = {dimension: 'siblings', value: 'eleven'};
  const twin = {dimension: 'twin', value: 'elsewhere'};
  return [
    {
      name: 'label-scopes-ignored-beside-many',
      requirement: 'LABEL-EXCLUSIVE',
      basis: 'stated',
      says: 'Exclusive labels of one scope stay side by side in a repository with more than ten labels.',
      onlyIn: siblings,
      patch: rules => inCircumstances(rules, besideManyLabels, {staysBeside: () => true}),
    },
    {
      name: 'milestone-missing-beside-many',
      requirement: 'ISSUE-EDIT-MILE',
      basis: 'stated',
      says: 'The answer to an edit of an issue lacks the milestone in a repository with more than ten milestones.',
      onlyIn: siblings,
      patch: rules => inCircumstances(rules, besideManyMilestones, {showsMilestone: occasion => occasion !== 'edited'}),
    },
    {
      name: 'reaction-again-201-beside-twin',
      requirement: 'ERR-REACTION-200',
      basis: 'stated',
      says: 'Repeating a reaction to an issue answers 201 where another repository has an issue of the same title.',
      onlyIn: twin,
      patch: rules => inCircumstances(rules, besideTwin, {reactionStatus: () => 201}),
    },
    {
      name: 'attachment-missing-beside-twin',
      requirement: 'ATTACH-ISSUE',
      basis: 'stated',
      says: 'The attachments of an issue are not found where another repository has an issue of the same title.',
      onlyIn: twin,
      patch: rules => inCircumstances(rules, besideTwin, {isAttachedTo: () => false}),
    },
  ];
}

function settingsFaults(): readonly Fault[] {
  const small = {dimension: 'settings', value: 'small-pages'};
  const few = {dimension: 'settings', value: 'few-repositories'};
  return [
    {
      name: 'milestones-all-open-with-small-pages',
      requirement: 'MILESTONE-STATE',
      basis: 'stated',
      says: 'With small pages the list of all milestones holds the open ones alone.',
      onlyIn: small,
      patch: rules =>
        inCircumstances(rules, withSmallPages, {
          isListedMilestone: (isClosed, state) => isClosed === (state === 'closed'),
        }),
    },
    {
      name: 'pages-overlap-with-small-pages',
      requirement: 'TAG-LIST',
      basis: 'stated',
      says: 'With small pages each page of tags begins with the last one of the page before.',
      onlyIn: small,
      patch: rules =>
        inCircumstances(rules, withSmallPages, {
          tagsOfPage: (tags, {from, size}) => tags.slice(Math.max(0, from - 1), Math.max(0, from - 1) + size),
        }),
    },
    {
      name: 'transfer-refused-with-limit',
      requirement: 'TRANSFER',
      basis: 'stated',
      says: 'Where users may own only so many repositories, none can be transferred.',
      onlyIn: few,
      patch: rules => inCircumstances(rules, withLimit, {mayTransfer: () => false}),
    },
    {
      name: 'own-repository-for-administrators-alone-with-limit',
      requirement: 'REPO-CREATE',
      basis: 'stated',
      says: 'Where users may own only so many repositories, only administrators of the site create repositories of their own.',
      onlyIn: few,
      patch: rules =>
        inCircumstances(rules, withLimit, {mayCreateByCall: (call, isSiteAdmin) => call !== 'user' || isSiteAdmin}),
    },
  ];
}
