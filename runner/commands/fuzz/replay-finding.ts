// `touchstone replay`: asks a decoder again what a finding was about, and says whether it still does wrong.
import {program} from '../../../base/text/program.ts';
import {defined} from '../../../base/json/defined.ts';
import {Option, type Command} from 'commander';
import {cameOnce, type FuzzFinding} from '../../../model/decoder-search.ts';
import type {Machine} from '../../../model/machine.ts';
import {overlayMessages, type TesteePort} from '../../../model/peer.ts';
import {tellingLines} from '../../../base/text/telling-lines.ts';
import {addressForms} from '../../../model/peers/transports.ts';
import {isOverlayMessage} from '../../overlay/message-schema.ts';
import {replayOnNode} from '../../execute/fuzz/node-search.ts';
import {judgeInput} from '../../overlay/judge-input.ts';
import {questionOf, readInput} from '../../overlay/read-input.ts';
import {shortHex} from '../../../base/text/hex.ts';
import {cutText, visibleLines, visibleText} from '../../../base/text/visible-text.ts';
import {collect, duration, readCommandLine, size} from '../words/command-line.ts';
import {readFinding, type FindingReading} from './finding-file.ts';
import {addressProblems} from './search-options.ts';
import {fuzzBoundsOf} from './open-peers.ts';
import {openSearchedNode} from './open-searched-node.ts';
import {renderInput} from './search-report.ts';

interface ReplayOptions {
  readonly peer?: string;
  readonly livePeer?: string;
  readonly targetFile?: string;
  readonly reference?: boolean;
  readonly fault?: readonly string[];
  readonly connectTimeout?: number;
  readonly replyTimeout?: number;
  readonly frameBytesMax?: number;
  readonly message?: string;
}

const dayMs = 86_400_000;

function configure(command: Command): Command {
  return command
    .name('replay')
    .description('Asks a decoder again what findings of touchstone fuzz were about.')
    .argument('<findings...>', 'the .json files of findings, or raw inputs')
    .option('--message <name>', 'what raw inputs are (default: the folder that they are in, as in a corpus)')
    .option('--peer <address>', `the decoder: ${addressForms('decoder')}`)
    .option('--live-peer <url>', 'the node, of a finding about one: nebula://HOST:PORT?ca=FILE&key=FILE')
    .option('--target-file <file>', 'the target file that names the node; with node:, each finding gets a fresh one')
    .option('--reference', 'the embedded reference decoder')
    .addOption(
      new Option('--fault <name>', 'with --reference: switch on a wrong behaviour (repeatable)').argParser(collect),
    )
    .addOption(new Option('--connect-timeout <time>', 'for a connection (default 5s)').argParser(duration(1, dayMs)))
    .addOption(
      new Option('--reply-timeout <time>', 'for one input (default: what the search waited, or 10s)').argParser(
        duration(10, dayMs),
      ),
    )
    .addOption(new Option('--frame-bytes-max <size>', 'of a frame (default 4MiB)').argParser(size(1024, 1024 ** 3)));
}

/** Runs the command: 0 all fixed, 1 one still fails, 2 bad input, 5 the decoder cannot be started, 6 one cannot be replayed. */
export async function main(argv: readonly string[], machine: Machine): Promise<number> {
  const line = readCommandLine<ReplayOptions>(argv, machine, configure);
  if (line.kind === 'stop') return line.exitCode;
  return replayFindings(line.operands, line.options, machine);
}

/** Asks again what these files are about; the exit code is that of the command. */
export async function replayFindings(
  files: readonly string[],
  options: ReplayOptions,
  machine: Machine,
): Promise<number> {
  const problems: string[] = [];
  const findings = files.flatMap(file => {
    const read = readAsked(machine, file, options.message);
    if (read.kind === 'finding') return [{file, finding: read.finding}];
    problems.push(`${file}: ${read.problem}`);
    return [];
  });
  const nodes = findings.filter(({finding}) => finding.sending !== undefined);
  if (nodes.length > 0 && nodes.length < findings.length)
    problems.push('some of these findings are about a node and some about a decoder: replay them one after the other');
  else if (findings.length > 0 || problems.length === 0) problems.push(...targetProblems(options, nodes.length > 0));
  if (problems.length > 0) {
    for (const problem of problems) machine.talk(`touchstone replay: ${visibleText(problem)}\n`);
    return 2;
  }
  if (nodes.length > 0) return replayNodes(machine, nodes, options);
  const address = options.peer?.trim() ?? machine.referencePeer(options.fault ?? []);
  const outcomes: Outcome[] = [];
  for (const {file, finding} of findings) {
    // Each in a decoder of its own: what an earlier finding left behind must not decide about this one.
    const replyTimeout = options.replyTimeout ?? finding.replyTimeoutMs;
    const bounds = fuzzBoundsOf({...options, ...defined({replyTimeout})});
    const start = await machine.openTestee(address, bounds);
    if (start.kind === 'cannot-start') {
      machine.talk(`touchstone replay: ${visibleLines(start.detail).join('\n')}\n`);
      return start.isWrongAddress ? 2 : 5;
    }
    const outcome = await replay(start.port, finding);
    await start.port.close();
    outcomes.push(outcome);
    machine.print(`${renderOutcome(file, finding, outcome)}\n`);
  }
  return exitCodeOf(outcomes);
}

