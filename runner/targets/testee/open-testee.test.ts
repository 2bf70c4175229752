// Every way in which a decoder can be wrong, told apart, with the innocent questions answered and no process left behind.
import {execFileSync, spawn} from 'node:child_process';
import {mkdtempSync, writeFileSync} from 'node:fs';
import {createServer, type AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterEach, expect, test} from 'vitest';
import {defaultBounds} from '../../../model/bounds.ts';
import type {TesteeAnswer, TesteePort, TesteeQuestion} from '../../../model/peer.ts';
import {newestProgram} from '../process/newest-program.ts';
import {openSocket} from './socket.ts';
import {openTestee} from './open-testee.ts';
import {endLeftByDecoders} from './testee-child.ts';

const packageRoot = resolve(import.meta.dirname, '../../..');
const bounds = {...defaultBounds, replyTimeoutMs: 2_000};
const opened: TesteePort[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(port => port.close()));
});

async function open(address: string, more: {readonly memoryBytesMax?: number} = {}): Promise<TesteePort> {
  const start = await openTestee(address, {bounds, packageRoot, ...more});
  if (start.kind !== 'started') throw new Error(start.detail);
  opened.push(start.port);
  return start.port;
}

async function refusal(address: string, connectTimeoutMs = 5_000): Promise<string> {
  const start = await openTestee(address, {bounds: {...bounds, connectTimeoutMs}, packageRoot});
  if (start.kind === 'started') opened.push(start.port);
  return start.kind === 'started' ? 'it started' : start.detail;
}

const peer = (name: string): string => `exec:'${process.execPath}' '${join(packageRoot, 'fixtures/peers', name)}.mjs'`;
const decode = (hex: string): TesteeQuestion => ({
  kind: 'decode',
  message: 'OverlayMeta',
  form: 'binary',
  bytes: Buffer.from(hex, 'hex'),
});
const encode: TesteeQuestion = {kind: 'encode', message: 'OverlayMeta', form: 'binary', value: {Type: 2}};
const type2: TesteeAnswer = {kind: 'value', value: {Type: 2}};
const details: TesteeAnswer = {kind: 'value', value: {Details: {VpnIp: 10}}};

interface Running {
  readonly group: number;
  readonly command: string;
}

/** Every process that runs; a dead one that nobody has buried yet does not. */
function running(): readonly Running[] {
  return execFileSync('ps', ['-eo', 'pgid,stat,args'], {encoding: 'utf8'})
    .split('\n')
    .map(line => /^\s*(\d+) (\S+)\s+(.*)$/.exec(line) ?? [])
    .filter(([line, , state]) => line !== undefined && !state?.startsWith('Z'))
    .map(([, group, , command]) => ({group: Number(group), command: command ?? ''}));
}

function processesWith(text: string): readonly Running[] {
  return running().filter(({command}) => command.includes(text));
}

test('a crash is blamed on the question that crashes alone; the others are answered', async () => {
  const port = await open(peer('crashes-on'));
  const answers = await Promise.all(
    ['1202080a', '0802', '1202080a', '0801', '1202080a'].map(hex => port.ask(decode(hex))),
  );
  const crash = {kind: 'broken', cause: 'crash', detail: 'The decoder ended with signal SIGABRT.'};
  expect(answers).toMatchObject([details, crash, details, crash, details]);
  expect(answers[1]).toHaveProperty('stderrTail', expect.stringContaining('crashes-on.mjs'));
});

test('OV-10 a crash repeats in a fresh process, and the port lives on', async () => {
  const port = await open(peer('crashes-on'));
  expect(await port.askFresh(decode('0802'))).toMatchObject({kind: 'broken', cause: 'crash'});
  expect(await port.askFresh(decode('1202080a'))).toEqual(details);
  expect(await port.ask(decode('1202080a'))).toEqual(details);
});

test('OV-09 a hang is blamed on the question that hangs alone', async () => {
  const port = await open(`${peer('hangs-on')} ff`);
  const timeoutMs = 500;
  const answers = await Promise.all(['0802', 'ff', '0802'].map(hex => port.ask(decode(hex), {timeoutMs})));
  const hang = {kind: 'broken', cause: 'hang', detail: 'The decoder gave no answer within 500 ms.'};
  expect(answers).toMatchObject([type2, hang, type2]);
});

