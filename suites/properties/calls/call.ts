// One operation of the contract as data: how it is called with success, and which scopes of a token it takes.
import type {CallRequest, PropertyWorld, WithReferences} from '../../../model/property.ts';
import type {Maker, Params, Scene} from './scene.ts';

/** A part of the API that has scopes of its own, as dialects name it. */
export type Area = 'issue' | 'repository' | 'user' | 'organization' | 'notification' | 'package' | 'admin';

/** What is sent beside the parameters. */
export type Content = Pick<CallRequest, 'body' | 'bytes' | 'multipart'>;

/** How one operation is called with success. */
export interface Call {
  readonly operation: string;
  readonly areas: readonly Area[];
  /** Of these, the ones whose scope some known servers do not ask for. */
  readonly unscoped?: readonly Area[];
  readonly isRead: boolean;
  readonly params: Maker;
  readonly content: (scene: Scene, params: Params) => Promise<Content>;
  /** Operations that the way there needs, and that not every dialect has. */
  readonly through?: readonly string[];
  /** Who calls; alice when nothing is said. */
  readonly as?: 'admin';
  /** Removes what a success made and no arrangement removes. */
  readonly after?: (scene: Scene, params: Params, content: Content) => Promise<void>;
}

/** The calls that the target's dialect has names for, with the way there. */
export function offeredOf(world: PropertyWorld, calls: readonly Call[]): readonly Call[] {
  return calls.filter(({operation, through = []}) => [operation, ...through].every(name => world.offers(name)));
}

/** Declares an operation that only reads. */
export function read(areas: readonly Area[], operation: string, params: Maker): Call {
  return {operation, areas, isRead: true, params, content: async () => ({})};
}

/** Declares an operation that writes, with its body if it has one. */
export function write(
  areas: readonly Area[],
  operation: string,
  params: Maker,
  body?: WithReferences | ((scene: Scene, params: Params) => Promise<Content>),
): Call {
  return {operation, areas, isRead: false, params, content: contentOf(body)};
}

function contentOf(body: Parameters<typeof write>[3]): Call['content'] {
  if (typeof body === 'function') return body;
  return async () => (body === undefined ? {} : {body});
}

/** A file to attach. */
export const upload = async (): Promise<Content> => ({
  multipart: {attachment: {filename: 'note.txt', type: 'text/plain', text: 'some bytes'}},
});

/** Parameters of a call that needs none. */
export const nowhere: Maker = async () => ({});
