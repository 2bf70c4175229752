// All histories, for the laws and for those who learn what servers answer to them.
import {accounts} from './owners/accounts.ts';
import {again} from './again.ts';
import {automation} from './automation.ts';
import {blanks, blanksOfOwners} from './blanks.ts';
import {closing} from './closing.ts';
import {
  privateFiles,
  privateHeardCode,
  privateHeardIssues,
  privateHeardPulls,
  privateIssues,
  privatePulls,
} from './elsewhere.ts';
import {drawnCode} from './drawn/code.ts';
import {drawnIssues} from './drawn/issues.ts';
import {drawnMerges} from './drawn/merges.ts';
import {drawnMixed} from './drawn/mixed.ts';
import {drawnOwners} from './drawn/owners.ts';
import {files} from './files.ts';
import {forms} from './forms.ts';
import {heardCode} from './heard/code.ts';
import {heardEventNames} from './heard/event-names.ts';
import {heardIssues} from './heard/issues.ts';
import {heardOwners} from './heard/owners.ts';
import {heardPulls} from './heard/pulls.ts';
import {issues} from './issues.ts';
import {lasts} from './lasts.ts';
import {apart} from './corners/apart.ts';
import {defaults} from './corners/defaults.ts';
import {doubles} from './corners/doubles.ts';
import {edges} from './corners/edges.ts';
import {firstNames} from './corners/first-names.ts';
import {fromForks} from './corners/from-forks.ts';
import {heardFilters} from './heard/filters.ts';
import {heardCorners} from './corners/heard-corners.ts';
import {secondThoughts} from './corners/second-thoughts.ts';
import {spellings, spellingsOfFields} from './corners/spellings.ts';
import {smallPrint} from './corners/small-print.ts';
import {sorted} from './corners/sorted.ts';
import {switches, switchesOfOrganizations} from './corners/switches.ts';
import {crossed} from './corners/crossed.ts';
import {onceMore} from './corners/once-more.ts';
import {secretNames} from './corners/secret-names.ts';
import {looseEnds} from './corners/loose-ends.ts';
import {markedUp} from './corners/marked-up.ts';
import {multiparts} from './corners/multiparts.ts';
import {attached} from './corners/attached.ts';
import {secondNames} from './corners/second-names.ts';
import {leftOver} from './corners/left-over.ts';
import {publicThings} from './corners/public-things.ts';
import {countedSigns} from './corners/counted-signs.ts';
import {references} from './corners/references.ts';
import {namesakesAndTeams} from './corners/namesakes.ts';
import {takenBack} from './corners/taken-back.ts';
import {oddNumbers} from './corners/odd-numbers.ts';
import {oddNames} from './corners/odd-names.ts';
import {oddPackages} from './corners/odd-packages.ts';
import {partlyWrong} from './corners/partly-wrong.ts';
import {ambiguous} from './code/ambiguous.ts';
import {copies} from './code/copies.ts';
import {merging} from './code/merging.ts';
import {purges} from './owners/purges.ts';
import {leavers} from './owners/leavers.ts';
import {searches} from './searches.ts';
import {verdicts} from './code/verdicts.ts';
import {members} from './owners/members.ts';
import {names} from './names.ts';
import {notices} from './notices.ts';
import {authors} from './owners/authors.ts';
import {contents} from './code/contents.ts';
import {lists} from './code/lists.ts';
import {waiting} from './owners/waiting.ts';
import {organizations} from './owners/organizations.ts';
import {parents} from './parents.ts';
import {pulls} from './pulls.ts';
import {remains} from './remains.ts';
import {repositories} from './repositories.ts';
import {rights} from './owners/rights.ts';
import {siteAdministrators} from './owners/site-administrators.ts';
import {successions} from './owners/successions.ts';
import {several} from './several.ts';
import {texts} from './texts.ts';
import {times} from './times.ts';
import {tokens} from './tokens.ts';
import {transfers} from './owners/transfers.ts';

/** Each by its name. */
export const histories = {
  issues,
  pulls,
  repositories,
  files,
  organizations,
  accounts,
  notices,
  automation,
  tokens,
  closing,
  privateIssues,
  privatePulls,
  privateFiles,
  parents,
  several,
  times,
  again,
  heardIssues,
  heardCode,
  heardPulls,
  heardOwners,
  privateHeardIssues,
  privateHeardCode,
  privateHeardPulls,
  names,
  remains,
  rights,
  forms,
  blanks,
  blanksOfOwners,
  texts,
  lasts,
  transfers,
  members,
  leavers,
  searches,
  verdicts,
  ambiguous,
  copies,
  merging,
  purges,
  partlyWrong,
  oddNames,
  oddNumbers,
  attached,
  secondNames,
  leftOver,
  publicThings,
  takenBack,
  namesakesAndTeams,
  references,
  countedSigns,
  edges,
  secretNames,
  smallPrint,
  spellings,
  spellingsOfFields,
  crossed,
  onceMore,
  sorted,
  secondThoughts,
  heardCorners,
  heardFilters,
  heardEventNames,
  fromForks,
  authors,
  contents,
  lists,
  waiting,
  defaults,
  oddPackages,
  siteAdministrators,
  apart,
  firstNames,
  successions,
  multiparts,
  doubles,
  markedUp,
  looseEnds,
  switches,
  switchesOfOrganizations,
  drawnIssues1: drawnIssues(1),
  drawnIssues2: drawnIssues(2),
  drawnIssues3: drawnIssues(3),
  drawnCode1: drawnCode(1),
  drawnCode2: drawnCode(2),
  drawnCode3: drawnCode(3),
  drawnMerges1: drawnMerges(1),
  drawnMerges2: drawnMerges(2),
  drawnMerges3: drawnMerges(3),
  drawnMerges4: drawnMerges(4),
  drawnOwners1: drawnOwners(1),
  drawnOwners2: drawnOwners(2),
  drawnOwners3: drawnOwners(3),
  drawnOwners4: drawnOwners(4),
  drawnMixed1: drawnMixed(1),
  drawnMixed2: drawnMixed(2),
  drawnMixed3: drawnMixed(3),
};
