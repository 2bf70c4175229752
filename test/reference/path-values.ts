/** Gives a valid value for each name in the path of an operation, and makes the thing it names. */
import {made} from '../../reference-server/testing.ts';
import {cookbook, signed} from '../../reference-server/testing-cookbook.ts';
import type {Operation} from './contract.ts';
import type {Plot} from './plot.ts';

/** Values by name, ready to stand in a path. */
export async function pathValues(operation: Operation, plot: Plot): Promise<Readonly<Record<string, string>>> {
  const values: Record<string, string> = {};
  for (const [, name = ''] of operation.path.matchAll(/\{(\w+)\}/g)) {
    const make = makers[name];
    if (make === undefined) throw new Error(`${operation.id} has {${name}} in its path, and there is no maker for it`);
    values[name] = String(await make(plot, operation));
  }
  return values;
}

type Maker = (plot: Plot, operation: Operation) => Promise<string | number>;

const makers: Readonly<Record<string, Maker>> = {
  owner: async (plot, {path}) => (path.includes('/packages/') ? 'root' : plot.owner()),
  repo: async plot => plot.repo(),
  org: async plot => plot.org(),
  username: async (plot, {path}) => (path.endsWith('/tokens') || path.endsWith('/{token}') ? 'root' : plot.user()),
  user: async () => 'root',
  index: async (plot, {path, id}) => {
    if (!path.includes('/pulls/')) return plot.issue();
    const index = await plot.pull();
    if (id === 'repoPullRequestIsMerged')
      await made(plot.root.post(`${await plot.base()}/pulls/${index}/merge`, {Do: 'merge'}));
    return index;
  },
  id: async (plot, operation) => idBefore(operation)(plot, operation),
  token: async ({root, word}) => idOf(made(root.post('/users/root/tokens', {name: word, scopes: ['all']}))),
  branch: async plot => {
    await made(plot.root.post(`${await plot.base()}/branches`, {new_branch_name: 'side/way'}));
    return 'side/way';
  },
  name: async plot => {
    await made(plot.root.post(`${await plot.base()}/branch_protections`, {rule_name: 'release'}));
    return 'release';
  },
  filepath: async (_, {id}) => (id === 'repoCreateFile' ? 'folder/new.txt' : 'README.md'),
  sha: async (plot, {id}) => {
    const sha = await plot.sha();
    if (id === 'GetBlob') return String((await made(plot.root.get(`${await plot.base()}/contents/README.md`)))['sha']);
    if (id === 'GetAnnotatedTag') {
      const tag = {tag_name: 'v1', message: 'First'};
      return String((await made(plot.root.post(`${await plot.base()}/tags`, tag)))['id']);
    }
    if (id === 'repoGetNote' || id === 'repoRemoveNote')
      await made(plot.root.post(`${await plot.base()}/git/notes/${sha}`, {message: 'A note.'}));
    return sha;
  },
  ref: async (_, {path}) => (path.includes('/git/refs/') ? 'heads/main' : 'main'),
  archive: async () => 'main.zip',
  diffType: async () => 'patch',
  tag: async (plot, {path}) => {
    const base = await plot.base();
    if (path.includes('/releases/')) await made(plot.root.post(`${base}/releases`, {tag_name: 'v1'}));
    else await made(plot.root.post(`${base}/tags`, {tag_name: 'v1'}));
    return 'v1';
  },
  template_owner: async () => 'root',
  template_repo: async plot => plot.repo(),
  collaborator: async plot => {
    const user = await plot.user();
    await made(plot.root.put(`${await plot.base()}/collaborators/${user}`, {permission: 'write'}));
    return user;
  },
  team: async (plot, {id}) => {
    await plot.team();
    const name = `team-${plot.word}`;
    if (id !== 'repoAddTeam') await made(plot.root.put(`${await plot.base()}/teams/${name}`));
    return name;
  },
  attachment_id: async (plot, {path}) => {
    const subject = async (): Promise<string> => {
      if (path.includes('/releases/')) return `releases/${await plot.release()}`;
      return path.includes('/comments/') ? `issues/comments/${await plot.comment()}` : `issues/${await plot.issue()}`;
    };
    return idOf(made(plot.root.post(`${await plot.base()}/${await subject()}/assets`, upload())));
  },
  mirror: async plot => {
    const mirror = {remote_address: 'http://127.0.0.1:9/a.git', interval: '8h0m0s', sync_on_commit: false};
    return String((await made(plot.root.post(`${await plot.base()}/push_mirrors`, mirror)))['remote_name']);
  },
  type: async () => 'generic',
  package: async (plot, {path}) => {
    const name = `package-${plot.word}`;
    if (path.includes('/chef/')) await uploadCookbook(plot, name);
    return name;
  },
  version: async (plot, {id, path}) => {
    if (id === 'uploadGenericPackage') return '1.0.0';
    if (path.includes('/chef/')) return '1_0_0';
    const file = `/api/packages/root/generic/package-${plot.word}/1.0.0/a.bin`;
    const {url} = plot.server;
    const authorization = `Basic ${Buffer.from('root:a-password-for-tests').toString('base64')}`;
    const reply = await fetch(`${url}${file}`, {method: 'PUT', body: 'bytes', headers: {Authorization: authorization}});
    if (reply.status !== 201) throw new Error(`the package could not be uploaded: ${reply.status}`);
    return '1.0.0';
  },
  filename: async () => 'a.bin',
  secretname: async (plot, {path, method}) => {
    const [, level = ''] = path.split('/');
    const base = level === 'repos' ? await plot.base() : `/orgs/${await plot.org()}`;
    if (method === 'DELETE') await made(plot.root.put(`${base}/actions/secrets/KEY`, {data: 'x'}));
    return 'KEY';
  },
  variablename: async (plot, {path, method}) => {
    const [, level = ''] = path.split('/');
    const base = level === 'repos' ? await plot.base() : `/orgs/${await plot.org()}`;
    if (method !== 'POST') await made(plot.root.post(`${base}/actions/variables/LEVEL`, {value: 'x'}));
    return 'LEVEL';
  },
  runner_id: async (plot, {path}) => {
    const [, level = ''] = path.split('/');
    const base = level === 'repos' ? await plot.base() : level === 'orgs' ? `/orgs/${await plot.org()}` : '/admin';
    const {token} = await made(plot.root.post(`${base}/actions/runners/registration-token`));
    const reply = await fetch(`${plot.server.url}/api/actions/runner.v1.RunnerService/Register`, {
      method: 'POST',
      headers: {'Content-Type': 'application/json'},
      body: JSON.stringify({name: plot.word, token}),
    });
    return ((await reply.json()) as {runner: {id: string}}).runner.id;
  },
};

