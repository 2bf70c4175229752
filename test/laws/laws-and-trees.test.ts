// Each law of a property that is also written as a tree: on every reply that breaks the law, the tree breaks too.
import {readdirSync, readFileSync} from 'node:fs';
import {join, relative} from 'node:path';
import {expect, test} from 'vitest';
import type {HttpObservation, HttpReply} from '../../model/http.ts';
import {jsonText, type Json} from '../../model/json.ts';
import type {TesteeAnswer} from '../../model/peer.ts';
import type {PlannedProperty} from '../../model/plan.ts';
import type {PropertyWorld, WorldAnswer, WorldReply} from '../../model/property.ts';
import {runProperty} from '../../runner/execute/property/run-property.ts';
import type {RunContext} from '../../runner/execute/attempt/run-context.ts';
import {isLong} from '../support/length.ts';
import {packageRoot} from '../support/in-process.ts';
import {insideReference} from '../support/inside-reference.ts';
import {changesOf, type Change} from './altered-replies.ts';

const never = new AbortController().signal;
const folder = join(packageRoot, 'suites/properties');

test.runIf(isLong)(
  'whatever breaks a law breaks the tree that is written for it (in npm run test:long)',
  {timeout: 1_200_000},
  async () => {
    const sites = sitesWithTrees();
    expect(sites.size).toBeGreaterThan(40);
    const red = new Set<string>();
    const contradictions: string[] = [];
    await insideReference([], async (run, properties) => {
      for (const property of likeliestFirst(properties, sites)) {
        if (!sitesOf(property, sites).some(site => !red.has(site))) continue;
        const driver = new Driver(run, property);
        for (const one of await driver.experiments(site => sites.has(site) && !red.has(site))) {
          if (red.has(one.site)) continue;
          const {laws, contradiction} = await driver.run(one);
          if (contradiction !== undefined) contradictions.push(`${one.site}: ${one.change.name}: ${contradiction}`);
          else for (const {site, holds} of laws) if (!holds) red.add(site);
        }
      }
    });
    for (const [fault, id] of withFaults)
      await insideReference([fault], async (run, properties) => {
        const [property] = properties.filter(one => one.id === id);
        const driver = new Driver(run, property!);
        for (let input = 0; input < 12; input += 1) {
          const {laws, contradiction} = await driver.run({input});
          if (contradiction !== undefined) contradictions.push(`${fault}: ${contradiction}`);
          else for (const {site, holds} of laws) if (!holds) red.add(site);
        }
      });
    expect(contradictions).toEqual([]);
    expect([...sites].filter(site => !red.has(site))).toEqual([]);
  },
);

/** Laws about several replies that must be altered in step, or about what a right server never comes to: a server that does it wrong. */
const withFaults = [
  ['merge-any-writer', 'properties/merges/merges-follow-the-model'],
  ['merge-force-true-refused', 'properties/merges/merges-follow-the-model'],
  ['site-admin-only-reads', 'properties/merges/merges-follow-the-model'],
  ['private-organization-listed', 'properties/paging/public-organizations-are-listed'],
  ['restricted-sees-public', 'properties/visibility/hidden-things-are-on-no-list'],
  ['folder-dates-of-the-head', 'properties/dates-of-files/dates-are-of-the-last-change'],
  ['user-never-deleted', 'properties/operations/replies-of-administration'],
] as const;

