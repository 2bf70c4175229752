// Every operation that reads something in a repository or of an organization, where whoever asks may not know of it.
import type {Json} from '../../../model/json.ts';
import {
  property,
  type AnyProperty,
  type CallRequest,
  type PropertyWorld,
  type WithReferences,
} from '../../../model/property.ts';
import {offeredOf, type Call} from './call.ts';
import {callsNamed, parts, readsInRepositories} from './parts.ts';
import {Scene, type Params} from './scene.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {isSuccess, plainValue, signedIn} from '../common/things.ts';

const ofOrganizations: readonly Call[] = [parts.organizations, parts.teams].flatMap(({calls}) =>
  calls.filter(({isRead}) => isRead),
);

/** Who asks in vain, and which statement hides the place from them. */
interface Stranger {
  readonly told: string;
  readonly by: Pick<CallRequest, 'as' | 'auth'>;
  readonly proves: string;
}

function hiddenFrom(what: string, calls: readonly Call[], needs: readonly string[]): AnyProperty {
  return property({
    id: `hidden-${what}-answer-no-strangers`,
    title: `no operation shows ${what} to nobody where a limited organization owns them, or to a restricted user without access`,
    proves: ['ORG-LIMITED', 'USER-RESTRICTED'],
    area: 'hosting',
    contexts: 'it makes a limited organization itself',
    needs: ['organizations', 'repositories', 'users', ...needs],
    runs: 1,
    floor: 1,
    input: inAnyOrder(calls.map(({operation}) => operation)),
    check: async (world, order) => {
      const scene = new Scene(world);
      const org = await scene.once('organization', async () => scene.make('organization', {visibility: 'limited'}));
      await scene.once('repository', async () => scene.make('organization-repository', {org, auto_init: true}));
      const strangers: readonly Stranger[] = [
        {told: 'somebody without credentials', by: {auth: 'none'}, proves: 'ORG-LIMITED'},
        {told: 'the restricted user', by: signedIn(await world.arrange('restricted-user')), proves: 'USER-RESTRICTED'},
      ];
      const hidden = [org['name'], (await scene.repository())['name']].map(name => name?.value);
      for (const call of offeredOf(world, callsNamed(calls, order))) {
        const params = await call.params(scene);
        const isThere = Object.values(params).some(value => hidden.includes(textIn(value)));
        if (isThere) await expectNothing(world, {operation: call.operation, params}, strangers);
      }
    },
  });
}

function textIn(value: WithReferences): string | undefined {
  const plain = plainValue(value);
  return typeof plain === 'string' ? plain : undefined;
}

/** Known servers answer some lists with nothing in them, which shows nothing of the place. */
function isEmpty(body: Json | undefined): boolean {
  return body === undefined || body === null || (typeof body === 'object' && Object.keys(body).length === 0);
}

/** Alice, who owns the place, gets something, and nobody else does. */
async function expectNothing(
  world: PropertyWorld,
  {operation, params}: {readonly operation: string; readonly params: Params},
  strangers: readonly Stranger[],
): Promise<void> {
  const control = await world.call(operation, {params, say: `alice calls ${operation}`});
  if (!isSuccess(control)) return;
  for (const {told, by, proves} of strangers) {
    world.count(operation);
    const reply = await world.call(operation, {...by, params, say: `${told} calls ${operation}`});
    world.law(
      !isSuccess(reply) || isEmpty(reply.body),
      {
        path: 'status',
        message: `${operation} answers ${told} with ${String(reply.status)} and with something that is in a limited organization (expected 4xx, or nothing)`,
        actual: reply.status,
      },
      {proves, unwritable: 'it takes a refusal or an answer with nothing in it'},
    );
  }
}

export const hiddenRepositories = hiddenFrom('repositories', readsInRepositories, ['issues', 'labels', 'branches']);
export const hiddenOrganizations = hiddenFrom('organizations', ofOrganizations, ['labels']);
