// A first red run of a server that we know says so, with the list that makes only the rest red.
import {expect, test} from 'vitest';
import {aCaseLine, aFailedCase, aFinding} from '../../../test/support/journal-lines.ts';
import {packageRoot} from '../../../test/support/in-process.ts';
import {machineOf} from '../../targets/machine.ts';
import {knownReds} from './known-reds.ts';

const machine = {...machineOf({root: packageRoot, version: '0.0.0'}), workingFolder: packageRoot};
const known = aFailedCase({
  id: 'hosting/tokens/default-scope-is-all',
  findings: [aFinding({path: 'status', message: 'expected 2xx, got 400'})],
});
const otherwise = aFailedCase({...known, findings: [aFinding({path: 'status', message: 'expected 2xx, got 500'})]});
const fresh = aFailedCase({id: 'hosting/reactions/created'});
const list = 'To let only others be red: --baseline fixtures/servers/gitea-1.27.3.yaml';

test.each([
  ['1.27.3', [known], `The red case is what Gitea 1.27.3 is known to do. ${list}`],
  ['1.27.3+dev-12-gabc', [known, known], `All 2 red cases are what Gitea 1.27.3 is known to do. ${list}`],
  ['1.27.3', [known, fresh, aCaseLine()], `1 of the 2 red cases is what Gitea 1.27.3 is known to do. ${list}`],
  [
    '1.27.3',
    [known, {...known, id: `${known.id}@history=edited`}],
    `All 2 red cases are what Gitea 1.27.3 is known to do. ${list}`,
  ],
  ['1.27.3', [otherwise, fresh], undefined],
  ['1.27.3', [aCaseLine()], undefined],
  ['1.27.4', [known], undefined],
  [undefined, [known], undefined],
])('%s, %#', (version, cases, note) => {
  expect(knownReds(machine, version, cases)).toBe(note);
});
