// The law of histories: the same requests in the same order are answered as every known server answers them, to the last field.
import * as fc from 'fast-check';
import {property, type AnyProperty, type PropertyWorld} from '../../../model/property.ts';
import {aboutDeliveries, aboutOf} from './about.ts';
import {histories} from './all.ts';
import type {Ask, History} from './history.ts';
import {heardIn, usualAnswersTo, type UsualAnswer} from './learnt.ts';
import {otherShown, shownTwice} from './ids.ts';
import {hookInbox} from './listen.ts';
import {differencesInAnyOrder, differencesOf, type Difference, type Fields} from './picture.ts';
import {sentence, tell, type Told} from './tell.ts';

/** Makes the law of one history. */
function lawOf(history: History): AnyProperty {
  const {name, about, needs, variant, isHeard = false, people, asks} = history;
  return property({
    id: `history-of-${name}`,
    title: `${about} answer a fixed history of ${String(asks.length)} requests as every known server does`,
    // Nothing of it is demanded there; what is unusual is told beside the sentence that it is about.
    proves: [
      ...new Set([...asks.map(({operation}) => aboutOf(operation, history)), ...(isHeard ? [aboutDeliveries] : [])]),
    ],
    area: 'hosting',
    contexts: 'it makes all of its people and repositories itself, as known servers heard it',
    needs: [...needs],
    ...(variant === undefined ? {} : {variant}),
    ...(isHeard ? {listen: [hookInbox]} : {}),
    actors: ['admin'],
    // Who is made signs in once and makes a token.
    requestsPerRun: asks.length + 3 * people.length,
    waitsPerRun: asks.filter(({isLater}) => isLater === true).length,
    runs: 1,
    floor: 1,
    input: fc.constant(name),
    isToldWhole: true,
    check: async world => {
      const usual = usualAnswersTo(name);
      const wantedAt = ({at}: Told): Wanted | undefined => {
        const wanted = usual[at];
        return wanted === undefined ? undefined : {history, wanted};
      };
      await tell(
        world,
        history,
        told => {
          judgeIds(world, told, history);
          const wanted = wantedAt(told);
          if (wanted !== undefined) judge(world, told, wanted);
        },
        {
          heardCount: at => heardIn(usual[at]?.picture),
          isUsual: told => {
            const wanted = wantedAt(told);
            if (wanted === undefined) return true;
            // What reading makes hooks tell is not waited for.
            const {heard = []} = wanted.wanted.picture;
            const seen = {...told, picture: {heard, ...told.picture}};
            return isOfStatus(told, wanted) && differencesIn(seen, wanted).length === 0;
          },
        },
      );
    },
  });
}

/**
 * Lists that known servers sort by the second in which a thing was made or changed: which of two comes first is told only where they were made in
 * different seconds, and that a slow server does otherwise than a fast one. Of a part of such a list nothing is told.
 */
const orderedBySecond: ReadonlySet<string> = new Set([
  'repoListStatuses',
  'repoListStatusesByRef',
  'notifyGetList',
  'notifyGetRepoList',
  'userGetTokens',
  'repoListTags',
  'repoListBranches',
]);

interface Compared {
  readonly wanted: Fields;
  readonly got: Fields;
  /** Whether the order of a list is no chance here. */
  readonly isOrdered: boolean;
}

/** What differs but for what depends on how fast the server is. */
function differing({operation, params}: Ask, {wanted, got, isOrdered}: Compared): readonly Difference[] {
  if (isOrdered || !orderedBySecond.has(operation)) return differencesOf(wanted, got);
  const {reply, ...others} = wanted;
  const isPart = reply === undefined || 'limit' in params;
  return [...(isPart ? [] : differencesInAnyOrder(reply, got['reply'], '/reply')), ...differencesOf(others, got)];
}

interface Wanted {
  readonly history: History;
  readonly wanted: UsualAnswer;
}

function isOfStatus({reply: {status}}: Told, {wanted}: Wanted): boolean {
  if (wanted.status === 'refused') return status >= 400;
  return wanted.status === '2xx' ? status >= 200 && status < 300 : status === wanted.status;
}

function differencesIn({ask, picture}: Told, {history, wanted}: Wanted): readonly Difference[] {
  const isOrdered = history.ordered?.includes(ask.operation) === true;
  const differences = differing(ask, {wanted: wanted.picture, got: picture, isOrdered});
  // Known servers mark reviews as stale some time after a push: that one was not marked yet when they were asked is chance.
  return differences.filter(({pointer, got}) => !(pointer.endsWith('/stale') && got === 'true'));
}

