/**
 * The package registry for Chef cookbooks, whose requests are signed with the RSA key of a person. It lies outside
 * `/api/v1`; reading is open to whoever may see the owner, changing needs a signature, a token or a password.
 */
import {instantText} from '../../../rules/instant.ts';
import type {Package} from '../../../state/packages.ts';
import type {Account, Person} from '../../../state/people.ts';
import {doer} from '../../ask.ts';
import type {Ask} from '../../ask.ts';
import {readCookbook} from './cookbook.ts';
import {findPackage, packageOwner, packageOwnerForWriter, storeFile, takePackage} from './package-store.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {isSigned, signerOf} from './signed-request.ts';
import {makeSigningKey} from './signing-keys.ts';

const base = '/api/packages/{owner}/chef/api/v1';
const all = `${base}/cookbooks`;
const one = `${all}/{package}`;
const version = `${one}/versions/{version}`;
const outside = {isOutsidePrefix: true, areas: ['package']} as const;
const reading = {...outside, caller: 'anyone', method: 'GET', formerScope: 'read:package'} as const;
const writing = {...outside, caller: 'signer'} as const;
const removing = {...writing, method: 'DELETE', formerScope: 'delete:package'} as const;

export const signedPackageRoutes: readonly Route[] = [
  {
    ...outside,
    operation: 'regenerateChefKeyPair',
    method: 'POST',
    path: '/user/settings/packages/chef/regenerate_keypair',
    caller: 'signed-in',
    areas: ['user'],
    answer: makeKeyPair,
  },
  {...reading, operation: 'listChefUniverse', path: `${base}/universe`, answer: universe},
  {
    ...writing,
    operation: 'uploadChefCookbook',
    method: 'POST',
    path: all,
    formerScope: 'write:package',
    answer: upload,
  },
  {...reading, operation: 'getChefCookbook', path: one, answer: showCookbook},
  {...removing, operation: 'deleteChefCookbook', path: one, answer: removeCookbook},
  {...reading, operation: 'getChefCookbookVersion', path: version, answer: showVersion},
  {...reading, operation: 'downloadChefCookbook', path: `${version}/download`, answer: download},
  {...removing, operation: 'deleteChefCookbookVersion', path: version, answer: removeVersion},
];

/** Makes a new key pair for the caller, keeps the public half and gives the private one away; an older pair ends. */
async function makeKeyPair(ask: Ask): Promise<Reply> {
  const {publicKey, privateKey} = await makeSigningKey();
  ask.world.state.signingKeys.set(doer(ask).id, publicKey);
  return {
    kind: 'bytes',
    status: 200,
    bytes: Buffer.from(privateKey),
    headers: {'Content-Type': 'application/x-pem-file', 'Content-Disposition': 'attachment; filename="chef.priv"'},
  };
}

/** "Package registry requests for one package kind are authenticated by RSA-signed requests." */
function asSigner(ask: Ask, content: Uint8Array | undefined): Ask {
  // Usual: a token or password does as well, as with every other registry.
  if (!isSigned(ask) && ask.sender.kind === 'person') return ask;
  const person = isSigned(ask) || ask.rules.needsSignedRequest ? signerOf(ask, content) : unsignedOwner(ask);
  return person === undefined ? ask : {...ask, sender: {kind: 'person', person, means: 'password', scope: 'all'}};
}

/** Where no signature is asked for, whoever sends something counts as the person whose packages these are. */
function unsignedOwner(ask: Ask): Person | undefined {
  const owner = packageOwner(ask);
  return owner.kind === 'person' ? owner : undefined;
}

async function upload(ask: Ask): Promise<Reply> {
  const bytes = await readTarball(ask);
  const signed = asSigner(ask, bytes);
  const owner = packageOwnerForWriter(signed);
  const cookbook = bytes === undefined ? undefined : readCookbook(bytes);
  if (bytes === undefined || cookbook === undefined)
    throw new Refusal(
      400,
      'Send the cookbook as multipart/form-data in the field tarball: a gzipped tar archive with NAME/metadata.json.',
    );
  const {name, about} = cookbook;
  const key = {kind: 'chef', name, version: cookbook.version} as const;
  storeFile(signed, owner, {key, about, file: {name: `${name}-${cookbook.version}.tar.gz`, bytes}});
  return created({});
}

