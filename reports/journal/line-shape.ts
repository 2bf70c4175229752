// What each line of a journal looks like; reports/journal/journal.schema.json is made from this.
import {journalSchemaVersion, staleKinds, vacuityKinds} from '../../model/journal.ts';
import type {JsonObject} from '../../model/json.ts';
import {requirementAreas, requirementLevels, requirementWays} from '../../model/requirement.ts';
import {errorCauses, failCauses, skipCauses, verdicts} from '../../model/verdict.ts';
import {
  amount,
  anything,
  anyObject,
  count,
  flag,
  list,
  mapOf,
  moment,
  object,
  oneOf,
  text,
  textLike,
  tuple,
  variants,
  type Shape,
} from './json-shape.ts';

const cause = oneOf(...skipCauses, ...errorCauses, ...failCauses);
const position = object({
  file: text,
  'isOfPackage?': flag,
  line: count,
  column: count,
  sourceLine: text,
  'sourceStart?': count,
});

const statement = object({
  id: text,
  area: oneOf(...requirementAreas),
  level: oneOf(...requirementLevels),
  observe: oneOf(...requirementWays),
  contested: flag,
  quote: text,
  'reading?': text,
  'source?': text,
  'notClaimed?': text,
});

const header = object({
  type: oneOf('header'),
  schema: count,
  tool: object({name: oneOf('touchstone'), version: text, node: text}),
  run: text,
  startedAt: moment,
  isSelfTest: flag,
  'isSearch?': flag,
  suites: object({digest: text, edition: text}),
  requirementsDigest: text,
  'contractDigest?': text,
  target: object({
    'hosting?': object({url: text, 'version?': text, isInsecure: flag}),
    'peer?': object({address: text, name: text, version: text, encodes: flag}),
    'livePeer?': object({address: text}),
  }),
  'dialect?': text,
  seed: count,
  planned: count,
  bounds: mapOf(amount),
  record: oneOf('failed', 'all', 'none'),
  'selection?': list(text),
  'options?': list(text),
  'shard?': object({index: count, count}),
  'mergedFrom?': list(text),
  'certifies?': object({profile: text}),
  'pinnedEdition?': text,
  'isRequiringAll?': flag,
  'isStrict?': flag,
  'maxWarnings?': count,
  'idle?': list(text),
  'statements?': list(statement),
  'isWithoutRecord?': flag,
  notes: list(text),
});

const finding = object({
  basis: oneOf('stated', 'usual'),
  path: text,
  message: text,
  'expected?': anything,
  'actual?': anything,
  'source?': position,
  'step?': count,
  'cause?': oneOf(...failCauses),
  'statement?': text,
});

const contextValues = mapOf(text);
const narrowing = object({
  left: contextValues,
  tried: list(object({context: contextValues, verdict: oneOf(...verdicts)})),
  'cut?': text,
});
const changeBeside = object({
  operation: text,
  'step?': count,
  what: text,
  path: text,
  'before?': anything,
  'after?': anything,
});

const property = object({
  seed: count,
  asked: count,
  done: count,
  skipped: count,
  floor: count,
  commands: mapOf(count),
  'contexts?': mapOf(count),
  'path?': text,
  'replayPath?': text,
  'cut?': text,
  'shrinkingCut?': text,
  'counterexample?': text,
  'story?': list(text),
  'promotable?': flag,
  'notPromotable?': text,
  'example?': anyObject,
});

const caseLine = object({
  type: oneOf('case'),
  id: text,
  title: text,
  suite: text,
  kind: oneOf('example', 'property', 'probe'),
  requirements: list(text),
  'digest?': text,
  verdict: oneOf(...verdicts),
  'cause?': cause,
  'detail?': text,
  'context?': contextValues,
  'narrowed?': narrowing,
  'changedBeside?': list(changeBeside),
  findings: list(finding),
  findingsOmitted: count,
  'source?': position,
  durationMs: amount,
  exchanges: count,
  bytesReceived: count,
  attempts: count,
  'property?': property,
  'newIn?': text,
  'known?': object({entry: text, reason: text, 'owner?': text, 'issue?': text, 'expires?': text}),
  'saved?': text,
  notes: list(text),
});

const body = variants('kind', {
  none: object({kind: oneOf('none')}),
  text: object({kind: oneOf('text'), text}),
  stored: object({
    kind: oneOf('stored'),
    sha256: textLike(/^[0-9a-f]{64}$/, 'a SHA-256 in hex'),
    bytes: count,
    'kept?': count,
    isText: flag,
    head: text,
  }),
});
const headers = list(tuple(text, text));
const http = object({
  kind: oneOf('http'),
  requestId: text,
  request: object({method: text, url: text, headers, body}),
  'reply?': object({status: count, headers, body, notes: list(text)}),
  'noReply?': object({cause, detail: text}),
});
const testee = object({
  kind: oneOf('testee'),
  question: oneOf('decode', 'encode'),
  message: text,
  form: oneOf('binary', 'json'),
  given: anything,
  answer: anyObject,
});
const live = object({kind: oneOf('live'), 'packet?': text, 'sent?': text, 'received?': text, 'arrival?': text});
const delivery = object({
  kind: oneOf('delivery'),
  inbox: text,
  arrival: text,
  'request?': object({method: text, path: text, headers, body}),
});

const exchange = object({
  type: oneOf('exchange'),
  case: text,
  attempt: count,
  index: count,
  phase: oneOf('arrange', 'act', 'clean-up'),
  'step?': count,
  'actor?': text,
  'operation?': text,
  durationMs: amount,
  exchange: variants('kind', {http, testee, live, delivery}),
});

const probe = object({type: oneOf('probe'), name: text, outcome: text, 'detail?': text});

const contractNote = object({operation: text, status: count, pointer: text, message: text, count, firstCase: text});
const footer = object({
  type: oneOf('footer'),
  endedAt: moment,
  durationMs: amount,
  counts: object(Object.fromEntries(verdicts.map(verdict => [verdict, count]))),
  skips: mapOf(count),
  'filtered?': count,
  lines: object({case: count, exchange: count, probe: count}),
  isInterrupted: flag,
  notRun: count,
  'stoppedAfter?': count,
  'gone?': text,
  exitCode: count,
  leftovers: list(text),
  contractNotes: list(contractNote),
  'baseline?': object({
    file: text,
    entries: count,
    knownRed: count,
    stale: list(object({kind: oneOf(...staleKinds), entry: text, cases: list(text), message: text})),
    isStaleAllowed: flag,
  }),
  'statuses?': mapOf(count),
  'vacuous?': list(object({kind: oneOf(...vacuityKinds), message: text, likely: text})),
  'search?': object({
    inputs: count,
    behaviours: count,
    'edges?': count,
    samples: list(object({ms: count, inputs: count, 'edges?': count, behaviours: count, findings: count})),
    decoders: list(object({name: text, answered: count, wrong: count, unusual: count})),
  }),
});

/** The shape of any line of a journal. */
export const journalShape: Shape = variants('type', {header, case: caseLine, exchange, probe, footer});

/** Gives the JSON Schema (2020-12) of one line of a journal. */
export function journalSchema(): JsonObject {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'One line of a touchstone journal (results.jsonl)',
    description: `Form ${journalSchemaVersion}. The first line is the header, the last one the footer; a journal without footer is incomplete.`,
    ...journalShape.schema,
  };
}