function judge(world: PropertyWorld, answer: Told, known: Wanted): void {
  const {ask, reply} = answer;
  const {wanted} = known;
  const {status} = reply;
  const told = sentence(ask);
  world.law(
    isOfStatus(answer, known),
    {path: 'status', message: `${told} is answered with ${String(status)} (known servers${asKnown(wanted)})`},
    {
      usual: true,
      proves: aboutOf(ask.operation, known.history),
      written: {reply, tree: {status: wanted.status === 'refused' ? {$gte: 400} : wanted.status}},
    },
  );
  if (!isOfStatus(answer, known)) return;
  const differences = differencesIn(answer, known);
  const isHeard = differences[0]?.pointer.startsWith('/heard') === true;
  const proves = isHeard ? aboutDeliveries : aboutOf(ask.operation, known.history);
  world.law(
    differences.length === 0,
    {path: placeOf(differences[0]?.pointer ?? ''), message: `${told} shows that ${inWords(differences)}`},
    {usual: true, proves, unwritable: 'what known servers show there has names and times of its own'},
  );
}

/** Where known servers use several statuses, what these come to. */
function asKnown({status}: UsualAnswer): string {
  if (status === 'refused') return ' refuse it';
  return status === '2xx' ? ' do it' : `: ${String(status)}`;
}

/** Pictures show no id: that two things have one, or that an id is of something else, is seen here. A message names no id, as it is another one in each run. */
function judgeIds(world: PropertyWorld, {ask, reply}: Told, history: History): void {
  const value = reply.body ?? null;
  const options = {
    usual: true,
    proves: aboutOf(ask.operation, history),
    unwritable: 'an example names no ids',
  } as const;
  const twice = shownTwice(value);
  const other = twice === undefined ? otherShown(value) : undefined;
  const {pointer: path} = twice ?? other ?? {pointer: ''};
  const message =
    other === undefined
      ? `${sentence(ask)} lists two things with one id, the second at ${path} (known servers: an id names one thing)`
      : `${sentence(ask)} shows at ${path} the id of something else than what stands beside it`;
  world.law(twice === undefined && other === undefined, {path, message}, options);
}

/** Says where in a reply, its headers or the deliveries that it caused. */
function placeOf(pointer: string): string {
  const [, part = '', ...rest] = pointer.split('/');
  const below = rest.map(token => `/${token}`).join('');
  if (part === 'headers') return `header ${rest.join(' ')}`;
  if (part !== 'heard') return below === '' ? 'the body' : below;
  const [at, ...inside] = rest;
  if (at === undefined) return 'the list of deliveries';
  return `delivery ${String(Number(at) + 1)}, ${inside.map(token => `/${token}`).join('')}`;
}

const differencesMax = 3;

function inWords(differences: readonly Difference[]): string {
  const told = differences
    .slice(0, differencesMax)
    .map(({pointer, wanted, got}) => `${placeOf(pointer)} is ${got} (known servers: ${wanted})`);
  const rest = differences.length - told.length;
  return `${told.join(', ')}${rest === 0 ? '' : ` and ${String(rest)} more`}`;
}

