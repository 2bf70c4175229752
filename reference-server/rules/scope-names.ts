/** The scope names of both families of servers: today's `read:area` and `write:area`, and the older list. */

const scopeAreas = [
  'activitypub',
  'admin',
  'misc',
  'notification',
  'organization',
  'package',
  'issue',
  'repository',
  'user',
] as const;

/** The part of the API that an operation belongs to. */
export type ScopeArea = (typeof scopeAreas)[number];

export const writeScopes: readonly string[] = scopeAreas.map(area => `write:${area}`);

const currentScopes: readonly string[] = [
  'all',
  'public-only',
  ...scopeAreas.flatMap(area => [`write:${area}`, `read:${area}`]),
];

const formerChildren: Readonly<Record<string, readonly string[]>> = {
  repo: ['repo:status', 'public_repo', 'admin:repo_hook'],
  'repo:status': [],
  public_repo: [],
  'admin:org': ['write:org'],
  'write:org': ['read:org'],
  'read:org': [],
  'admin:public_key': ['write:public_key'],
  'write:public_key': ['read:public_key'],
  'read:public_key': [],
  'admin:repo_hook': ['write:repo_hook'],
  'write:repo_hook': ['read:repo_hook'],
  'read:repo_hook': [],
  'admin:org_hook': [],
  notification: [],
  user: ['read:user', 'user:email', 'user:follow'],
  'user:email': [],
  'user:follow': [],
  delete_repo: [],
  package: ['write:package', 'delete:package'],
  'delete:package': [],
  'admin:gpg_key': ['write:gpg_key'],
  'write:gpg_key': ['read:gpg_key'],
  'read:gpg_key': [],
  'admin:application': ['write:application'],
  'write:application': ['read:application'],
  'read:application': [],
  sudo: [],
};

/** Every scope in the order in which a stored scope lists them. */
export const canonicalScopes: readonly string[] = [...currentScopes, ...Object.keys(formerChildren)];

export function isKnownScope(name: string): boolean {
  return canonicalScopes.includes(name);
}

export function isCurrentScope(name: string): boolean {
  return currentScopes.includes(name);
}

/** Lists the scopes that a scope directly includes: `write:issue` includes `read:issue`. */
export function childrenOf(name: string): readonly string[] {
  const isWrite = name.startsWith('write:') && currentScopes.includes(name);
  return isWrite
    ? [name.replace('write:', 'read:')]
    : Object.hasOwn(formerChildren, name)
      ? (formerChildren[name] ?? [])
      : [];
}
