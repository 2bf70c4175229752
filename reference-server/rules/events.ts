/** What the record states about webhooks: which of them an event reaches, and what its payload tells. */
import {hookEventOf, type EventName, type HookEvent} from './event-names.ts';
import {matchesGlob} from './glob.ts';
import type {Rules} from './rules.ts';

/** Where a hook was defined. `ownerId` of a repository's hook is the id of the repository. */
export type HookLevel = 'repository' | 'organization' | 'user' | 'system';

/** A webhook as far as these rules look at it. */
export interface HookTraits {
  readonly id: number;
  readonly level: HookLevel;
  /** The id of the repository, organization or user that it belongs to; 0 system-wide. */
  readonly homeId: number;
  readonly isActive: boolean;
  readonly events: readonly HookEvent[];
  /** A glob of branches; empty for all. */
  readonly branchFilter: string;
  readonly createdAt: number;
}

/** An event as far as these rules look at it. */
export interface EventTraits {
  readonly name: EventName;
  readonly action: string;
  /** Undefined where the event belongs to an owner alone, as that of a package does. */
  readonly repositoryId: number | undefined;
  readonly repositoryCreatedAt: number;
  readonly ownerId: number;
  readonly ownerKind: 'person' | 'organization';
  readonly doerId: number;
  /** The whole name of the branch or tag that was pushed, made or removed; undefined where the event is about none. */
  readonly ref: string | undefined;
}

/** What a label is called in a payload of a change. */
export interface LabelName {
  readonly id: number;
  readonly name: string;
}

export interface LabelChanges<T extends LabelName> {
  /** All labels that were there before. */
  readonly old: readonly T[];
  readonly added: readonly T[];
  readonly removed: readonly T[];
}

/** What is known about the commit behind an action on an issue. */
export interface ActionCause {
  readonly action: 'closed' | 'reopened';
  /** The commit whose message asked for the action. */
  readonly commitSha: string | undefined;
  /** The commit that closed the issue the last time, if one did. */
  readonly earlierSha: string | undefined;
  /** The newest commit that arrived together with it. */
  readonly newestSha?: string | undefined;
}

/** In a branch filter a star stands for any characters, also for slashes. */
const crossingStars = {star: () => true, deepStar: () => true};

const levels: readonly HookLevel[] = ['repository', 'organization', 'user', 'system'];

export const eventRules = {
  // "Webhooks can be defined per organization, per user, and system-wide.", besides those of one repository.
  isInReach(this: Rules, hook: HookTraits, event: EventTraits): boolean {
    switch (hook.level) {
      case 'repository':
        return hook.homeId === event.repositoryId;
      case 'organization':
        return this.reachesOrganization(hook, event);
      case 'user':
        return this.reachesUser(hook, event);
      case 'system':
        return this.reachesSystem(hook, event);
    }
  },

  reachesOrganization(hook: HookTraits, event: EventTraits): boolean {
    return event.ownerKind === 'organization' && hook.homeId === event.ownerId;
  },

  // "User webhooks can be created in addition to organization webhooks."
  reachesUser(hook: HookTraits, event: EventTraits): boolean {
    return event.ownerKind === 'person' && hook.homeId === event.ownerId;
  },

  reachesSystem(_hook: HookTraits, _event: EventTraits): boolean {
    return true;
  },

  // Usual: a hook gets what it asked for, of the branches that its filter names.
  wantsEvent(this: Rules, hook: HookTraits, event: EventTraits): boolean {
    const isWantedRef = event.ref === undefined || this.isInFilter(hook.branchFilter, event.ref);
    return hook.isActive && hook.events.includes(hookEventOf(event.name)) && isWantedRef;
  },

  // Usual: a filter names a branch by its name alone or by the whole name of its ref, and all else as it is written.
  isInFilter(filter: string, ref: string): boolean {
    const [, branch = ref] = /^refs\/heads\/(.*)$/s.exec(ref) ?? [];
    return filter === '' || [branch, ref].some(name => matchesGlob(filter, name, crossingStars));
  },

  /** Lists the hooks that get a delivery, one for each, the nearest to the repository first. */
  deliveriesFor<T extends HookTraits>(this: Rules, event: EventTraits, hooks: readonly T[]): readonly T[] {
    const reached = hooks.filter(hook => this.isInReach(hook, event) && this.wantsEvent(hook, event));
    return reached.toSorted(
      (left, right) => levels.indexOf(left.level) - levels.indexOf(right.level) || left.id - right.id,
    );
  },

  // "Changing an issue's labels through the API triggers webhooks, the same as in the web interface"
  announcementsOfLabels(_way: 'add' | 'replace' | 'remove' | 'clear', _left: number): number {
    return 1;
  },

  // "… and the notification reports the old labels too."
  labelChanges<T extends LabelName>(
    before: readonly T[],
    after: readonly T[],
    _way: 'add' | 'replace' | 'remove' | 'clear',
  ): LabelChanges<T> {
    const without = (list: readonly T[], other: readonly T[]): readonly T[] =>
      list.filter(({id}) => !other.some(label => label.id === id));
    return {old: before, added: without(after, before), removed: without(before, after)};
  },

  // "… and the notification reports the old labels too.": also where the issue is a pull request.
  tellsWhatChanged(_isPull: boolean): boolean {
    return true;
  },

  // "Close and reopen actions on an issue produce webhook payloads that carry `commit_id`."
  carriesCommitId(_action: string): boolean {
    return true;
  },

  // "id of the commit that caused the action, or an empty string if the action was not caused by a commit"
  commitIdOf({commitSha}: ActionCause): string | null {
    return commitSha ?? '';
  },

  // Usual: setting the state that an issue has already is no action.
  isStateAction(wasClosed: boolean, isClosed: boolean): boolean {
    return wasClosed !== isClosed;
  },

  // "Submitting a pull request through the API no longer sends the notification twice."
  announcementsOfNewPull(_isFromFork: boolean): readonly EventName[] {
    return ['pull_request'];
  },
};
