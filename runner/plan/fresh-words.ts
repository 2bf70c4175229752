// Gives a case other words of the same shape, drawn from a seed: names, titles, patterns, texts and colours, each everywhere the same, so that a
// server cannot know the test by what it says.
import type {Arrangement} from '../../model/arrangement.ts';
import type {CaseDefinition, Step} from '../../model/suite.ts';
import {alphabet, permutation, substitution} from './letter-substitution.ts';
import {seededRandom} from '../../base/random/seeded-numbers.ts';

/** Gives the case with other words; what a word stands for, and how words relate (the same, longer, with another ending), stays. */
export function freshCase(definition: CaseDefinition, seed: number): CaseDefinition {
  // Where somebody signs in through a provider, names of groups and teams are agreed in the settings of the target.
  if (definition.area !== 'hosting' || definition.needs.includes('openid')) return definition;
  const {given, steps, row} = definition;
  const spoken = [given.map(({inputs}) => inputs), steps.map(spokenParts), row?.values];
  const renew = renewal(spoken, seed);
  return {
    ...definition,
    given: given.map(one => ({...one, inputs: renewed(one.inputs, renew)})),
    steps: steps.map(step => freshStep(step, renew)),
    ...(row === undefined ? {} : {row: {...row, values: renewed(row.values, renew)}}),
  };
}

/** Gives the arrangement with other words in its defaults and in what it sends. */
export function freshArrangement(arrangement: Arrangement, seed: number): Arrangement {
  const {inputs, given, steps} = arrangement;
  const defaults = Object.fromEntries(Object.entries(inputs).map(([name, input]) => [name, input.default]));
  const renew = renewal([defaults, given.map(({inputs: own}) => own), steps.map(({body}) => body)], seed);
  const fresh = renewed(defaults, renew);
  return {
    ...arrangement,
    inputs: Object.fromEntries(
      Object.entries(inputs).map(([name, input]) => [
        name,
        fresh[name] === undefined ? input : {...input, default: fresh[name]},
      ]),
    ),
    given: given.map(one => ({...one, inputs: renewed(one.inputs, renew)})),
    steps: steps.map(step => (step.body === undefined ? step : {...step, body: renewed(step.body, renew)})),
  };
}

type Renew = (text: string, key: string) => string;

function freshStep(step: Step, renew: Renew): Step {
  const fresh = {...step, ...renewed({...spokenParts(step), ...expectedParts(step)}, renew)} as Step;
  return {...fresh, expect: sameStatements(step.expect, fresh.expect), usual: sameStatements(step.usual, fresh.usual)};
}

// The id of a statement may hold a word that the case is free to change.
function sameStatements(before: Step['expect'], after: Step['expect']): Step['expect'] {
  return after.map((one, index) => ({...one, ...defined({proves: before[index]?.proves})}));
}

/** What a step sends. */
function spokenParts(step: Step): Partial<Step> {
  const {body, params, query} = step as {readonly body?: unknown; readonly params?: unknown; readonly query?: unknown};
  return defined({body, params, query});
}

/** What a step expects of the answer. */
function expectedParts(step: Step): Partial<Step> {
  const {expect, usual} = step;
  return defined({
    expect,
    usual,
    where: step.kind === 'deliveries' ? step.where : undefined,
    path: step.kind === 'request' ? step.path : undefined,
    auth: 'auth' in step ? step.auth : undefined,
  });
}

function defined(parts: {readonly [name: string]: unknown}): Partial<Step> {
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

/** Rewrites every text of a tree; the tree keeps its shape and its keys, but for texts in quotes in a JSONPath. */
function renewed<Tree>(tree: Tree, renew: Renew, key = ''): Tree {
  return rewrite(tree, renew, key) as Tree;
}

function rewrite(tree: unknown, renew: Renew, key: string): unknown {
  if (typeof tree === 'string') return renew(tree, key);
  if (Array.isArray(tree)) return tree.map(item => rewrite(item, renew, key));
  if (typeof tree !== 'object' || tree === null) return tree;
  const copy = Object.create(Object.getPrototypeOf(tree) as object | null) as Record<string, unknown>;
  for (const [name, value] of Object.entries(tree)) {
    const path =
      name.startsWith('$[') || name.startsWith('$.')
        ? name.replace(quoted, text => `${text.slice(0, 1)}${renew(text.slice(1, -1), name)}${text.slice(-1)}`)
        : name;
    copy[path] = rewrite(value, renew, name.startsWith('$') || name === '' ? key : name);
  }
  return copy;
}

const quoted = /'[^']*'|"[^"]*"/g;

