// An example for every key of a suite file, by kind of mapping; docs/suite-keys.md shows them, and a test has `check` read each one.
import type {KeyTable} from '../base/yaml/yaml-place.ts';
import {
  authKeys,
  basicKeys,
  captureKeys,
  caseKeys,
  decodeKeys,
  defaultsKeys,
  deliveriesKeys,
  documentKeys,
  encodeKeys,
  eventuallyKeys,
  expectationKeys,
  fixedKeys,
  handshakeKeys,
  openidKeys,
  packetKeys,
  partKeys,
  receiveKeys,
  requestKeys,
  sendKeys,
  signatureKeys,
  stepKeys,
  suiteKeys,
  tableFileKeys,
  whereKeys,
} from '../runner/read/validate/suite-keys.ts';

/** What an example is: a whole suite, one case, or one step; a name of `templates` or a step is put into a case for the test. */
export type ExampleKind = 'suite' | 'case' | 'step';

/** One kind of mapping with an example for each of its keys. */
export interface KeySection {
  readonly title: string;
  readonly about: string;
  readonly keys: KeyTable;
  readonly kind: ExampleKind;
  readonly examples: {readonly [key: string]: string};
}

function section<Keys extends KeyTable>(
  title: string,
  about: string,
  keys: Keys,
  kind: ExampleKind,
  examples: {readonly [key in keyof Keys]: string},
): KeySection {
  return {title, about, keys, kind, examples};
}

/** Leaves out the keys that another section shows. */
function without<Keys extends KeyTable, Left extends keyof Keys>(keys: Keys, left: readonly Left[]): Omit<Keys, Left> {
  return Object.fromEntries(Object.entries(keys).filter(([key]) => !left.some(one => one === key))) as Omit<Keys, Left>;
}

const health = 'cases: [{id: up, steps: [{request: GET /health, expect: {status: 200}}]}]';
const get = 'steps: [{request: GET /notes, expect: {status: 200}}]';

