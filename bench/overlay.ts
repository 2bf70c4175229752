// Measures how fast wire cases go through a decoder under test, beside a bare loop of the same frames; and how fast our own strict reader reads.
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {defaultBounds} from '../model/bounds.ts';
import {generateInput, type GeneratedInput} from '../runner/overlay/generate.ts';
import {judgeAnswer} from '../runner/overlay/judge-answer.ts';
import {readStrictly} from '../runner/overlay/strict-reader.ts';
import {openTestee} from '../runner/targets/testee/open-testee.ts';
import {Batch} from '../runner/targets/testee/batch.ts';
import {writeRequest} from '../runner/targets/testee/envelope.ts';
import {keepRows, median, printTable, root} from './measure.ts';

const rounds = 7;
const inputsCount = 10_000;
const inFlight = 64;
const decoder = [process.execPath, join(root, 'dist/reference-server/overlay/main.js'), '--testee'] as const;

// Nesting past what decoders of the field take ends some of them; here nobody is tested, so those inputs stay out.
const inputs = Array.from({length: inputsCount}, (_, index) => generateInput(1, index)).filter(
  ({bytes}) => bytes.length < 1_000,
);
const readerRates: number[] = [];
const bareRates: number[] = [];
const judgedRates: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  readerRates.push(await perSecond(inputs, readingLoop()));
  bareRates.push(await perSecond(inputs, bareLoop()));
  judgedRates.push(await perSecond(inputs, await judgedLoop()));
}
const bare = median(bareRates);
printTable(
  `${String(inputs.length)} generated inputs, a third of them mutated, medians of ${String(rounds)} rounds, in turn`,
  ['', 'per second', 'of the bare loop'],
  [
    row(`bare loop over a pipe, ${String(inFlight)} frames in flight`, bare),
    row('asked through exec: and judged, as a run does', median(judgedRates)),
    row('strict reader alone, in process', median(readerRates)),
  ],
);
keepRows([
  {
    what: 'wire cases asked and judged, to the bare loop, in `overlay.ts`',
    ratio: median(judgedRates) / bare,
    isRate: true,
  },
  {what: 'strict reader alone, to the bare loop', ratio: median(readerRates) / bare, isRate: true},
]);

function row(name: string, rate: number): readonly string[] {
  return [name, Math.round(rate).toLocaleString('en-US'), `${(rate / bare).toFixed(2)} ×`];
}

/** Runs a loop over all inputs; the loop has its decoder started and warm before the clock starts. */
async function perSecond(all: readonly GeneratedInput[], loop: Loop): Promise<number> {
  await loop.run(all.slice(0, 1_000));
  const startedMs = performance.now();
  await loop.run(all);
  const seconds = (performance.now() - startedMs) / 1_000;
  await loop.end();
  return all.length / seconds;
}

interface Loop {
  run(inputs: readonly GeneratedInput[]): Promise<void>;
  end(): Promise<void>;
}

function readingLoop(): Loop {
  return {
    run: some => {
      for (const {message, bytes} of some) readStrictly(message, bytes);
      return Promise.resolve();
    },
    end: () => Promise.resolve(),
  };
}

async function judgedLoop(): Promise<Loop> {
  const [command, ...args] = decoder;
  const start = await openTestee(`exec:'${command}' ${args.map(word => `'${word}'`).join(' ')}`, {
    bounds: defaultBounds,
    packageRoot: root,
  });
  if (start.kind === 'cannot-start') throw new Error(start.detail);
  const {port} = start;
  const work = async (queue: GeneratedInput[]): Promise<void> => {
    for (let input = queue.pop(); input !== undefined; input = queue.pop()) {
      const {message, bytes} = input;
      const answer = await port.ask({kind: 'decode', message, form: 'binary', bytes});
      const difference = judgeAnswer(message, bytes, readStrictly(message, bytes), answer);
      if (difference !== undefined) throw new Error(`the reference decoder ${difference.kind}: ${difference.got}`);
    }
  };
  return {
    run: async some => {
      const queue = [...some];
      await Promise.all(Array.from({length: inFlight}, () => work(queue)));
    },
    end: () => port.close(),
  };
}

// Nothing but frames: written as soon as one comes back, and counted.
function bareLoop(): Loop {
  const [command, ...args] = decoder;
  const child = spawn(command, args, {stdio: ['pipe', 'pipe', 'inherit']});
  const gone = new Promise<void>(resolve => child.once('exit', () => resolve()));
  return {
    run: some =>
      new Promise(resolve => {
        let sent = 0;
        let answered = 0;
        let rest: Buffer = Buffer.alloc(0);
        const batch = new Batch();
        const send = (): void => {
          const input = some[sent];
          if (input === undefined) return;
          sent += 1;
          writeRequest(batch, sent, {kind: 'decode', form: 'binary', ...input});
          child.stdin.write(batch.take());
        };
        const take = (chunk: Buffer): void => {
          const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
          let at = 0;
          while (bytes.length - at >= 4 && bytes.length - at - 4 >= bytes.readUInt32LE(at)) {
            at += 4 + bytes.readUInt32LE(at);
            answered += 1;
            send();
          }
          rest = bytes.subarray(at);
          if (answered < some.length) return;
          child.stdout.off('data', take);
          resolve();
        };
        child.stdout.on('data', take);
        for (let count = 0; count < inFlight; count += 1) send();
      }),
    end: async () => {
      child.stdin.end();
      await gone;
    },
  };
}
