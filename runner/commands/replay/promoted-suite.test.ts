// A story as a suite file: what reads odd is explained beside it.
import {expect, test} from 'vitest';
import {aFailedCase, aHeaderLine} from '../../../test/support/journal-lines.ts';
import {promotedSuite} from './promoted-suite.ts';

test('a step that nobody judged says so', async () => {
  const text = await promotedSuite({
    line: aFailedCase({id: 'properties/labels/one', title: 'one label', requirements: ['LABEL-SCOPE']}),
    header: aHeaderLine(),
    suite: 'mine/labels',
    example: {
      steps: [
        {as: 'alice', call: 'issueAddLabel', usual: {status: {$gte: 100}}},
        {as: 'bob', call: 'issueGetLabels', usual: {status: {$gte: 100}, body: []}},
      ],
    },
  });
  expect(text.slice(text.indexOf('    steps:'))).toBe(`    steps:
      - as: alice
        call: issueAddLabel
        usual: {status: {$gte: 100}} # whatever it answers: nothing judged it
      - as: bob
        call: issueGetLabels
        usual: {status: {$gte: 100}, body: []}
`);
});