/** Every section of the page. */
export const keySections: readonly KeySection[] = [
  section('A suite', 'One YAML file.', suiteKeys, 'suite', {
    suite: `suite: notes\n${health}`,
    title: `title: What the notes API promises\n${health}`,
    defaults: `defaults: {as: bob, base: /v2, status: 2xx}\n${health}`,
    vars: 'vars: {title: Milk, key: {env: TOUCHSTONE_KEY}}\ncases:\n  - id: titles\n    steps: [{request: "GET /notes?title=${vars.title}", expect: {status: 200}}]',
    setup: `setup:\n  - request: POST /notes\n    body: {title: common}\n    capture: {common: /id}\n    cleanup: {request: "DELETE /notes/\${common}"}\n${health}`,
    teardown: `teardown:\n  - request: DELETE /cache\n${health}`,
    cases: 'cases:\n  - id: the-server-is-up\n    steps: [{request: GET /health, expect: {status: 200}}]',
  }),
  section('defaults', 'What steps do that say nothing else.', defaultsKeys, 'suite', {
    as: `defaults: {as: bob}\n${health}`,
    base: `defaults: {base: /api/v2}\n${health}`,
    headers: `defaults: {headers: {Accept-Language: en}}\n${health}`,
    status: 'defaults: {status: 2xx}\ncases: [{id: up, steps: [{request: GET /health}]}]',
    cookies: `defaults: {cookies: true}\n${health}`,
  }),
  section('A case', 'An item of `cases`.', caseKeys, 'case', {
    id: `id: notes-are-listed\n${get}`,
    title: `id: notes-are-listed\ntitle: the owner of notes can list them\n${get}`,
    proves: `id: labels-are-listed\nproves: [LABEL-OPTION]\n${get}`,
    table:
      'id: titles-are-kept\ntable:\n  - {id: short, title: a}\n  - {id: long, title: a long title}\nsteps: [{request: POST /notes, body: {title: "${row.title}"}, expect: {body: {title: "${row.title}"}}}]',
    listen:
      'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox}\n    expect: {count: 1}',
    given:
      'id: a-repository-is-there\ngiven: {repo: {arrange: repository}}\nsteps: [{request: "GET /api/v1/repos/${repo.owner}/${repo.name}", expect: {status: 200}}]',
    steps: `id: notes-are-listed\n${get}`,
    needs: `id: notes-are-listed\nneeds: [webhooks]\n${get}`,
    variant: `id: notes-are-read-only\nvariant: read-only\n${get}`,
    exclusive: `id: the-theme-changes\nexclusive: [instance-settings]\n${get}`,
    destructive: `id: everything-is-deleted\ndestructive: true\n${get}`,
    tags: `id: notes-are-listed\ntags: [quick]\n${get}`,
    fixed: `id: the-whole-list\nfixed: {siblings: {is: none, because: it compares the whole list}}\n${get}`,
    contexts: `id: the-theme-changes\nexclusive: [instance-settings]\ncontexts: [owner, actor]\n${get}`,
    context:
      'id: an-issue-is-opened\ngiven: {repo: {arrange: repository}}\ncontext: {owner: organization}\nsteps: [{as: owner, request: "GET /api/v1/repos/${repo.owner}/${repo.name}", expect: {status: 200}}]',
    probe: `id: which-page-size\nprobe: true\n${get}`,
    skip: `id: notes-are-shared\nskip: comes with version 2\n${get}`,
    only: `id: notes-are-listed\nonly: true\n${get}`,
  }),
  section('fixed', 'Below the name of a dimension.', fixedKeys, 'case', {
    is: `id: the-whole-list\nfixed: {siblings: {is: none, because: it compares the whole list}}\n${get}`,
    because: `id: public-notes\nfixed: {visibility: {is: public, because: private notes are of another suite}}\n${get}`,
  }),
  section('table', 'Where the rows are in a file.', tableFileKeys, 'case', {
    from: 'id: titles-are-kept\ntable: {from: titles.csv}\nsteps: [{request: POST /notes, body: {title: "${row.title}"}, expect: {status: 201}}]',
    where:
      'id: short-titles-are-kept\ntable: {from: titles.csv, where: {kind: short}}\nsteps: [{request: POST /notes, body: {title: "${row.title}"}, expect: {status: 201}}]',
  }),
  section('A step that sends a request', 'An item of `steps`, `setup` or `teardown`.', stepKeys.request, 'step', {
    request: 'request: GET /notes\nexpect: {status: 200}',
    as: 'request: GET /notes\nas: bob\nexpect: {status: 200}',
    auth: 'request: GET /notes\nauth: none\nexpect: {status: 401}',
    query: 'request: GET /notes\nquery: {q: milk, tag: [a, b], page: 2}\nexpect: {status: 200}',
    headers: 'request: GET /notes\nheaders: {Accept-Language: en}\nexpect: {status: 200}',
    body: 'request: POST /notes\nbody: {title: Milk, tags: [a]}\nexpect: {status: 201}',
    text: 'request: POST /notes\ntext: plain words\nheaders: {Content-Type: text/markdown}\nexpect: {status: 201}',
    bytes: 'request: PUT /picture\nbytes: "89504e47"\nexpect: {status: 200}',
    file: 'request: PUT /picture\nfile: data/cat.png\nexpect: {status: 200}',
    form: 'request: POST /token\nform: {grant_type: client_credentials, client_id: alice}\nexpect: {status: 200}',
    multipart:
      'request: POST /files\nmultipart: {note: a picture, picture: {file: data/cat.png}}\nexpect: {status: 201}',
    follow: 'request: POST /orders\nbody: {item: tea}\nfollow: true\nexpect: {status: 200}',
    cookies: 'request: GET /basket\ncookies: true\nexpect: {status: 200}',
    expect: 'request: GET /notes/1\nexpect: {status: 200, body: {title: Milk}}',
    usual: 'request: POST /notes\nbody: {title: Milk}\nexpect: {status: 2xx}\nusual: {status: 201}',
    capture: 'request: POST /notes\nbody: {title: Milk}\nexpect: {status: 201}\ncapture: {id: /id}',
    cleanup:
      'request: POST /notes\nbody: {title: Milk}\nexpect: {status: 201}\ncapture: {id: /id}\ncleanup: {request: "DELETE /notes/${id}"}',
    eventually: 'request: GET /search?q=milk\neventually: {within: 10s}\nexpect: {body: {$count: 1}}',
  }),
  section('request as a mapping', '`request: {…}` instead of `request: GET /notes`.', requestKeys, 'step', {
    method: 'request: {method: PURGE, path: /cache}\nexpect: {status: 200}',
    path: 'request: {method: GET, path: /notes}\nexpect: {status: 200}',
    query: 'request: {method: GET, path: /notes, query: {page: 2}}\nexpect: {status: 200}',
    headers: 'request: {method: GET, path: /notes, headers: {Accept: text/csv}}\nexpect: {status: 200}',
    body: 'request: {method: POST, path: /notes, body: {title: Milk}}\nexpect: {status: 201}',
    text: 'request: {method: POST, path: /notes, text: words}\nexpect: {status: 201}',
    bytes: 'request: {method: PUT, path: /picture, bytes: "00ff"}\nexpect: {status: 200}',
    file: 'request: {method: PUT, path: /picture, file: data/cat.png}\nexpect: {status: 200}',
    form: 'request: {method: POST, path: /login, form: {user: alice}}\nexpect: {status: 200}',
    multipart: 'request: {method: POST, path: /files, multipart: {note: a picture}}\nexpect: {status: 201}',
  }),
  section(
    'A step that calls an operation',
    'Beside these keys it has all of the step above but `request`.',
    without(
      stepKeys.call,
      Object.keys(without(stepKeys.request, ['request'])) as (keyof typeof stepKeys.call)[],
    ) as Pick<typeof stepKeys.call, 'call' | 'params'>,
    'step',
    {
      call: 'call: getVersion\nexpect: {status: 200}',
      params: 'call: repoGet\nparams: {owner: alice, repo: notes}\nexpect: {status: 404}',
    },
  ),
  section('A part of multipart', 'A text, or a mapping for a file.', partKeys, 'step', {
    filename: 'request: POST /files\nmultipart: {picture: {filename: cat.txt, text: meow}}\nexpect: {status: 201}',
    type: 'request: POST /files\nmultipart: {picture: {filename: cat.txt, type: text/plain, text: meow}}\nexpect: {status: 201}',
    text: 'request: POST /files\nmultipart: {picture: {filename: cat.txt, text: meow}}\nexpect: {status: 201}',
    bytes: 'request: POST /files\nmultipart: {picture: {filename: cat.png, bytes: "89504e47"}}\nexpect: {status: 201}',
    file: 'request: POST /files\nmultipart: {picture: {file: data/cat.png}}\nexpect: {status: 201}',
  }),
  section('auth', 'How one step is signed; `none`, `basic` and `token` are words of their own.', authKeys, 'step', {
    token: 'request: GET /me\nauth: {token: "${vars.token}"}\nexpect: {status: 200}',
    basic: 'request: GET /me\nauth: {basic: {user: alice, password: "${vars.password}"}}\nexpect: {status: 200}',
    bearer: 'request: GET /me\nauth: {bearer: "${vars.token}"}\nexpect: {status: 200}',
    header: 'request: GET /me\nauth: {header: {X-Api-Key: "${vars.key}"}}\nexpect: {status: 200}',
    query: 'request: GET /me\nauth: {query: {api_key: "${vars.key}"}}\nexpect: {status: 200}',
    cookie: 'request: GET /me\nauth: {cookie: {sid: "${vars.sid}", theme: dark}}\nexpect: {status: 200}',
    signature: 'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}"}}\nexpect: {status: 200}',
  }),
  section('auth.basic', 'User name and password.', basicKeys, 'step', {
    user: 'request: GET /me\nauth: {basic: {user: alice, password: "${vars.password}"}}\nexpect: {status: 200}',
    password: 'request: GET /me\nauth: {basic: {user: bob, password: "${vars.password}"}}\nexpect: {status: 200}',
  }),
  section('auth.signature', 'An RSA signature as Chef clients write it.', signatureKeys, 'step', {
    user: 'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}"}}\nexpect: {status: 200}',
    key: 'request: GET /me\nauth: {signature: {user: bob, key: "${vars.pem}"}}\nexpect: {status: 200}',
    content:
      'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}", content: "00"}}\nexpect: {status: 401}',
    early: 'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}", early: 60m}}\nexpect: {status: 401}',
    late: 'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}", late: 60m}}\nexpect: {status: 401}',
    version:
      'request: GET /me\nauth: {signature: {user: alice, key: "${vars.pem}", version: "1.1"}}\nexpect: {status: 200}',
  }),
  section(
    'expect and usual',
    'What a reply, a delivery or an answer must be.',
    without(expectationKeys, ['answer', 'value', 'count', 'proves']),
    'step',
    {
      because:
        'request: GET /notes\nexpect: {because: a note of another user is listed, body: {$not: {$contains: {owner: bob}}}}',
      status: 'request: DELETE /notes/1\nexpect: {status: {$in: [200, 204]}}',
      headers: 'request: GET /notes\nexpect: {headers: {Content-Type: {$contains: json}, ETag: {$present: true}}}',
      body: 'request: GET /notes/1\nexpect: {body: {id: {$type: integer}, title: Milk, tags: [a, b]}}',
      at: 'request: GET /notes\nexpect: {at: {/0/title: Milk, "$[*].id": {$sorted: asc}}}',
      text: 'request: GET /robots.txt\nexpect: {text: {$contains: "Disallow: /admin"}}',
      html: 'request: GET /\nexpect: {html: {h1: [Notes], "a.next @href": ["/?page=2"]}}',
      xml: 'request: GET /feed.xml\nexpect: {xml: {"feed > entry > title": {$contains: Milk}}}',
      bytes: 'request: GET /picture\nexpect: {bytes: {$startsWith: "89504e47"}}',
      file: 'request: GET /picture\nexpect: {file: data/cat.png}',
      time: 'request: GET /notes\nexpect: {status: 200, time: 500ms}',
    },
  ),
  section(
    'expect, for several statements',
    'Where a case proves more than one.',
    {proves: expectationKeys.proves},
    'case',
    {
      proves:
        'id: labels\nproves: [LABEL-OPTION, LABEL-SCOPE]\nsteps:\n  - request: GET /labels\n    expect:\n      - {proves: LABEL-OPTION, status: 200}\n      - {proves: LABEL-SCOPE, body: {$count: 2}}',
    },
  ),
  section('capture', 'Below a name of yours; a text alone is a JSON Pointer.', captureKeys, 'step', {
    from: 'request: POST /token\nexpect: {status: 200}\ncapture: {token: {from: /access_token, redact: true}}',
    header: 'request: POST /notes\nexpect: {status: 201}\ncapture: {place: {header: Location}}',
    cookie: 'request: POST /login\nexpect: {status: 200}\ncapture: {sid: {cookie: sid}}',
    field: 'request: GET /login\nexpect: {status: 200}\ncapture: {csrf: {field: _csrf}}',
    html: 'request: GET /\nexpect: {status: 200}\ncapture: {next: {html: "a.next @href"}}',
    xml: 'request: GET /feed.xml\nexpect: {status: 200}\ncapture: {newest: {xml: "entry > id"}}',
    body: 'request: GET /nonce\nexpect: {status: 200}\ncapture: {nonce: {body: text}}',
    redact: 'request: POST /keys\nexpect: {status: 201}\ncapture: {key: {from: /key, redact: true}}',
  }),
  section('eventually', 'Around what is expected.', eventuallyKeys, 'step', {
    within: 'request: GET /jobs/1\neventually: {within: 30s}\nexpect: {body: {state: done}}',
  }),
  section(
    'A step that waits for webhooks',
    'An inbox is a name of `listen`.',
    {deliveries: stepKeys.deliveries.deliveries, count: expectationKeys.count},
    'case',
    {
      deliveries:
        'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox}\n    expect: {count: 1}',
      count:
        'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox}\n    expect: {count: {$gte: 1}}',
    },
  ),
  section('deliveries', 'Which ones, and how long they may take.', deliveriesKeys, 'case', {
    of: 'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox}\n    expect: {count: 1}',
    where:
      'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, where: {body: {event: created}}}\n    expect: {count: 1}',
    within:
      'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, within: 30s}\n    expect: {count: 1}',
    settle:
      'id: hooks-deliver-once\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, settle: 3s}\n    expect: {count: 1}',
  }),
  section('deliveries.where', 'A delivery counts when all of this holds.', whereKeys, 'case', {
    headers:
      'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, where: {headers: {x-event: created}}}\n    expect: {count: 1}',
    body: 'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, where: {body: {note: {title: "${case.name}"}}}}\n    expect: {count: 1}',
    at: 'id: hooks-deliver\nlisten: [inbox]\nsteps:\n  - {request: POST /hooks, body: {url: "${inbox.url}"}, expect: {status: 201}}\n  - deliveries: {of: inbox, where: {at: {/note/title: "${case.name}"}}}\n    expect: {count: 1}',
  }),
  section('A step that signs in through OpenID', 'See [openid](openid.md).', {openid: stepKeys.openid.openid}, 'case', {
    openid:
      'id: somebody-signs-in\nvariant: openid\nsteps:\n  - openid: {path: /login/openid, user: carol, groups: [staff]}\n    expect: {status: 200}',
  }),
  section('openid', 'Who signs in where.', openidKeys, 'case', {
    path: 'id: somebody-signs-in\nvariant: openid\nsteps: [{openid: {path: /login/openid, user: carol, groups: []}}, {request: GET /, expect: {status: 200}}]',
    user: 'id: somebody-signs-in\nvariant: openid\nsteps: [{openid: {path: /login/openid, user: carol, groups: []}}, {request: GET /, expect: {status: 200}}]',
    groups:
      'id: staff-signs-in\nvariant: openid\nsteps: [{openid: {path: /login/openid, user: carol, groups: [staff]}}, {request: GET /, expect: {status: 200}}]',
  }),
  section(
    'A step that reads an API document',
    'A Swagger 2.0 or OpenAPI 3 document of the server.',
    {document: stepKeys.document.document},
    'step',
    {
      document: 'document: {path: /openapi.json, names: true}\nexpect: {body: {$contains: notes}}',
    },
  ),
  section('document', 'What of it is looked at.', documentKeys, 'step', {
    path: 'document: {path: /openapi.json, names: true}\nexpect: {body: {$contains: notes}}',
    operation: 'document: {path: /swagger.json, operation: getVersion}\nexpect: {body: {method: GET}}',
    names: 'document: {path: /openapi.json, names: true}\nexpect: {body: {$contains: notes}}',
    misfits: 'document: {path: /openapi.json, misfits: true}\nexpect: {body: []}',
  }),
  section(
    'Steps for a decoder',
    'See [test your decoder](test-your-decoder.md).',
    {
      schema: stepKeys.schema.schema,
      decode: stepKeys.decode.decode,
      encode: stepKeys.encode.encode,
      roundtrip: stepKeys.roundtrip.roundtrip,
      answer: expectationKeys.answer,
      value: expectationKeys.value,
    },
    'step',
    {
      schema: 'schema: syntax\nexpect: {body: proto3}',
      decode: 'decode: {message: OverlayPing, hex: "0801"}\nexpect: {answer: value}',
      encode: 'encode: {message: OverlayPing, value: {Type: 1}}\nexpect: {answer: encoded}',
      roundtrip: 'roundtrip: {message: OverlayPing, value: {Type: 1}}',
      answer: 'decode: {message: OverlayPing, hex: "08"}\nexpect: {answer: reject}',
      value: 'decode: {message: OverlayPing, hex: "0801"}\nexpect: {answer: value, value: {Type: 1}}',
    },
  ),
  section('decode', 'What is handed to the decoder.', decodeKeys, 'step', {
    message: 'decode: {message: OverlayPing, hex: "0801"}\nexpect: {answer: value}',
    hex: 'decode: {message: OverlayPing, hex: "0801"}\nexpect: {answer: value}',
    hexRepeat: 'decode: {message: OverlayPing, hexRepeat: [["0801", 1000]]}\nexpect: {answer: value}',
    json: `decode: {message: OverlayPing, json: '{"Type": 1}'}\nexpect: {answer: value}`,
  }),
  section('encode and roundtrip', 'The value; `form` is only of `encode`.', encodeKeys, 'step', {
    message: 'encode: {message: OverlayPing, value: {Type: 1}}\nexpect: {answer: encoded}',
    value: 'encode: {message: OverlayPing, value: {Type: 1}}\nexpect: {bytes: "0801"}',
    form: 'encode: {message: OverlayPing, value: {Type: 1}, form: json}\nexpect: {answer: encoded}',
  }),
  section(
    'Steps for a live peer',
    'See [test your node](test-your-node.md).',
    {send: stepKeys.send.send, receive: stepKeys.receive.receive},
    'case',
    {
      send: 'id: ping\nsteps:\n  - send: {message: OverlayPing, value: {Type: 0, Time: "1"}}\n  - receive: {message: OverlayPing, within: 2s}\n    expect: {answer: message}',
      receive:
        'id: ping\nsteps:\n  - send: {message: OverlayPing, value: {Type: 0, Time: "1"}}\n  - receive: {message: OverlayPing, within: 2s}\n    expect: {answer: message, value: {Type: 1, Time: "1"}}',
    },
  ),
  section(
    'send',
    'One message, or bytes.',
    sendKeys,
    'case',
    sends({
      message: '{message: OverlayPing, value: {Type: 0}}',
      packet: '{packet: {type: test}, hex: "00"}',
      handshake: '{handshake: {}}',
      value: '{message: OverlayPing, value: {Type: 0}}',
      hex: '{message: OverlayPing, hex: "0800"}',
      hexRepeat: '{message: OverlayPing, hexRepeat: [["08", 10]]}',
      hexEach: '{message: OverlayPing, hexEach: ["0800", "0801"]}',
      client: '{message: OverlayPing, value: {Type: 0}, client: second}',
      survived: '{message: OverlayPing, hex: "08", survived: true}',
    }),
  ),
  section(
    'send.packet',
    'How the packet of a node differs from the everyday one.',
    packetKeys,
    'case',
    sends({
      type: '{packet: {type: test}, hex: "00"}',
      subtype: '{packet: {type: test, subtype: 1}, hex: "00"}',
      version: '{packet: {type: test, version: 2}, hex: "00"}',
      reserved: '{packet: {type: test, reserved: 1}, hex: "00"}',
      index: '{packet: {type: test, index: 1}, hex: "00"}',
      counter: '{packet: {type: test, counter: 1}, hex: "00"}',
      ahead: '{packet: {type: test, ahead: 3}, hex: "00"}',
      older: '{packet: {type: test, older: true}, hex: "00"}',
      damage: '{packet: {type: test, damage: tag}, hex: "00"}',
      again: '{packet: {again: 1}}',
      extra: '{packet: {type: test, extra: "00"}, hex: "00"}',
      bare: '{packet: {type: test, bare: true}, hex: "00"}',
      elsewhere: '{packet: {type: test, elsewhere: true}, hex: "00"}',
      relayed: '{packet: {type: test, relayed: true}, hex: "00"}',
      overlap: '{packet: {relayed: true, overlap: 1}, hex: ""}',
    }),
  ),
  section(
    'send.handshake',
    'How the first packet of a handshake differs from the everyday one.',
    handshakeKeys,
    'case',
    sends({
      answers: '{handshake: {answers: true}}',
      certificate: '{handshake: {certificate: expired}}',
      details: '{handshake: {details: {ips: []}}}',
      authority: '{handshake: {authority: restricted}}',
      time: '{handshake: {time: older}}',
      sameKey: '{handshake: {sameKey: true}}',
      index: '{handshake: {index: 7}}',
      payload: '{handshake: {payload: "00"}}',
      extra: '{handshake: {extra: "00"}}',
      zeroKey: '{handshake: {zeroKey: ephemeral}}',
      cut: '{handshake: {cut: 10}}',
    }),
  ),
  section('receive', 'What is waited for.', receiveKeys, 'case', {
    message: receives('{message: OverlayPing, within: 2s}'),
    packet: receives('{packet: test, within: 2s}'),
    client: receives('{message: OverlayPing, within: 2s, client: second}'),
    within: receives('{message: OverlayPing, within: 500ms}'),
  }),
];

