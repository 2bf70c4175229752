/** Makes what the path of one operation names: a repository, an issue in it, a comment on that, each only when it is asked for. */
import {made} from '../../reference-server/testing.ts';
import {once} from '../../base/calls/once.ts';
import type {TestClient, TestServer} from '../../reference-server/testing.ts';
import type {Operation} from './contract.ts';

/** The ground of one operation; whatever is asked for twice is the same thing. */
export interface Plot {
  readonly server: TestServer;
  readonly root: TestClient;
  /** A word that no other plot uses. */
  readonly word: string;
  readonly org: () => Promise<string>;
  /** The owner of the repository: the administrator, or the organization where the operation is about teams. */
  readonly owner: () => Promise<string>;
  readonly repo: () => Promise<string>;
  /** The path of the repository. */
  readonly base: () => Promise<string>;
  /** Another user, who is in the organization's team where there is one. */
  readonly user: () => Promise<string>;
  readonly team: () => Promise<number>;
  readonly issue: () => Promise<number>;
  readonly pull: () => Promise<number>;
  readonly comment: () => Promise<number>;
  readonly label: () => Promise<number>;
  readonly sha: () => Promise<string>;
  readonly review: () => Promise<number>;
  readonly release: () => Promise<number>;
}

export function makePlot(server: TestServer, {path, id}: Operation, word: string): Plot {
  const root = server.admin;
  const isTeamwork = /\{team\}|\/teams/.test(path);
  // An administrator of the site gives a repository away at once; only what others give waits to be accepted.
  const isGift = ['acceptRepoTransfer', 'rejectRepoTransfer'].includes(id);
  const idOf = async (answer: Promise<Record<string, unknown>>): Promise<number> => Number((await answer)['id']);
  const plot: Plot = {
    server,
    root,
    word,
    org: once(async () => {
      await made(root.post('/orgs', {username: `org-${word}`}));
      return `org-${word}`;
    }),
    owner: once(async () => {
      if (isGift) await server.user(`giver-${word}`);
      return isGift ? `giver-${word}` : isTeamwork ? plot.org() : 'root';
    }),
    repo: once(async () => {
      const place = isTeamwork ? `/orgs/${await plot.org()}/repos` : `/admin/users/${await plot.owner()}/repos`;
      await made(root.post(place, {name: `repo-${word}`, auto_init: true, template: id === 'generateRepo'}));
      return `repo-${word}`;
    }),
    base: once(async () => `/repos/${await plot.owner()}/${await plot.repo()}`),
    user: once(async () => {
      await server.user(`user-${word}`);
      if (/^\/(?:orgs|teams)\//.test(path)) {
        await made(root.put(`/teams/${await plot.team()}/members/user-${word}`));
        const own = server.as(`user-${word}`);
        await made(own.put(`/orgs/${await plot.org()}/public_members/user-${word}`));
      }
      return `user-${word}`;
    }),
    team: once(async () =>
      idOf(made(root.post(`/orgs/${await plot.org()}/teams`, {name: `team-${word}`, permission: 'write'}))),
    ),
    issue: once(async () => {
      const body = {title: 'An issue', body: 'It is about something.'};
      return Number((await made(root.post(`${await plot.base()}/issues`, body)))['number']);
    }),
    pull: once(async () => {
      const content = Buffer.from('new\n').toString('base64');
      const base = await plot.base();
      await made(root.post(`${base}/contents/new.txt`, {content, message: 'Add', new_branch: 'topic'}));
      const body = {title: 'A pull request', head: 'topic', base: 'main'};
      return Number((await made(root.post(`${base}/pulls`, body)))['number']);
    }),
    comment: once(async () =>
      idOf(made(root.post(`${await plot.base()}/issues/${await plot.issue()}/comments`, {body: 'Yes.'}))),
    ),
    label: once(async () => {
      const home = path.startsWith('/orgs/') ? `/orgs/${await plot.org()}` : await plot.base();
      return idOf(made(root.post(`${home}/labels`, {name: 'kind/bug', color: '#ff0000'})));
    }),
    sha: once(async () => {
      const {commit} = (await made(root.get(`${await plot.base()}/branches/main`))) as {commit: {id: string}};
      return commit.id;
    }),
    release: once(async () => idOf(made(root.post(`${await plot.base()}/releases`, {tag_name: 'v1'})))),
    review: once(async () => {
      const isPending = ['repoSubmitPullReview', 'repoDeletePullReview'].includes(id);
      const reviews = `${await plot.base()}/pulls/${await plot.pull()}/reviews`;
      const reviewer = isPending ? root : server.as(await plot.user());
      const body = {event: isPending ? 'PENDING' : 'APPROVED', body: 'Looks fine.'};
      const review = await idOf(made(reviewer.post(reviews, body)));
      if (id === 'repoUnDismissPullReview') await made(root.post(`${reviews}/${review}/dismissals`, {message: 'No.'}));
      return review;
    }),
  };
  return plot;
}