async function readTarball(ask: Ask): Promise<Uint8Array | undefined> {
  const form = await new Response(Buffer.from(ask.bytes), {headers: {'Content-Type': ask.contentType}})
    .formData()
    .catch(() => undefined);
  const file = form?.get('tarball');
  return file === undefined || file === null || typeof file === 'string'
    ? undefined
    : new Uint8Array(await file.arrayBuffer());
}

/** Lists the versions of the cookbook of the path, the lowest number first. */
function versionsOf(ask: Ask, owner: Account): readonly Package[] {
  const name = ask.param('package').toLowerCase();
  const found = ask.world.state.packages
    .of(owner.id)
    .filter(each => each.kind === 'chef' && each.name.toLowerCase() === name);
  if (found.length === 0) throw notFound();
  return found.toSorted((one, other) => ask.rules.orderOfVersions(one.version, other.version));
}

function ofPath(ask: Ask, owner: Account): Package {
  const key = {kind: 'chef', name: ask.param('package'), version: ask.param('version').replaceAll('_', '.')};
  const found = findPackage(ask, owner, key);
  if (found === undefined) throw notFound();
  return found;
}

function urlOf(ask: Ask, {name}: Package, rest = ''): string {
  return `${ask.origin}${base.replace('{owner}', encodeURIComponent(ask.param('owner')))}/cookbooks/${name}${rest}`;
}

interface Metadata {
  readonly description?: string;
  readonly maintainer?: string;
  readonly license?: string;
  readonly dependencies?: Record<string, string>;
}

function metadataOf(each: Package): Metadata {
  return JSON.parse(each.about) as Metadata;
}

function universe(ask: Ask): Reply {
  const cookbooks = ask.world.state.packages.of(packageOwner(ask).id).filter(({kind}) => kind === 'chef');
  const names = [...new Set(cookbooks.map(({name}) => name))];
  const entry = (each: Package): [string, unknown] => [
    each.version,
    {
      location_type: 'opscode',
      location_path: urlOf(ask, each).replace(/\/cookbooks\/.*$/, ''),
      download_url: urlOf(ask, each, `/versions/${each.version}/download`),
      dependencies: metadataOf(each).dependencies ?? {},
    },
  ];
  const versions = (name: string): unknown =>
    Object.fromEntries(cookbooks.filter(each => each.name === name).map(entry));
  return ok(Object.fromEntries(names.map(name => [name, versions(name)])));
}

function showCookbook(ask: Ask): Reply {
  const all = versionsOf(ask, packageOwner(ask));
  const [latest = all[0]] = all.toReversed();
  if (latest === undefined) throw notFound();
  const about = metadataOf(latest);
  const urls = all.map(each => urlOf(ask, each, `/versions/${each.version}`));
  return ok({
    name: latest.name,
    maintainer: about.maintainer ?? '',
    description: about.description ?? '',
    latest_version: urls.at(-1),
    versions: urls,
    created_at: instantText(latest.createdAt),
    updated_at: instantText(latest.createdAt),
    deprecated: false,
  });
}

function fileOf(ask: Ask, each: Package): Uint8Array {
  const [file] = ask.world.state.packageFiles.of(each.id);
  if (file === undefined) throw notFound();
  return file.bytes;
}

function showVersion(ask: Ask): Reply {
  const each = ofPath(ask, packageOwner(ask));
  const about = metadataOf(each);
  return ok({
    version: each.version,
    tarball_file_size: fileOf(ask, each).byteLength,
    published_at: instantText(each.createdAt),
    cookbook: urlOf(ask, each),
    file: urlOf(ask, each, `/versions/${each.version}/download`),
    license: about.license ?? '',
    dependencies: about.dependencies ?? {},
  });
}

function download(ask: Ask): Reply {
  const bytes = ask.rules.packageBytes(fileOf(ask, ofPath(ask, packageOwner(ask))));
  return {kind: 'bytes', status: 200, bytes, headers: {'Content-Type': 'application/octet-stream'}};
}

function removeCookbook(ask: Ask): Reply {
  const signed = asSigner(ask, undefined);
  const owner = packageOwnerForWriter(signed);
  for (const each of versionsOf(signed, owner)) takePackage(signed, owner, each);
  return {kind: 'empty', status: 200};
}

function removeVersion(ask: Ask): Reply {
  const signed = asSigner(ask, undefined);
  const owner = packageOwnerForWriter(signed);
  takePackage(signed, owner, ofPath(signed, owner));
  return {kind: 'empty', status: 200};
}
