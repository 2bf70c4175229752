// Writes down what a server answers to each history, one JSON line for each telling, for scripts/usual-histories.ts. CONTRIBUTING.md shows how it is run.
import {appendFileSync, readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {property, type AnyProperty} from '../../../model/property.ts';
import {histories} from '../../../suites/properties/histories/all.ts';
import {fingerprintOf, type History} from '../../../suites/properties/histories/history.ts';
import {heardIn} from '../../../suites/properties/histories/learnt.ts';
import {hookInbox} from '../../../suites/properties/histories/listen.ts';
import {tell} from '../../../suites/properties/histories/tell.ts';
import type {Picture} from '../../../suites/properties/histories/picture.ts';
import {isSuccess} from '../../../suites/properties/common/things.ts';

const file = process.env['TOUCHSTONE_LEARN_INTO'] ?? 'answers.jsonl';
// What the reference answered: how many deliveries each request causes is known of it, and waited for.
const countsFile = process.env['TOUCHSTONE_LEARN_COUNTS'];

interface Telling {
  readonly history: string;
  readonly form: string;
  readonly answers: readonly ({readonly picture?: Picture} | null)[];
}

function countsOf(history: History): (at: number) => number | undefined {
  if (countsFile === undefined) return () => undefined;
  const told = readFileSync(countsFile, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as Telling)
    .find(({history: name, form}) => name === history.name && form === fingerprintOf(history));
  return at => heardIn(told?.answers[at]?.picture);
}

function answersTo(history: History): AnyProperty {
  return property({
    id: `history-${history.name}`,
    title: `the answers to the history of ${history.name} are written down`,
    proves: [],
    area: 'hosting',
    needs: history.needs,
    ...(history.variant === undefined ? {} : {variant: history.variant}),
    ...(history.isHeard === true ? {listen: [hookInbox]} : {}),
    actors: ['admin'],
    probe: true,
    runs: 1,
    floor: 1,
    input: fc.constant(history.name),
    check: async world => {
      const answers: ({readonly status: number; readonly picture?: Picture} | null)[] = history.asks.map(() => null);
      await tell(
        world,
        history,
        ({at, reply, picture}) => {
          answers[at] = {status: reply.status, ...(isSuccess(reply) || history.isHeard === true ? {picture} : {})};
        },
        countsOf(history),
      );
      world.law(true, {path: '', message: ''});
      appendFileSync(file, `${JSON.stringify({history: history.name, form: fingerprintOf(history), answers})}\n`);
    },
  });
}

export const answersToIssues = answersTo(histories.issues);
export const answersToPulls = answersTo(histories.pulls);
export const answersToRepositories = answersTo(histories.repositories);
export const answersToFiles = answersTo(histories.files);
export const answersToOrganizations = answersTo(histories.organizations);
export const answersToAccounts = answersTo(histories.accounts);
export const answersToNotices = answersTo(histories.notices);
export const answersToAutomation = answersTo(histories.automation);
export const answersToTokens = answersTo(histories.tokens);
export const answersToClosing = answersTo(histories.closing);
export const answersToPrivateIssues = answersTo(histories.privateIssues);
export const answersToPrivatePulls = answersTo(histories.privatePulls);
export const answersToPrivateFiles = answersTo(histories.privateFiles);
export const answersToParents = answersTo(histories.parents);
export const answersToSeveral = answersTo(histories.several);
export const answersToTimes = answersTo(histories.times);
export const answersToAgain = answersTo(histories.again);
export const answersToHeardIssues = answersTo(histories.heardIssues);
export const answersToHeardCode = answersTo(histories.heardCode);
export const answersToHeardPulls = answersTo(histories.heardPulls);
export const answersToHeardOwners = answersTo(histories.heardOwners);
