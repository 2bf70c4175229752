// Names: what was removed leaves its name free, and what is renamed may take its own name in other letters.
import type {Json, JsonObject} from '../../../model/json.ts';
import {isJsonObject} from '../../../model/json.ts';
import {property, type WithReferences, type WorldReply} from '../../../model/property.ts';
import {Scene, type Params} from './scene.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {isSuccess, part, textOf, wordOf} from '../common/things.ts';

/** One request as data. */
interface Request {
  readonly operation: string;
  readonly params: Params;
  readonly body?: WithReferences;
}

/** A thing that is found by its name. */
interface Named {
  readonly create: Request;
  readonly remove: Request;
  readonly read: Request;
}

interface Kind {
  readonly name: string;
  readonly as?: 'admin';
  readonly of: (scene: Scene, name: string) => Promise<Named>;
}

async function place(scene: Scene): Promise<Params> {
  return scene.place();
}

const kinds: readonly Kind[] = [
  {
    name: 'user',
    as: 'admin',
    of: async (_, name) => ({
      create: {
        operation: 'adminCreateUser',
        params: {},
        body: {username: name, email: `${name}@example.org`, password: `${name}-A7`, must_change_password: false},
      },
      remove: {operation: 'adminDeleteUser', params: {username: name}},
      read: {operation: 'userGet', params: {username: name}},
    }),
  },
  {
    name: 'organization',
    of: async (_, name) => ({
      create: {operation: 'orgCreate', params: {}, body: {username: name}},
      remove: {operation: 'orgDelete', params: {org: name}},
      read: {operation: 'orgGet', params: {org: name}},
    }),
  },
  {
    name: 'repository',
    of: async ({world}, name) => {
      const params = {owner: world.known('actors.alice.login'), repo: name};
      return {
        create: {operation: 'createCurrentUserRepo', params: {}, body: {name, private: false, auto_init: true}},
        remove: {operation: 'repoDelete', params},
        read: {operation: 'repoGet', params},
      };
    },
  },
  {
    name: 'branch',
    of: async (scene, name) => {
      const params = await place(scene);
      const from = part(await scene.repository(), 'default_branch');
      return {
        create: {operation: 'repoCreateBranch', params, body: {new_branch_name: name, old_branch_name: from}},
        remove: {operation: 'repoDeleteBranch', params: {...params, branch: name}},
        read: {operation: 'repoGetBranch', params: {...params, branch: name}},
      };
    },
  },
  {
    name: 'tag',
    of: async (scene, name) => {
      const params = await place(scene);
      return {
        create: {operation: 'repoCreateTag', params, body: {tag_name: name}},
        remove: {operation: 'repoDeleteTag', params: {...params, tag: name}},
        read: {operation: 'repoGetTag', params: {...params, tag: name}},
      };
    },
  },
  {
    name: 'branch protection',
    of: async (scene, name) => {
      const params = await place(scene);
      return {
        create: {operation: 'repoCreateBranchProtection', params, body: {rule_name: name}},
        remove: {operation: 'repoDeleteBranchProtection', params: {...params, name}},
        read: {operation: 'repoGetBranchProtection', params: {...params, name}},
      };
    },
  },
  {
    name: 'file',
    of: async (scene, name) => {
      const params = {...(await place(scene)), filepath: `${name}.txt`};
      return {
        create: {operation: 'repoCreateFile', params, body: {content: 'b25lCg==', message: 'one'}},
        // The id of what the file holds.
        remove: {
          operation: 'repoDeleteFile',
          params,
          body: {sha: '5626abf0f72e58d7a153368ba57db4c673c0e171', message: 'gone'},
        },
        read: {operation: 'repoGetContents', params},
      };
    },
  },
];

