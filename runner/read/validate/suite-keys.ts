// Every key that a suite file may have: the one table that the reader, suites/suite.schema.json and editors go by.
import {schemaParts} from '../../../model/suite.ts';
import {certificateKinds, damages, sealedKinds, signingAuthorities, zeroKeys} from '../../../model/peers/sealed.ts';
import {signatureVersions} from '../../../model/suite.ts';
import type {KeyTable} from '../../../base/yaml/yaml-place.ts';

const text = {type: 'string', minLength: 1};
const texts = {type: 'array', items: text};
const ids = {type: 'array', items: text, minItems: 1, uniqueItems: true};
const id = {type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$', maxLength: 100};
const tree = {$ref: '#/$defs/tree'};
const matcher = {type: 'object', minProperties: 1, allOf: [tree]};
const anything = {};
const mapping = {type: 'object'};
const template = {type: 'string', pattern: '^\\$\\{.*\\}$'};
const wholeNumber = {anyOf: [{type: 'integer', minimum: 0}, template]};
const duration = {type: 'string', pattern: '^[0-9]+(\\.[0-9]+)?(ms|s|m)$'};
const expectation = {$ref: '#/$defs/expectation'};

export const suiteKeys = {
  suite: {
    about: 'Name of the suite; without it, the name of its file. Cases are known as SUITE/CASE.',
    schema: {type: 'string', pattern: '^[a-z0-9]+([-/][a-z0-9]+)*$'},
  },
  title: {about: 'What the suite is about, in a few words.', schema: text},
  defaults: {
    about: 'What its steps do that say nothing else: {as, base, headers, status, cookies}.',
    schema: {$ref: '#/$defs/defaults'},
  },
  vars: {
    about:
      'Name → value, `${vars.name}`; the target file, --var-file and --var give others. One may use others; {env: TOUCHSTONE_…} is a secret.',
    schema: mapping,
  },
  setup: {
    about: 'Steps that run once before the first case; what they capture is known in all cases.',
    schema: {type: 'array', minItems: 1, items: {$ref: '#/$defs/step'}},
  },
  teardown: {
    about: 'Steps that run once after the last case.',
    schema: {type: 'array', minItems: 1, items: {$ref: '#/$defs/step'}},
  },
  cases: {
    about: 'The cases of the suite. Their order never matters.',
    schema: {type: 'array', minItems: 1, items: {$ref: '#/$defs/case'}},
    required: true,
  },
} as const satisfies KeyTable;

/** Ours name themselves, so that an id leads to its file. */
export const ownSuiteKeys = {
  ...suiteKeys,
  suite: {...suiteKeys.suite, required: true},
  title: {...suiteKeys.title, required: true},
} as const satisfies KeyTable;

const commonCaseKeys = {
  id: {about: 'Stable id, unique in the suite.', schema: id, required: true},
  title: {
    about:
      'A claim about the target, e.g. "adding an exclusive label removes the other label of its scope"; may use ${row.…}. Without it, the words of the id.',
    schema: text,
  },
  proves: {
    about:
      'Ids of the statements that the case shows, e.g. those of requirements.yaml beside your suites. Only our own cases need one for `expect`.',
    schema: ids,
  },
  table: {
    about: 'One case per row; its id is case[row] and its values are ${row.…}.',
    schema: {anyOf: [{type: 'array', minItems: 1, items: {$ref: '#/$defs/row'}}, {$ref: '#/$defs/tableFile'}]},
  },
  listen: {
    about:
      'Names of webhook inboxes, opened before anything is arranged; ${name.url} and ${name.secret} are what a hook is created with.',
    schema: {type: 'array', items: text, minItems: 1, uniqueItems: true},
  },
  given: {
    about: 'Starting state: name → arrangement. Its outputs are ${name.output}.',
    schema: {type: 'object', additionalProperties: {$ref: '#/$defs/given'}},
  },
  steps: {
    about: 'Exchanges with the target, in order.',
    schema: {type: 'array', minItems: 1, items: {$ref: '#/$defs/step'}},
    required: true,
  },
  needs: {about: 'Capabilities of the target without which the case is skipped.', schema: texts},
  variant: {
    about: 'The variant of the target (the same one started with other settings) that the case speaks to.',
    schema: text,
  },
  exclusive: {about: 'Names of what must not run at the same time, e.g. instance-settings.', schema: texts},
  destructive: {
    about: 'The case changes the whole instance and runs only when that is allowed.',
    schema: {type: 'boolean'},
  },
  tags: {about: 'Words to select cases by.', schema: texts},
  fixed: {
    about: 'Dimensions of contexts in which the case has one value only: dimension → {is: VALUE, because: REASON}.',
    schema: {type: 'object', minProperties: 1, additionalProperties: {$ref: '#/$defs/fixed'}},
  },
  contexts: {
    about: 'Dimensions of contexts that a case with "exclusive" or "destructive" is open to all the same.',
    schema: {type: 'array', items: text, minItems: 1, uniqueItems: true},
  },
  context: {
    about:
      'The one context that the case runs in: dimension → value, e.g. {owner: organization}. touchstone promote writes it for what failed there.',
    schema: {type: 'object', minProperties: 1, additionalProperties: text},
  },
  probe: {about: 'The case is reported and never scored.', schema: {type: 'boolean'}},
} as const satisfies KeyTable;

/** Ours say in a sentence what they claim. */
export const ownCaseKeys = {
  ...commonCaseKeys,
  title: {...commonCaseKeys.title, required: true},
} as const satisfies KeyTable;

/** Users may leave cases out, and work on some alone. */
export const caseKeys = {
  ...commonCaseKeys,
  skip: {about: 'Why the case is not run; it counts as a skip that was asked for.', schema: text},
  only: {
    about:
      'true: cases that do not say so are left out. Where the variable CI is set, `run` refuses with exit code 6; `check --strict` reports it.',
    schema: {type: 'boolean'},
  },
} as const satisfies KeyTable;

export const fixedKeys = {
  is: {about: 'The value of the dimension.', schema: text, required: true},
  because: {about: 'Why the case says nothing elsewhere, in one sentence.', schema: text, required: true},
} as const satisfies KeyTable;

export const tableFileKeys = {
  from: {
    about:
      'A file below the folder of the suite that holds the rows: YAML or JSON, a list or a list under `rows:`, or CSV with the names of the columns in its first line.',
    schema: text,
    required: true,
  },
  where: {
    about: 'Keeps the rows whose keys equal these values; a list means any of them.',
    schema: {type: 'object', minProperties: 1},
  },
} as const satisfies KeyTable;

export const expectationKeys = {
  proves: {
    about: 'The statement of the case that this expectation is for; needed where the case proves several.',
    schema: text,
  },
  because: {
    about:
      'What is wrong where this expectation does not hold, as plain text: the finding says it in place of the matchers.',
    schema: text,
  },
  status: {
    about: 'Status of the reply: 201, a class such as 2xx, or a matcher.',
    schema: {
      anyOf: [
        {type: 'integer', minimum: 100, maximum: 599},
        {type: 'string', pattern: '^([1-5]xx|.*\\$\\{.*)$'},
        matcher,
      ],
    },
  },
  headers: {
    about: 'Header name → expected value or matcher.',
    schema: {type: 'object', minProperties: 1, additionalProperties: tree},
  },
  body: {about: 'The reply body as JSON: objects open, lists closed, matchers anywhere.', schema: tree},
  at: {
    about: 'JSON Pointer (begins with /) or JSONPath (begins with $) → expected value or matcher.',
    schema: {type: 'object', minProperties: 1, propertyNames: {pattern: '^[/$]'}, additionalProperties: tree},
  },
  text: {about: 'The reply body as text: a text or a matcher.', schema: {anyOf: [{type: 'string'}, matcher]}},
  bytes: {
    about: 'The reply body or the encoded bytes as lower-case hex, or a matcher over that.',
    schema: {anyOf: [{type: 'string'}, matcher]},
  },
  html: {
    about:
      'CSS selector → what the texts of the elements are that it selects on the page, a list; `a.next @href` selects an attribute.',
    schema: {type: 'object', minProperties: 1, additionalProperties: tree},
  },
  xml: {
    about:
      'The same of an XML document, which must be well-formed; `entry > media\\:title` selects a name with a colon.',
    schema: {type: 'object', minProperties: 1, additionalProperties: tree},
  },
  file: {about: 'A file below the folder of the suite that has exactly the bytes of the reply.', schema: text},
  time: {
    about: 'The longest time that the reply may take, from the first byte sent to the last one read, e.g. 500ms.',
    schema: duration,
  },
  answer: {
    about:
      'What an overlay peer answers: value, reject, encoded, unsupported, message, silence, or a matcher over these.',
    schema: {anyOf: [text, matcher]},
  },
  value: {
    about:
      'The overlay value, exact: what is not written is at its default or absent. $in lists several that are right. Beside an answer that may be a refusal or silence it is compared only where there is a value.',
    schema: tree,
  },
  count: {
    about: 'How many deliveries there are: a number, or a matcher.',
    schema: {anyOf: [{type: 'integer', minimum: 0}, {type: 'string', pattern: '^\\$\\{.*\\}$'}, matcher]},
  },
} as const satisfies KeyTable;

const expectKeys = {
  expect: {
    about:
      'What the record or a protocol standard states: a miss fails the case. A list where a step shows several statements.',
    schema: {anyOf: [expectation, {type: 'array', minItems: 1, items: expectation}]},
  },
  usual: {
    about: 'What known implementations do although nothing states it: a miss warns.',
    schema: {anyOf: [expectation, {type: 'array', minItems: 1, items: expectation}]},
  },
} as const satisfies KeyTable;

export const defaultsKeys = {
  as: {about: 'The actor.', schema: text},
  base: {
    about: 'What the paths of `request` begin with, e.g. /api/v2.',
    schema: {type: 'string', pattern: '^(/|\\$\\{)'},
  },
  headers: {about: 'Header fields of every request.', schema: mapping},
  status: {about: 'The status that is expected where a step says none.', schema: expectationKeys.status.schema},
  cookies: {about: 'true: every step keeps cookies, as `cookies: true` of a step says.', schema: {type: 'boolean'}},
} as const satisfies KeyTable;

const captureKey = {
  capture: {
    about:
      'Name → JSON Pointer into the reply body, or {from | header | cookie | field | html | xml | body, redact}; later steps use it as ${name}.',
    schema: {type: 'object', minProperties: 1, additionalProperties: {$ref: '#/$defs/capture'}},
  },
} as const satisfies KeyTable;

const bodyKeys = {
  body: {
    about:
      'JSON body of the request; {$file: PATH} is the content of a JSON or YAML file below the folder of the suite.',
    schema: anything,
  },
  text: {about: 'Body of the request as text.', schema: {type: 'string'}},
  bytes: {about: 'Body of the request as hex.', schema: {type: 'string'}},
  file: {
    about:
      'Body of the request: the bytes of a file below the folder of the suite. Its content type follows from its name; `headers` can say another.',
    schema: text,
  },
  form: {about: 'Fields of an application/x-www-form-urlencoded body.', schema: mapping},
  multipart: {
    about: 'Parts of a multipart/form-data body: a text each, or {filename, type, text | bytes | file}.',
    schema: {type: 'object', additionalProperties: {$ref: '#/$defs/part'}},
  },
} as const satisfies KeyTable;

const targetKeys = {
  query: {about: 'Query of the request; a list repeats its key.', schema: mapping},
  headers: {about: 'Header fields of the request.', schema: mapping},
  ...bodyKeys,
} as const satisfies KeyTable;

const httpKeys = {
  as: {
    about:
      'The role: owner, other, admin or anonymous; owner when left out. (alice and bob are the accounts of owner and other.)',
    schema: text,
  },
  auth: {about: 'How the request is signed instead of by the token of the actor.', schema: {$ref: '#/$defs/auth'}},
  ...targetKeys,
  follow: {
    about:
      'true: follows redirects within the server, at most 10; a number: at most so many. The last reply is judged. What leads to another server is not followed.',
    schema: {anyOf: [{type: 'boolean'}, {type: 'integer', minimum: 1, maximum: 20}]},
  },
  cookies: {
    about:
      'true: sends the cookies that earlier replies of the case set for this actor, and keeps those that the reply sets.',
    schema: {type: 'boolean'},
  },
  ...expectKeys,
  ...captureKey,
  cleanup: {
    about: 'A request that removes what this step makes, sent when its case ends; it may use what the step captures.',
    schema: {$ref: '#/$defs/step'},
  },
  eventually: {
    about: 'Asks again until everything holds, at most this long.',
    schema: {type: 'object', properties: {within: duration}, required: ['within'], additionalProperties: false},
  },
} as const satisfies KeyTable;

export const requestKeys = {
  method: {about: 'HTTP method, e.g. GET.', schema: {type: 'string', pattern: '^[A-Z]+$'}, required: true},
  path: {
    about: 'Path relative to the base URL, e.g. /api/v1/version.',
    schema: {type: 'string', pattern: '^(/|\\$\\{)'},
    required: true,
  },
  ...targetKeys,
} as const satisfies KeyTable;

export const decodeKeys = {
  message: {about: 'Name of the overlay message, e.g. OverlayPing.', schema: text, required: true},
  hex: {about: 'The bytes as hex.', schema: {type: 'string'}},
  hexRepeat: {
    about: 'Pairs of [hex, count] whose bytes are put one after the other.',
    schema: {type: ['array', 'string']},
  },
  json: {about: 'proto3 JSON text instead of bytes.', schema: {type: 'string'}},
} as const satisfies KeyTable;

export const valueKeys = {
  message: {about: 'Name of the overlay message.', schema: text, required: true},
  value: {about: 'The value, written as proto/testee.proto says.', schema: anything, required: true},
} as const satisfies KeyTable;

export const encodeKeys = {
  ...valueKeys,
  form: {about: 'json asks for proto3 JSON text instead of bytes.', schema: {enum: ['binary', 'json']}},
} as const satisfies KeyTable;

const clientKey = {
  about: 'Whose socket it is: each name of a case has one of its own. ${client.ip} and ${client.port} are its address.',
  schema: {type: 'string', pattern: '^[a-z][a-z0-9]*$'},
} as const;

/** How the packet of a node differs from the everyday one. */
export const packetKeys = {
  type: {
    about:
      'handshake, message, recvError, lightHouse, test, closeTunnel, control, or a number; lightHouse when left out.',
    schema: {anyOf: [text, {type: 'integer'}]},
  },
  subtype: {about: 'Subtype of the header.', schema: wholeNumber},
  version: {about: 'Version of the header; 1 when left out.', schema: wholeNumber},
  reserved: {about: 'The reserved bytes of the header; 0 when left out.', schema: wholeNumber},
  index: {about: 'Index of the tunnel at the node.', schema: wholeNumber},
  counter: {
    about: 'Counter of the message, as a text where it is above 2^53; the next one of the tunnel when left out.',
    schema: {anyOf: [wholeNumber, text]},
  },
  ahead: {about: 'How many counters are left out before this one.', schema: wholeNumber},
  older: {about: 'Seals it in the tunnel of this client before the latest one.', schema: {type: 'boolean'}},
  damage: {
    about:
      'What is spoiled once all else is right: a bit of tag, text or header; cut takes the last byte away, unsealed sends the payload as it is, key seals with another key, direction with the one that the node sends with.',
    schema: {anyOf: [{enum: damages}, template]},
  },
  again: {
    about: 'Sends a datagram of this client again, byte for byte: 1 is the last one, 2 the one before it.',
    schema: {type: 'integer', minimum: 1},
  },
  extra: {about: 'Hex that is added to the message, such as fields of a later release.', schema: {type: 'string'}},
  bare: {about: 'Sends the payload alone, without a header.', schema: {type: 'boolean'}},
  elsewhere: {about: 'Sends it from another port of ours.', schema: {type: 'boolean'}},
  relayed: {
    about: 'Sends the datagram through a relay to the node, which is set up first: in the clear, and authenticated.',
    schema: {type: 'boolean'},
  },
  overlap: {
    about: 'Of a datagram through a relay: so many bytes of its header (1) are those of its tag.',
    schema: {type: 'integer', minimum: 1, maximum: 1},
  },
} as const satisfies KeyTable;

/** How the first packet of a handshake differs from the everyday one. */
export const handshakeKeys = {
  answers: {
    about: 'Answers the last first packet that the node sent to this client, in the place of a first packet of ours.',
    schema: {type: 'boolean'},
  },
  certificate: {
    about: `The certificate that is shown: ${certificateKinds.join(', ')}.`,
    schema: {anyOf: [{enum: certificateKinds}, template]},
  },
  details: {
    about:
      'What the CA signs in the place of the everyday details: name, ips and subnets (pairs of address and mask as numbers), groups, notBefore, notAfter, isCa, curve.',
    schema: {type: 'object'},
  },
  authority: {
    about:
      'restricted: signed by the CA of the run that allows the groups servers and laptops, the network of the mesh, and the subnets 192.168.0.0/16 and 172.16.0.0/12; crossed: with its key, and the other CA as the issuer.',
    schema: {enum: signingAuthorities},
  },
  time: {
    about:
      'older (by a second), barely-older or barely-newer (by a nanosecond) than the last handshake of this client, same, or nanoseconds as a text; the time of day when left out.',
    schema: text,
  },
  sameKey: {about: 'Takes the ephemeral key of the last handshake of this client again.', schema: {type: 'boolean'}},
  index: {about: 'Index of the initiator; a new one when left out.', schema: wholeNumber},
  payload: {about: 'Hex of another payload.', schema: {type: 'string'}},
  extra: {about: 'Hex that is added to the payload, such as fields of a later release.', schema: {type: 'string'}},
  zeroKey: {about: 'The key in whose place zeroes are sent.', schema: {anyOf: [{enum: zeroKeys}, template]}},
  cut: {about: 'How many bytes after the header are sent.', schema: wholeNumber},
} as const satisfies KeyTable;

export const sendKeys = {
  message: {about: 'Name of the overlay message; none in packets of a node that carry no message.', schema: text},
  packet: {
    about: 'How the packet differs from the everyday one, where the peer is a node that seals its datagrams.',
    schema: {$ref: '#/$defs/packet'},
  },
  handshake: {
    about: 'Begins a tunnel with a node; {} is an everyday handshake.',
    schema: {$ref: '#/$defs/handshake'},
  },
  value: {about: 'The value to send, written as proto/testee.proto says.', schema: anything},
  hex: {about: 'The bytes to send as hex instead of a value.', schema: {type: 'string'}},
  hexRepeat: {
    about: 'Pairs of [hex, count] whose bytes are put one after the other, instead of a value.',
    schema: {type: ['array', 'string']},
  },
  hexEach: {
    about: 'A list of hex texts, or a template that gives one; each is a message of its own, sent one after the other.',
    schema: {type: ['array', 'string']},
  },
  client: clientKey,
  survived: {
    about:
      'Whether the peer is asked after each message something that it has answered before; where no answer comes any more, the case fails with the bytes that the peer died of.',
    schema: {type: 'boolean'},
  },
} as const satisfies KeyTable;

export const receiveKeys = {
  message: {about: 'Name of the overlay message; none in packets of a node that carry no message.', schema: text},
  packet: {
    about: 'The kind of packet that is waited for, where the peer is a node; lightHouse when left out.',
    schema: {enum: sealedKinds},
  },
  client: clientKey,
  within: {about: 'How long to wait, e.g. 2s.', schema: duration, required: true},
} as const satisfies KeyTable;

export const whereKeys = {
  headers: expectationKeys.headers,
  body: {about: 'The payload as JSON: objects open, lists closed, matchers anywhere.', schema: tree},
  at: expectationKeys.at,
} as const satisfies KeyTable;

export const deliveriesKeys = {
  of: {about: 'The inbox: a name under `listen`.', schema: text, required: true},
  where: {about: 'Which deliveries count; without it, all of them.', schema: {$ref: '#/$defs/where'}},
  within: {about: 'How long they may take; 10s when left out.', schema: duration},
  settle: {
    about: 'How long to listen on for one too many; 1s when left out, and none where `count` has only a lower bound.',
    schema: duration,
  },
} as const satisfies KeyTable;

export const documentKeys = {
  path: {
    about: 'Where the document is, relative to the base URL.',
    schema: {type: 'string', pattern: '^(/|\\$\\{)'},
    required: true,
  },
  operation: {
    about: 'operationId of proto/hosting.openapi.yaml: what the document says about it, as {method, path, body}.',
    schema: text,
  },
  names: {
    about: 'true: every name that the document uses, of path segments, operations and objects.',
    schema: {const: true},
  },
  misfits: {
    about:
      'true: what does not fit together in the document, each as a sentence: a place in a path without a parameter of its name, such a parameter without a place, an id of two operations.',
    schema: {const: true},
  },
} as const satisfies KeyTable;

export const openidKeys = {
  path: {
    about: 'Where the sign-in begins at the target, relative to the base URL.',
    schema: {type: 'string', pattern: '^(/|\\$\\{)'},
    required: true,
  },
  user: {about: 'User name at the provider; the target makes an account of it.', schema: text, required: true},
  groups: {
    about: 'Groups that the provider claims for the user this time.',
    schema: {type: ['array', 'string']},
    required: true,
  },
} as const satisfies KeyTable;

/** Kind of step (the key that says so) → all keys that such a step may have. */
export const stepKeys = {
  call: {
    call: {about: 'Calls an operation of proto/hosting.openapi.yaml by its operationId.', schema: text},
    params: {about: 'Path, query and header parameters of the operation by name.', schema: mapping},
    ...httpKeys,
  },
  request: {
    request: {
      about: 'Sends a request that names method and path itself: `POST /notes`, or both apart.',
      schema: {anyOf: [{type: 'string', pattern: '^\\S+[ \\t]+(/|\\$\\{)'}, {$ref: '#/$defs/request'}]},
    },
    ...httpKeys,
  },
  deliveries: {
    deliveries: {
      about: 'Waits for deliveries to a webhook inbox; what is expected of payload and headers holds for each of them.',
      schema: {$ref: '#/$defs/deliveries'},
    },
    ...expectKeys,
  },
  openid: {
    openid: {
      about: 'A user signs in at the target through the identity provider of the run, in a browser of their own.',
      schema: {$ref: '#/$defs/openid'},
    },
    ...expectKeys,
  },
  document: {
    document: {
      about: 'Reads the API document that the server publishes; skipped when it publishes none.',
      schema: {$ref: '#/$defs/document'},
    },
    ...expectKeys,
  },
  schema: {
    schema: {
      about: 'Looks at the schema that the decoder under test was built from; skipped when it does not say.',
      schema: {enum: schemaParts},
    },
    ...expectKeys,
  },
  decode: {
    decode: {about: 'Asks the decoder under test for the value of some bytes.', schema: {$ref: '#/$defs/decode'}},
    ...expectKeys,
    ...captureKey,
  },
  encode: {
    encode: {about: 'Asks the decoder under test for the bytes of a value.', schema: {$ref: '#/$defs/encode'}},
    ...expectKeys,
    ...captureKey,
  },
  roundtrip: {
    roundtrip: {
      about: 'Decodes our bytes of a value and encodes the value: both must keep it.',
      schema: {$ref: '#/$defs/value'},
    },
    ...expectKeys,
  },
  send: {send: {about: 'Sends one message to a live peer.', schema: {$ref: '#/$defs/send'}}},
  receive: {
    receive: {about: 'Waits for one message of a live peer.', schema: {$ref: '#/$defs/receive'}},
    ...expectKeys,
    ...captureKey,
  },
} as const satisfies {readonly [kind: string]: KeyTable};

export type StepKind = keyof typeof stepKeys;

/** Step kind → the expectation keys that can be observed in it. */
export const observableKeys: {readonly [kind in StepKind]: readonly (keyof typeof expectationKeys)[]} = {
  call: ['status', 'headers', 'body', 'at', 'text', 'html', 'xml', 'bytes', 'file', 'time'],
  request: ['status', 'headers', 'body', 'at', 'text', 'html', 'xml', 'bytes', 'file', 'time'],
  deliveries: ['count', 'headers', 'body', 'at'],
  openid: ['status', 'headers', 'text'],
  document: ['body', 'at'],
  schema: ['body', 'at'],
  decode: ['answer', 'value', 'at'],
  encode: ['answer', 'value', 'at', 'bytes'],
  roundtrip: ['value', 'at'],
  send: [],
  receive: ['answer', 'value', 'at', 'bytes', 'headers'],
};

/** Step kind → what can be answered to it. */
export const possibleAnswers: {readonly [kind in StepKind]: readonly string[]} = {
  call: [],
  request: [],
  deliveries: [],
  openid: [],
  document: [],
  schema: [],
  decode: ['value', 'reject', 'unsupported'],
  encode: ['encoded', 'reject', 'unsupported'],
  roundtrip: [],
  send: [],
  receive: ['message', 'silence'],
};

export const captureKeys = {
  from: {about: 'JSON Pointer into the reply body.', schema: {type: 'string', pattern: '^/'}},
  header: {about: 'Name of a header field of the reply.', schema: text},
  cookie: {about: 'Name of a cookie that the reply sets; its value is a secret from now on.', schema: text},
  field: {
    about:
      'Name of a field of a form on the page, such as a token against forged forms; its value is a secret from now on.',
    schema: text,
  },
  html: {
    about: 'CSS selector of an element of the page, or with @name of an attribute; the first one is taken.',
    schema: text,
  },
  xml: {about: 'The same of an XML document.', schema: text},
  body: {about: 'text takes the whole body.', schema: {const: 'text'}},
  redact: {about: 'The value is a secret from now on.', schema: {type: 'boolean'}},
} as const satisfies KeyTable;

/** A part of a multipart body that is a file. */
export const partKeys = {
  filename: {about: 'Name of the file; with `file`, its own when left out.', schema: {type: 'string'}},
  type: {
    about: 'Its content type; application/octet-stream when left out, and with `file` what its name says.',
    schema: {type: 'string'},
  },
  text: {about: 'Its content as text.', schema: {type: 'string'}},
  bytes: {about: 'Its content as hex.', schema: {type: 'string'}},
  file: {about: 'A file below the folder of the suite that has its content.', schema: text},
} as const satisfies KeyTable;

export const authKeys = {
  token: {about: 'A token in `Authorization: token`.', schema: text},
  basic: {
    about: 'User name and password.',
    schema: {
      type: 'object',
      properties: {user: {type: 'string'}, password: {type: 'string'}},
      required: ['user', 'password'],
      additionalProperties: false,
    },
  },
  bearer: {about: 'A token in `Authorization: Bearer`.', schema: text},
  header: {about: 'A header: its name → its value.', schema: {type: 'object', minProperties: 1, maxProperties: 1}},
  query: {
    about: 'A query parameter: its name → its value.',
    schema: {type: 'object', minProperties: 1, maxProperties: 1},
  },
  cookie: {
    about:
      'One cookie or several, name → value; what `capture: {sid: {cookie: NAME}}` captured, as "${sid}"; or the whole value of the Cookie header.',
    schema: {anyOf: [text, {type: 'object', minProperties: 1}]},
  },
  signature: {
    about:
      'An RSA signature over method, path and body (of a form with a file, the file), in the headers that Chef clients send.',
    schema: {$ref: '#/$defs/signature'},
  },
} as const satisfies KeyTable;

export const signatureKeys = {
  user: {about: 'User name of the signer.', schema: text, required: true},
  key: {about: 'The private key of the signer in PEM.', schema: text, required: true},
  content: {
    about: 'Hex of other bytes that are signed instead: a signature that does not fit.',
    schema: {type: 'string'},
  },
  early: {about: 'It says that it is signed so long after now, e.g. 20m.', schema: duration},
  late: {about: 'It says that it was signed so long before now, e.g. 20m.', schema: duration},
  version: {
    about: `The version of the form, which says what is signed and how: ${signatureVersions.join(', ')}; 1.3 where nothing is said.`,
    schema: {anyOf: [{enum: signatureVersions}, template]},
  },
} as const satisfies KeyTable;

export const basicKeys = {
  user: {about: 'User name.', schema: {type: 'string'}, required: true},
  password: {about: 'Password.', schema: {type: 'string'}, required: true},
} as const satisfies KeyTable;

export const eventuallyKeys = {
  within: {about: 'How long to keep asking, e.g. 10s.', schema: duration, required: true},
} as const satisfies KeyTable;

/** `auth` as one word. */
export const authWords = {token: 'actor-token', basic: 'actor-basic', none: 'none'} as const;