test('a hanging decoder is gone when the port is closed', async () => {
  const mark = `ab${process.pid}`;
  const port = await open(`${peer('hangs-on')} ff ${mark}`);
  const hanging = port.ask(decode('ff'));
  await port.close();
  expect(await hanging).toMatchObject({kind: 'lost'});
  expect(processesWith(mark)).toEqual([]);
});

test('OV-14 growth past the bound is told once', async () => {
  if (process.platform !== 'linux') return;
  const port = await open(peer('eats-memory'), {memoryBytesMax: 300 * 1024 * 1024});
  let answer = await port.ask(encode);
  for (let count = 1; count < 60 && answer.kind !== 'broken'; count += 1) answer = await port.ask(encode);
  expect(answer).toMatchObject({
    kind: 'broken',
    cause: 'memory',
    detail: expect.stringMatching(/grew to \d+ MB; the bound is 300 MB/),
  });
});

test('OV-12 text between the frames is noise', async () => {
  const port = await open(peer('noise-on-stdout'));
  expect(await Promise.all([port.ask(decode('0802')), port.ask(encode)])).toMatchObject([
    {
      kind: 'broken',
      cause: 'noise',
      detail: String.raw`The decoder wrote text where a frame was due: "[debug] request 2: decode\n".`,
    },
    {
      kind: 'broken',
      cause: 'noise',
      detail: String.raw`The decoder wrote text where a frame was due: "[debug] request 2: encode\n".`,
    },
  ]);
});

test('OV-01 an announced frame of 4 GiB is refused', async () => {
  const port = await open(peer('announces-4gib'));
  expect(await port.ask(decode('0802'))).toMatchObject({
    kind: 'broken',
    cause: 'frame-too-large',
    detail: 'The decoder announced a frame of 4,294,967,295 bytes; frames above 4,194,304 bytes are refused.',
  });
});

test('OV-16 an answer under a foreign id is a bad answer', async () => {
  const port = await open(peer('foreign-id'));
  expect(await port.ask(decode('0802'))).toMatchObject({
    kind: 'broken',
    cause: 'bad-answer',
    detail: expect.stringMatching(/^The decoder answered under the id \d+, which no open question has\.$/),
  });
});

test('answers out of order reach their questions', async () => {
  const port = await open(peer('answers-out-of-order'));
  const asked = ['0802', '1202080a', '0802', '1202080a'].map(hex => port.ask(decode(hex)));
  expect(await Promise.all(asked)).toEqual([type2, details, type2, details]);
});

test('a flood on stderr blocks nobody', async () => {
  const port = await open(peer('floods-stderr'));
  expect(await port.ask(decode('0802'))).toEqual(type2);
});

test('OV-17 an answer that is no JSON value is a bad answer, and the others are answered', async () => {
  const port = await open(peer('echo-value-text'));
  expect(await port.ask(decode('0802'))).toMatchObject({
    kind: 'broken',
    cause: 'bad-answer',
    detail: 'The decoder answered a value that is not JSON: 0802 (hex).',
  });
  expect(await port.ask(encode)).toEqual({kind: 'encoded', bytes: Uint8Array.from(Buffer.from('{"Type":2}'))});
});

test('the program cat gives no right answer', async () => {
  const port = await open('exec:cat');
  expect(await port.ask(decode('0802'))).toMatchObject({kind: 'broken', cause: 'bad-answer'});
  expect(await port.ask(encode)).not.toMatchObject({kind: 'encoded'});
});

test('OV-13 a grandchild does not outlive the decoder', async () => {
  const mark = `ef${process.pid}`;
  const port = await open(`${peer('leaves-grandchild')} ${mark}`);
  expect(await port.ask(decode('0802'))).toEqual(type2);
  const [leader] = processesWith(`mjs ${mark}`);
  const family = (): readonly Running[] => running().filter(({group}) => group === leader?.group);
  expect(family()).toHaveLength(2);
  await port.close();
  await expect.poll(family).toEqual([]);
});

