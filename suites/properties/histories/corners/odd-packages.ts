// Names, versions and files of packages with every sign: which are taken, and whether they come back as they were sent.
import {ask, eachOf, type Ask, type History} from '../history.ts';

const owner = {owner: '{alice}'};
const plain = {...owner, package: 'plain', version: '1.0.0', filename: 'plain.bin'};

/** What is tried as a name, as a version and as the name of a file. */
const words = [
  'v1',
  '1',
  '1.0',
  '01.0.0',
  '1.0.0-rc.1',
  '1.0.0+build.5',
  '1.0.0~rc1',
  '1_0_0',
  '1.0.0.',
  '.1.0.0',
  '-1.0.0',
  '+1.0.0',
  'UPPER',
  'a b',
  ' a',
  'a ',
  'a@b',
  'a:b',
  'a=b',
  'a,b',
  'a(b)',
  'a[b]',
  'a!b',
  'a#b',
  'a$b',
  'a&b',
  "a'b",
  'a%b',
  'a?b',
  'a*b',
  'a;b',
  'a^b',
  '..',
  'a..b',
  'é',
  '日本',
  'a'.repeat(100),
];

const tries = (key: 'package' | 'version' | 'filename'): readonly Ask[] =>
  words.flatMap(word => {
    const place = {...plain, [key]: word};
    return [
      ask('alice', 'uploadGenericPackage', place, {bytes: '00ff'}),
      ask('nobody', 'downloadGenericPackage', place),
    ];
  });

export const oddPackages: History = {
  name: 'odd-packages',
  about: 'names, versions and files of packages with every sign',
  needs: ['users', 'packages'],
  people: ['alice', 'bob'],
  names: ['org'],
  asks: [
    ask('alice', 'uploadGenericPackage', plain, {bytes: '00ff'}),
    ...tries('package'),
    ...tries('version'),
    ...tries('filename'),
    ask('bob', 'listPackages', {...owner, limit: 50}),
    ask('bob', 'listPackages', {...owner, limit: 50, page: 2}),
    ask('bob', 'listPackages', {...owner, q: '+', limit: 50}),
    ask('bob', 'listPackageFiles', {...owner, type: 'generic', package: 'plain', version: '1.0.0'}),
    ...['1.0.0+build.5', '1.0.0~rc1', 'UPPER', 'upper', 'a b'].flatMap(version => [
      ask('bob', 'getPackage', {...owner, type: 'generic', package: 'plain', version}),
      ask('bob', 'listPackageFiles', {...owner, type: 'generic', package: 'plain', version}),
    ]),
    ...eachOf(['bob', 'alice'], 'deletePackage', {
      ...owner,
      type: 'generic',
      package: 'plain',
      version: '1.0.0+build.5',
    }),
    ask('alice', 'deletePackage', {...owner, type: 'generic', package: '1.0.0+build.5', version: '1.0.0'}),
    ask('alice', 'deleteGenericPackageFile', {...plain, filename: '1.0.0+build.5'}),
    ask('bob', 'listPackageFiles', {...owner, type: 'generic', package: 'plain', version: '1.0.0'}),
  ],
};
