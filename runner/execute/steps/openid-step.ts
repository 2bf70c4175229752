// One step in which somebody signs in at the target through the identity provider of this run, with the groups that the case chose.
import {identityName} from '../../../model/identity.ts';
import type {Json} from '../../../model/json.ts';
import type {OpenidStep} from '../../../model/suite.ts';
import type {Finding} from '../../../model/verdict.ts';
import {browse, type House, type Visited} from '../http/browse.ts';
import {scalarText} from '../http/build-request.ts';
import {describeReply} from '../http/exchange.ts';
import {fill, fillText} from '../http/fill.ts';
import {judgeReply} from './http-step.ts';
import {expectsNothing, judgeEach} from './judge-each.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import type {Scope} from '../attempt/events.ts';
import type {Story} from '../attempt/story.ts';
import {ended} from '../attempt/failures.ts';

/** Runs the step and gives its findings. Throws CaseEnded when the target does not get to the provider and back. */
export async function runOpenidStep(story: Story, step: OpenidStep, scope: Scope): Promise<readonly Finding[]> {
  const {hosting, identity} = story.run.ports;
  if (hosting === undefined || identity === undefined)
    throw ended('harness', 'a sign-in through the identity provider was planned without one');
  const lookup = lookupIn(story, scope);
  const login = fillText(step.user, lookup);
  const groups = fill(step.groups, lookup);
  const target: House = {...hosting, name: 'the target'};
  const provider: House = {
    name: 'the identity provider of this run',
    whose: 'identity-provider',
    url: identity.provider.issuer,
    http: identity.http,
    cookies: identity.provider.admit({
      login,
      email: `${login}@example.org`,
      groups: (Array.isArray(groups) ? (groups as readonly Json[]) : [groups]).map(scalarText),
    }),
  };
  const path = fillText(step.path, lookup);
  const visited = await browse(story, [target, provider], path);
  checkWay(story, visited, {path, target, provider});
  return judge(story, step, visited, scope);
}

interface Way {
  readonly path: string;
  readonly target: House;
  readonly provider: House;
}

// Nothing states how a sign-in goes: whatever breaks on the way is no verdict on the target.
function checkWay(story: Story, {received, house, seen}: Visited, {path, target, provider}: Way): void {
  const {status} = received.reply;
  if (!seen.has(provider) && status === 404)
    throw ended(
      'unconfirmed',
      `${path} answered 404: the target has no sign-in source named "${identityName}"; docs/openid.md says how it gets one`,
    );
  if (!seen.has(provider))
    throw ended(
      'blocked',
      `${path} did not lead to the identity provider of this run: ${describeReply(received, story)}`,
    );
  if (house !== target)
    throw ended('blocked', `${house.name} did not send the browser back: ${describeReply(received, story)}`);
}

function judge(story: Story, step: OpenidStep, {received}: Visited, scope: Scope): readonly Finding[] {
  const {status} = received.reply;
  if (expectsNothing(step) && (status < 200 || status > 299))
    throw ended(
      'blocked',
      `the target refused a user who signed in at its provider: ${describeReply(received, story)}`,
    );
  return judgeEach(step, (expectation, basis) => judgeReply(story, {expectation, basis, received, scope}));
}
