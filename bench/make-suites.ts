// Writes what the benchmarks run: every case spelled out, as a user's own suites are, and the same as files for Hurl.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** How many files there are, and how many cases are in each. */
export interface Size {
  readonly files: number;
  readonly casesPerFile: number;
}

/** Writes `files` suites of `casesPerFile` cases with three requests each; hand-written.js makes the same requests and assertions. */
export function makeSuites(folder: string, size: Size): void {
  writeSuites(folder, size, caseText);
}

/** Writes suites whose cases have one request each. */
export function makeSmallSuites(folder: string, size: Size): void {
  writeSuites(folder, size, smallCaseText);
}

function writeSuites(folder: string, size: Size, textOf: (file: number, number: number) => string): void {
  mkdirSync(folder, {recursive: true});
  for (let file = 0; file < size.files; file += 1) {
    const cases = Array.from({length: size.casesPerFile}, (_, number) => textOf(file, number));
    writeFileSync(
      join(folder, `notes-${String(file)}.yaml`),
      `suite: notes-${String(file)}\ntitle: Notes, file ${String(file)}\ncases:\n${cases.join('')}`,
    );
  }
}

function smallCaseText(file: number, number: number): string {
  return `
  - id: note-${String(number)}
    title: the server says which version it is, ${String(number)} of ${String(file)}
    proves: [LABEL-SCOPE]
    steps:
      - as: anonymous
        request: {method: GET, path: /api/v1/version}
        expect:
          status: 200
          body: {version: 1.0.0}
`;
}

function caseText(file: number, number: number): string {
  const title = `note ${String(number)} of ${String(file)}`;
  const labels = `[kind/${String(number)}, area/${String(file)}, plain]`;
  return `
  - id: note-${String(number)}
    title: ${title} is kept as it was made
    proves: [LABEL-SCOPE]
    steps:
      - as: anonymous
        request: {method: POST, path: /notes}
        body: {title: ${title}, labels: ${labels}}
        expect:
          status: 201
          body: {title: ${title}}
        capture: {id: /id}
      - as: anonymous
        request: {method: GET, path: "/notes/\${id}"}
        expect: {status: 200}
        capture: {again: /id, login: /author/login}
      - as: anonymous
        request: {method: GET, path: "/notes/\${again}"}
        expect:
          status: 200
          headers: {content-type: application/json}
          body: {id: "\${id}", title: ${title}, state: open, author: {login: "\${login}"}}
          at:
            /created_at: {$regex: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T'}
            /labels: {$length: 3}
            $.labels[*].name: {$unordered: ${labels}}
            $.labels[*].color: {$each: {$type: string}}
`;
}

/** Writes the cases of makeSuites as files for Hurl, one for each suite, and gives their paths. */
export function makeHurlFiles(folder: string, size: Size): readonly string[] {
  mkdirSync(folder, {recursive: true});
  return Array.from({length: size.files}, (_, file) => {
    const path = join(folder, `notes-${String(file)}.hurl`);
    const cases = Array.from({length: size.casesPerFile}, (__, number) => hurlText(file, number));
    writeFileSync(path, cases.join('\n'));
    return path;
  });
}

// Hurl has no list in any order: three items that are each there are the same.
function hurlText(file: number, number: number): string {
  const title = `note ${String(number)} of ${String(file)}`;
  const labels = [`kind/${String(number)}`, `area/${String(file)}`, 'plain'];
  return `POST {{origin}}/notes
Accept: application/json
${JSON.stringify({title, labels})}
HTTP 201
[Captures]
id: jsonpath "$.id"
[Asserts]
jsonpath "$.title" == "${title}"

GET {{origin}}/notes/{{id}}
Accept: application/json
HTTP 200
[Captures]
again: jsonpath "$.id"
login: jsonpath "$.author.login"

GET {{origin}}/notes/{{again}}
Accept: application/json
HTTP 200
[Asserts]
header "Content-Type" == "application/json"
jsonpath "$.id" == {{id}}
jsonpath "$.title" == "${title}"
jsonpath "$.state" == "open"
jsonpath "$.author.login" == {{login}}
jsonpath "$.created_at" matches /^[0-9]{4}-[0-9]{2}-[0-9]{2}T/
jsonpath "$.labels" count == 3
${labels.map(label => `jsonpath "$.labels[*].name" contains "${label}"`).join('\n')}
${labels.map((_, at) => `jsonpath "$.labels[${String(at)}].color" isString`).join('\n')}
`;
}
