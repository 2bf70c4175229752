// Writes down what a server answers to each history, one JSON line for each telling, for scripts/usual-histories.ts. CONTRIBUTING.md shows how it is run.
import {appendFileSync, readFileSync} from 'node:fs';
import * as fc from 'fast-check';
import {property, type AnyProperty} from '../../../model/property.ts';
import {histories} from '../../../suites/properties/histories/all.ts';
import {fingerprintOf, type History} from '../../../suites/properties/histories/history.ts';
import {heardIn} from '../../../suites/properties/histories/learnt.ts';
import {hookInbox} from '../../../suites/properties/histories/listen.ts';
import {tell} from '../../../suites/properties/histories/tell.ts';
import type {Fields} from '../../../suites/properties/histories/picture.ts';

const file = process.env['TOUCHSTONE_LEARN_INTO'] ?? 'answers.jsonl';
// What the reference answered: how many deliveries each request causes is known of it, and waited for.
const countsFile = process.env['TOUCHSTONE_LEARN_COUNTS'];

interface Telling {
  readonly history: string;
  readonly form: string;
  readonly answers: readonly ({readonly picture: Fields} | null)[];
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
      const answers: ({readonly status: number; readonly picture: Fields} | null)[] = history.asks.map(() => null);
      await tell(
        world,
        history,
        ({at, reply, picture}) => {
          answers[at] = {status: reply.status, picture};
        },
        {heardCount: countsOf(history)},
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
export const answersToNames = answersTo(histories.names);
export const answersToRemains = answersTo(histories.remains);
export const answersToRights = answersTo(histories.rights);
export const answersToDrawnIssues1 = answersTo(histories.drawnIssues1);
export const answersToDrawnIssues2 = answersTo(histories.drawnIssues2);
export const answersToDrawnIssues3 = answersTo(histories.drawnIssues3);
export const answersToDrawnCode1 = answersTo(histories.drawnCode1);
export const answersToDrawnCode2 = answersTo(histories.drawnCode2);
export const answersToDrawnCode3 = answersTo(histories.drawnCode3);
export const answersToDrawnOwners1 = answersTo(histories.drawnOwners1);
export const answersToDrawnOwners2 = answersTo(histories.drawnOwners2);
export const answersToForms = answersTo(histories.forms);
export const answersToPrivateHeardIssues = answersTo(histories.privateHeardIssues);
export const answersToPrivateHeardCode = answersTo(histories.privateHeardCode);
export const answersToPrivateHeardPulls = answersTo(histories.privateHeardPulls);
export const answersToBlanks = answersTo(histories.blanks);
export const answersToBlanksOfOwners = answersTo(histories.blanksOfOwners);
export const answersToDrawnMerges1 = answersTo(histories.drawnMerges1);
export const answersToDrawnMerges2 = answersTo(histories.drawnMerges2);
export const answersToDrawnMerges3 = answersTo(histories.drawnMerges3);
export const answersToDrawnMerges4 = answersTo(histories.drawnMerges4);
export const answersToDrawnOwners3 = answersTo(histories.drawnOwners3);
export const answersToDrawnOwners4 = answersTo(histories.drawnOwners4);
export const answersToTexts = answersTo(histories.texts);
export const answersToLasts = answersTo(histories.lasts);
export const answersToDrawnMixed1 = answersTo(histories.drawnMixed1);
export const answersToDrawnMixed2 = answersTo(histories.drawnMixed2);
export const answersToDrawnMixed3 = answersTo(histories.drawnMixed3);
export const answersToTransfers = answersTo(histories.transfers);
export const answersToMembers = answersTo(histories.members);
export const answersToLeavers = answersTo(histories.leavers);
export const answersToSearches = answersTo(histories.searches);
export const answersToVerdicts = answersTo(histories.verdicts);
export const answersToAmbiguous = answersTo(histories.ambiguous);
export const answersToCopies = answersTo(histories.copies);
export const answersToMerging = answersTo(histories.merging);
export const answersToPurges = answersTo(histories.purges);
export const answersToPartlyWrong = answersTo(histories.partlyWrong);
export const answersToOddNames = answersTo(histories.oddNames);
export const answersToEdges = answersTo(histories.edges);
export const answersToSecretNames = answersTo(histories.secretNames);
export const answersToSmallPrint = answersTo(histories.smallPrint);
export const answersToSpellings = answersTo(histories.spellings);
export const answersToSpellingsOfFields = answersTo(histories.spellingsOfFields);
export const answersToHeardEventNames = answersTo(histories.heardEventNames);
export const answersToCrossed = answersTo(histories.crossed);
export const answersToSorted = answersTo(histories.sorted);
export const answersToSecondThoughts = answersTo(histories.secondThoughts);
export const answersToOnceMore = answersTo(histories.onceMore);
export const answersToHeardCorners = answersTo(histories.heardCorners);
export const answersToFromForks = answersTo(histories.fromForks);
export const answersToAuthors = answersTo(histories.authors);
export const answersToContents = answersTo(histories.contents);
export const answersToLists = answersTo(histories.lists);
export const answersToWaiting = answersTo(histories.waiting);
export const answersToDefaults = answersTo(histories.defaults);
export const answersToOddPackages = answersTo(histories.oddPackages);
export const answersToSiteAdministrators = answersTo(histories.siteAdministrators);
export const answersToApart = answersTo(histories.apart);
export const answersToFirstNames = answersTo(histories.firstNames);
export const answersToSuccessions = answersTo(histories.successions);
export const answersToMultiparts = answersTo(histories.multiparts);
export const answersToDoubles = answersTo(histories.doubles);
export const answersToMarkedUp = answersTo(histories.markedUp);
export const answersToLooseEnds = answersTo(histories.looseEnds);
export const answersToSwitches = answersTo(histories.switches);
export const answersToSwitchesOfOrganizations = answersTo(histories.switchesOfOrganizations);
export const answersToHeardFilters = answersTo(histories.heardFilters);
export const answersToOddNumbers = answersTo(histories.oddNumbers);
export const answersToAttached = answersTo(histories.attached);
export const answersToSecondNames = answersTo(histories.secondNames);
export const answersToLeftOver = answersTo(histories.leftOver);
export const answersToPublicThings = answersTo(histories.publicThings);
export const answersToTakenBack = answersTo(histories.takenBack);
export const answersToNamesakes = answersTo(histories.namesakesAndTeams);
export const answersToCountedSigns = answersTo(histories.countedSigns);
export const answersToReferences = answersTo(histories.references);
