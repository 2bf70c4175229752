// Reads baselines of a search: the deviations that are known already, by the name of their kind.
import {program} from '../../../base/text/program.ts';
import {defined} from '../../../base/json/defined.ts';
import type {Problem} from '../../../model/problem.ts';
import type {FuzzFinding, FuzzTally} from '../../../model/decoder-search.ts';
import {fuzzBugs} from '../../execute/fuzz/bugs.ts';
import {quoted} from '../../../base/text/quoted.ts';
import {matchesStars} from '../../../base/patterns/star-pattern.ts';
import {readYamlFile} from '../../../base/yaml/read-yaml-file.ts';
import {asRecord, entryOf, itemsBelow, note, textOf, type KeyTable, type Place} from '../../../base/yaml/yaml-place.ts';

/** One known deviation: `*` in `kind` stands for any text. */
export interface KnownDeviation {
  readonly kind: string;
  readonly message?: string;
  readonly decoder?: string;
}

/** The known deviations of a search, or every problem of their file. */
export interface FuzzBaseline {
  readonly known: readonly KnownDeviation[];
  readonly problems: readonly Problem[];
}

/** Reads the YAML of a baseline: a list under `known:`, each with `kind`, and where wanted `message`, `decoder`, `reason`, `issue`. */
export function readFuzzBaseline(text: string, file: string): FuzzBaseline {
  const {content: known = [], problems} = readYamlFile(
    {text, file},
    root => itemsBelow(root, 'a baseline of a search', 'known').flatMap(item => readDeviation(item) ?? []),
    {what: 'a baseline of a search', keys: ['known']},
  );
  return {known, problems};
}

const textSchema = {type: 'string'};

const deviationKeys = {
  kind: {about: 'The kind of the finding; * stands for any text.', schema: textSchema, required: true},
  message: {about: 'The message that it is about.', schema: textSchema},
  decoder: {about: 'The decoder; * stands for any text.', schema: textSchema},
  reason: {about: 'Why it is known.', schema: textSchema},
  issue: {about: 'Where it is tracked.', schema: textSchema},
} as const satisfies KeyTable;

function readDeviation(place: Place): KnownDeviation | undefined {
  if (asRecord(place, 'a known deviation', deviationKeys) === undefined) return undefined;
  const [kind, message, decoder] = Object.keys(deviationKeys).map(key => textOf(entryOf(place, key), `"${key}"`));
  if (kind === undefined) return undefined;
  if (kind.replaceAll(/[*?]/g, '').trim() === '')
    return note(place, 'a "kind" must say more than "*"', `${program} fuzz prints the kinds that it finds`);
  return {
    kind,
    ...defined({message, decoder}),
  };
}

/** Tells whether one of the deviations is this finding. */
export function isKnownDeviation(known: readonly KnownDeviation[], finding: FuzzFinding): boolean {
  return known.some(
    ({kind, message, decoder}) =>
      matchesStars(kind, finding.kind) &&
      (message === undefined || message === finding.message) &&
      (decoder === undefined || matchesStars(decoder, finding.decoder)),
  );
}

const head =
  '# What touchstone fuzz met. Keep what is known and give each item its reason; `*` in a kind stands for any text.';

/** Gives the baseline of a search of which these are the baselines of the parts. */
export function joinedBaselines(texts: readonly string[]): string {
  const kinds = texts.flatMap(text => readFuzzBaseline(text, '').known.map(({kind}) => kind));
  return withItems([...new Set(kinds)].toSorted().map(itemText));
}

function itemText(kind: string): string {
  return `  - kind: ${quoted(kind)}\n`;
}

function withItems(items: readonly string[]): string {
  return items.length === 0 ? `${head}\nknown: []\n` : `${head}\nknown:\n${items.join('')}`;
}

/** Gives a baseline that lists everything that a search met, bug by bug, to be read over, cut down and kept. */
export function baselineText(tallies: readonly FuzzTally[]): string {
  const listed = new Set<string>();
  const bugs = fuzzBugs(tallies).flatMap(({cause, forms}) => {
    const kinds = forms.flatMap(({finding, also, alike}) => [finding.kind, ...also, ...alike]);
    const fresh = [...new Set(kinds)].filter(kind => !listed.has(kind)).toSorted();
    for (const kind of fresh) listed.add(kind);
    const shared = fresh.length > 1 ? `  # ${quoted(cause)}, in ${String(fresh.length)} forms:\n` : '';
    return fresh.length === 0 ? [] : [`${shared}${fresh.map(itemText).join('')}`];
  });
  return withItems(bugs);
}
