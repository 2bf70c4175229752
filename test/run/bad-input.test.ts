// Shows that bad input costs exit code 2 and one message with where, what and what to do, and that nothing is sent.
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startTouchstone, temporaryFolder, touchstone} from '../support/command-line.ts';
import {atEnd} from '../support/endings.ts';
import {rawServer, reply, type RawServer} from '../support/raw-server.ts';

async function witness(): Promise<RawServer> {
  const server = await rawServer({fallback: reply(200, {body: '{}'})});
  atEnd(() => server.close());
  return server;
}

/** Runs against a listener that must see no connection; what is said goes without its place, which differs each time. */
async function refused(
  args: readonly string[],
  {
    files = {},
    env = {},
    target = '',
  }: {files?: Record<string, string>; env?: Record<string, string>; target?: string} = {},
): Promise<string> {
  const server = await witness();
  const folder = temporaryFolder(files);
  const {exitCode, stdout, stderr} = await touchstone(
    [
      'run',
      ...(target === 'none' ? [] : ['--target', server.url]),
      ...args.map(arg => arg.replace('TARGET', server.url)),
    ],
    {cwd: folder, env},
  );
  expect({exitCode, stdout, connections: server.connections()}).toEqual({exitCode: 2, stdout: '', connections: 0});
  return stderr.replaceAll(server.url, 'TARGET').replaceAll(folder, '').trimEnd();
}

const none = {target: 'none'};
const off = 'npx --no-install touchstone run --help lists what there is';

