/** The generic package registry: any files under any name and version. It lies outside `/api/v1`. */
import type {Package} from '../../../state/packages.ts';
import type {Ask} from '../../ask.ts';
import {findFile, findPackage, packageOwner, packageOwnerForWriter, storeFile, takePackage} from './package-store.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {noContent} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';

const path = '/api/packages/{owner}/generic/{package}/{version}/{filename}';
const outside = {path, isOutsidePrefix: true, refusesInText: true, caller: 'anyone', areas: ['package']} as const;

export const genericPackageRoutes: readonly Route[] = [
  {...outside, operation: 'uploadGenericPackage', method: 'PUT', formerScope: 'write:package', answer: upload},
  {...outside, operation: 'downloadGenericPackage', method: 'GET', formerScope: 'read:package', answer: download},
  {...outside, operation: 'deleteGenericPackageFile', method: 'DELETE', formerScope: 'delete:package', answer: remove},
];

function keyOf(ask: Ask): {kind: 'generic'; name: string; version: string} {
  return {kind: 'generic', name: ask.param('package'), version: ask.param('version')};
}

function upload(ask: Ask): Reply {
  const owner = packageOwnerForWriter(ask);
  const key = keyOf(ask);
  const name = ask.param('filename');
  checkName('package', key.name);
  checkName('version', key.version);
  checkName('file', name);
  storeFile(ask, owner, {key, about: '', file: {name, bytes: ask.bytes}});
  return {kind: 'empty', status: 201};
}

/** What today's servers take for each part of an address; blanks at an end are for none, and dots alone for versions. */
const names = {
  package: {form: /^[\w.+-]{1,255}$/, taken: 'A-Z a-z 0-9 . _ + -'},
  version: {form: /^[^/\p{Cc}]{1,255}$/u, taken: 'any but / and control characters'},
  file: {
    form: /^[\w=:;.()[\]{}~!@#$%^& +-]{1,255}$/,
    taken: 'A-Z a-z 0-9 - _ + = : ; . ( ) [ ] { } ~ ! @ # $ % ^ & and blanks',
  },
} as const;

function checkName(part: keyof typeof names, text: string): void {
  const {form, taken} = names[part];
  const isOdd = (part !== 'version' && /^\.+$/.test(text)) || (part === 'package' && /^[_.+-]$/.test(text));
  if (form.test(text) && !/^\s|\s$/.test(text) && !isOdd) return;
  throw new Refusal(400, `${JSON.stringify(text)} is no name for a ${part}: 1 to 255 of ${taken}.`);
}

/** Answers with the bytes as they came. */
function download(ask: Ask): Reply {
  const each = findPackage(ask, packageOwner(ask), keyOf(ask));
  const file = each === undefined ? undefined : findFile(ask, each, ask.param('filename'));
  if (file === undefined) throw notFound();
  return {
    kind: 'bytes',
    status: 200,
    bytes: ask.rules.packageBytes(file.bytes),
    headers: {'Content-Type': 'application/octet-stream', 'X-Content-Type-Options': 'nosniff'},
  };
}

/** Removes a file; with its last file the version goes too. */
function remove(ask: Ask): Reply {
  const {state} = ask.world;
  const owner = packageOwnerForWriter(ask);
  const each: Package | undefined = findPackage(ask, owner, keyOf(ask));
  const file = each === undefined ? undefined : findFile(ask, each, ask.param('filename'));
  if (each === undefined || file === undefined) throw notFound();
  state.packageFiles.remove(file.id);
  if (state.packageFiles.of(each.id).length === 0) takePackage(ask, owner, each);
  return noContent();
}