test.runIf(process.platform === 'linux')(
  'a grandchild in a session of its own is ended when all decoders are closed, and named',
  async () => {
    const port = await open(peer('detaches-grandchild'));
    expect(await port.ask(decode('0802'))).toEqual(type2);
    expect(endLeftByDecoders()).toEqual([]);
    await port.close();
    expect(endLeftByDecoders()).toEqual([
      expect.stringMatching(
        /^process \d+ \(.* detached\), which the decoder started outside its process group; it was ended$/,
      ),
    ]);
    await expect.poll(endLeftByDecoders).toEqual([]);
  },
);

test('a decoder that ends by itself between questions has crashed, whatever its exit code, and is started again', async () => {
  const port = await open(`${peer('ends-after')} 1 between`);
  const crash = {kind: 'broken', cause: 'crash', detail: expect.stringContaining('The decoder ended with exit code 0')};
  const answers: TesteeAnswer[] = [];
  for (let count = 0; count < 4; count += 1) answers.push(await port.ask(decode('0802')));
  expect(answers).toMatchObject([type2, crash, type2, crash]);
});

test.each([
  ['3', 'exit code 3'],
  ['SIGKILL', 'signal SIGKILL'],
])('how a decoder ended is said: %s', async (how, said) => {
  const port = await open(`${peer('ends-after')} 0 ${how}`);
  const detail = `The decoder ended with ${said}.`;
  expect(await port.ask(decode('0802'))).toMatchObject({kind: 'broken', cause: 'crash', detail});
});

test('a question that is overtaken by others and never answered is a hang', async () => {
  const port = await open(`${peer('swallows-one')} 2`);
  const timeoutMs = 500;
  await port.ask(decode('0802'));
  const swallowed = port.ask(decode('0802'), {timeoutMs});
  const over = new AbortController();
  void swallowed.finally(() => over.abort());
  while (!over.signal.aborted) await port.ask(decode('1202080a'));
  expect(await swallowed).toMatchObject({kind: 'broken', cause: 'hang'});
});

test('an idle connection may be closed', async () => {
  const server = createServer(socket => {
    socket.end();
  }).listen(0, '127.0.0.1');
  await new Promise(done => server.once('listening', done));
  const {port} = server.address() as AddressInfo;
  const opening = await openSocket({kind: 'tcp', host: '127.0.0.1', port, isLine: false}, 1_000);
  if (opening.kind === 'cannot-open') throw new Error(opening.detail);
  opening.channel.output.resume();
  expect(await opening.channel.ended).toEqual({how: 'closed the connection', isOrderly: true});
  server.close();
});

test('a given-up question is lost and disturbs no other', async () => {
  const port = await open(peer('answers-out-of-order'));
  const giveUp = new AbortController();
  const asked = [port.ask(decode('0802'), {signal: giveUp.signal}), port.ask(decode('1202080a'))];
  giveUp.abort();
  expect(await Promise.all(asked)).toEqual([
    {kind: 'lost', detail: 'The question was given up before its answer came.'},
    details,
  ]);
});

test('a closed port answers nothing', async () => {
  const port = await open(peer('swap-two-fields'));
  await port.close();
  expect(await port.ask(decode('0802'))).toEqual({kind: 'lost', detail: 'The decoder was closed before it was asked.'});
});

test('a decoder does not see the variables that are meant for touchstone', async () => {
  process.env['TOUCHSTONE_TEST_SECRET'] = 'secret';
  const script = `process.stderr.write(String(process.env.TOUCHSTONE_TEST_SECRET)); process.exit(1)`;
  expect(await refusal(`exec:'${process.execPath}' -e '${script}'`)).toMatch(/It said on stderr: undefined$/);
});