test.concurrent.each<[name: string, args: readonly string[], options: Parameters<typeof refused>[1], said: string]>([
  [
    'an unknown flag',
    ['--replytimeout', '3s'],
    {},
    `touchstone run: unknown option '--replytimeout'; did you mean --reply-timeout?\n  ${off}`,
  ],
  ['a flag without its value', ['--seed'], {}, `touchstone run: option '--seed <n>' argument missing\n  ${off}`],
  [
    'a duration without unit',
    ['--reply-timeout', '10'],
    {},
    `touchstone run: option '--reply-timeout <time>' argument '10' is invalid. It is a duration with its unit, e.g. 500ms, 10s or 2m, from 1ms to 3600s.\n  ${off}`,
  ],
  [
    'YA-20 no jobs',
    ['--jobs', '0'],
    {},
    `touchstone run: option '--jobs <n>' argument '0' is invalid. It is a whole number from 1 to 256.\n  ${off}`,
  ],
  [
    'nothing to test',
    [],
    none,
    'touchstone run: nothing to test: give --target URL, --peer ADDRESS, --live-peer URL, --target-file FILE or --reference',
  ],
  [
    'an empty target',
    ['--target', ''],
    none,
    'touchstone run: --target is empty; was the variable that should fill it set?',
  ],
  [
    'an empty peer',
    ['--peer', ' '],
    none,
    'touchstone run: --peer is empty; was the variable that should fill it set?',
  ],
  ['a second target', ['--target', 'http://127.0.0.1:9'], {}, 'touchstone run: --target may be given only once'],
  ['both target and reference', ['--reference'], {}, 'touchstone run: --reference and --target exclude each other'],
  [
    'an empty target beside the reference',
    ['--target', '', '--reference'],
    none,
    'touchstone run: --target is empty; was the variable that should fill it set?\ntouchstone run: --reference and --target exclude each other',
  ],
  [
    'a fault of another server',
    ['--fault', 'x'],
    {},
    'touchstone run: --fault belongs to the embedded reference: add --reference',
  ],
  [
    'an unknown fault',
    ['--reference', '--fault', 'no-such-fault'],
    none,
    'touchstone run: --fault no-such-fault: the reference has no such fault\n  npx --no-install touchstone prove --list lists them',
  ],
  [
    'credentials in the address',
    ['--target', 'http://root:hunter22@127.0.0.1:1'],
    none,
    'touchstone run: --target: the target address holds a user or a password\n  take them out; give them with --admin-user, --admin-token-env or --admin-token-file',
  ],
  [
    'an address without scheme',
    ['--target', '127.0.0.1:3000'],
    none,
    'touchstone run: --target: the target address has no scheme\n  write http://127.0.0.1:3000 or https://127.0.0.1:3000',
  ],
  [
    'a token from a variable that is not set',
    ['--admin-token-env', 'TOUCHSTONE_TOKEN'],
    {},
    'touchstone run: --admin-token-env TOUCHSTONE_TOKEN: the variable is not set\n  set it, or give a file with --admin-token-file FILE',
  ],
  [
    'a token from an empty variable',
    ['--admin-token-env', 'TOUCHSTONE_TOKEN'],
    {env: {TOUCHSTONE_TOKEN: ''}},
    'touchstone run: --admin-token-env gives an empty value: is the variable or file filled on this machine?',
  ],
  [
    'YA-16 a token from a variable of another name',
    ['--admin-token-env', 'MY_TOKEN'],
    {env: {MY_TOKEN: 'canary-token-1'}},
    'touchstone run: --admin-token-env MY_TOKEN: only variables whose names begin with TOUCHSTONE_ are read; call it TOUCHSTONE_MY_TOKEN',
  ],
  [
    'a token file that is not there',
    ['--admin-token-file', 'token.txt'],
    {},
    'touchstone run: --admin-token-file token.txt: there is no such file or folder',
  ],
  [
    'a user without password',
    ['--admin-user', 'root'],
    {},
    'touchstone run: --admin-user needs a password: give --admin-password-env NAME or --admin-password-file FILE',
  ],
  [
    'an unknown dialect',
    ['--dialect', 'gitae'],
    {},
    'touchstone run: --dialect gitae: there is no such dialect\n  did you mean "gitea"?',
  ],
  [
    'an unknown capability',
    ['--without', 'lables'],
    {},
    'touchstone run: --without lables: there is no such capability\n  did you mean "labels"?',
  ],
  [
    'an unknown statement',
    ['--requirement', 'LABEL-SKOPE'],
    {},
    'touchstone run: --requirement LABEL-SKOPE: there is no such statement in the record\n  did you mean "LABEL-SCOPE"?',
  ],
  [
    'RN-07 a results folder that is a file',
    ['--output', 'here'],
    {files: {here: ''}},
    'touchstone run: --output here: a file of that name is in the way\n  choose a folder that can be written',
  ],
  [
    'RN-07 a results folder whose place for bodies is a file',
    ['--output', 'here'],
    {files: {'here/bodies': ''}},
    'touchstone run: --output here: here/bodies cannot be made: a file of that name is in the way\n  choose another folder',
  ],
  [
    'RN-07 a results folder whose journal is a folder',
    ['--output', 'here'],
    {files: {'here/results.jsonl/a': ''}},
    'touchstone run: --output here: here/results.jsonl cannot be written: it is a folder, not a regular file\n  choose another folder',
  ],
  [
    'a suite that is not there',
    ['my.yaml'],
    {},
    'touchstone run: my.yaml: there is no such file or folder\n  give a path from here, or one of ours such as suites/hosting/labels.yaml',
  ],
  [
    'an authority file that is not there',
    ['--ca-file', 'ca.pem'],
    {},
    'touchstone run: --ca-file ca.pem: there is no such file or folder',
  ],
  [
    'an authority file that is none',
    ['--ca-file', 'ca.pem'],
    {files: {'ca.pem': 'hello'}},
    'touchstone run: --ca-file ca.pem: there is no PEM block in it\n  it begins with -----BEGIN',
  ],
  [
    'half a client certificate',
    ['--client-cert', 'a.pem'],
    {files: {'a.pem': ''}},
    'touchstone run: --client-cert and --client-key go together',
  ],
  [
    'a header in two lines',
    ['--header', 'X-A: 1\r\nX-B: 2'],
    {},
    'touchstone run: --header "X-A: …": write it as "Name: value", in one line',
  ],
  [
    'RN-20 a target elsewhere, with credentials, that nobody allowed to be written to',
    ['--target', 'https://git.example.org', '--admin-token-file', 'token'],
    {...none, files: {token: 'canary-token-1'}},
    'touchstone run: https://git.example.org is not this machine, and a run makes accounts, organizations and repositories there\n  if it is a test server, say so: --allow-writes https://git.example.org, or testServer: true in its target file',
  ],
  [
    'a decoder of an unknown kind',
    ['--peer', './decoder'],
    none,
    'touchstone run: --peer ./decoder: write exec:COMMAND, module:FILE, tcp://HOST:PORT or unix:PATH, with line: before it where the decoder speaks the line form',
  ],
  [
    'a decoder without a port',
    ['--peer', 'tcp://127.0.0.1'],
    none,
    'touchstone run: the decoder under test tcp://127.0.0.1 cannot be used: "tcp://127.0.0.1" is not a TCP address: write tcp://HOST:PORT, an IPv6 address in brackets, e.g. tcp://[::1]:4242.',
  ],
  [
    'a live peer that many would hear',
    ['--live-peer', 'udp://224.0.0.1:5'],
    none,
    'touchstone run: the live peer udp://224.0.0.1:5 cannot be used: "udp://224.0.0.1:5" is a multicast address; touchstone sends to one peer only: write the address of the peer itself.',
  ],
])('%s is refused', async (_name, args, options, said) => {
  expect(await refused(args, options)).toBe(said);
});

