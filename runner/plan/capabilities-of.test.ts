import {expect, test} from 'vitest';
import {capabilitiesOf} from './capabilities-of.ts';

test.each([
  ['/repos/{owner}/{repo}/issues/{index}/labels', ['labels', 'issues', 'repositories']],
  ['/orgs/{org}/labels/{id}', ['labels', 'organizations']],
  ['/user/applications/oauth2', ['oauth2']],
  ['/users/{username}/tokens', ['tokens']],
  ['/repos/{owner}/{repo}/branch_protections/{name}', ['branches', 'repositories']],
  ['/org/{org}/repos', ['organizations', 'repositories']],
  ['/user/repos', ['repositories']],
  ['/version', []],
])('%s', (path, capabilities) => {
  expect(capabilitiesOf({path})).toEqual(capabilities);
});
