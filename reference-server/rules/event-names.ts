/** The names of events: what a hook may ask for, what that stands for, and the coarse name that a delivery carries. */

/** The exact name of an event, and the coarse name that it shares with its relatives. */
const coarseNames = {
  create: 'create',
  delete: 'delete',
  fork: 'fork',
  push: 'push',
  issues: 'issues',
  issue_assign: 'issues',
  issue_label: 'issues',
  issue_milestone: 'issues',
  issue_comment: 'issue_comment',
  pull_request: 'pull_request',
  pull_request_assign: 'pull_request',
  pull_request_label: 'pull_request',
  pull_request_milestone: 'pull_request',
  pull_request_comment: 'issue_comment',
  pull_request_review_approved: 'pull_request_approved',
  pull_request_review_rejected: 'pull_request_rejected',
  pull_request_review_comment: 'pull_request_comment',
  pull_request_sync: 'pull_request',
  pull_request_review_request: 'pull_request',
  repository: 'repository',
  release: 'release',
  package: 'package',
  status: 'status',
} as const;

/** What happened, in the words of a subscription. */
export type EventName = keyof typeof coarseNames;

type ReviewEvent = 'pull_request_review_approved' | 'pull_request_review_rejected' | 'pull_request_review_comment';

/** What a hook asks for and shows: reviews of every kind have one name, and none of them can be asked for alone. */
export type HookEvent = Exclude<EventName, ReviewEvent> | 'pull_request_review';

const hookEvents = [...new Set((Object.keys(coarseNames) as readonly EventName[]).map(hookEventOf))];

/** Gives the name under which hooks ask for an event. */
export function hookEventOf(name: EventName): HookEvent {
  return isReview(name) ? 'pull_request_review' : name;
}

function isReview(name: EventName): name is ReviewEvent {
  return /^pull_request_review_(?:approved|rejected|comment)$/.test(name);
}

export function coarseNameOf(name: EventName): string {
  return coarseNames[name];
}

/** What a hook may ask for that stands for something else: a whole family, or one member alone. */
const families: Readonly<Record<string, readonly HookEvent[]>> = {
  issues: ['issues', 'issue_assign', 'issue_label', 'issue_milestone', 'issue_comment'],
  issues_only: ['issues'],
  pull_request: hookEvents.filter(name => name.startsWith('pull_request')),
  pull_request_only: ['pull_request'],
};

/** Lists the events that a hook gets which asked for these names, in whatever letters; unknown names stand for nothing, no names for `push`. */
export function eventsAskedFor(asked: readonly string[]): readonly HookEvent[] {
  if (asked.length === 0) return ['push'];
  const names = asked.map(name => name.toLowerCase());
  const wanted = new Set(names.flatMap(name => (Object.hasOwn(families, name) ? (families[name] ?? []) : name)));
  return hookEvents.filter(name => wanted.has(name));
}
