// What webhooks tell of drafts that are published, of packages with several files, and of a repository that is edited.
import {ask, type Ask, type History, type Sent} from '../history.ts';
import {listeningHook} from '../heard/hook.ts';

const home = {owner: '{org}', repo: '{repo}'};
const pack = {owner: '{org}', package: '{pack}', version: '1.0.0'};
const edits = (
  operation: string,
  params: Ask['params'],
  bodies: readonly {readonly [key: string]: Sent}[],
): readonly Ask[] => bodies.map(body => ask('alice', operation, params, {body}));

export const heardCorners: History = {
  name: 'heard-corners',
  about: 'drafts, packages and edits of a repository that webhooks hear of',
  needs: ['users', 'repositories', 'organizations', 'webhooks'],
  isHeard: true,
  people: ['alice'],
  names: ['repo', 'org', 'pack', 'renamed'],
  asks: [
    ask('alice', 'orgCreate', {}, {body: {username: '{org}'}}),
    ask('alice', 'createOrgRepo', {org: '{org}'}, {body: {name: '{repo}', auto_init: true, default_branch: 'main'}}),
    ask(
      'alice',
      'orgCreateHook',
      {org: '{org}'},
      {body: listeningHook({events: ['release', 'repository', 'package']})},
    ),
    // Drafts that are published, and releases that are edited.
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v1', name: 'one', draft: true}, take: {draft: '/id'}}),
    ...edits('repoEditRelease', {...home, id: '{draft}'}, [
      {name: 'still a draft'},
      {draft: false},
      {name: 'published', body: 'words'},
      {prerelease: true},
      {prerelease: false, name: 'as before'},
      {draft: true},
    ]),
    ask('alice', 'repoDeleteRelease', {...home, id: '{draft}'}),
    ask('alice', 'repoCreateTag', home, {body: {tag_name: 'v2', target: 'main'}}),
    ask('alice', 'repoCreateRelease', home, {body: {tag_name: 'v2', name: 'of a tag'}, take: {release: '/id'}}),
    ask('alice', 'repoDeleteReleaseByTag', {...home, tag: 'v2'}),
    // Packages with several files.
    ...['a.bin', 'b.bin'].map(filename => ask('alice', 'uploadGenericPackage', {...pack, filename}, {bytes: '00ff'})),
    ask('alice', 'uploadGenericPackage', {...pack, version: '2.0.0', filename: 'a.bin'}, {bytes: '00ff'}),
    ask('alice', 'deleteGenericPackageFile', {...pack, filename: 'a.bin'}),
    ask('alice', 'deletePackage', {owner: '{org}', type: 'generic', package: '{pack}', version: '2.0.0'}),
    ask('alice', 'deleteGenericPackageFile', {...pack, filename: 'b.bin'}),
    // The repository itself.
    ...edits('repoEdit', home, [
      {description: 'words', website: 'https://example.org'},
      {private: true, description: 'hidden'},
      {private: false},
      {archived: true},
      {archived: false},
      {name: '{renamed}'},
    ]),
    ask('alice', 'repoDelete', {owner: '{org}', repo: '{renamed}'}),
  ],
};
