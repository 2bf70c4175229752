/** The management of packages: list, read and remove versions of any kind. */
import {createHash} from 'node:crypto';
import type {Package, PackageFile} from '../../../state/packages.ts';
import type {Account} from '../../../state/people.ts';
import type {Ask} from '../../ask.ts';
import {findPackage, packageOwner, packageOwnerForWriter, showPackage, takePackage} from './package-store.ts';
import {pageReply} from '../../query.ts';
import {notFound} from '../../refusal.ts';
import {noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';

const all = '/packages/{owner}';
const one = `${all}/{type}/{package}/{version}`;
const signedIn = {caller: 'signed-in', areas: ['package']} as const;

export const packageRoutes: readonly Route[] = [
  {...signedIn, operation: 'listPackages', method: 'GET', path: all, answer: list},
  {...signedIn, operation: 'getPackage', method: 'GET', path: one, answer: get},
  {...signedIn, operation: 'deletePackage', method: 'DELETE', path: one, answer: remove},
  {...signedIn, operation: 'listPackageFiles', method: 'GET', path: `${one}/files`, answer: listFiles},
];

/** Lists versions, newest first; `type` and `q` narrow the list. */
async function list(ask: Ask): Promise<Reply> {
  const owner = packageOwner(ask);
  const kind = ask.query.get('type')?.trim() ?? '';
  const text = (ask.query.get('q') ?? '').toLowerCase();
  const found = ask.world.state.packages
    .of(owner.id)
    .filter(each => ask.rules.isListedPackage(each.kind))
    .filter(each => (kind === '' || each.kind === kind) && each.name.toLowerCase().includes(text))
    .toReversed();
  return pageReply(ask, found, each => showPackage(ask, each), {links: true});
}

function ofPath(ask: Ask, owner: Account): Package {
  const key = {kind: ask.param('type'), name: ask.param('package'), version: ask.param('version')};
  const found = findPackage(ask, owner, key);
  if (found === undefined) throw notFound();
  return found;
}

function get(ask: Ask): Reply {
  return ok(showPackage(ask, ofPath(ask, packageOwner(ask))));
}

function remove(ask: Ask): Reply {
  const owner = packageOwnerForWriter(ask);
  takePackage(ask, owner, ofPath(ask, owner));
  return noContent();
}

function listFiles(ask: Ask): Reply {
  return ok(ask.world.state.packageFiles.of(ofPath(ask, packageOwner(ask)).id).map(showFile));
}

function showFile({id, name, bytes}: PackageFile): Record<string, unknown> {
  const digest = (algorithm: string): string => createHash(algorithm).update(bytes).digest('hex');
  const digests = {md5: digest('md5'), sha1: digest('sha1'), sha256: digest('sha256'), sha512: digest('sha512')};
  return {id, name, size: bytes.byteLength, Size: bytes.byteLength, ...digests};
}