/** Finds what `{id}` means by the words before it. */
function idBefore({id, path}: Operation): Maker {
  const [before = ''] = path.split('/{id}');
  const found = Object.entries(ids).find(([end]) => before.endsWith(end));
  if (found === undefined) throw new Error(`${id} has {id} in its path, and nobody knows whose`);
  return found[1];
}

const ids: Readonly<Record<string, Maker>> = {
  '/applications/oauth2': async ({root, word}) =>
    idOf(made(root.post('/user/applications/oauth2', {name: word, redirect_uris: ['http://127.0.0.1/']}))),
  '/repositories': async plot => idOf(made(plot.root.get(await plot.base()))),
  '/issues/comments': async plot => plot.comment(),
  '/issues/{index}/labels': async plot => {
    const label = await plot.label();
    await made(plot.root.post(`${await plot.base()}/issues/${await plot.issue()}/labels`, {labels: [label]}));
    return label;
  },
  '/labels': async plot => plot.label(),
  '/milestones': async plot => idOf(made(plot.root.post(`${await plot.base()}/milestones`, {title: 'One'}))),
  '/times': async plot =>
    idOf(made(plot.root.post(`${await plot.base()}/issues/${await plot.issue()}/times`, {time: 60}))),
  '/releases': async plot => plot.release(),
  '/reviews': async plot => plot.review(),
  '/notifications/threads': async plot => {
    await notify(plot);
    const threads = (await plot.root.get('/notifications')).body as readonly {id: number}[];
    return Number(threads[0]?.id);
  },
  '/hooks': async (plot, {path}) => {
    const [, level = ''] = path.split('/');
    const home = level === 'repos' ? await plot.base() : level === 'orgs' ? `/orgs/${await plot.org()}` : `/${level}`;
    return idOf(made(plot.root.post(`${home}/hooks`, hook())));
  },
  '/teams': async plot => plot.team(),
};

/** Lets somebody else open an issue in the administrator's repository, which tells the administrator. */
export async function notify(plot: Plot): Promise<void> {
  const other = plot.server.as(await plot.user());
  await made(other.post(`${await plot.base()}/issues`, {title: 'News'}));
}

async function uploadCookbook({server}: Plot, name: string): Promise<void> {
  const path = '/api/packages/root/chef/api/v1/cookbooks';
  const content = cookbook(name, '1.0.0');
  const headers = await signatureFor(server.url, {method: 'POST', path, content});
  const reply = await fetch(`${server.url}${path}`, {method: 'POST', body: cookbookForm(content), headers});
  if (reply.status !== 201) throw new Error(`the cookbook could not be uploaded: ${reply.status}`);
}

export function cookbookForm(content: Uint8Array): FormData {
  const form = new FormData();
  form.set('tarball', new Blob([new Uint8Array(content)]), 'cookbook.tar.gz');
  return form;
}

/** Makes a key for the administrator and signs a request with it. */
export async function signatureFor(
  url: string,
  request: {method: string; path: string; content: Uint8Array},
): Promise<Record<string, string>> {
  const asked = await fetch(`${url}/user/settings/packages/chef/regenerate_keypair`, {
    method: 'POST',
    headers: {Authorization: `Basic ${Buffer.from('root:a-password-for-tests').toString('base64')}`},
  });
  return signed({...request, key: await asked.text(), user: 'root'});
}

export function upload(): FormData {
  const form = new FormData();
  form.set('attachment', new Blob(['bytes']), 'note.txt');
  return form;
}

export function hook(): Record<string, unknown> {
  return {type: 'gitea', config: {url: 'http://127.0.0.1:9/', content_type: 'json'}, events: ['push'], active: false};
}

async function idOf(answer: Promise<Record<string, unknown>>): Promise<number> {
  return Number((await answer)['id']);
}
