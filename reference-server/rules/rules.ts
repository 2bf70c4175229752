/** All rules of the hosting server in one object: what the record states, and nothing about sockets, storage or paging of bytes. */
import {accessRules} from './access.ts';
import {actionsRules} from './actions.ts';
import {apiDocumentRules} from './api-document.ts';
import {attachmentRules} from './attachments.ts';
import {besideRules} from './beside.ts';
import {branchRules} from './branches.ts';
import {closingRules} from './closing.ts';
import {eventRules} from './events.ts';
import {gitDataRules} from './git-data.ts';
import {issueRules} from './issues.ts';
import {labelRules} from './labels.ts';
import {milestoneRules} from './milestones.ts';
import {mirrorRules} from './mirrors.ts';
import {notificationRules} from './notifications.ts';
import {oauth2Rules} from './oauth2.ts';
import {openidRules} from './openid.ts';
import {packageRules} from './packages.ts';
import {pageRules} from './pages.ts';
import {pagingRules} from './paging.ts';
import {peopleRules} from './people.ts';
import {pullRules} from './pulls.ts';
import {reactionRules} from './reactions.ts';
import {repositoryRules} from './repositories.ts';
import {signInRules} from './sign-in.ts';
import {takingRules} from './taking.ts';
import {tokenRules} from './tokens.ts';
import {workRules} from './work.ts';

type EveryRule = typeof accessRules &
  typeof actionsRules &
  typeof apiDocumentRules &
  typeof attachmentRules &
  typeof besideRules &
  typeof branchRules &
  typeof closingRules &
  typeof eventRules &
  typeof gitDataRules &
  typeof issueRules &
  typeof labelRules &
  typeof milestoneRules &
  typeof mirrorRules &
  typeof notificationRules &
  typeof oauth2Rules &
  typeof openidRules &
  typeof packageRules &
  typeof pageRules &
  typeof pagingRules &
  typeof peopleRules &
  typeof pullRules &
  typeof reactionRules &
  typeof repositoryRules &
  typeof signInRules &
  typeof takingRules &
  typeof tokenRules &
  typeof workRules;

/** One reading of the record. An interface, so that a rule can name the whole of which it is a part as its `this`. */
export interface Rules extends EveryRule {}

export type RuleName = keyof Rules;

/** The record as we read it, without faults. */
export const statedRules: Rules = {
  ...accessRules,
  ...actionsRules,
  ...apiDocumentRules,
  ...attachmentRules,
  ...besideRules,
  ...branchRules,
  ...closingRules,
  ...eventRules,
  ...gitDataRules,
  ...issueRules,
  ...labelRules,
  ...milestoneRules,
  ...mirrorRules,
  ...notificationRules,
  ...oauth2Rules,
  ...openidRules,
  ...packageRules,
  ...pageRules,
  ...pagingRules,
  ...peopleRules,
  ...pullRules,
  ...reactionRules,
  ...repositoryRules,
  ...signInRules,
  ...takingRules,
  ...tokenRules,
  ...workRules,
};
