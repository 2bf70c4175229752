/** The rows about issues: the issues themselves, comments, labels, milestones and reactions. */
import type {LabelTraits} from '../rules/labels.ts';
import type {ReactionTraits} from '../rules/reactions.ts';
import type {TrackedTime} from './work.ts';

/** One issue or pull request; both share the numbers of their repository. */
export interface Issue {
  readonly id: number;
  readonly repositoryId: number;
  readonly index: number;
  readonly title: string;
  readonly body: string;
  /** How often the body was changed. */
  readonly contentVersion: number;
  readonly ref: string;
  readonly posterId: number;
  readonly assigneeIds: readonly number[];
  readonly labelIds: readonly number[];
  readonly milestoneId: number | undefined;
  readonly isPull: boolean;
  readonly isLocked: boolean;
  readonly isClosed: boolean;
  readonly closedAt: number | undefined;
  readonly dueAt: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface Comment {
  readonly id: number;
  readonly repositoryId: number;
  readonly issueId: number;
  readonly posterId: number;
  readonly body: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What an entry of the timeline tells besides a comment. */
export type TimelineNews =
  | {readonly kind: 'close' | 'reopen' | 'merge_pull'}
  | {readonly kind: 'label'; readonly labelId: number; readonly isAdded: boolean}
  | {readonly kind: 'milestone'; readonly before: number | undefined; readonly after: number | undefined}
  | {readonly kind: 'assignees'; readonly personId: number; readonly isRemoved: boolean}
  | {readonly kind: 'change_title' | 'change_issue_ref'; readonly before: string; readonly after: string}
  | {readonly kind: 'added_deadline' | 'modified_deadline' | 'removed_deadline'; readonly body: string}
  /** The time is told as it was, also once it is taken back. */
  | {readonly kind: 'add_time_manual'; readonly body: string; readonly time: TrackedTime}
  | {readonly kind: 'delete_time_manual'; readonly body: string}
  | {readonly kind: 'review' | 'dismiss_review'; readonly reviewId: number; readonly body: string}
  | {readonly kind: 'pull_push'; readonly body: string}
  /** `personId` of a request to a team is 0. */
  | {
      readonly kind: 'review_request';
      readonly reviewId: number;
      readonly personId: number;
      readonly teamId: number | undefined;
      readonly isRemoved: boolean;
    }
  | {readonly kind: 'change_target_branch'; readonly before: string; readonly after: string}
  | {readonly kind: 'delete_branch'; readonly branch: string}
  /** `commentId` is of the comment that names the issue; without one, the title or text of the other issue does. */
  | {
      readonly kind: 'issue_ref' | 'pull_ref' | 'comment_ref';
      readonly fromIssueId: number;
      readonly commentId?: number;
      readonly action: 'none' | 'closes' | 'reopens' | 'neutered';
    }
  | {readonly kind: 'commit_ref'; readonly commitSha: string; readonly body: string};

/** One thing that happened to an issue. Entries and comments share their ids. */
export interface TimelineEntry {
  readonly id: number;
  readonly issueId: number;
  readonly posterId: number;
  readonly news: TimelineNews;
  readonly createdAt: number;
}

/** One label of a repository or of an organization; `home` is `repository:ID` or `organization:ID`. */
export interface Label extends LabelTraits {
  readonly home: string;
  readonly description: string;
  /** `#rrggbb`, lower case. */
  readonly color: string;
  readonly isArchived: boolean;
}

export interface Milestone {
  readonly id: number;
  readonly repositoryId: number;
  readonly title: string;
  readonly description: string;
  readonly isClosed: boolean;
  readonly dueAt: number | undefined;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly closedAt: number | undefined;
}

/** One reaction; `subject` is `issue:ID` or `comment:ID`. */
export interface Reaction extends ReactionTraits {
  readonly id: number;
  readonly subject: string;
  readonly createdAt: number;
}
