// Reads baselines of a search: the deviations that are known already, by the name of their kind.
import {isJsonObject, type Json} from '../../../model/json.ts';
import type {FuzzFinding, FuzzTally} from '../../../model/decoder-search.ts';
import {readData} from '../../../base/yaml/read-data.ts';
import {quoted} from '../../../base/text/visible-text.ts';

/** One known deviation: `*` in `kind` stands for any text. */
export interface KnownDeviation {
  readonly kind: string;
  readonly message?: string;
  readonly decoder?: string;
}

export interface BaselineReading {
  readonly known: readonly KnownDeviation[];
  readonly problems: readonly string[];
}

/** Reads the YAML of a baseline: a list under `known:`, each with `kind`, and where wanted `message`, `decoder`, `reason`, `issue`. */
export function readFuzzBaseline(text: string, file: string): BaselineReading {
  const {data, problems} = readData({text, file});
  if (problems.length > 0)
    return {
      known: [],
      problems: problems.map(({line, message, fix}) => `${file}:${String(line ?? 1)}  ${message}; ${fix}`),
    };
  const rows = isJsonObject(data ?? null) ? (data as {readonly [key: string]: Json})['known'] : undefined;
  if (!Array.isArray(rows))
    return {
      known: [],
      problems: [`${file}: there is no list "known:"; write one item "- kind: …" for each known deviation`],
    };
  const read = rows.map((row: Json, at) => readRow(row, `${file}: item ${String(at + 1)}`));
  return {
    known: read.filter(row => typeof row !== 'string'),
    problems: read.filter(row => typeof row === 'string'),
  };
}

const rowKeys = ['kind', 'message', 'decoder', 'reason', 'issue'];

function readRow(row: Json, where: string): KnownDeviation | string {
  if (!isJsonObject(row)) return `${where} is no mapping; write "- kind: …"`;
  const unknown = Object.keys(row).find(key => !rowKeys.includes(key));
  if (unknown !== undefined) return `${where} has the key "${unknown}"; the keys are ${rowKeys.join(', ')}`;
  const wrong = rowKeys.find(key => row[key] !== undefined && typeof row[key] !== 'string');
  if (wrong !== undefined) return `${where}: "${wrong}" must be a text`;
  const {kind, message, decoder} = row;
  if (typeof kind !== 'string' || kind.replaceAll('*', '').trim() === '')
    return `${where} needs a "kind" that says more than "*"; touchstone fuzz prints the kinds that it finds`;
  return {
    kind,
    ...(typeof message === 'string' ? {message} : {}),
    ...(typeof decoder === 'string' ? {decoder} : {}),
  };
}

/** Tells whether one of the deviations is this finding. */
export function isKnownDeviation(known: readonly KnownDeviation[], finding: FuzzFinding): boolean {
  return known.some(
    ({kind, message, decoder}) =>
      matches(kind, finding.kind) &&
      (message === undefined || message === finding.message) &&
      (decoder === undefined || matches(decoder, finding.decoder)),
  );
}

/** Matches a pattern whose `*` stands for any text, in a time that grows with the product of both lengths at most. */
function matches(pattern: string, text: string): boolean {
  const [head = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return pattern === text;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  const tail = rest.pop() ?? '';
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - tail.length >= at && text.endsWith(tail);
}

/** Gives a baseline that lists everything that a search met, to be read over, cut down and kept. */
export function baselineText(tallies: readonly FuzzTally[]): string {
  const kinds = [...new Set(tallies.flatMap(({finding, also, alike}) => [finding.kind, ...also, ...alike]))].toSorted();
  const head =
    '# What touchstone fuzz met. Keep what is known and give each item its reason; `*` in a kind stands for any text.';
  if (kinds.length === 0) return `${head}\nknown: []\n`;
  return `${head}\nknown:\n${kinds.map(kind => `  - kind: ${quoted(kind)}\n`).join('')}`;
}
