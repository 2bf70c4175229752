// What else a server may call something: words that it uses itself, and names of other families.
import {isJsonList, isJsonObject, jsonObject, type Json, jsonText} from '../../../model/json.ts';
import {exchange} from '../http/exchange.ts';
import {CaseEnded} from '../attempt/failures.ts';
import type {OwnWords} from '../attempt/run-parts.ts';
import type {Story} from '../attempt/story.ts';

/** Reads the words of a server in its API document; nothing where it has none. */
export async function ownWords(story: Story): Promise<OwnWords> {
  const path = story.run.contract.dialect.values['apiDocument'];
  if (typeof path !== 'string') return {hookTypes: []};
  try {
    const address = {method: 'GET', path};
    const nothing = jsonObject([]);
    const {reply, json} = await exchange(story, {
      as: 'anonymous',
      auth: {kind: 'none'},
      address,
      query: nothing,
      headers: nothing,
    });
    const reading = reply.status === 200 ? json() : undefined;
    return reading?.kind === 'json' ? wordsIn(reading.value) : {hookTypes: []};
  } catch (problem) {
    if (problem instanceof CaseEnded) return {hookTypes: []};
    throw problem;
  }
}

function wordsIn(document: Json): OwnWords {
  const title = textAt(document, ['info', 'title']);
  const [family] = /^[A-Za-z][A-Za-z0-9-]*(?= API)/.exec(title ?? '') ?? [];
  const option = ['definitions', 'CreateHookOption', 'properties', 'type', 'enum'];
  const types = at(document, option) ?? at(document, ['components', 'schemas', ...option.slice(1)]);
  return {
    ...(family === undefined ? {} : {family: family.toLowerCase()}),
    hookTypes: isJsonList(types) ? types.filter(type => typeof type === 'string') : [],
  };
}

function at(value: Json | undefined, [key, ...rest]: readonly string[]): Json | undefined {
  if (key === undefined) return value;
  return isJsonObject(value) ? at(value[key], rest) : undefined;
}

function textAt(value: Json, keys: readonly string[]): string | undefined {
  const found = at(value, keys);
  return typeof found === 'string' ? found : undefined;
}

/** Hooks of these types speak to one product each and not in the server's own form. */
const foreignHooks: ReadonlySet<string> = new Set([
  'dingtalk',
  'discord',
  'feishu',
  'gogs',
  'matrix',
  'msteams',
  'packagist',
  'slack',
  'sourcehut_builds',
  'telegram',
  'wechatwork',
]);

/** Lists what to try in place of a name, the likeliest first; the name itself is not among it. */
export function candidatesFor(path: string, value: Json, words: OwnWords, others: readonly Json[]): readonly Json[] {
  const {family, hookTypes} = words;
  const own =
    path === 'hookType'
      ? [...hookTypes.filter(type => !foreignHooks.has(type)), ...(family === undefined ? [] : [family])]
      : path === 'botName' && family !== undefined
        ? [`${family}-actions`, `${family}-bot`]
        : [];
  const seen = new Set([jsonText(value)]);
  return [...own, ...others].filter(candidate => {
    const text = jsonText(candidate);
    return !seen.has(text) && seen.add(text).size > 0;
  });
}
