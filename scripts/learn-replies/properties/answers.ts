// Writes down what a server answers to each operation, one JSON line for each answer, for scripts/usual-replies.ts. CONTRIBUTING.md shows how it is run.
import {appendFileSync} from 'node:fs';
import {property, type AnyProperty} from '../../../model/property.ts';
import {callsNamed, parts, type ApiPart} from '../../../suites/properties/calls/parts.ts';
import {effectOf} from '../../../suites/properties/calls/effects.ts';
import {answersOf, itemsIn, type Answer, type Asked, type Change} from '../../../suites/properties/calls/replies.ts';
import {isSuccess} from '../../../suites/properties/common/things.ts';
import {changes, readers} from '../../contract-changes.ts';
import {shapeOf} from '../../../suites/properties/calls/reply-shapes.ts';
import {usualChanges} from '../../../suites/properties/calls/usual-changes.ts';
import {inAnyOrder} from '../../../suites/properties/common/in-any-order.ts';

const file = process.env['TOUCHSTONE_LEARN_INTO'] ?? 'answers.jsonl';
// Each operation alone, or all of a part one after the other: what changes between the two is no property of the reply.
const isAlone = process.env['TOUCHSTONE_LEARN_ALONE'] === '1';

// `all`: with one part of each call changed as well, and by those with some rights, which takes long; what is accepted then may be seen later.
// `usual`: the same with the changes that all servers are known to refuse, as the law does it.
const asksMore = process.env['TOUCHSTONE_LEARN_CHANGES'];
const isChanged = asksMore !== undefined;

// Others may make these too, and the owner could then not make the same again.
const helpers: ReadonlySet<Asked> = new Set(['reader', 'writer', 'manager', 'member']);
const makingForOthers = new Set(['userAddEmail', 'orgCreate']);

function partOf({at, name, value}: Change): Change {
  return {at, name, ...(value === undefined ? {} : {value})};
}

function answersIn({name, calls, needs}: ApiPart): AnyProperty {
  return property({
    id: `answers-in-${name.replaceAll(' ', '-')}`,
    title: `the answers to each operation on ${name} are written down`,
    proves: [],
    area: 'hosting',
    needs,
    probe: true,
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, drawn) => {
      const wanted = callsNamed(calls, drawn);
      const judge = ({operation, who, change, reply, names}: Answer): void => {
        world.law(true, {path: '', message: ''});
        const {status} = reply;
        const line =
          change === undefined
            ? {
                operation,
                who,
                status,
                ...(who === 'owner' && reply.body !== undefined ? {body: shapeOf(reply.body, names)} : {}),
              }
            : {operation, change: partOf(change), status, ...(isSuccess(reply) ? {items: itemsIn(reply)} : {})};
        appendFileSync(file, `${JSON.stringify(line)}\n`);
      };
      const changesOf = (operation: string): readonly Change[] => {
        if (asksMore === 'usual') return usualChanges[operation] ?? [];
        return isChanged ? (changes.get(operation) ?? []) : [];
      };
      const isWanted = (operation: string, who: Asked): boolean =>
        (who !== 'bob' || !makingForOthers.has(operation)) && (isChanged || !helpers.has(who));
      for (const group of isAlone ? wanted.map(call => [call]) : [wanted])
        await answersOf(world, group, {
          isWanted,
          changesOf,
          readersOf: operation => (isChanged ? [] : (readers.get(operation) ?? [])),
          judge,
          judgeEffect: ({operation, names}, seen) => {
            const {params = []} = readers.get(operation)?.find(({read}) => read === seen.read) ?? {};
            const effect = {read: seen.read, params, ...effectOf(seen, names)};
            appendFileSync(file, `${JSON.stringify({operation, effect})}\n`);
          },
        });
    },
  });
}

export const readingIssues = answersIn(parts.readingIssues);
export const writingIssues = answersIn(parts.writingIssues);
export const repositories = answersIn(parts.repositories);
export const collaboration = answersIn(parts.collaboration);
export const branches = answersIn(parts.branches);
export const git = answersIn(parts.git);
export const releases = answersIn(parts.releases);
export const pulls = answersIn(parts.pulls);
export const reviews = answersIn(parts.reviews);
export const organizations = answersIn(parts.organizations);
export const teams = answersIn(parts.teams);
export const accounts = answersIn(parts.accounts);
export const hooks = answersIn(parts.hooks);
export const notifications = answersIn(parts.notifications);
export const packages = answersIn(parts.packages);
export const administration = answersIn(parts.administration);
