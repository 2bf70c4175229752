// Writes the suites that bench/cases.ts runs: every case spelled out, as a user's own suites are.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

/** Writes `files` suites of `casesPerFile` cases with three requests each; hand-written.js makes the same requests and assertions. */
export function makeSuites(folder: string, size: {readonly files: number; readonly casesPerFile: number}): void {
  mkdirSync(folder, {recursive: true});
  for (let file = 0; file < size.files; file += 1) {
    const cases = Array.from({length: size.casesPerFile}, (_, number) => caseText(file, number));
    writeFileSync(
      join(folder, `notes-${String(file)}.yaml`),
      `suite: notes-${String(file)}\ntitle: Notes, file ${String(file)}\ncases:\n${cases.join('')}`,
    );
  }
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
