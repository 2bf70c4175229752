// What calls of operations need before they can succeed: made when it is needed, shared by reads, fresh for writes.
import type {CallRequest, PropertyWorld, Reference, WithReferences, WorldReply} from '../../../model/property.ts';
import {part, placeOf, signedIn, textOf, type Place, type Things} from '../common/things.ts';

/** Parameters of one call, by their names in the contract. */
export type Params = {readonly [name: string]: WithReferences};

/** Somebody who helps with what belongs to others. */
export type Helper = keyof typeof permissions | 'member';

const permissions = {reader: 'read', writer: 'write', manager: 'admin'} as const;

/** One world in which many operations are called. */
export class Scene {
  readonly world: PropertyWorld;
  private readonly made = new Map<string, Promise<Things>>();
  private readonly places = new Map<string, Promise<Params>>();
  private readonly counts = new Map<string, number>();

  constructor(world: PropertyWorld) {
    this.world = world;
  }

  /** Makes a starting state under a name of its own, e.g. `issue 2`. */
  async make(arrangement: string, inputs: {readonly [name: string]: WithReferences} = {}): Promise<Things> {
    const count = (this.counts.get(arrangement) ?? 0) + 1;
    this.counts.set(arrangement, count);
    return this.world.arrange(arrangement, inputs, {called: `${arrangement} ${String(count)}`});
  }

  /** Makes it once, however often it is asked for. */
  async once(name: string, make: () => Promise<Things>): Promise<Things> {
    const made = this.made.get(name) ?? make();
    this.made.set(name, made);
    return made;
  }

  /** The same of the parameters that lead to something. */
  async shared(name: string, make: Maker): Promise<Params> {
    const place = this.places.get(name) ?? make(this);
    this.places.set(name, place);
    return place;
  }

  /** A name that nothing has yet. */
  fresh(word: string): string {
    const count = (this.counts.get('fresh') ?? 0) + 1;
    this.counts.set('fresh', count);
    return `${word}-${textOf(this.world.known('case.name'))}-${String(count)}`;
  }

  /** Calls an operation as alice; without a 2xx the run is blocked. */
  async prepare(
    operation: string,
    params: Params,
    request: Omit<CallRequest, 'params' | 'say'> = {},
  ): Promise<WorldReply> {
    return this.world.prepare(operation, {...request, params, say: `${request.as ?? 'alice'} prepares: ${operation}`});
  }

  /** The repository of alice that reads share. */
  async repository(): Promise<Things> {
    return this.once('repository', async () => this.make('repository'));
  }

  async place(): Promise<Place> {
    return placeOf(await this.repository());
  }

  async issue(): Promise<Things> {
    return this.once('issue', async () => this.make('issue', {repo: await this.repository()}));
  }

  async pull(): Promise<Things> {
    return this.once('pull', async () => this.make('pull-request', {repo: await this.repository()}));
  }

  async organization(): Promise<Things> {
    return this.once('organization', async () => this.make('organization'));
  }

  async team(): Promise<Things> {
    return this.once('team', async () => this.make('team', {org: await this.organization(), includes_all: false}));
  }

  /**
   * Signs in somebody who has one right in the repository of alice, or is in a team of the organization that may write. Gives nothing where the call is
   * about neither.
   */
  async helper(right: Helper, params: Params): Promise<ReturnType<typeof signedIn> | undefined> {
    if (right === 'member') {
      if (this.made.has('organization')) return signedIn(await this.member());
      return undefined;
    }
    const repo = await this.made.get('repository');
    const isThere = repo !== undefined && 'repo' in params && params['repo'] === part(repo, 'name');
    return isThere ? signedIn(await this.once(right, async () => this.makeHelper(right, repo))) : undefined;
  }

  private async makeHelper(right: keyof typeof permissions, repo: Things): Promise<Things> {
    const user = await this.make('user');
    const permission = permissions[right];
    await this.make('collaborator', {repo, login: part(user, 'login'), permission});
    return user;
  }

  private async member(): Promise<Things> {
    return this.once('member', async () => {
      const [user, org] = [await this.make('user'), await this.organization()];
      const team = await this.make('team', {org, includes_all: true});
      await this.make('team-member', {team, login: part(user, 'login')});
      return user;
    });
  }

  /** A repository of the organization. */
  async shelf(): Promise<Things> {
    return this.once('shelf', async () =>
      this.make('organization-repository', {org: await this.organization(), auto_init: true}),
    );
  }

  /** The login name of a user that is nobody's role. */
  async stranger(): Promise<Reference> {
    return part(await this.once('stranger', async () => this.make('user')), 'login');
  }
}

/** How a thing is reached in the address of a call. */
export type Maker = (scene: Scene) => Promise<Params>;

/** The parameters of the repository and some more. */
export function inRepository(more: (scene: Scene, repo: Things) => Promise<Params>): Maker {
  return async scene => ({...(await scene.place()), ...(await more(scene, await scene.repository()))});
}
