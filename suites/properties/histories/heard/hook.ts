// The hook of histories that are heard.
import type {Sent} from '../history.ts';

/** Every event of a repository that known servers have a name for. */
export const everyEvent = [
  'create',
  'delete',
  'fork',
  'push',
  'issues',
  'issue_comment',
  'pull_request',
  'pull_request_comment',
  'pull_request_review_approved',
  'pull_request_review_rejected',
  'pull_request_review_comment',
  'pull_request_sync',
  'pull_request_review_request',
  'wiki',
  'repository',
  'release',
  'package',
  'status',
] as const;

/** A hook at the inbox of the history. */
export function listeningHook(changes: {readonly [key: string]: Sent} = {}): {readonly [key: string]: Sent} {
  return {
    type: '{hookType}',
    config: {url: '{hook-url}', content_type: 'json', secret: '{hook-secret}'},
    events: [...everyEvent],
    active: true,
    ...changes,
  };
}
