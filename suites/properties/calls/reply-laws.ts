// Every operation of the API and what it answers: the status and the body that every known server gives, to its owner, to others, and about nothing, what
// it refuses when one part of the call is changed, and what else it changes.
import {property, type AnyProperty} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {expectEffect} from './effects.ts';
import {callsNamed, parts, type ApiPart} from './parts.ts';
import {answersOf, expectUsual, expectUsualChange, type UsualReply} from './replies.ts';
import {usualChanges, usualEffects, usualRights} from './usual-changes.ts';
import {usualReplies} from './usual-replies.ts';
import {expectOtherWays} from './ways.ts';

function repliesOf({name, calls, needs}: ApiPart): AnyProperty {
  return property({
    id: `replies-of-${name.replaceAll(' ', '-')}`,
    title: `each operation on ${name} answers, refuses and changes what every known server does, for its owner, for others, in other ways, and about what is not there`,
    proves: ['API-PREFIX'],
    area: 'hosting',
    contexts: 'what known servers answer is known of repositories of users, for everyone to see',
    needs,
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, drawn) =>
      answersOf(world, callsNamed(calls, drawn), {
        isWanted: (operation, who) => statusOf(operation)[who] !== undefined,
        changesOf: operation => usualChanges[operation] ?? [],
        readersOf: operation => usualEffects[operation] ?? [],
        judgeWays: async (scene, ready) => expectOtherWays(world, scene, ready),
        judgeEffect: ({operation, names}, seen) => {
          const usual = usualEffects[operation]?.find(({read}) => read === seen.read);
          if (usual !== undefined) expectEffect(world, operation, {seen, usual, names});
        },
        judge: answer => {
          const change = usualChanges[answer.operation]?.find(one => one === answer.change);
          if (change === undefined)
            expectUsual(world, answer, {...usualReplies[answer.operation], status: statusOf(answer.operation)});
          else expectUsualChange(world, answer, change);
        },
      }),
  });
}

function statusOf(operation: string): UsualReply['status'] {
  return {...usualReplies[operation]?.status, ...usualRights[operation]};
}

export const repliesOfReadingIssues = repliesOf(parts.readingIssues);
export const repliesOfWritingIssues = repliesOf(parts.writingIssues);
export const repliesOfRepositories = repliesOf(parts.repositories);
export const repliesOfCollaboration = repliesOf(parts.collaboration);
export const repliesOfBranches = repliesOf(parts.branches);
export const repliesOfGit = repliesOf(parts.git);
export const repliesOfReleases = repliesOf(parts.releases);
export const repliesOfPulls = repliesOf(parts.pulls);
export const repliesOfReviews = repliesOf(parts.reviews);
export const repliesOfOrganizations = repliesOf(parts.organizations);
export const repliesOfTeams = repliesOf(parts.teams);
export const repliesOfAccounts = repliesOf(parts.accounts);
export const repliesOfHooks = repliesOf(parts.hooks);
export const repliesOfNotifications = repliesOf(parts.notifications);
export const repliesOfPackages = repliesOf(parts.packages);
export const repliesOfAdministration = repliesOf(parts.administration);
