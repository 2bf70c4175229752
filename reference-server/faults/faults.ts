/** All faults of the hosting server. */
import {actionsFaults} from './actions.ts';
import {addressFaults} from './addresses.ts';
import {apiDocumentFaults} from './api-document.ts';
import {attachmentFaults} from './attachments.ts';
import {besideFaults} from './beside.ts';
import {branchFaults} from './branches.ts';
import {contextFaults} from './contexts.ts';
import {eventFaults} from './events.ts';
import type {Fault} from './fault.ts';
import {gitFaults} from './git.ts';
import {gitDataFaults} from './git-data.ts';
import {issueFaults} from './issues.ts';
import {labelFaults} from './labels.ts';
import {maskFaults} from './masks.ts';
import {mirrorFaults} from './mirrors.ts';
import {notificationFaults} from './notifications.ts';
import {oauth2Faults} from './oauth2.ts';
import {otherWayFaults} from './other-ways.ts';
import {packageFaults} from './packages.ts';
import {pagingFaults} from './paging.ts';
import {peopleFaults} from './people.ts';
import {pullFaults} from './pulls.ts';
import {reactionFaults} from './reactions.ts';
import {repositoryFaults} from './repositories.ts';
import {takenFieldFaults} from './taken-fields.ts';
import {tokenFaults} from './tokens.ts';
import {webFaults} from './web.ts';
import {workFaults} from './work.ts';

export const faults: readonly Fault[] = [
  ...actionsFaults,
  ...addressFaults,
  ...apiDocumentFaults,
  ...attachmentFaults,
  ...besideFaults,
  ...branchFaults,
  ...contextFaults,
  ...eventFaults,
  ...gitFaults,
  ...gitDataFaults,
  ...issueFaults,
  ...labelFaults,
  ...maskFaults,
  ...mirrorFaults,
  ...notificationFaults,
  ...oauth2Faults,
  ...otherWayFaults,
  ...packageFaults,
  ...pagingFaults,
  ...peopleFaults,
  ...pullFaults,
  ...reactionFaults,
  ...repositoryFaults,
  ...takenFieldFaults,
  ...tokenFaults,
  ...webFaults,
  ...workFaults,
];
