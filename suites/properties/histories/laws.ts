// The law of histories: the same requests in the same order are answered as every known server answers them, to the last field.
import * as fc from 'fast-check';
import {property, type AnyProperty, type PropertyWorld} from '../../../model/property.ts';
import {isSuccess} from '../common/things.ts';
import {accounts} from './accounts.ts';
import {automation} from './automation.ts';
import {tokens} from './tokens.ts';
import {closing} from './closing.ts';
import {files} from './files.ts';
import {issues} from './issues.ts';
import {notices} from './notices.ts';
import {organizations} from './organizations.ts';
import {pulls} from './pulls.ts';
import {repositories} from './repositories.ts';
import type {History} from './history.ts';
import {usualAnswersTo, type UsualAnswer} from './learnt.ts';
import {differencesOf, type Difference} from './picture.ts';
import {statementOf} from './statements.ts';
import {sentence, tell, type Told} from './tell.ts';

/** Makes the law of one history. */
function lawOf(history: History): AnyProperty {
  const {name, about, needs, variant, asks} = history;
  const proves = [...new Set(asks.map(({operation}) => statementOf(operation)))];
  return property({
    id: `history-of-${name}`,
    title: `${about} answer a fixed history of ${String(asks.length)} requests as every known server does`,
    proves,
    area: 'hosting',
    contexts: 'it makes all of its people and repositories itself, as known servers heard it',
    needs: [...needs],
    ...(variant === undefined ? {} : {variant}),
    actors: ['admin'],
    runs: 1,
    floor: 1,
    input: fc.constant(name),
    isToldWhole: true,
    check: async world => {
      const usual = usualAnswersTo(name);
      await tell(world, history, told => {
        const wanted = usual[told.at];
        if (wanted !== undefined) judge(world, told, wanted);
      });
    },
  });
}

function judge(world: PropertyWorld, {ask, reply, picture}: Told, wanted: UsualAnswer): void {
  const proves = statementOf(ask.operation);
  const {status} = reply;
  const told = sentence(ask);
  world.law(
    status === wanted.status,
    {path: 'status', message: `${told} is answered with ${String(status)} (known servers: ${String(wanted.status)})`},
    {usual: true, proves, written: {reply, tree: {status: wanted.status}}},
  );
  if (status !== wanted.status || wanted.picture === undefined || !isSuccess(reply)) return;
  const differences = differencesOf(wanted.picture, picture);
  world.law(
    differences.length === 0,
    {path: differences[0]?.pointer ?? '', message: `${told} shows that ${inWords(differences)}`},
    {usual: true, proves, unwritable: 'what known servers show there has names and times of its own'},
  );
}

const differencesMax = 3;

function inWords(differences: readonly Difference[]): string {
  const told = differences
    .slice(0, differencesMax)
    .map(({pointer, wanted, got}) => `${pointer === '' ? 'the body' : pointer} is ${got} (known servers: ${wanted})`);
  const rest = differences.length - told.length;
  return `${told.join(', ')}${rest === 0 ? '' : ` and ${String(rest)} more`}`;
}

export const historyOfIssues = lawOf(issues);
export const historyOfPulls = lawOf(pulls);
export const historyOfRepositories = lawOf(repositories);
export const historyOfFiles = lawOf(files);
export const historyOfOrganizations = lawOf(organizations);
export const historyOfAccounts = lawOf(accounts);
export const historyOfNotices = lawOf(notices);
export const historyOfAutomation = lawOf(automation);
export const historyOfTokens = lawOf(tokens);
export const historyOfClosing = lawOf(closing);