test('a decoder sees the end of its stdin when touchstone is killed', async () => {
  const mark = `cd${process.pid}`;
  const [file = '', ...flags] = newestProgram('runner/targets/testee/open-testee').toReversed();
  const script = `import {openTestee} from ${JSON.stringify(file)};
    const start = await openTestee(${JSON.stringify(`${peer('answers-out-of-order')} ${mark}`)}, {bounds: ${JSON.stringify(bounds)}, packageRoot: ''});
    process.stdout.write(start.kind); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, [...flags.toReversed(), '--input-type=module', '-e', script], {
    cwd: packageRoot,
  });
  await new Promise(done => child.stdout.once('data', done));
  expect(processesWith(`mjs ${mark}`)).toHaveLength(1);
  child.kill('SIGKILL');
  await expect.poll(() => processesWith(`mjs ${mark}`), {timeout: 10_000}).toEqual([]);
});

test('who answers frames wrongly after a while is told at once, though the line form was tried meanwhile', async () => {
  const asked = join(mkdtempSync(join(tmpdir(), 'touchstone-late-')), 'asked');
  const early = '1000000009070707070707070712050801120161';
  // The frame is answered when the line form has been asked for, by then in a second process.
  const script = `const fs = require("node:fs");
    process.stdin.once("data", data => data.includes("touchstone")
      ? fs.writeFileSync("${asked}", "")
      : setInterval(() => fs.existsSync("${asked}") && process.stdout.write(Buffer.from("${early}", "hex")), 20))`;
  const told = await refusal(`exec:'${process.execPath}' -e '${script}'`, 600_000);
  expect(told).toMatch(/is not a usable decoder: the decoder sent an answer under the id 506381209866536711/);
});

test.each([
  [
    peer('dies-at-once'),
    /is not a usable decoder: the decoder ended with exit code 3, asked in frames and in the line form alike\. It said on stderr: dies-at-once: the configuration file is missing$/,
  ],
  [
    peer('speaks-first'),
    /is not a usable decoder: the decoder sent an answer under the id 506381209866536711 when it had been asked under \d+: it speaks before it is spoken to, or does not echo the id of its question\.$/,
  ],
  [
    'exec:./no-such-decoder',
    /^The command "\.\/no-such-decoder" was not found: check the path, or the PATH that it is looked up in\.$/,
  ],
  [
    'exec:./package.json',
    /^The file "\.\/package\.json" is not executable: chmod \+x it, or name the program that runs it, e\.g\. exec:python3 \.\/package\.json\.$/,
  ],
  [
    'exec:echo hi',
    /asked in frames it ended with exit code 0, after 3 bytes that are not a whole answer: "hi\\n"; asked in the line form it answered the greeting "touchstone 1" with "hi"\.$/,
  ],
  [
    'module:./no-such.mjs',
    /^The module "\.\/no-such\.mjs" was not found: check the path, it is taken from the working folder\.$/,
  ],
  [
    'module:model/bounds.ts',
    /It said on stderr: The module \S+bounds\.ts exports no function "decode\(message, bytes\)"\.$/,
  ],
  [
    'unix:/no/such.sock',
    /^No decoder can be reached at unix:\/no\/such\.sock: there is no such socket; start the decoder first\.$/,
  ],
])('OV-21 %s cannot be started, with one sentence', async (address, sentence) => {
  expect(await refusal(address)).toMatch(sentence);
});

test('a silent program cannot be started', async () => {
  expect(await refusal('exec:sleep 60', 100)).toBe(
    'exec:sleep 60 is not a usable decoder: the decoder was silent for 300 ms, asked in frames and in the line form alike.',
  );
});

test('a port where nobody listens is told', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise(done => server.once('listening', done));
  const {port} = server.address() as AddressInfo;
  await new Promise(done => server.close(done));
  expect(await refusal(`tcp://127.0.0.1:${port}`)).toBe(
    `No decoder can be reached at tcp://127.0.0.1:${port}: nothing listens there.`,
  );
});

test.each([
  [
    'import x from "nothing-there"; export const decode = () => x;',
    "Cannot find package 'nothing-there' imported from ",
  ],
  ['\nthrow new Error("no license");', /no license \(at \S+decoder\.mjs:2:7\)$/],
  ['export function decode( {', 'Unexpected end of input'],
  ['const password = "p" hunter2;', /Unexpected identifier '…'$/],
  ['import {hunter2} from "./q.cjs";', /^Cannot find module '\S+q\.cjs' imported from \S+decoder\.mjs$/],
  ['process.exit(0);', 'it ended the process with exit code 0 before its functions could be called.'],
  ['await new Promise(() => undefined);', 'it awaits a promise at its top level that is never settled.'],
])('why the module "%s" cannot be loaded is said', async (source, why) => {
  const file = join(mkdtempSync(join(tmpdir(), 'touchstone-')), 'decoder.mjs');
  writeFileSync(file, source);
  const detail = await refusal(`module:${file}`);
  expect(detail).toContain(`It said on stderr: The module ${file} cannot be loaded: `);
  expect(detail.split('cannot be loaded: ')[1]).toMatch(why);
});
