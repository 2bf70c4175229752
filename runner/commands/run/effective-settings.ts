// Says which settings a run has and where each came from; secrets are never shown.
import type {BoundName} from '../../../model/target-file.ts';
import {flagOf, type Setting} from '../../../model/setting.ts';
import {durationText} from '../../../reports/words/verdict-words.ts';
import {visibleText} from '../../../base/text/visible-text.ts';
import {allSettings} from '../words/all-settings.ts';
import type {OptionSources} from '../words/command-line.ts';
import type {RunOptions} from '../load/run-options.ts';
import {boundsOf} from '../words/target-options.ts';
import {fillTo, widthOf} from '../../../base/text/text-layout.ts';

/** Gives one line per setting that has a value, in the order of the help. */
export function effectiveSettings(options: RunOptions, sources: OptionSources): readonly string[] {
  const values = new Map<string, unknown>(Object.entries(options));
  const standard = standardBounds();
  const rows = [...allSettings].flatMap(([name, setting]): readonly Row[] => {
    const value = values.get(name);
    if (value !== undefined)
      return [{flag: flagOf(setting), value: valueText(setting, value), from: sourceOf(name, options, sources)}];
    const bound = standard.get(name);
    return bound === undefined ? [] : [{flag: flagOf(setting), value: bound(setting), from: 'default'}];
  });
  const wide = (key: 'flag' | 'value'): number => Math.min(48, Math.max(...rows.map(row => widthOf(row[key]))));
  const [flags, texts] = [wide('flag'), wide('value')];
  return [
    'settings:',
    ...rows.map(({flag, value, from}) => `  ${flag.padEnd(flags)}  ${fillTo(value, texts)}  ${from}`.trimEnd()),
  ];
}

interface Row {
  readonly flag: string;
  readonly value: string;
  readonly from: string;
}

function sourceOf(name: string, {from, targetFile}: RunOptions, sources: OptionSources): string {
  const source = sources.get(name);
  const isOfFile = source === undefined || (source === 'default' && from?.run?.[name] !== undefined);
  if (isOfFile && from === undefined) return 'default';
  if (isOfFile) return visibleText(targetFile ?? 'the embedded reference');
  return source === 'cli' ? 'flag' : source;
}

function valueText({value, isSecret}: Setting, given: unknown): string {
  if (isSecret === true) return '(not shown)';
  if (typeof given === 'number') return numberText(value.kind, given);
  const text = Array.isArray(given)
    ? given.join(', ')
    : typeof given === 'object' && given !== null
      ? partText(given)
      : String(given);
  // An address may carry a password.
  return visibleText(text.replace(/(:\/\/)[^/\s]*@/g, '$1(not shown)@'));
}

function partText(given: object): string {
  return Object.values(given).join('/');
}

function numberText(kind: Setting['value']['kind'], given: number): string {
  if (kind === 'duration') return durationText(given);
  const isMiB = given >= 1024 ** 2 && given % 1024 ** 2 === 0;
  if (kind === 'size' && given >= 1024) return isMiB ? `${String(given / 1024 ** 2)}MiB` : `${String(given / 1024)}KiB`;
  return String(given);
}

/** The bounds that hold when nobody says anything, as text. */
function standardBounds(): ReadonlyMap<string, (setting: Setting) => string> {
  const here = boundsOf({}, true);
  const there = boundsOf({}, false);
  const plain = new Map<BoundName, number>([
    ['connectTimeout', here.connectTimeoutMs],
    ['replyTimeout', here.replyTimeoutMs],
    ['caseTimeout', here.caseTimeoutMs],
    ['lag', here.lagMs],
    ['replyBytesMax', here.replyBytesMax],
    ['headerBytesMax', here.headerBytesMax],
    ['headersMax', here.headersMax],
    ['informationalMax', here.informationalMax],
    ['jsonDepthMax', here.jsonDepthMax],
    ['frameBytesMax', here.frameBytesMax],
    ['retryAfterMax', here.retryAfterMaxMs],
  ]);
  const texts = [...plain].map(
    ([name, value]) => [name, (setting: Setting) => numberText(setting.value.kind, value)] as const,
  );
  return new Map<string, (setting: Setting) => string>([
    ...texts,
    ['rateLimit', () => 'none'],
    ['jobs', () => `${String(here.jobs)} on this host, ${String(there.jobs)} elsewhere`],
  ]);
}