/** Each finding gets a node of its own where the run starts it. */
async function replayNodes(
  machine: Machine,
  findings: readonly {readonly file: string; readonly finding: FuzzFinding}[],
  options: ReplayOptions,
): Promise<number> {
  const outcomes: Outcome[] = [];
  for (const {file, finding} of findings) {
    const opening = await openSearchedNode(machine, options, fuzzBoundsOf(options));
    if (opening.kind === 'cannot-open') {
      machine.talk(`touchstone replay: ${visibleLines(opening.why).join('\n')}\n`);
      return opening.exitCode;
    }
    const shown = await replayOnNode({port: opening.port, clock: machine.clock}, finding);
    await opening.port.close();
    const outcome = nodeOutcome(shown, finding);
    outcomes.push(outcome);
    machine.print(`${renderOutcome(file, finding, outcome)}\n`);
  }
  return exitCodeOf(outcomes);
}

function nodeOutcome(shown: Awaited<ReturnType<typeof replayOnNode>>, finding: FuzzFinding): Outcome {
  if (shown === 'gone')
    return {kind: 'cannot replay', why: 'the node answers no test packet before the finding is sent'};
  if (shown !== 'fine')
    return {
      kind: 'still fails',
      // It says no more of what comes before than that it was sent.
      now: finding.kind.startsWith(shown.kind) ? finding.kind : shown.kind,
      expected: shown.expected,
      got: shown.got,
      stderr: '',
    };
  return rightAnswer(finding);
}

function exitCodeOf(outcomes: readonly Outcome[]): number {
  if (outcomes.some(({kind}) => kind === 'still fails')) return 1;
  return outcomes.some(({kind}) => kind === 'cannot replay') ? 6 : 0;
}

/** Reads a finding, of a `.bin` the one beside it, and anything else as the raw bytes of a message. */
function readAsked(machine: Machine, file: string, message: string | undefined): FindingReading {
  const beside = file.replace(/\.bin$/, '.json');
  const isFinding = message === undefined && beside.endsWith('.json') && machine.files.exists(beside);
  if (isFinding || file.endsWith('.json')) {
    const text = machine.files.readText(isFinding ? beside : file);
    return text.kind === 'text' ? readFinding(text.text) : {kind: 'problem', problem: text.why};
  }
  const whole = machine.files.readWhole(file, rawBytesMax);
  if (whole.kind === 'unreadable') return {kind: 'problem', problem: whole.why};
  const {bytes} = whole;
  const name = message ?? folderNames(machine, file).find(isOverlayMessage) ?? '';
  if (!isOverlayMessage(name))
    return {
      kind: 'problem',
      problem: `it is a raw input, and nothing says of which message: give --message, one of ${overlayMessages.join(', ')}`,
    };
  const raw = {
    kind: rawKind,
    basis: 'protocol',
    causes: [rawKind],
    expected: '',
    got: '',
    decoder: '',
    seed: 0,
  } as const;
  return {kind: 'finding', finding: {...raw, message: name, way: 'binary', bytes, before: []}};
}

/** The name of the folder that a file is in: as it was given, and where that says nothing, as the system has it. */
function folderNames(machine: Machine, file: string): readonly string[] {
  return [file, machine.files.absolute(file)].map(path => path.split(/[\\/]/).at(-2) ?? '');
}

const rawBytesMax = 4 * 1024 * 1024;
/** Stands in the place of a finding's kind where an input is asked of which nobody said what is wrong with it. */
const rawKind = 'a raw input';

