// Groups the inputs on which decoders differ by who agrees with whom, so that a thousand differences read as a few.
import {cutText} from '../../../base/text/cut-text.ts';
import type {FuzzCluster, FuzzInput, FuzzShares} from '../../../model/decoder-search.ts';
import {jsonText, type JsonObject} from '../../../model/json.ts';
import {featureWords} from '../../overlay/feature-words.ts';
import {hexOf} from '../../../base/text/hex.ts';
import {readBack} from '../../overlay/read-input.ts';
import {malformations, openPoints, readValueOf, type Reading} from '../../overlay/reading.ts';
import {valueFromText} from '../../overlay/value-text.ts';
import type {Difference} from '../../overlay/judge-answer.ts';
import {fuzzShares} from './shares.ts';
import {asExpected, type GivenAnswer} from './behaviour.ts';

/** The clusters of one search. */
export interface FuzzClusters {
  add(input: FuzzInput, reading: Reading, answers: readonly GivenAnswer[]): void;
  /** Counts an answer of the decoder at this place that had to be another. */
  wrong(at: number, basis: Difference['basis']): void;
  /** The most frequent first. */
  all(): readonly FuzzCluster[];
  shares(): FuzzShares;
}

const clustersMax = 500;

/** Makes an empty set of clusters for these decoders, in the order in which their answers will come. */
export function fuzzClusters(decoders: readonly string[]): FuzzClusters {
  const clusters = new Map<string, FuzzCluster>();
  const shares = fuzzShares(decoders);
  return {
    wrong: shares.wrong,
    shares: shares.all,
    add: (input, reading, answers) => {
      const words = answers.map(answer => wordsOf(input, reading, answer));
      shares.compare(words.map(word => (isAnswer(word) ? word : undefined)));
      // Who did not take part differs from nobody.
      const [first, ...others] = words.filter(isAnswer);
      if (others.every(word => word === first)) return;
      const about = aboutOf(input, reading);
      const key = `${about} ${partitionOf(words)}`;
      const cluster = clusters.get(key);
      if (cluster === undefined) {
        if (clusters.size < clustersMax)
          clusters.set(key, {about, groups: groupsOf(decoders, words), example: input, count: 1});
      } else if (input.bytes.length < cluster.example.bytes.length) {
        clusters.set(key, {...cluster, groups: groupsOf(decoders, words), example: input, count: cluster.count + 1});
      } else {
        cluster.count += 1;
      }
    },
    all: () => [...clusters.values()].sort((a, b) => b.count - a.count),
  };
}

/** The answer as far as it can be compared: every refusal is the same answer, and values are equal when they mean the same. */
function wordsOf(input: FuzzInput, reading: Reading, answer: GivenAnswer): string {
  if (answer === asExpected) return valueWords(readValueOf(reading)?.value);
  if (typeof answer === 'number') return refusalWords;
  switch (answer.kind) {
    case 'value': {
      const checked = valueFromText(input.message, answer.value);
      return checked.kind === 'value' ? valueWords(checked.value) : 'an impossible value';
    }
    case 'reject':
      return refusalWords;
    case 'broken':
      return answer.cause;
    case 'encoded': {
      const back = readValueOf(readBack(input, answer.bytes));
      return back === undefined ? 'something malformed' : valueWords(back.value);
    }
    case 'unsupported':
    case 'lost':
      return answer.kind;
  }
}

const refusalWords = 'a refusal';

function valueWords(value: JsonObject | undefined): string {
  return `the value ${jsonText(value ?? null)}`;
}

function aboutOf(input: FuzzInput, reading: Reading): string {
  if (reading.kind === 'reject') return malformations[reading.why];
  if (reading.kind === 'open') return openPoints[reading.why].text;
  return `${input.way === 'encode' || input.way === 'encode-json' ? 'to be written: ' : ''}${featureWords(input)}`;
}

/** `0 0 1`: the first two agree, the third does not. A refusal is told apart from values, values only from each other. */
function partitionOf(words: readonly string[]): string {
  const seen = [...new Set(words)];
  return words.map(word => `${seen.indexOf(word)}${word.startsWith('the value') ? 'v' : word}`).join(' ');
}

/** Declining, or losing a question, is no answer. */
function isAnswer(word: string): boolean {
  return word !== 'unsupported' && word !== 'lost';
}

const answerLengthMax = 160;

function groupsOf(decoders: readonly string[], words: readonly string[]): FuzzCluster['groups'] {
  return [...new Set(words.filter(isAnswer))].map(word => ({
    decoders: decoders.filter((_, index) => words[index] === word),
    answer: cutText(word, answerLengthMax),
  }));
}

/** Shows an example shortly. */
export function exampleText({message, way, bytes}: FuzzInput): string {
  if (way !== 'binary')
    return `${message} ${Buffer.from(bytes.subarray(0, 96)).toString('utf8')}${bytes.length > 96 ? '…' : ''}`;
  return `${message} ${bytes.length === 0 ? '-' : hexOf(bytes.subarray(0, 48))}${bytes.length > 48 ? '…' : ''}`;
}