/** Makes the rewriting of one case: collects the words that are free, and draws one substitution of letters for all of them. */
function renewal(spoken: unknown, seed: number): Renew {
  const random = seededRandom(seed);
  const digits = permutation('0123456789', random);
  const hexLetters = permutation('abcdef', random);
  const prefix = prefixes[random() % prefixes.length] ?? '';
  const drawnPrefix = prefix.replace(/[a-z]/g, () => alphabet.charAt(random() % alphabet.length));
  const words = new Set<string>();
  const bytes = new Map<string, Bytes>();
  const wholes = new Map<string, string>();
  // A name may stand in an archive, whose bytes cannot be reworded; then it stays.
  let hasArchive = false;
  const collect: Renew = (text, key) => {
    hasArchive ||= archive.test(text);
    const found = bytesOf(text, key);
    if (found !== undefined) bytes.set(text, found);
    else if (isColour(text, key)) wholes.set(text, text.replace(/[0-9]/g, digits).replace(/[a-f]/gi, hexLetters));
    else if (freeKeys.has(key))
      for (const part of plainParts(text)) for (const [word] of part.matchAll(/[A-Za-z]+/g)) words.add(word);
    return text;
  };
  renewed(spoken, collect);
  if (hasArchive) words.clear();
  const taken = new Set([...words].filter(word => !reserved.has(word.toLowerCase())));
  const letters = substitution([...taken, ...[...bytes.values()].map(({text}) => text)].join(''), random);
  const fresh = (text: string): string => text.replace(/[a-z]/gi, letters);
  for (const [text, {text: plain, write}] of bytes) wholes.set(text, write(fresh(plain)));
  return (text, key) => {
    const whole = wholes.get(text);
    if (whole !== undefined) return whole;
    if (boundKeys.test(key)) return text;
    return text
      .split(template)
      .map((part, n) =>
        n % 2 === 1 ? part : part.replace(/[A-Za-z]+/g, word => (taken.has(word) ? fresh(word) : word)),
      )
      .join('')
      .replace(/(?<![A-Za-z0-9-])ts-(?=\$\{)/g, drawnPrefix);
  };
}

/** Keys whose texts are anybody's to choose. */
const freeKeys: ReadonlySet<string> = new Set([
  'name',
  'title',
  'body',
  'description',
  'message',
  'rule_name',
  'rule',
  'inside',
  'outside',
  'first',
  'second',
  'branch',
  'other',
  'has',
  'add',
  'left',
  'filepath',
  'path',
  'tag_name',
  'tag',
  'new_branch_name',
  'data',
  'bodies',
  'package',
  'org',
  'q',
  'new_username',
  'filename',
  'skip-to',
]);

/** Keys whose texts mean something to the server or to us. */
const boundKeys =
  /(?:^|_)as$|^(?:state|status|permission|visibility|type|event|Do|sort|order|id|kind|scopes|events|\$type|\$format|\$schema|email|readme)$/;

/** Words that mean something wherever they stand. */
const reserved: ReadonlySet<string> = new Set([
  'ts',
  'main',
  'master',
  'readme',
  'md',
  'txt',
  'bin',
  'zip',
  'git',
  'generic',
  'alice',
  'bob',
  'admin',
  'anonymous',
  'restricted',
  'token',
  'all',
  'open',
  'closed',
  'read',
  'unread',
  'write',
  'owner',
  'owners',
  'merge',
  'limited',
  'private',
  'public',
  'http',
  'https',
  'api',
]);

const template = /(\$?\$\{[^}]*\})/;
const archive = /^(?:[0-9a-f]{2}){40,}$/;
/** What gzip and zip begin with, as hex: nothing reads bytes that were changed inside. */
const compressed = /^(?:1f8b|504b0304)/;
const colour = /^ *#?[0-9A-Fa-f]{6} *$|^ *#[0-9A-Fa-f]{3} *$/;

// Three digits without a sign may be any short word, so the key must say that they are a colour.
function isColour(text: string, key: string): boolean {
  return colour.test(text) || (/^(?:color|asked)$/.test(key) && /^[0-9A-Fa-f]{3}$/.test(text));
}

/** How a name may begin, letters drawn anew. */
const prefixes = ['ab-', 'abc-', 'abcdef-', 'a_', 'abcd_', 'abcde', 'ab', ''] as const;

function plainParts(text: string): readonly string[] {
  return text.split(template).filter((_part, n) => n % 2 === 0);
}

interface Bytes {
  readonly text: string;
  readonly write: (text: string) => string;
}

/** Reads a text that stands for bytes: base64 of one or more printable lines, or hex. */
function bytesOf(text: string, key: string): Bytes | undefined {
  if (key === 'content' && /^[A-Za-z0-9+/]{4,}={0,2}$/.test(text)) {
    const plain = Buffer.from(text, 'base64').toString('latin1');
    return /^[\x20-\x7e\n]+$/.test(plain)
      ? {text: plain, write: fresh => Buffer.from(fresh, 'latin1').toString('base64')}
      : undefined;
  }
  if (key !== 'bytes' || compressed.test(text) || !/^(?:[0-9a-f]{2})+$/.test(text)) return undefined;
  return {
    text: Buffer.from(text, 'hex').toString('latin1'),
    write: fresh => Buffer.from(fresh, 'latin1').toString('hex'),
  };
}