function targetProblems(options: ReplayOptions, isAboutNode: boolean): readonly string[] {
  const {peer, reference, fault, livePeer, targetFile} = options;
  const hasNode = livePeer !== undefined || targetFile !== undefined;
  if (isAboutNode)
    return hasNode && peer === undefined && reference !== true
      ? []
      : ['the finding is about a node: give --target-file FILE, or --live-peer nebula://HOST:PORT?ca=FILE&key=FILE'];
  if (hasNode) return ['the finding is about a decoder: give --peer ADDRESS or --reference, and no node'];
  if ((peer === undefined) === (reference !== true))
    return ['give either --peer ADDRESS or --reference: a finding names no decoder to start'];
  const problems = peer === undefined ? [] : addressProblems(peer);
  return fault !== undefined && reference !== true
    ? [...problems, '--fault belongs to the embedded reference: add --reference']
    : problems;
}

type Outcome =
  | {readonly kind: 'fixed'}
  | {
      readonly kind: 'still fails';
      readonly now: string;
      readonly expected: string;
      readonly got: string;
      /** The telling lines of it; empty unless the decoder broke. */
      readonly stderr: string;
    }
  | {readonly kind: 'cannot replay'; readonly why: string};

// What the file says of the expected answer is only shown; what is right, our model says anew.
async function replay(port: TesteePort, finding: FuzzFinding): Promise<Outcome> {
  for (const [at, earlier] of finding.before.entries()) {
    const answer = await port.ask(questionOf(earlier));
    if (answer.kind !== 'broken' && answer.kind !== 'lost') continue;
    const place = `input ${at + 1} of the ${finding.before.length} that come before it`;
    return {kind: 'cannot replay', why: `the decoder did not get as far as the input: at ${place}: ${answer.detail}`};
  }
  const answer = await port.ask(questionOf(finding));
  if (answer.kind === 'unsupported')
    return {
      kind: 'cannot replay',
      why: `the decoder says that it does not support this${answer.text.trim() === '' ? '' : `: ${answer.text}`}`,
    };
  if (answer.kind === 'lost') return {kind: 'cannot replay', why: answer.detail};
  const difference = judgeInput(finding, readInput(finding), answer);
  if (difference === undefined) return rightAnswer(finding);
  const {kind: now, expected, got} = difference;
  return {
    kind: 'still fails',
    now,
    expected,
    got,
    stderr: answer.kind === 'broken' ? tellingLines(answer.stderrTail) : '',
  };
}

/** A right answer shows that something is fixed only where the input alone has shown it, or with the inputs that come before it. */
function rightAnswer({kind, seed, isUnexamined}: FuzzFinding): Outcome {
  if (kind.includes(cameOnce)) return {kind: 'cannot replay', why: `${searchAgain} --seed ${String(seed)}`};
  if (isUnexamined === true) return {kind: 'cannot replay', why: `${neverAsked} --seed ${String(seed)} --time 10m`};
  return {kind: 'fixed'};
}

const neverAsked = `the search had no time to ask this input alone, so that a right answer to it proves nothing; search again: ${program} fuzz`;
const searchAgain = `this input alone did not show it in the search either, so that a right answer to it proves nothing; search again: ${program} fuzz`;

const textLengthMax = 400;

const rawWords = {fixed: 'RIGHT', 'still fails': 'FAILS', 'cannot replay': 'CANNOT REPLAY'} as const;

function renderOutcome(file: string, finding: FuzzFinding, outcome: Outcome): string {
  const isRaw = finding.kind === rawKind;
  const lines = [
    `${isRaw ? rawWords[outcome.kind] : outcome.kind.toUpperCase()}  ${visibleText(finding.kind)}  (${visibleText(file)})`,
  ];
  switch (outcome.kind) {
    case 'fixed':
      break;
    case 'cannot replay':
      lines.push(`    ${visibleText(outcome.why)}`);
      break;
    case 'still fails':
      if (outcome.now !== finding.kind) lines.push(`    ${isRaw ? '' : 'now '}it ${visibleText(outcome.now)}`);
      lines.push(
        ...renderInput(finding),
        `    expected  ${visibleText(cutText(shortHex(outcome.expected), textLengthMax))}`,
        `    got       ${visibleText(cutText(shortHex(outcome.got), textLengthMax))}`,
        ...(outcome.stderr === '' ? [] : [`    stderr    ${visibleText(outcome.stderr)}`]),
      );
  }
  return lines.join('\n');
}