export const historyOfIssues = lawOf(histories.issues);
export const historyOfPulls = lawOf(histories.pulls);
export const historyOfRepositories = lawOf(histories.repositories);
export const historyOfFiles = lawOf(histories.files);
export const historyOfOrganizations = lawOf(histories.organizations);
export const historyOfAccounts = lawOf(histories.accounts);
export const historyOfNotices = lawOf(histories.notices);
export const historyOfAutomation = lawOf(histories.automation);
export const historyOfTokens = lawOf(histories.tokens);
export const historyOfClosing = lawOf(histories.closing);
export const historyOfPrivateIssues = lawOf(histories.privateIssues);
export const historyOfPrivatePulls = lawOf(histories.privatePulls);
export const historyOfPrivateFiles = lawOf(histories.privateFiles);
export const historyOfParents = lawOf(histories.parents);
export const historyOfSeveral = lawOf(histories.several);
export const historyOfTimes = lawOf(histories.times);
export const historyOfAgain = lawOf(histories.again);
export const historyOfHeardIssues = lawOf(histories.heardIssues);
export const historyOfHeardCode = lawOf(histories.heardCode);
export const historyOfHeardPulls = lawOf(histories.heardPulls);
export const historyOfHeardOwners = lawOf(histories.heardOwners);
export const historyOfPrivateHeardIssues = lawOf(histories.privateHeardIssues);
export const historyOfPrivateHeardCode = lawOf(histories.privateHeardCode);
export const historyOfPrivateHeardPulls = lawOf(histories.privateHeardPulls);
export const historyOfNames = lawOf(histories.names);
export const historyOfRemains = lawOf(histories.remains);
export const historyOfRights = lawOf(histories.rights);
export const historyOfDrawnIssues1 = lawOf(histories.drawnIssues1);
export const historyOfDrawnIssues2 = lawOf(histories.drawnIssues2);
export const historyOfDrawnIssues3 = lawOf(histories.drawnIssues3);
export const historyOfDrawnCode1 = lawOf(histories.drawnCode1);
export const historyOfDrawnCode2 = lawOf(histories.drawnCode2);
export const historyOfDrawnCode3 = lawOf(histories.drawnCode3);
export const historyOfDrawnOwners1 = lawOf(histories.drawnOwners1);
export const historyOfDrawnOwners2 = lawOf(histories.drawnOwners2);
export const historyOfForms = lawOf(histories.forms);
export const historyOfBlanks = lawOf(histories.blanks);
export const historyOfBlanksOfOwners = lawOf(histories.blanksOfOwners);
export const historyOfDrawnMerges1 = lawOf(histories.drawnMerges1);
export const historyOfDrawnMerges2 = lawOf(histories.drawnMerges2);
export const historyOfDrawnMerges3 = lawOf(histories.drawnMerges3);
export const historyOfDrawnMerges4 = lawOf(histories.drawnMerges4);
export const historyOfDrawnOwners3 = lawOf(histories.drawnOwners3);
export const historyOfDrawnOwners4 = lawOf(histories.drawnOwners4);
export const historyOfTexts = lawOf(histories.texts);
export const historyOfLasts = lawOf(histories.lasts);
export const historyOfDrawnMixed1 = lawOf(histories.drawnMixed1);
export const historyOfDrawnMixed2 = lawOf(histories.drawnMixed2);
export const historyOfDrawnMixed3 = lawOf(histories.drawnMixed3);
export const historyOfTransfers = lawOf(histories.transfers);
export const historyOfMembers = lawOf(histories.members);
export const historyOfLeavers = lawOf(histories.leavers);
export const historyOfSearches = lawOf(histories.searches);
export const historyOfVerdicts = lawOf(histories.verdicts);
export const historyOfAmbiguous = lawOf(histories.ambiguous);
export const historyOfCopies = lawOf(histories.copies);
export const historyOfMerging = lawOf(histories.merging);
export const historyOfPurges = lawOf(histories.purges);
export const historyOfPartlyWrong = lawOf(histories.partlyWrong);
export const historyOfOddNames = lawOf(histories.oddNames);
export const historyOfEdges = lawOf(histories.edges);
export const historyOfSecretNames = lawOf(histories.secretNames);
export const historyOfSmallPrint = lawOf(histories.smallPrint);
export const historyOfSpellings = lawOf(histories.spellings);
export const historyOfSpellingsOfFields = lawOf(histories.spellingsOfFields);
export const historyOfHeardEventNames = lawOf(histories.heardEventNames);
export const historyOfCrossed = lawOf(histories.crossed);
export const historyOfSorted = lawOf(histories.sorted);
export const historyOfSecondThoughts = lawOf(histories.secondThoughts);
export const historyOfOnceMore = lawOf(histories.onceMore);
export const historyOfHeardCorners = lawOf(histories.heardCorners);
export const historyOfFromForks = lawOf(histories.fromForks);
export const historyOfAuthors = lawOf(histories.authors);
export const historyOfContents = lawOf(histories.contents);
export const historyOfLists = lawOf(histories.lists);
export const historyOfWaiting = lawOf(histories.waiting);
export const historyOfDefaults = lawOf(histories.defaults);
export const historyOfOddPackages = lawOf(histories.oddPackages);
export const historyOfSiteAdministrators = lawOf(histories.siteAdministrators);
export const historyOfApart = lawOf(histories.apart);
export const historyOfFirstNames = lawOf(histories.firstNames);
export const historyOfSuccessions = lawOf(histories.successions);
export const historyOfMultiparts = lawOf(histories.multiparts);
export const historyOfDoubles = lawOf(histories.doubles);
export const historyOfMarkedUp = lawOf(histories.markedUp);
export const historyOfLooseEnds = lawOf(histories.looseEnds);
export const historyOfSwitches = lawOf(histories.switches);
export const historyOfSwitchesOfOrganizations = lawOf(histories.switchesOfOrganizations);
export const historyOfHeardFilters = lawOf(histories.heardFilters);
export const historyOfOddNumbers = lawOf(histories.oddNumbers);
export const historyOfAttached = lawOf(histories.attached);
export const historyOfSecondNames = lawOf(histories.secondNames);
export const historyOfLeftOver = lawOf(histories.leftOver);
export const historyOfPublicThings = lawOf(histories.publicThings);
export const historyOfTakenBack = lawOf(histories.takenBack);
export const historyOfNamesakes = lawOf(histories.namesakesAndTeams);
export const historyOfCountedSigns = lawOf(histories.countedSigns);
export const historyOfReferences = lawOf(histories.references);