export const givenUpNamesAreFree = property({
  id: 'given-up-names-are-free',
  title: 'the name of a user, organization, repository, branch, tag, rule or file that was removed can be given again',
  proves: ['USER-DELETE', 'REPO-CREATE', 'BRANCH-CRUD'],
  area: 'hosting',
  contexts: 'it removes accounts and repositories that it makes itself',
  needs: ['users', 'organizations', 'repositories', 'branches'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(kinds.map(({name}) => name)),
  check: async (world, order) => {
    const scene = new Scene(world);
    for (const {name: kind, as = 'alice', of} of order.flatMap(wanted => kinds.filter(({name}) => name === wanted))) {
      const name = `ts-${scene.fresh(kind.replace(' ', '-'))}`;
      const {create, remove, read} = await of(scene, name);
      const send = async ({operation, params, body}: Request, told: string): Promise<WorldReply> =>
        world.call(operation, {
          as,
          params,
          ...(body === undefined ? {} : {body}),
          say: `${as} ${told} the ${kind} ${name}`,
        });
      world.count(kind);
      const first = await send(create, 'makes');
      const removed = await send(remove, 'removes');
      if (!isSuccess(first) || !isSuccess(removed)) continue;
      const again = await send(create, 'makes again');
      const shown = await send(read, 'reads');
      for (const [reply, told] of [
        [again, 'made again'],
        [shown, 'read'],
      ] as const)
        world.law(
          isSuccess(reply),
          {
            path: 'status',
            message: `the ${kind} of a name that another one gave up is not ${told}: ${String(reply.status)} (expected 2xx)`,
            actual: reply.status,
          },
          {usual: true, proves: statementOf(kind), written: {reply, tree: {status: '2xx'}}},
        );
    }
  },
});

function statementOf(kind: string): string {
  if (kind === 'user') return 'USER-DELETE';
  return kind === 'repository' || kind === 'organization' ? 'REPO-CREATE' : 'BRANCH-CRUD';
}

/** Something that is renamed, and where its name is shown. */
interface Renamed {
  readonly rename: Request;
  readonly read: Request;
  readonly key: string;
}

interface Renaming {
  readonly name: string;
  readonly as?: 'admin';
  readonly of: (scene: Scene, renamed: (name: string) => string) => Promise<Renamed>;
}

const renamings: readonly Renaming[] = [
  {
    name: 'user',
    as: 'admin',
    of: async (scene, renamed) => {
      const login = part(await scene.make('user'), 'login');
      const name = renamed(textOf(login));
      return {
        rename: {operation: 'adminRenameUser', params: {username: login}, body: {new_username: name}},
        read: {operation: 'userGet', params: {username: name}},
        key: 'login',
      };
    },
  },
  {
    name: 'repository',
    of: async (scene, renamed) => {
      const repo = await scene.make('repository', {auto_init: false});
      const [owner, before] = [part(repo, 'owner'), part(repo, 'name')];
      const name = renamed(textOf(before));
      return {
        rename: {operation: 'repoEdit', params: {owner, repo: before}, body: {name}},
        read: {operation: 'repoGet', params: {owner, repo: name}},
        key: 'name',
      };
    },
  },
  {
    name: 'label',
    of: async (scene, renamed) => {
      const label = await scene.make('label', {repo: await scene.repository()});
      const params = {...(await scene.place()), id: part(label, 'id')};
      const name = renamed(textOf(part(label, 'name')));
      return {
        rename: {operation: 'issueEditLabel', params, body: {name}},
        read: {operation: 'issueGetLabel', params},
        key: 'name',
      };
    },
  },
];

export const namesTakeOtherLetters = property({
  id: 'names-take-other-letters',
  title: 'a user, repository or label can be renamed to its own name in capitals, and shows it so',
  proves: ['ADMIN-RENAME', 'REPO-CREATE', 'LABEL-OPTION'],
  area: 'hosting',
  contexts: 'it renames accounts and repositories that it makes itself',
  needs: ['users', 'repositories', 'labels'],
  runs: 1,
  floor: 1,
  input: inAnyOrder(renamings.map(({name}) => name)),
  check: async (world, order) => {
    const scene = new Scene(world);
    for (const {name: kind, as = 'alice', of} of order.flatMap(wanted =>
      renamings.filter(({name}) => name === wanted),
    )) {
      let due = '';
      const {rename, read, key} = await of(scene, name => (due = name.toUpperCase()));
      if (!world.offers(rename.operation)) continue;
      world.count(kind);
      const {operation, params, body = {}} = rename;
      const renamed = await world.call(operation, {as, params, body, say: `${as} renames the ${kind} to ${due}`});
      const shown = await world.call(read.operation, {as, params: read.params, say: `${as} reads the ${kind} ${due}`});
      const proves = kind === 'user' ? 'ADMIN-RENAME' : kind === 'repository' ? 'REPO-CREATE' : 'LABEL-OPTION';
      world.law(
        isSuccess(renamed) && isSuccess(shown) && keyIn(shown.body, key) === due,
        {
          path: `/${key}`,
          message: `the ${kind} that is renamed to its own name in capitals (${String(renamed.status)}) shows ${wordOf(keyIn(shown.body, key))} (expected ${due})`,
        },
        {
          usual: true,
          proves,
          written: [
            {reply: renamed, tree: {status: '2xx'}},
            {reply: shown, tree: {status: '2xx', body: {[key]: due}}},
          ],
        },
      );
    }
  },
});

function keyIn(body: Json | undefined, key: string): JsonObject[string] | undefined {
  return body !== undefined && isJsonObject(body) ? body[key] : undefined;
}