function sends<Key extends string>(examples: {readonly [key in Key]: string}): {readonly [key in Key]: string} {
  return Object.fromEntries(
    Object.entries<string>(examples).map(([key, send]) => [
      key,
      `id: example\nsteps:\n  - send: ${send}\n  - receive: {message: OverlayPing, within: 2s}\n    expect: {answer: message}`,
    ]),
  ) as {readonly [key in Key]: string};
}

function receives(receive: string): string {
  return `id: example\nsteps:\n  - send: {message: OverlayPing, value: {Type: 0}}\n  - receive: ${receive}\n    expect: {answer: message}`;
}

/** What `${…}` can name, each with a step that uses it. */
export const templates: {
  readonly [name: string]: {readonly about: string; readonly example: string; readonly kind?: 'arrangement'};
} = {
  '${name}': {
    about:
      'A captured value, an output of `given`, or, as `${name.key}`, a part of one. Alone in a scalar it keeps its type.',
    example: 'request: GET /notes/${id}\nexpect: {body: {id: "${id}"}}',
  },
  '${row.KEY}': {
    about: 'A value of the row of a table.',
    example: 'request: GET /notes?q=${row.title}\nexpect: {status: 200}',
  },
  '${vars.NAME}': {
    about: 'A value of `--var`, `--var-file` or `vars:`.',
    example: 'request: GET /notes?q=${vars.title}\nexpect: {status: 200}',
  },
  '${case.name}': {
    about: 'A random name of the case, the same in all of its steps, so that cases can run at the same time.',
    example: 'request: POST /notes\nbody: {title: "${case.name}"}\nexpect: {status: 201}',
  },
  '${run.id}': {
    about: 'The id of the run, the same in all of its cases.',
    example: 'request: POST /notes\nbody: {title: "from ${run.id}"}\nexpect: {status: 201}',
  },
  '${random.name}': {
    about:
      'Ten random letters and digits (`${random.word}`: letters), new ones wherever it is written; only in an arrangement, as a case may need the same name twice.',
    example:
      'arrangement: note\ntitle: a note\ninputs:\n  title: {type: string, about: its title, default: "note ${random.name}"}\nsteps: [{as: alice, request: POST /notes, body: {title: "${title}"}, capture: {id: /id}}]\noutputs: {id: "${id}"}\ncleanup: {as: alice, request: "DELETE /notes/${id}"}',
    kind: 'arrangement',
  },
  '${now}': {
    about: 'The time of this machine, as an RFC 3339 date-time.',
    example:
      'request: POST /notes\nbody: {due: "${now}"}\nexpect: {body: {created_at: {$within: {of: "${now}", by: 5m}}}}',
  },
  '${existing.NAME.KEY}': {
    about: 'What `existing:` of the target file says is there already; without it, the case is skipped.',
    example: 'request: GET /notes/${existing.note.id}\nexpect: {status: 200}',
  },
  '${inbox.url}': {
    about: 'The address of an inbox of `listen`; `${inbox.secret}` is its secret.',
    example: 'request: POST /hooks\nbody: {url: "${inbox.url}", secret: "${inbox.secret}"}\nexpect: {status: 201}',
  },
  '${actors.NAME.login}': {
    about: 'The name of an account that acts; of roles, `${actors.owner.login}`.',
    example: 'request: GET /users/${actors.alice.login}\nexpect: {status: 200}',
  },
  '$${': {
    about: 'A literal `${`.',
    example: 'request: POST /notes\nbody: {title: "costs $${5}"}\nexpect: {status: 201}',
  },
};
