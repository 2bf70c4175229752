/** All faults of the hosting server. */
import {branchFaults} from './branches.ts';
import type {Fault} from './fault.ts';
import {gitDataFaults} from './git-data.ts';
import {issueFaults} from './issues.ts';
import {labelFaults} from './labels.ts';
import {oauth2Faults} from './oauth2.ts';
import {peopleFaults} from './people.ts';
import {reactionFaults} from './reactions.ts';
import {repositoryFaults} from './repositories.ts';
import {tokenFaults} from './tokens.ts';
import {workFaults} from './work.ts';

export const faults: readonly Fault[] = [
  ...branchFaults,
  ...gitDataFaults,
  ...issueFaults,
  ...labelFaults,
  ...oauth2Faults,
  ...peopleFaults,
  ...reactionFaults,
  ...repositoryFaults,
  ...tokenFaults,
  ...workFaults,
];
