import {expect, test} from 'vitest';
import {renderProblems} from '../../../base/yaml/render-problems.ts';
import {readTestSuite} from '../../../test/support/read-our-suites.ts';

const params = 'params: {owner: a, repo: b, index: 1}';

const goodStep = `- {call: issueGetLabels, ${params}, expect: {status: 200}}`;

/** A suite of one case with the steps, more lines of the case, and what it proves. */
function aSuite(steps: string, more = '', proves = '    proves: [LABEL-SCOPE]\n'): string {
  const indented = steps.split('\n').map(line => `      ${line}\n`);
  return `suite: labels\ntitle: Labels\ncases:\n  - id: one\n    title: a claim\n${proves}${more}    steps:\n${indented.join('')}`;
}

function expecting(expectation: string): string {
  return aSuite(`- call: issueGetLabels\n  ${params}\n  expect: ${expectation}`);
}

function decoding(decode: string, expectation = 'expect: {answer: value}'): string {
  return aSuite(`- decode: ${decode}\n  ${expectation}`);
}

type Broken = readonly [what: string, rendered: string, text: string, tables?: {readonly [path: string]: string}];

const broken: readonly Broken[] = [
  [
    'unknown key of a suite',
    `
labels.yaml:9:1  unknown key "cases2" in a suite  did you mean "cases"?
  9 | cases2: []
    | ^

1 problem in 1 file
`,
    aSuite(goodStep) + 'cases2: []\n',
  ],
  [
    'missing keys',
    `
labels.yaml:1:1  a suite has no "title"  add "title:"
  1 | suite: labels
    | ^

labels.yaml:3:5  a case has no "title"  add "title:"
  3 |   - id: one
    |     ^

labels.yaml:3:5  a case has no "steps"  add "steps:"
  3 |   - id: one
    |     ^

3 problems in 1 file
`,
    'suite: labels\ncases:\n  - id: one\n',
  ],
  [
    'YA-10 unknown key of a case',
    `
labels.yaml:7:5  unknown key "tabel" in a case  did you mean "table"?
  7 |     tabel: []
    |     ^

1 problem in 1 file
`,
    aSuite(goodStep, '    tabel: []\n'),
  ],
  [
    'unknown key of a step',
    `
labels.yaml:10:9  unknown key "expct" in a "call" step  did you mean "expect"?
  10 |         expct: {status: 200}
     |         ^

1 problem in 1 file
`,
    aSuite(`- call: issueGetLabels\n  ${params}\n  expct: {status: 200}\n  usual: {status: 200}`),
  ],
  [
    'unknown key of an expectation',
    `
labels.yaml:10:18  unknown key "stauts" in "expect"  did you mean "status"?
  10 |         expect: {stauts: 200}
     |                  ^

1 problem in 1 file
`,
    expecting('{stauts: 200}'),
  ],
  [
    'unknown operation',
    `
labels.yaml:8:16  unknown operation "issueAddLabels"  did you mean "issueAddLabel"?
  8 |       - {call: issueAddLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 200}}
    |                ^

1 problem in 1 file
`,
    aSuite(`- {call: issueAddLabels, ${params}, expect: {status: 200}}`),
  ],
  [
    'unknown requirement',
    `
labels.yaml:6:14  unknown requirement "LABEL-SCOPES"  did you mean "LABEL-SCOPE"?
  6 |     proves: [LABEL-SCOPES]
    |              ^

1 problem in 1 file
`,
    aSuite(goodStep, '', '    proves: [LABEL-SCOPES]\n'),
  ],
  [
    'unknown actor',
    `
labels.yaml:8:14  unknown actor "alcie"  did you mean "alice"?
  8 |       - {as: alcie, call: issueGetLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 20…
    |              ^

1 problem in 1 file
`,
    aSuite(`- {as: alcie, call: issueGetLabels, ${params}, expect: {status: 200}}`),
  ],
  [
    'unknown arrangement',
    `
labels.yaml:7:29  unknown arrangement "repo"  did you mean "repository"?
  7 |     given: {repo: {arrange: repo}}
    |                             ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {repo: {arrange: repo}}\n'),
  ],
  [
    'unknown input',
    `
labels.yaml:7:41  arrangement "repository" has no input "nmae"  did you mean "name"?
  7 |     given: {repo: {arrange: repository, nmae: x}}
    |                                         ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {repo: {arrange: repository, nmae: x}}\n'),
  ],
  [
    'unknown input of a name that every object of JavaScript has',
    `
labels.yaml:7:41  arrangement "repository" has no input "constructor"  the inputs are: name, private
  7 |     given: {repo: {arrange: repository, constructor: x}}
    |                                         ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {repo: {arrange: repository, constructor: x}}\n'),
  ],
  [
    'missing input',
    `
labels.yaml:7:30  arrangement "issue" needs the input "repo" (the repository)  add "repo:"
  7 |     given: {issue: {arrange: issue}}
    |                              ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {issue: {arrange: issue}}\n'),
  ],
  [
    'input of the wrong type',
    `
labels.yaml:7:50  input "private" must be true or false, not the text "no"  write true or false
  7 |     given: {repo: {arrange: repository, private: "no"}}
    |                                                  ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {repo: {arrange: repository, private: "no"}}\n'),
  ],
  [
    'unknown parameter and missing path parameter',
    `
labels.yaml:8:16  operation issueGetLabels needs the path parameter "index"  add "index:" below "params:"
  8 |       - {call: issueGetLabels, params: {owner: a, repo: b, idnex: 1}, expect: {status: 200}}
    |                ^

labels.yaml:8:60  operation issueGetLabels has no parameter "idnex"  did you mean "index"?
  8 |       - {call: issueGetLabels, params: {owner: a, repo: b, idnex: 1}, expect: {status: 200}}
    |                                                            ^

2 problems in 1 file
`,
    aSuite('- {call: issueGetLabels, params: {owner: a, repo: b, idnex: 1}, expect: {status: 200}}'),
  ],
  [
    'unknown matcher',
    `
labels.yaml:10:32  unknown matcher "$equal"  did you mean "$eq"?
  10 |         expect: {body: {name: {$equal: 1}}}
     |                                ^

1 problem in 1 file
`,
    expecting('{body: {name: {$equal: 1}}}'),
  ],
  [
    'matcher among plain keys',
    `
labels.yaml:10:33  the plain key "name" is among matchers  write either matchers or plain keys into one mapping; data with "$" in its keys goes below "$literal:"
  10 |         expect: {body: {$eq: 1, name: x}}
     |                                 ^

1 problem in 1 file
`,
    expecting('{body: {$eq: 1, name: x}}'),
  ],
  [
    'pattern that does not compile',
    `
labels.yaml:10:40  the pattern does not compile: missing closing ): \`(a\`  write it in the syntax of RE2, which has no look-around and no back references
  10 |         expect: {body: {name: {$regex: '(a'}}}
     |                                        ^

1 problem in 1 file
`,
    expecting("{body: {name: {$regex: '(a'}}}"),
  ],
  [
    'pattern with look-ahead in a row',
    `
labels.yaml:7:36  the pattern does not compile: invalid or unsupported Perl syntax: \`(?=\`  write it in the syntax of RE2, which has no look-around and no back references
  7 |     table: [{id: a, name: {$regex: "a(?=b)"}}]
    |                                    ^

1 problem in 1 file
`,
    aSuite(
      `- call: issueGetLabels\n  ${params}\n  expect: {body: {name: "\${row.name}"}}`,
      '    table: [{id: a, name: {$regex: "a(?=b)"}}]\n',
    ),
  ],
  [
    'JSONPath that does not parse',
    `
labels.yaml:10:23  the JSONPath "$[*" does not parse: unclosed bracketed selection ('$[*':3)  see RFC 9535; a plain path is written as a JSON Pointer, e.g. /0/name
  10 |         expect: {at: {"$[*": 1}}
     |                       ^

1 problem in 1 file
`,
    expecting('{at: {"$[*": 1}}'),
  ],
  [
    'JSONPath with match',
    `
labels.yaml:10:23  the JSONPath "$[?match(@.name, 'a*')]" uses a regular expression  select the nodes without match() and search(), and judge them with {$each: {$regex: …}}
  10 |         expect: {at: {"$[?match(@.name, 'a*')]": 1}}
     |                       ^

1 problem in 1 file
`,
    expecting(`{at: {"$[?match(@.name, 'a*')]": 1}}`),
  ],
  [
    'selector that is neither',
    `
labels.yaml:10:23  "name.first" is not a JSON Pointer  write "/name/first" or a JSONPath that begins with "$"
  10 |         expect: {at: {name.first: 1}}
     |                       ^

1 problem in 1 file
`,
    expecting('{at: {name.first: 1}}'),
  ],
  [
    'bad escape in a JSON Pointer',
    `
labels.yaml:10:23  "/a~2" is not a JSON Pointer  write "~" in a name as "~0", and "/" as "~1"
  10 |         expect: {at: {"/a~2": 1}}
     |                       ^

1 problem in 1 file
`,
    expecting('{at: {"/a~2": 1}}'),
  ],
  [
    'capture that is no pointer',
    `
labels.yaml:8:85  "id" is not a JSON Pointer  write "/id"
  8 | …ll: issueGetLabels, params: {owner: a, repo: b, index: 1}, capture: {id: id}, expect: {status: 200}}
    |                                                                           ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, ${params}, capture: {id: id}, expect: {status: 200}}`),
  ],
  [
    'status out of range',
    `
labels.yaml:10:26  the status 99 is out of range  write a number from 100 to 599
  10 |         expect: {status: 99}
     |                          ^

1 problem in 1 file
`,
    expecting('{status: 99}'),
  ],
  [
    'status class',
    `
labels.yaml:10:26  "status" must be a number, a class such as 2xx or a matcher, not the text "2XX"  write 2xx
  10 |         expect: {status: 2XX}
     |                          ^

1 problem in 1 file
`,
    expecting('{status: 2XX}'),
  ],
  [
    'empty expectation',
    `
labels.yaml:10:9  "expect" is empty, so it expects nothing  say what is expected, or take it away
  10 |         expect: {}
     |         ^

1 problem in 1 file
`,
    expecting('{}'),
  ],
  [
    'unknown name',
    `
labels.yaml:9:48  unknown name "rpeo" in "\${rpeo.owner}"  did you mean "repo"?
  9 |       - {call: issueGetLabels, params: {owner: "\${rpeo.owner}", repo: b, index: 1}, expect: {status:…
    |                                                ^

1 problem in 1 file
`,
    aSuite(
      '- {call: issueGetLabels, params: {owner: "${rpeo.owner}", repo: b, index: 1}, expect: {status: 200}}',
      '    given: {repo: {arrange: repository}}\n',
    ),
  ],
  [
    'unknown output',
    `
labels.yaml:9:48  arrangement "repository" has no "owned" for "\${repo.owned}"  did you mean "owner"?
  9 |       - {call: issueGetLabels, params: {owner: "\${repo.owned}", repo: b, index: 1}, expect: {status:…
    |                                                ^

1 problem in 1 file
`,
    aSuite(
      '- {call: issueGetLabels, params: {owner: "${repo.owned}", repo: b, index: 1}, expect: {status: 200}}',
      '    given: {repo: {arrange: repository}}\n',
    ),
  ],
  [
    'capture of a later step',
    `
labels.yaml:8:67  "\${id}" is captured by step 2  use it in a later step
  8 |       - {call: issueGetLabels, params: {owner: a, repo: b, index: "\${id}"}}
    |                                                                   ^

1 problem in 1 file
`,
    aSuite(
      `- {call: issueGetLabels, params: {owner: a, repo: b, index: "\${id}"}}\n- {call: issueGetLabels, ${params}, capture: {id: /0/id}, expect: {status: 200}}`,
    ),
  ],
  [
    'row without table',
    `
labels.yaml:8:48  "\${row.owner}" needs a table, and the case has none  add "table:", or write the value out
  8 |       - {call: issueGetLabels, params: {owner: "\${row.owner}", repo: b, index: 1}, expect: {status: …
    |                                                ^

1 problem in 1 file
`,
    aSuite('- {call: issueGetLabels, params: {owner: "${row.owner}", repo: b, index: 1}, expect: {status: 200}}'),
  ],
  [
    'key that one row lacks',
    `
labels.yaml:9:9  row "b" has no "owner", which the case uses as "\${row.owner}"  did you mean "ownr"?
  9 |       - {id: b, ownr: x}
    |         ^

1 problem in 1 file
`,
    aSuite(
      '- {call: issueGetLabels, params: {owner: "${row.owner}", repo: b, index: 1}, expect: {status: 200}}',
      '    table:\n      - {id: a, owner: x}\n      - {id: b, ownr: x}\n',
    ),
  ],
  [
    'malformed template',
    `
labels.yaml:8:48  "\${" is not closed  write \${name} or \${name.part}; a literal "\${" is written "$\${"
  8 |       - {call: issueGetLabels, params: {owner: "\${repo", repo: "\${a b}", index: 1}, expect: {status:…
    |                                                ^

labels.yaml:8:64  "a b" is not a name  write \${name} or \${name.part}; a literal "\${" is written "$\${"
  8 | …   - {call: issueGetLabels, params: {owner: "\${repo", repo: "\${a b}", index: 1}, expect: {status: 20…
    |                                                              ^

2 problems in 1 file
`,
    aSuite('- {call: issueGetLabels, params: {owner: "${repo", repo: "${a b}", index: 1}, expect: {status: 200}}'),
  ],
  [
    'template in a key',
    `
labels.yaml:10:25  "\${" in the key "\${x}" is never substituted  write the key out; only values are substituted, e.g. those of a matcher: {$contains: {id: "\${id}"}}
  10 |         expect: {body: {"\${x}": 1}}
     |                         ^

1 problem in 1 file
`,
    expecting('{body: {"${x}": 1}}'),
  ],
  [
    'title that uses a value of the run',
    `
labels.yaml:5:12  the title uses "\${repo.name}", which is known only while the case runs  use \${row.…} alone
  5 |     title: a claim about \${repo.name}
    |            ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {repo: {arrange: repository}}\n').replace('a claim', 'a claim about ${repo.name}'),
  ],
  [
    'circle among given',
    `
labels.yaml:8:7  these need each other: a → b → a  take one of the references away
  8 |       a: {arrange: issue, repo: "\${b}"}
    |       ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given:\n      a: {arrange: issue, repo: "${b}"}\n      b: {arrange: issue, repo: "${a}"}\n'),
  ],
  [
    'reserved name',
    `
labels.yaml:7:13  the name "run" is taken: it stands for something in every case  choose another name
  7 |     given: {run: {arrange: repository}}
    |             ^

1 problem in 1 file
`,
    aSuite(goodStep, '    given: {run: {arrange: repository}}\n'),
  ],
  [
    'case that expects nothing',
    `
labels.yaml:4:5  the case expects nothing, so it would always pass  add "expect:" or "usual:" to a step, or "probe: true" to the case
  4 |   - id: one
    |     ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, ${params}}`),
  ],
  [
    'case that proves nothing',
    `
labels.yaml:7:71  the case expects something and proves no requirement  add "proves: [REQUIREMENT]", or write "usual:" for what no requirement states
  7 |       - {call: issueGetLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 200}}
    |                                                                       ^

1 problem in 1 file
`,
    aSuite(goodStep, '', ''),
  ],
  [
    'steps to different targets',
    `
labels.yaml:9:9  this step speaks to a decoder under test, the ones before to a hosting server  make two cases of it
  9 |       - decode: {message: OverlayPing, hex: ""}
    |         ^

1 problem in 1 file
`,
    aSuite(`${goodStep}\n- decode: {message: OverlayPing, hex: ""}\n  expect: {answer: value}`),
  ],
  [
    'given without hosting server',
    `
labels.yaml:7:5  "given" needs a hosting server, but the steps speak to a decoder under test  take "given" away
  7 |     given: {repo: {arrange: repository}}
    |     ^

1 problem in 1 file
`,
    aSuite(
      '- decode: {message: OverlayPing, hex: ""}\n  expect: {answer: value}',
      '    given: {repo: {arrange: repository}}\n',
    ),
  ],
  [
    'bad duration',
    `
labels.yaml:8:115  "within" is "10 seconds", which is not a duration  write a number and a unit, e.g. 500ms, 10s or 2m
  8 | …els, params: {owner: a, repo: b, index: 1}, expect: {status: 200}, eventually: {within: 10 seconds}}
    |                                                                                          ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, ${params}, expect: {status: 200}, eventually: {within: 10 seconds}}`),
  ],
  [
    'duration out of range',
    `
labels.yaml:8:115  "within" is "2000m", which is out of range  write more than 0 and at most 10m
  8 | …etLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 200}, eventually: {within: 2000m}}
    |                                                                                               ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, ${params}, expect: {status: 200}, eventually: {within: 2000m}}`),
  ],
  [
    'header with line break',
    `
labels.yaml:8:88  the header "X-One" holds a line break or NUL  write the value on one line; a header of its own gets a key of its own
  8 | …ls, params: {owner: a, repo: b, index: 1}, headers: {X-One: "a\\r\\nX-Two: b"}, expect: {status: 200}}
    |                                                              ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, ${params}, headers: {X-One: "a\\r\\nX-Two: b"}, expect: {status: 200}}`),
  ],
  [
    'empty table',
    `
labels.yaml:7:5  the table is empty  add a row, or take the table away
  7 |     table: []
    |     ^

1 problem in 1 file
`,
    aSuite(goodStep, '    table: []\n'),
  ],
  [
    'YA-18 double row id',
    `
labels.yaml:7:27  the row id "a" appears twice  give each row an id of its own
  7 |     table: [{id: a}, {id: a}]
    |                           ^

1 problem in 1 file
`,
    aSuite(goodStep, '    table: [{id: a}, {id: a}]\n'),
  ],
  [
    'where that keeps nothing',
    `
labels.yaml:7:31  "where" keeps no row of "pings.yaml"  no row has kind: long
  7 |     table: {from: pings.yaml, where: {kind: long}}
    |                               ^

1 problem in 1 file
`,
    aSuite(
      '- decode: {message: OverlayPing, hex: "${row.hex}"}\n  expect: {answer: value}',
      '    table: {from: pings.yaml, where: {kind: long}}\n',
    ),
    {'pings.yaml': 'rows: [{id: a, kind: short, hex: ""}]'},
  ],
  [
    'where with an unknown key',
    `
labels.yaml:7:39  no row of "pings.yaml" has the key "knid"  did you mean "kind"?
  7 |     table: {from: pings.yaml, where: {knid: long}}
    |                                       ^

1 problem in 1 file
`,
    aSuite(
      '- decode: {message: OverlayPing, hex: "${row.hex}"}\n  expect: {answer: value}',
      '    table: {from: pings.yaml, where: {knid: long}}\n',
    ),
    {'pings.yaml': 'rows: [{id: a, kind: short, hex: ""}]'},
  ],
  [
    'table that is not there',
    `
labels.yaml:7:19  the table "missing.yaml" cannot be read: there is no such file  name a file by its path from the suite
  7 |     table: {from: missing.yaml}
    |                   ^

1 problem in 1 file
`,
    aSuite(goodStep, '    table: {from: missing.yaml}\n'),
  ],
  [
    'bad hex in a row of another file',
    `
pings.yaml:2:18  "hex" holds "g", which is not a hex digit  write two digits 0-9 a-f for each byte, without spaces
  2 |   - {id: a, hex: "0g"}
    |                  ^

1 problem in 1 file
`,
    aSuite(
      '- decode: {message: OverlayPing, hex: "${row.hex}"}\n  expect: {answer: value}',
      '    table: {from: pings.yaml}\n',
    ),
    {'pings.yaml': 'rows:\n  - {id: a, hex: "0g"}'},
  ],
  [
    'unknown message',
    `
labels.yaml:8:27  unknown message "OverlayPong"  did you mean "OverlayPing"?
  8 |       - decode: {message: OverlayPong, hex: ""}
    |                           ^

1 problem in 1 file
`,
    decoding('{message: OverlayPong, hex: ""}'),
  ],
  [
    'answer that cannot be',
    `
labels.yaml:9:26  a "decode" step cannot be answered with "rejected"  did you mean "reject"?
  9 |         expect: {answer: rejected}
    |                          ^

1 problem in 1 file
`,
    decoding('{message: OverlayPing, hex: ""}', 'expect: {answer: rejected}'),
  ],
  [
    'status of a decoder',
    `
labels.yaml:9:18  "status" cannot be observed in a "decode" step  expect one of: answer, value, at
  9 |         expect: {status: 200}
    |                  ^

1 problem in 1 file
`,
    decoding('{message: OverlayPing, hex: ""}', 'expect: {status: 200}'),
  ],
  [
    'two inputs',
    `
labels.yaml:8:9  "decode" needs exactly one of "hex", "hexRepeat" and "json"  keep one of them
  8 |       - decode: {message: OverlayPing, hex: "", json: "{}"}
    |         ^

1 problem in 1 file
`,
    decoding('{message: OverlayPing, hex: "", json: "{}"}'),
  ],
  [
    'two kinds in one step',
    `
labels.yaml:8:9  a step has "call" and "request"  make a step of each
  8 |       - {call: issueGetLabels, request: {method: GET, path: /}, params: {owner: a, repo: b, index: 1…
    |         ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, request: {method: GET, path: /}, ${params}, expect: {status: 200}}`),
  ],
  [
    'two bodies',
    `
labels.yaml:8:80  a request has one body, and this is the second  keep one of: body, text, bytes, file, form, multipart
  8 | …all: issueAddLabel, params: {owner: a, repo: b, index: 1}, body: {}, text: x, expect: {status: 200}}
    |                                                                       ^

1 problem in 1 file
`,
    aSuite(`- {call: issueAddLabel, ${params}, body: {}, text: x, expect: {status: 200}}`),
  ],
  [
    'path of another origin',
    `
labels.yaml:8:28  "get" is not an HTTP method  write it in capitals, e.g. GET
  8 |       - {request: {method: get, path: "http://example.org/"}, expect: {status: 200}}
    |                            ^

labels.yaml:8:39  the path "http://example.org/" is not relative to the base URL  begin it with one "/", e.g. /api/v1/version
  8 |       - {request: {method: get, path: "http://example.org/"}, expect: {status: 200}}
    |                                       ^

2 problems in 1 file
`,
    aSuite('- {request: {method: get, path: "http://example.org/"}, expect: {status: 200}}'),
  ],
  [
    'unknown way to sign',
    `
labels.yaml:8:38  unknown auth "tokn"  did you mean "token"?
  8 |       - {call: issueGetLabels, auth: tokn, params: {owner: a, repo: b, index: 1}, expect: {status: 2…
    |                                      ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, auth: tokn, ${params}, expect: {status: 200}}`),
  ],
  [
    'unknown capability',
    `
labels.yaml:7:13  unknown capability "webhook"  did you mean "webhooks"?
  7 |     needs: [webhook]
    |             ^

1 problem in 1 file
`,
    aSuite(goodStep, '    needs: [webhook]\n'),
  ],
  [
    'wrong types',
    `
labels.yaml:5:12  "title" must be a text, not a list  write a text
  5 |     title: [a]
    |            ^

labels.yaml:7:11  "tags" must be a list, not the text "fast"  write it in brackets: [fast]
  7 |     tags: fast
    |           ^

labels.yaml:8:12  "probe" must be true or false, not the text "yes"  write true or false, without quotes
  8 |     probe: "yes"
    |            ^

3 problems in 1 file
`,
    aSuite(goodStep, '    tags: fast\n    probe: "yes"\n').replace('a claim', '[a]'),
  ],
  [
    'bad case id',
    `
labels.yaml:4:9  the case id "One_1" is not of the form of an id  write lower-case words with dashes, e.g. scope-is-text-before-last-slash
  4 |   - id: One_1
    |         ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('id: one', 'id: One_1'),
  ],
  [
    'double case id',
    `
labels.yaml:9:9  the case id "one" appears twice  give each case an id of its own
  9 |   - id: one
    |         ^

1 problem in 1 file
`,
    aSuite(goodStep) + aSuite(goodStep).slice(aSuite(goodStep).indexOf('  - id')),
  ],
  [
    'empty list of requirements',
    `
labels.yaml:8:71  the case expects something and proves no requirement  add "proves: [REQUIREMENT]", or write "usual:" for what no requirement states
  8 |       - {call: issueGetLabels, params: {owner: a, repo: b, index: 1}, expect: {status: 200}}
    |                                                                       ^

1 problem in 1 file
`,
    aSuite(goodStep, '', '    proves: []\n'),
  ],
  [
    'alias within itself',
    `
labels.yaml:5:20  the alias "*title" is inside the value that it stands for  write the inner value out
  5 |     title: &title [*title]
    |                    ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', '&title [*title]'),
  ],
  [
    'YA-02 duplicate key',
    `
labels.yaml:7:5  the key "title" appears twice in one mapping  take one of the two away
  7 |     title: again
    |     ^

1 problem in 1 file
`,
    aSuite(goodStep, '    title: again\n'),
  ],
  [
    'YA-03 merge key',
    `
labels.yaml:9:9  merge keys ("<<") are not supported  write the entries out
  9 |       - <<: *step
    |         ^

labels.yaml:9:9  the step does nothing  add one of: call, request, deliveries, openid, document, schema, decode, encode, roundtrip, send, receive
  9 |       - <<: *step
    |         ^

2 problems in 1 file
`,
    aSuite(`- &step {call: issueGetLabels, ${params}, expect: {status: 200}}\n- <<: *step\n  as: bob`),
  ],
  [
    'YA-04 tag',
    `
labels.yaml:5:12  the tag "!claim" is not supported  take it away; quote the value when it is a text
  5 |     title: !claim a claim
    |            ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', '!claim a claim'),
  ],
  [
    'unknown alias',
    `
labels.yaml:5:12  there is no anchor "&claim" before this alias  put a text that begins with "*" in quotes, or set the anchor first
  5 |     title: *claim
    |            ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', '*claim'),
  ],
  [
    'unclosed quote',
    `
labels.yaml:5:12  the quote that opens here is never closed  close it at the end of the text
  5 |     title: "a claim
    |            ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', '"a claim'),
  ],
  [
    'unclosed bracket',
    `
labels.yaml:8:49  a quote, bracket, comma or colon is missing  close what was opened, and put a comma between entries in brackets
  8 |       - {call: issueGetLabels, params: {owner: a
    |                                                 ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, params: {owner: a`),
  ],
  [
    'brackets of two kinds, which is one mistake and not two',
    `
labels.yaml:8:49  a quote, bracket, comma or colon is missing  close what was opened, and put a comma between entries in brackets
  8 |       - {call: issueGetLabels, params: {owner: [}}
    |                                                 ^

1 problem in 1 file
`,
    aSuite(`- {call: issueGetLabels, params: {owner: [}}`),
  ],
  [
    'colon in a plain text',
    `
labels.yaml:5:12  a mapping begins in the middle of a line  put a text that holds ": " in quotes, or begin the mapping on a line of its own
  5 |     title: a claim: really
    |            ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', 'a claim: really'),
  ],
  [
    'tab as indentation',
    `
labels.yaml:9:1  a tab is used as indentation  indent with spaces
  9 |  x: 1
    | ^

1 problem in 1 file
`,
    aSuite(goodStep) + '\tx: 1\n',
  ],
  [
    'YA-09 second document',
    `
labels.yaml:9:1  a second document begins here  put it into a file of its own
  9 | ---
    | ^

1 problem in 1 file
`,
    aSuite(goodStep) + '---\na: 1\n',
  ],
  [
    'directive',
    `
labels.yaml:1:1  the directive "%YAML 1.1" is not supported  take the line away; files are read as YAML 1.2
  1 | %YAML 1.1
    | ^

1 problem in 1 file
`,
    '%YAML 1.1\n---\n' + aSuite(goodStep),
  ],
  [
    'YA-06 nesting',
    `
labels.yaml:1:109  lists and mappings are nested more than 100 deep  write a flatter structure
  1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
    |                                                              ^

1 problem in 1 file
`,
    'suite: ' + '['.repeat(300),
  ],
  [
    'YA-05 number beyond JSON',
    `
labels.yaml:10:24  ".inf" is a number that JSON cannot hold  put it in quotes when it is a text
  10 |         expect: {body: .inf}
     |                        ^

1 problem in 1 file
`,
    expecting('{body: .inf}'),
  ],
  [
    'control character',
    `
labels.yaml:5:14  the character U+0007 may not appear in a file  write it as an escape in a double-quoted text, e.g. "\\u0007"
  5 |     title: a \\x07claim
    |              ^

1 problem in 1 file
`,
    aSuite(goodStep).replace('a claim', 'a \u0007claim'),
  ],
  [
    'YA-09 UTF-16',
    `
labels.yaml  the file looks like UTF-16  save it as UTF-8

1 problem in 1 file
`,
    's\0u\0i\0t\0e\0',
  ],
  [
    'empty file',
    `
labels.yaml  the file is empty  write a mapping into it

1 problem in 1 file
`,
    '# nothing\n',
  ],
  [
    'YA-07 file that is too large',
    `
labels.yaml  the file is larger than 4 MiB  split it into several files

1 problem in 1 file
`,
    '#' + 'x'.repeat(4 * 1024 * 1024),
  ],
  [
    'text that would move the cursor',
    `
labels.yaml:7:5  unknown key "\\u202egat\\x1b[2J" in a case  the keys are: id, title, proves, table, listen, given, steps, needs, variant, exclusive, destructive, tags, fixed, contexts, context, probe
  7 |     "\\u202egat\\e[2J": 1
    |     ^

1 problem in 1 file
`,
    aSuite(goodStep, '    "\u202egat\\e[2J": 1\n'),
  ],
  [
    'long line',
    `
labels.yaml:8:588  unknown key "expekt" in a "call" step  did you mean "expect"?
  8 | …xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}, expekt: {status: 200}, usual: {status: 2…
    |                                                              ^

1 problem in 1 file
`,
    aSuite(
      `- {call: issueAddLabel, ${params}, body: {text: "${'x'.repeat(500)}"}, expekt: {status: 200}, usual: {status: 200}}`,
    ),
  ],
];

test.each(broken.map(([what, rendered, text, tables = {}]) => ({what, rendered, text, tables})))(
  '$what',
  ({rendered, text, tables}) => {
    expect(`\n${renderProblems(readTestSuite(text, tables).problems, {color: false})}\n`).toBe(rendered);
  },
);
