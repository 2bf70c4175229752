// Tells from an operation's path which capabilities of the target it needs.
import type {Operation} from '../../model/operation.ts';

const paths: readonly (readonly [pattern: RegExp, capability: string])[] = [
  [/\/git-receive-pack$/, 'git-over-http'],
  [/(?:^|\/)packages(?:\/|$)/, 'packages'],
  [/\/actions(?:\/|$)/, 'automation'],
  [/\/push_mirrors(?:-sync)?(?:\/|$)/, 'push-mirrors'],
  [/\/notes(?:\/|$)/, 'notes'],
  [/\/assets(?:\/|$)/, 'attachments'],
  [/\/reactions(?:\/|$)/, 'reactions'],
  [/\/times(?:\/|$)/, 'tracked-times'],
  [/\/notifications(?:\/|$)/, 'notifications'],
  [/\/statuses(?:\/|$)/, 'commit-statuses'],
  [/\/releases(?:\/|$)/, 'releases'],
  [/\/milestones(?:\/|$)/, 'milestones'],
  [/\/labels(?:\/|$)/, 'labels'],
  [/\/applications\/oauth2(?:\/|$)/, 'oauth2'],
  [/\/tokens(?:\/|$)/, 'tokens'],
  [/\/branch(?:es|_protections)(?:\/|$)/, 'branches'],
  [/\/hooks(?:\/|$)/, 'webhooks'],
  [/\/pulls(?:\/|$)/, 'pull-requests'],
  [/\/issues(?:\/|$)/, 'issues'],
  [/^\/orgs?(?:\/|$)|^\/teams(?:\/|$)/, 'organizations'],
  [/^\/repos(?:\/|$)|\/repos$/, 'repositories'],
];

/** Gives the capabilities, most particular first. */
export function capabilitiesOf({path}: Pick<Operation, 'path'>): readonly string[] {
  return paths.filter(([pattern]) => pattern.test(path)).map(([, capability]) => capability);
}
