// Other ways to the same thing: through the place of something else, where it is not, and by names in capitals, where known servers find it all the same.
import type {PropertyWorld, WithReferences, WorldReply} from '../../../model/property.ts';
import {isSuccess, part, placeOf, plainValue, wordOf} from '../common/things.ts';
import type {Ready} from './replies.ts';
import type {Params, Scene} from './scene.ts';

interface Way {
  /** How the story says it. */
  readonly told: string;
  /** The parameters of this way; nothing where the operation has no such way. */
  readonly params: (scene: Scene, ready: Ready) => Promise<Params | undefined>;
  readonly isMet: (reply: WorldReply) => boolean;
  readonly due: string;
  readonly tree: {readonly [key: string]: WithReferences};
}

/** What in a path names one thing by its number. */
const numbers = ['id', 'index', 'attachment_id'];

/** What in a path is a name of an account or a repository: capitals make no other one. */
const names = ['owner', 'repo', 'org', 'username', 'user', 'collaborator'];

/** Operations that some known servers answer where the thing is not with an error of their own, or with a success that changes nothing. */
const unlike = new Set(
  'issueCreateComment issueGetComments issueGetCommentsAndTimeline issueDeleteLabel orgDeleteLabel'.split(' '),
);

const refused: Pick<Way, 'isMet' | 'due' | 'tree'> = {
  isMet: ({status}) => status >= 400 && status < 500,
  due: '4xx, as it is not there',
  tree: {status: '4xx'},
};

const ways: readonly Way[] = [
  {
    told: 'through a repository or organization that it is not in',
    params: async (scene, {params}) => {
      if (!numbers.some(name => isNumber(params[name]))) return undefined;
      if ('owner' in params && 'repo' in params) return {...params, ...placeOf(await elsewhere(scene))};
      if (!('org' in params) || 'repo' in params) return undefined;
      const other = await scene.once('another organization', async () => scene.make('organization'));
      return {...params, org: part(other, 'name')};
    },
    ...refused,
  },
  {
    told: 'through a repository of the same name of another owner',
    params: async (scene, {params}) => {
      if (!numbers.some(name => isNumber(params[name])) || !('owner' in params && 'repo' in params)) return undefined;
      if (plainValue(params['repo']) !== part(await scene.repository(), 'name').value) return undefined;
      if (!scene.world.offers('createOrgRepo')) return undefined;
      return {...params, ...placeOf(await namesake(scene))};
    },
    ...refused,
  },
  {
    told: 'through an issue that it is not on',
    params: async (scene, {params}) => {
      if (!('index' in params && 'attachment_id' in params && 'repo' in params)) return undefined;
      const other = await scene.once('another issue', async () =>
        scene.make('issue', {repo: await scene.repository()}),
      );
      return {...params, index: part(other, 'number')};
    },
    ...refused,
  },
  {
    told: 'by names in capitals',
    params: async (_, {call, params}) => {
      if (!call.isRead) return undefined;
      const capital = Object.entries(params).map(([name, value]): [string, WithReferences] => [
        name,
        names.includes(name) ? wordOf(plainValue(value)).toUpperCase() : value,
      ]);
      return capital.some(([name, value]) => value !== params[name]) ? Object.fromEntries(capital) : undefined;
    },
    isMet: reply => isSuccess(reply) || (reply.status >= 300 && reply.status < 400),
    due: 'success or a redirect, as by the names as they are written',
    tree: {status: {$gte: 200, $lt: 400}},
  },
];

async function elsewhere(scene: Scene) {
  return scene.once('another repository', async () => scene.make('repository', {auto_init: false}));
}

async function namesake(scene: Scene) {
  const name = part(await scene.repository(), 'name');
  const org = await scene.once('organization of the namesake', async () => scene.make('organization'));
  return scene.once('namesake', async () => scene.make('organization-repository', {org, name, auto_init: false}));
}

function isNumber(value: WithReferences | undefined): boolean {
  return value !== undefined && typeof plainValue(value) === 'number';
}

/** Calls an operation in each other way that it has; gives whether one of them changed something although it was to be refused. */
export async function expectOtherWays(world: PropertyWorld, scene: Scene, ready: Ready): Promise<boolean> {
  const {operation, as = 'alice', isRead} = ready.call;
  for (const {told, params: make, isMet, due, tree} of ways) {
    if (isMet === refused.isMet && unlike.has(operation)) continue;
    const params = await make(scene, ready);
    if (params === undefined) continue;
    world.count(`${operation} ${told}`);
    const reply = await world.call(operation, {
      ...ready.content,
      as,
      params,
      say: `${as} calls ${operation} ${told}`,
    });
    world.law(
      isMet(reply),
      {
        path: 'status',
        message: `${operation} ${told} is answered with ${String(reply.status)} (expected ${due})`,
        actual: reply.status,
      },
      {usual: true, written: {reply, tree}},
    );
    if (!isRead && isSuccess(reply)) return true;
  }
  return false;
}
