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
  ['//api/packages/{owner}/generic/{package}/{version}/{filename}', ['packages']],
  ['/packages/{owner}', ['packages']],
  ['/orgs/{org}/actions/runners', ['automation', 'organizations']],
  ['/repos/{owner}/{repo}/issues/{index}/assets', ['attachments', 'issues', 'repositories']],
  ['/repos/{owner}/{repo}/pulls/{index}/merge', ['pull-requests', 'repositories']],
  ['/user/times', ['tracked-times']],
  ['/version', []],
])('%s', (path, capabilities) => {
  expect(capabilitiesOf({path})).toEqual(capabilities);
});
