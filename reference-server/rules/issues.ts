/** What the record states about issues and their comments. */
import type {Rules} from './rules.ts';

/** The values of an issue that an edit may set. */
export interface IssueColumns {
  readonly title?: string;
  readonly body?: string;
  readonly ref?: string;
  readonly isClosed?: boolean;
  readonly milestoneId?: number | undefined;
  readonly assigneeIds?: readonly number[];
  readonly dueAt?: number | undefined;
}

export interface IssueIdentity {
  readonly id: number;
  readonly index: number;
  readonly posterId: number;
}

export const issueRules = {
  // "The poster id is never set to -1 on insert."
  posterOf(doerId: number): number {
    return doerId;
  },

  // "Only some columns can be updated by the edit operation; identifiers and poster fields cannot be overridden."
  identityAfterEdit(before: IssueIdentity, _sent: Readonly<Record<string, unknown>>): IssueIdentity {
    return {id: before.id, index: before.index, posterId: before.posterId};
  },

  // "Only some columns can be updated by the edit operation": what is not sent is no column to update. All edits read their fields here.
  fieldsOfEdit(sent: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return sent;
  },

  // "Issue edit via API with an empty assignees list is allowed."
  acceptsAssignees(_asked: readonly string[]): boolean {
    return true;
  },

  assigneesAfterEdit(
    before: readonly number[],
    asked: readonly number[] | undefined,
    _operation: string,
  ): readonly number[] {
    if (asked === undefined) return before;
    // Usual: who stays keeps their place.
    return [...before.filter(id => asked.includes(id)), ...asked.filter(id => !before.includes(id))];
  },

  // "The response includes the milestone."
  showsMilestone(_occasion: 'created' | 'edited' | 'read', _isClosed: boolean): boolean {
    return true;
  },

  // "Issue search across repositories.": all that the caller may read.
  repositoriesToSearch<T extends {readonly ownerId: number}>(
    readable: readonly T[],
    _callerId: number | undefined,
  ): readonly T[] {
    return readable;
  },

  // "Returns one issue comment. Repository is checked."
  isCommentOf(
    comment: {readonly repositoryId: number},
    repository: {readonly id: number},
    _operation: string,
  ): boolean {
    return comment.repositoryId === repository.id;
  },

  // Usual: a comment is as new as its last change.
  instantOfComment({updatedAt}: {readonly createdAt: number; readonly updatedAt: number}): number {
    return updatedAt;
  },

  // "Accept a `before` query parameter (and a `since` counterpart); a shared helper reads both."
  isWithin(
    this: Rules,
    atMs: number,
    window: {readonly since: number | undefined; readonly before: number | undefined},
  ): boolean {
    const second = Math.floor(atMs / 1000) * 1000;
    return (
      (window.since === undefined || second >= window.since) && (window.before === undefined || second <= window.before)
    );
  },
};
