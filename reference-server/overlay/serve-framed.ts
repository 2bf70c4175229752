// Serves the framed form of testee.proto on one pair of streams, answering everything that one chunk asked in one write.
import type {Readable, Writable} from 'node:stream';
import {type Answer, readRequest, writeResponse} from './envelope.ts';
import {frameBytesMax, frameReader, writeFrame} from './frames.ts';
import type {OverlayRules} from './rules/overlay-rules.ts';
import {answerRequest, patience} from './testee.ts';

/** Serves until the input ends; throws a full sentence when the input is no testee conversation. */
export async function serveFramed(rules: OverlayRules, input: Readable, output: Writable): Promise<void> {
  const readFrames = frameReader('u32le');
  const tooLate = patience(rules);
  for await (const chunk of input) {
    if (tooLate()) return;
    const answers = readFrames(chunk as Buffer).map(frame => answerFrame(rules, frame));
    if (answers.length > 0 && !output.write(Buffer.concat(answers))) await drained(output);
  }
}

function answerFrame(rules: OverlayRules, frame: Uint8Array): Buffer {
  const request = readRequest(frame);
  const response = writeResponse(request.id, answerRequest(rules, request));
  if (response.length <= frameBytesMax) return writeFrame(response, 'u32le');
  return writeFrame(writeResponse(request.id, tooLarge), 'u32le');
}

const tooLarge: Answer = {kind: 'unsupported', text: `The answer does not fit into a frame of ${frameBytesMax} bytes.`};

/** Waits until a stream takes more, or is gone. */
export function drained(output: Writable): Promise<void> {
  return new Promise(resolve => {
    const settle = (): void => {
      output.off('drain', settle).off('close', settle);
      resolve();
    };
    output.once('drain', settle).once('close', settle);
    if (output.destroyed) settle();
  });
}
