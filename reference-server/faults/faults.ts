/** All faults of the hosting server. */
import {attachmentFaults} from './attachments.ts';
import {branchFaults} from './branches.ts';
import type {Fault} from './fault.ts';
import {gitDataFaults} from './git-data.ts';
import {issueFaults} from './issues.ts';
import {labelFaults} from './labels.ts';
import {notificationFaults} from './notifications.ts';
import {oauth2Faults} from './oauth2.ts';
import {peopleFaults} from './people.ts';
import {pullFaults} from './pulls.ts';
import {reactionFaults} from './reactions.ts';
import {repositoryFaults} from './repositories.ts';
import {tokenFaults} from './tokens.ts';
import {workFaults} from './work.ts';

export const faults: readonly Fault[] = [
  ...attachmentFaults,
  ...branchFaults,
  ...gitDataFaults,
  ...issueFaults,
  ...labelFaults,
  ...notificationFaults,
  ...oauth2Faults,
  ...peopleFaults,
  ...pullFaults,
  ...reactionFaults,
  ...repositoryFaults,
  ...tokenFaults,
  ...workFaults,
];
