// What drawn histories of one repository begin with, and how they are called: a public one of alice, or a private one of an organization.
import type {Ask, History} from '../history.ts';
import type {Drawing} from './drawing.ts';

/** Where the requests go, and who looks. */
interface OneRepository {
  readonly isPrivate: boolean;
  readonly home: {readonly owner: string; readonly repo: string};
  /** Draws who looks at it: rarely somebody who may not. */
  readonly reader: () => string;
}

/** Makes the repository; where the seed is odd, a private one of an organization. Carol may write to it, and dave may read it. */
export function oneRepository(draw: Drawing, seed: number): OneRepository {
  const isPrivate = seed % 2 === 1;
  const home = {owner: isPrivate ? '{org}' : '{alice}', repo: '{repo}'};
  const body = {name: '{repo}', auto_init: true, default_branch: 'main', private: isPrivate};
  if (isPrivate) {
    draw.send('alice', 'orgCreate', {}, {username: '{org}'});
    draw.send('alice', 'createOrgRepo', {org: '{org}'}, body);
  } else draw.send('alice', 'createCurrentUserRepo', {}, body);
  draw.send('alice', 'repoAddCollaborator', {...home, collaborator: '{carol}'}, {permission: 'write'});
  draw.send('alice', 'repoAddCollaborator', {...home, collaborator: '{dave}'}, {permission: 'read'});
  const reader = (): string =>
    draw.oneIn(8)
      ? draw.of('bob', 'nobody')
      : draw.of('alice', 'carol', 'dave', ...(isPrivate ? [] : ['bob', 'nobody']));
  return {isPrivate, home, reader};
}

/** Gives the history of what was drawn. */
export function historyOf(
  {isPrivate}: OneRepository,
  seed: number,
  {kind, about, needs, asks}: Pick<History, 'about' | 'needs'> & {readonly kind: string; readonly asks: readonly Ask[]},
): History {
  const whose = isPrivate ? ' of a private repository of an organization' : '';
  return {
    name: `drawn-${kind}-${String(seed)}`,
    about: `drawn requests about ${about}${whose} (${String(seed)})`,
    needs: ['users', 'repositories', ...needs, ...(isPrivate ? ['organizations'] : [])],
    people: ['alice', 'bob', 'carol', 'dave'],
    names: ['repo', 'org'],
    asks,
  };
}
