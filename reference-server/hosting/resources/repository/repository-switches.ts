/** Reads the settings of a repository that are kept and shown. */
import type {ExternalTracker, Switches} from '../../../state/repositories.ts';
import type {Fields} from '../../fields.ts';
import {Refusal} from '../../refusal.ts';

/** Gives the settings as an edit leaves them; what it does not name stays. */
export function readSwitches(fields: Fields, before: Switches): Switches {
  return {
    hasCode: fields.flag('has_code') ?? before.hasCode,
    hasReleases: fields.flag('has_releases') ?? before.hasReleases,
    hasPackages: fields.flag('has_packages') ?? before.hasPackages,
    hasActions: fields.flag('has_actions') ?? before.hasActions,
    ignoresWhitespace: fields.flag('ignore_whitespace_conflicts') ?? before.ignoresWhitespace,
    ...readTrackers(fields, before),
    externalWiki: readWiki(fields, before),
  };
}

/** Usual: `has_issues` without a tracker elsewhere, and nothing else, brings the issues back to this server. */
function readTrackers(fields: Fields, before: Switches): Pick<Switches, 'tracker' | 'externalTracker'> {
  const outside = fields.object('external_tracker');
  const inside = fields.object('internal_tracker');
  const tracker = {
    hasTimeTracker: inside?.flag('enable_time_tracker') ?? before.tracker.hasTimeTracker,
    onlyContributorsTrack:
      inside?.flag('allow_only_contributors_to_track_time') ?? before.tracker.onlyContributorsTrack,
    hasDependencies: inside?.flag('enable_issue_dependencies') ?? before.tracker.hasDependencies,
  };
  if (outside !== undefined) return {tracker, externalTracker: readTracker(outside, before.externalTracker)};
  const comesBack = fields.flag('has_issues') === true;
  return {tracker, externalTracker: comesBack ? undefined : before.externalTracker};
}

const noTracker: ExternalTracker = {url: '', format: '', style: 'numeric', pattern: ''};

function readTracker(fields: Fields, before: ExternalTracker = noTracker): ExternalTracker {
  const format = fields.text('external_tracker_format') ?? before.format;
  // A name in one brace, such as {user, is a slip.
  const slips = [...format.matchAll(/(\{?)(?:user|repo|index)(\}?)/g)].filter(
    ([, open, close]) => (open === '') !== (close === ''),
  );
  if (format !== '' && (!isWebAddress(format) || slips.length > 0))
    throw new Refusal(422, 'External tracker URL format not valid');
  return {
    url: readAddress(fields.text('external_tracker_url') ?? before.url, 'External tracker'),
    format,
    style: fields.text('external_tracker_style') ?? before.style,
    pattern: fields.text('external_tracker_regexp_pattern') ?? before.pattern,
  };
}

function readWiki(fields: Fields, before: Switches): string | undefined {
  const outside = fields.object('external_wiki');
  if (outside !== undefined) return readAddress(outside.text('external_wiki_url') ?? '', 'External wiki');
  return fields.flag('has_wiki') === true ? undefined : before.externalWiki;
}

function readAddress(text: string, what: string): string {
  if (isWebAddress(text)) return text;
  throw new Refusal(422, `${what} URL not valid`);
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
