// The decoders of fixtures/testees: how each is built in a folder of its own, and how it is asked.
import {spawnSync} from 'node:child_process';
import {cpSync, existsSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Ignored by git; builds stay for the next time. */
const scratch = join(root, '.cache/decoders');

/** How one decoder is built and asked. `{folder}` stands for its folder in the scratch folder. */
export interface Decoder {
  readonly name: string;
  readonly folder: string;
  readonly build: readonly (readonly string[])[];
  readonly peer: string;
  /** Where its version stands: a file and what to find in it. */
  readonly version: {readonly file: string; readonly pattern: RegExp};
}

const descriptorSet = ['protoc', '--descriptor_set_out=overlay.bin', 'overlay.proto'];
const npmInstall = (name: string): readonly string[] => ['npm', 'install', '--no-audit', '--no-fund', '--silent', name];
const installed = (name: string): Decoder['version'] => ({
  file: `node_modules/${name}/package.json`,
  pattern: /"version": "([^"]+)"/,
});

export const decoders: readonly Decoder[] = [
  {
    name: 'protobufjs 8',
    folder: 'protobufjs-8',
    build: [npmInstall('protobufjs@8')],
    peer: 'module:{folder}/decoder.mjs',
    version: installed('protobufjs'),
  },
  {
    name: 'protobufjs 7',
    folder: 'protobufjs-7',
    build: [npmInstall('protobufjs@7')],
    peer: 'module:{folder}/decoder.mjs',
    version: installed('protobufjs'),
  },
  {
    name: '@bufbuild/protobuf',
    folder: 'bufbuild-protobuf',
    build: [descriptorSet, npmInstall('@bufbuild/protobuf@2')],
    peer: 'module:{folder}/decoder.mjs',
    version: installed('@bufbuild/protobuf'),
  },
  {
    name: 'google-protobuf',
    folder: 'google-protobuf',
    build: [npmInstall('google-protobuf@4')],
    peer: 'module:{folder}/decoder.mjs',
    version: installed('google-protobuf'),
  },
  {
    name: 'pbf',
    folder: 'pbf',
    build: [npmInstall('pbf@4')],
    peer: 'module:{folder}/decoder.mjs',
    version: installed('pbf'),
  },
  {
    name: 'Python protobuf (upb)',
    folder: 'python',
    build: [
      descriptorSet,
      ['python3', '-m', 'venv', '.venv'],
      ['.venv/bin/pip', 'install', '--quiet', 'protobuf'],
      ['sh', '-c', '.venv/bin/pip show protobuf > version'],
    ],
    peer: 'line:exec:{folder}/.venv/bin/python3 {folder}/decoder.py',
    version: {file: 'version', pattern: /^Version: (.+)$/m},
  },
  {
    name: 'Go protobuf',
    folder: 'go',
    build: [descriptorSet, ['go', 'mod', 'tidy'], ['go', 'build', '-o', 'decoder', '.']],
    peer: 'line:exec:{folder}/decoder {folder}/overlay.bin',
    version: {file: 'go.mod', pattern: /google\.golang\.org\/protobuf v(\S+)/},
  },
  {
    name: 'Rust prost',
    folder: 'rust-prost',
    build: [['cargo', 'build', '--release', '--quiet']],
    peer: 'line:exec:{folder}/target/release/decoder',
    version: {file: 'Cargo.lock', pattern: /name = "prost"\nversion = "([^"]+)"/},
  },
  {
    name: 'C++ libprotobuf',
    folder: 'cpp',
    build: [
      ['protoc', '--cpp_out=.', 'overlay.proto'],
      ['g++', '-O2', '-std=c++17', 'decoder.cpp', 'overlay.pb.cc', '-lprotobuf', '-lpthread', '-o', 'decoder'],
      ['sh', '-c', 'protoc --version > version'],
    ],
    peer: 'line:exec:{folder}/decoder',
    version: {file: 'version', pattern: /libprotoc (\S+)/},
  },
  {
    name: 'Java protobuf',
    folder: 'java',
    build: [
      descriptorSet,
      [
        'mvn',
        '-q',
        '-B',
        'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy',
        '-Dartifact=com.google.protobuf:protobuf-java:4.32.1',
        '-DoutputDirectory=.',
        '-Dmdep.stripVersion',
      ],
      ['javac', '-cp', 'protobuf-java.jar', 'Decoder.java'],
    ],
    peer: 'line:exec:java -cp {folder}/protobuf-java.jar:{folder} Decoder {folder}/overlay.bin',
    version: {file: 'Decoder.java', pattern: /protobuf-java:([\d.]+)/},
  },
];

/** Builds one decoder; gives why it cannot be built. */
export function buildDecoder({folder, build: commands}: Decoder): string | undefined {
  const place = folderOf(folder);
  mkdirSync(place, {recursive: true});
  cpSync(join(root, 'fixtures/testees', folder), place, {recursive: true});
  cpSync(join(root, 'proto/overlay.proto'), join(place, 'overlay.proto'));
  if (commands.some(([command]) => command === 'npm'))
    writeFileSync(join(place, 'package.json'), '{"private": true}\n');
  for (const [command = '', ...args] of commands) {
    const {status, error, stderr} = spawnSync(command, args, {cwd: place, encoding: 'utf8', timeout: 900_000});
    if (error !== undefined) return `${command} is not there`;
    if (status !== 0) return `"${[command, ...args].join(' ')}" failed: ${stderr.trim().split('\n').at(-1) ?? ''}`;
  }
  writeFileSync(join(place, builtFile), '');
  return undefined;
}

/** Where a decoder is built. */
export function folderOf(folder: string): string {
  return join(scratch, folder);
}

/** The address of a decoder that is built. */
export function peerOf({folder, peer}: Decoder): string {
  return peer.replaceAll('{folder}', folderOf(folder));
}

/** Tells whether a decoder was built before: the program or module that its address names is there, and so are its packages. */
export function isBuilt({folder, version}: Decoder): boolean {
  return existsSync(join(folderOf(folder), version.file)) && existsSync(join(folderOf(folder), builtFile));
}

/** Written when everything is there. */
const builtFile = '.built';