/** Where a law of ours is checked that is written as a tree too: `labels.ts:182`. */
function sitesWithTrees(): ReadonlySet<string> {
  const files = readdirSync(folder, {recursive: true, encoding: 'utf8'}).filter(name => /(?<!\.test)\.ts$/.test(name));
  return new Set(
    files.flatMap(name => {
      const text = readFileSync(join(folder, name), 'utf8');
      return [...text.matchAll(/\.law\(/g)].flatMap(({index}) => {
        const call = text.slice(index, endOfCall(text, index));
        return /\bwritten\b/.test(call) ? [`${name}:${String(text.slice(0, index).split('\n').length)}`] : [];
      });
    }),
  );
}

/** Those that a property may come to: in its own file, and in what that imports, however far. */
function sitesOf({file, id}: PlannedProperty, sites: ReadonlySet<string>): readonly string[] {
  const reached = new Set<string>();
  const follow = (name: string): void => {
    if (reached.has(name) || name.startsWith('..')) return;
    reached.add(name);
    const text = readFileSync(join(folder, name), 'utf8');
    for (const [, path = ''] of text.matchAll(/from '(\.[^']+)'/g)) follow(join(name, '..', path));
  };
  follow(relative('suites/properties', file));
  // One file holds the histories and all that asks single operations; neither comes to the laws of the other.
  const isOfHistory = (site: string): boolean => site.startsWith('histories/');
  return [...sites].filter(site => reached.has(site.split(':')[0] ?? '') && isOfHistory(site) === isHistory(id));
}

function isHistory(id: string): boolean {
  return id.includes('/history-of-');
}

/** A short history shows what a long one shows: the laws are the same. Of others those come first whose own file holds a law that is looked for. */
function likeliestFirst(
  properties: readonly PlannedProperty[],
  sites: ReadonlySet<string>,
): readonly PlannedProperty[] {
  const names = new Set([...sites].map(site => site.split(':')[0] ?? ''));
  const texts = [...names].map(name => readFileSync(join(folder, name), 'utf8')).join('\n');
  // Some ids are made of a word: `what-${what}-have-stays`.
  const ids = [...texts.matchAll(/\bid: ['`]([\w$\x7b\x7d-]+)['`]/g)].map(([, id = '']) => id.split(/\$\{\w+\}/));
  const isNear = ({id}: PlannedProperty): boolean => {
    const name = id.split('/').at(-1) ?? '';
    return ids.some(([begin = '', ...rest]) => name.startsWith(begin) && name.endsWith(rest.at(-1) ?? begin));
  };
  const others = properties.filter(({id}) => !isHistory(id));
  const histories = properties.filter(({id}) => isHistory(id));
  const requests = ({definition}: PlannedProperty): number => definition.requestsPerRun ?? 0;
  return [
    ...histories.toSorted((one, other) => requests(one) - requests(other)),
    ...others.filter(isNear),
    ...others.filter(one => !isNear(one)),
  ];
}

function endOfCall(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] === ')' && depth === 0) return at;
  }
  return text.length;
}

/** A law as it was checked in a run, and the exchanges whose replies it was about. */
interface CheckedLaw {
  readonly site: string;
  readonly holds: boolean;
  readonly exchanges: readonly number[];
  /** What its tree and its finding name. */
  readonly words: string;
}

/** One run of which one reply is altered. */
interface Experiment {
  readonly site: string;
  /** The number of the input. */
  readonly input: number;
  readonly exchange: number;
  readonly change: Change;
}

interface Ran {
  readonly laws: readonly CheckedLaw[];
  readonly contradiction: string | undefined;
}

/** How much is looked at for laws that did not come up before. Inputs of decoders are small, and many judge nothing. */
function boundsOf({definition}: PlannedProperty): {readonly inputs: number; readonly changes: number} {
  return definition.area === 'hosting' ? {inputs: 3, changes: 60} : {inputs: 30, changes: 3_000};
}

/** Runs one property again and again, each time with another reply altered. */
class Driver {
  private readonly context: RunContext;
  private readonly property: PlannedProperty;

  constructor(context: RunContext, property: PlannedProperty) {
    this.context = context;
    this.property = property;
  }

  /** Gives what may turn the wanted laws red, by what they do where nothing is altered. */
  async experiments(isWanted: (site: string) => boolean): Promise<readonly Experiment[]> {
    const found = new Map<string, Experiment[]>();
    const bounds = boundsOf(this.property);
    for (let input = 0; input < bounds.inputs; input += 1) {
      const {laws} = await this.run({input});
      for (const {site, exchanges, words} of laws) {
        if (!isWanted(site) || (found.get(site)?.length ?? 0) > bounds.changes) continue;
        const more = exchanges.flatMap(exchange => changesOf(words).map(change => ({site, input, exchange, change})));
        found.set(site, [...(found.get(site) ?? []), ...more]);
      }
    }
    return [...found.values()].flat();
  }

  async run(experiment: Pick<Experiment, 'input'> & Partial<Experiment>): Promise<Ran> {
    const laws: CheckedLaw[] = [];
    const tap = tapped(this.context, experiment);
    const {definition, ...planned} = this.property;
    const check = (world: PropertyWorld, drawn: never): Promise<void> =>
      definition.check(watched(world, laws, tap.count), drawn);
    const replays = new Map([[planned.id, {seed: 1, path: String(experiment.input)}]]);
    const {ports, policy} = this.context;
    const bounds = {...policy.bounds, lagMs: 200};
    const run = {...this.context, ports: {...ports, ...tap.ports}, policy: {...policy, bounds, replays}};
    const {cause, detail} = await runProperty(run, {...planned, definition: {...definition, check}}, never);
    const isContradiction = cause === 'harness' && detail?.includes('contradicts itself') === true;
    return {laws, contradiction: isContradiction ? detail : undefined};
  }
}

/** The ports of a context whose replies are counted, and altered from one of them on wherever the same is asked again. */
function tapped(
  {ports: {hosting, testee}}: RunContext,
  {exchange, change}: Partial<Pick<Experiment, 'exchange' | 'change'>>,
) {
  const replies = new Map<string, HttpReply>();
  let count = 0;
  let same: string | undefined;
  const isAltered = (asked: string): boolean => {
    if (count === exchange) same = asked;
    count += 1;
    return same === asked && change !== undefined;
  };
  const ports: Pick<RunContext['ports'], 'hosting' | 'testee'> = {
    ...(hosting === undefined
      ? {}
      : {
          hosting: {
            ...hosting,
            http: {
              ...hosting.http,
              exchange: async (request, options): Promise<HttpObservation> => {
                const asked = `${request.method} ${request.path}`;
                const isOther = isAltered(asked);
                const reply = await hosting.http.exchange(request, options);
                if (reply.kind !== 'reply') return reply;
                if (isOther) return change!.reply(reply, replies.get(asked));
                replies.set(asked, reply);
                return reply;
              },
            },
          },
        }),
    ...(testee === undefined
      ? {}
      : {
          testee: {
            ...testee,
            ask: async (question, options): Promise<TesteeAnswer> => {
              const isOther = isAltered(question.kind);
              const answer = await testee.ask(question, options);
              return isOther ? change!.answer(answer) : answer;
            },
          },
        }),
  };
  return {ports, count: () => count};
}

/** A world that notes which laws were checked, and of which exchanges. */
function watched(world: PropertyWorld, laws: CheckedLaw[], count: () => number): PropertyWorld {
  const heard = new WeakMap<WorldReply | WorldAnswer, number>();
  const noting = async <Reply extends WorldReply | WorldAnswer>(reply: Promise<Reply>): Promise<Reply> => {
    const one = await reply;
    heard.set(one, count() - 1);
    return one;
  };
  return {
    ...world,
    call: (...asked) => noting(world.call(...asked)),
    request: (...asked) => noting(world.request(...asked)),
    prepare: (...asked) => noting(world.prepare(...asked)),
    decode: (...asked) => noting(world.decode(...asked)),
    encode: (...asked) => noting(world.encode(...asked)),
    law: (holds, finding, options) => {
      const written = [options?.written ?? []].flat();
      const own = written.flatMap(({reply}) => heard.get(reply) ?? []);
      const exchanges = own.length > 0 ? own : lastOf(count(), 8);
      const words = jsonText([finding.path, finding.message, ...written.map(({tree}) => (tree ?? {}) as Json)]);
      laws.push({site: siteOf(new Error().stack ?? ''), holds, exchanges, words});
      world.law(holds, finding, options);
    },
  };
}

function lastOf(count: number, length: number): readonly number[] {
  return Array.from({length}, (_, back) => count - 1 - back).filter(index => index >= 0);
}

function siteOf(stack: string): string {
  const [, file = '', line = ''] = /(\/suites\/properties\/[\w/-]+\.ts)(?:\?[^:]*)?:(\d+)/.exec(stack) ?? [];
  return `${relative('/suites/properties', file)}:${line}`;
}
