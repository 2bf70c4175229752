// Reads a baseline: the YAML file that lists the known failures of one target, with every problem placed.
import {defined} from '../../base/json/defined.ts';
import type {Problem} from '../../model/problem.ts';
import {readYamlFile, type TextFile} from '../../base/yaml/read-yaml-file.ts';
import {
  asBoolean,
  asDay,
  asList,
  asRecord,
  asText,
  asWord,
  describeJson,
  entryOf,
  note,
  type KeyTable,
  type Place,
} from '../../base/yaml/yaml-place.ts';

/** One known failure, or several that one pattern names. */
export interface BaselineEntry {
  /** A case id, or a pattern with `*` and `?`. */
  readonly case: string;
  /** Patterns over `PATH: MESSAGE`; every finding of the case must match one. */
  readonly findings: readonly string[];
  readonly reason: string;
  readonly owner?: string;
  readonly issue?: string;
  /** Last day on which it counts, `YYYY-MM-DD`. */
  readonly expires?: string;
  /** It fails only sometimes, so that a pass does not make it stale. */
  readonly isFlaky: boolean;
}

/** A baseline as read; its text keeps comments and order for edits. */
export interface BaselineReading {
  /** The edition of the suites that the baseline was written for. */
  readonly edition?: string;
  readonly entries: readonly BaselineEntry[];
  readonly problems: readonly Problem[];
  readonly text: string;
}

/** Reads the text; with any problem nothing of it may be used. */
export function readBaseline({text, file}: TextFile): BaselineReading {
  const {content, problems} = readYamlFile({text, file}, readRoot, {
    what: 'a baseline',
    keys: ['baseline', 'known'],
  });
  return {entries: [], ...content, problems, text};
}

const anyText = {type: ['string', 'number']};

const rootKeys: KeyTable = {
  baseline: {about: 'The form of this file: 1.', schema: {const: 1}, required: true},
  edition: {about: 'The edition of the suites that it was written for.', schema: {type: 'string'}},
  known: {about: 'The known failures.', schema: {type: 'array'}, required: true},
};

const entryKeys: KeyTable = {
  case: {about: 'A case id, or a pattern such as hosting/labels/*.', schema: anyText, required: true},
  finding: {about: 'What every finding of the case must match.', schema: {type: ['string', 'array']}, required: true},
  reason: {about: 'Why the failure is known.', schema: anyText, required: true},
  owner: {about: 'Who looks after it.', schema: anyText},
  issue: {about: 'Where it is tracked.', schema: anyText},
  expires: {about: 'Last day on which it counts.', schema: {type: 'string'}},
  flaky: {about: 'true: it fails only sometimes.', schema: {type: 'boolean'}},
};

function readRoot(root: Place): Pick<BaselineReading, 'edition' | 'entries'> | undefined {
  if (asRecord(root, 'a baseline', rootKeys) === undefined) return undefined;
  const form = entryOf(root, 'baseline');
  if (form !== undefined && form.value !== 1)
    note(form, `"baseline" is ${describeJson(form.value)}`, 'this touchstone reads form 1: write "baseline: 1"');
  const edition = readEdition(entryOf(root, 'edition'));
  const known = entryOf(root, 'known');
  const items = known === undefined ? [] : (asList(known, '"known"') ?? []);
  const entries = items.flatMap(item => readEntry(item) ?? []);
  return {...defined({edition}), entries};
}

function readEdition(place: Place | undefined): string | undefined {
  if (place === undefined) return undefined;
  if (typeof place.value === 'string' && /^\d{4}\.\d+$/.test(place.value)) return place.value;
  return note(place, '"edition" is not an edition', 'write it in quotes, e.g. edition: "2026.1"');
}

function readEntry(place: Place): BaselineEntry | undefined {
  if (asRecord(place, 'an entry', entryKeys) === undefined) return undefined;
  const word = (key: string): string | undefined => {
    const value = entryOf(place, key);
    return value === undefined ? undefined : asWord(value, `"${key}"`);
  };
  const expires = entryOf(place, 'expires');
  const lastDay = expires === undefined ? undefined : asDay(expires, '"expires"');
  const flaky = entryOf(place, 'flaky');
  const owner = word('owner');
  const issue = word('issue');
  return {
    case: word('case') ?? '',
    findings: readFindings(entryOf(place, 'finding')),
    reason: word('reason') ?? '',
    ...defined({owner, issue, expires: lastDay}),
    isFlaky: flaky !== undefined && asBoolean(flaky, '"flaky"') === true,
  };
}

function readFindings(place: Place | undefined): readonly string[] {
  if (place === undefined) return [];
  if (typeof place.value === 'string') return [asText(place, '"finding"') ?? ''];
  const items = asList(place, '"finding"') ?? [];
  if (Array.isArray(place.value) && items.length === 0)
    note(place, '"finding" lists nothing', 'write the finding that it must match, e.g. "status: expected 200, got *"');
  return items.map(item => asText(item, 'each entry of "finding"') ?? '');
}
