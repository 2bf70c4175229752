// Writes down what a server answers to each operation, one JSON line for each answer, for scripts/usual-replies.ts. CONTRIBUTING.md shows how it is run.
import {appendFileSync} from 'node:fs';
import {property, type AnyProperty} from '../../../model/property.ts';
import {callsNamed, parts, type ApiPart} from '../../../suites/properties/calls/parts.ts';
import {answersOf, type Answer} from '../../../suites/properties/calls/replies.ts';
import {shapeOf} from '../../../suites/properties/calls/reply-shapes.ts';
import {inAnyOrder} from '../../../suites/properties/common/in-any-order.ts';

const file = process.env['TOUCHSTONE_LEARN_INTO'] ?? 'answers.jsonl';
// Each operation alone, or all of a part one after the other: what changes between the two is no property of the reply.
const isAlone = process.env['TOUCHSTONE_LEARN_ALONE'] === '1';

// Others may make these too, and the owner could then not make the same again.
const makingForOthers = new Set(['userAddEmail', 'orgCreate']);

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
      const judge = ({operation, who, reply, names}: Answer): void => {
        world.law(true, {path: '', message: ''});
        const body = who === 'owner' && reply.body !== undefined ? {body: shapeOf(reply.body, names)} : {};
        appendFileSync(file, `${JSON.stringify({operation, who, status: reply.status, ...body})}\n`);
      };
      const isWanted = (operation: string, who: string): boolean => who !== 'bob' || !makingForOthers.has(operation);
      for (const group of isAlone ? wanted.map(call => [call]) : [wanted])
        await answersOf(world, group, {isWanted, judge});
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