test.concurrent('an unknown command is refused', async () => {
  const {exitCode, stdout, stderr} = await touchstone(['rum']);
  expect({exitCode, stdout, stderr}).toEqual({
    exitCode: 2,
    stdout: '',
    stderr:
      'touchstone: there is no command "rum"\n  did you mean "run"?\n  npx --no-install touchstone --help lists the commands\n',
  });
});

test.concurrent('a folder that holds no suite is refused', async () => {
  expect(await refused(['empty'], {files: {'empty/readme.txt': ''}})).toBe(
    'touchstone run: empty: the folder holds no suite (*.yaml) and no property (properties/*.ts)',
  );
});

test.concurrent('every source of a secret excludes the others', async () => {
  const said = await refused(['--admin-token', 'canary-token-1', '--admin-token-env', 'TOUCHSTONE_TOKEN'], {
    env: {TOUCHSTONE_TOKEN: 'canary-token-2'},
  });
  expect(said).toBe(
    'touchstone run: --admin-token, --admin-token-env and --admin-token-file exclude each other: give one',
  );
});

test.concurrent.each([
  ['a run that is refused', 2, ''],
  ['a run whose target does not answer', 5, 'http://127.0.0.1:1'],
])('the folder of %s is not left', async (_title, exitCode, target) => {
  const folder = temporaryFolder();
  const run = await touchstone(['run', '--target', target, '--output', join(folder, 'out')], {cwd: folder});
  expect(run.exitCode).toBe(exitCode);
  expect(existsSync(join(folder, 'out'))).toBe(false);
});

test('what goes to a file or a pipe has no colours, also where CI is set, unless FORCE_COLOR asks for them', async () => {
  const cwd = temporaryFolder({'bad.yaml': 'suite: x\n'});
  const printed = async (env: Record<string, string>): Promise<string> => {
    const {stdout, stderr} = await startTouchstone(['check', 'bad.yaml'], {cwd, env}).finished;
    return stdout + stderr;
  };
  const [inCi, forced] = await Promise.all([printed({CI: 'true'}), printed({CI: 'true', FORCE_COLOR: '1'})]);
  expect(inCi).toContain('bad.yaml:1:1  a suite has no "cases"');
  expect(forced).toContain('\u001B[1mbad.yaml:1:1\u001B[22m');
});
