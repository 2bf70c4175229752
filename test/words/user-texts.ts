// Finds the texts that people read: strings of the program, pages, help, golden reports and titles of suites.
import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';

/** One text, with where it begins. */
export interface UserText {
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

const string = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g;

/** Gives the strings of a source that hold a blank, as only these are sentences; without what a template inserts. */
export function stringsOf(file: string, source: string): readonly UserText[] {
  const code = source
    .replaceAll(/\/\*[\s\S]*?\*\//g, comment => comment.replaceAll(/[^\n]/g, ' '))
    .replaceAll(/(^|\s)\/\/[^\n]*/g, '$1');
  return [...code.matchAll(string)].flatMap(({0: raw, index}) => {
    const text = raw.replaceAll(/\$\{[^{}]*\}/g, '…');
    return /\s/.test(text) ? [{file, line: code.slice(0, index).split('\n').length, text}] : [];
  });
}

/** Gives the lines of a page or report; ids are no words, so code without a blank is left out. */
export function linesOf(file: string, page: string): readonly UserText[] {
  return page.split('\n').flatMap((line, index) => {
    const text = line.replaceAll(/`[^`\s]*`|\b[\w$-]+(?:\/[\w$-]+)+|^\s*- id: .*/g, '…');
    return [{file, line: index + 1, text}];
  });
}

/** Gives the titles and names of rows that a suite has. */
export function titlesOf(file: string, suite: string): readonly UserText[] {
  return suite
    .split('\n')
    .flatMap((text, index) => (/\b(?:title|name|about): /.test(text) ? [{file, line: index + 1, text}] : []));
}

/** Reads the files below these folders whose names fit, with what a reader of their kind makes of them. */
export function textsIn(
  root: string,
  folders: readonly string[],
  ending: RegExp,
  read: (file: string, source: string) => readonly UserText[],
): readonly UserText[] {
  return folders.flatMap(folder =>
    readdirSync(join(root, folder), {recursive: folder !== '.', encoding: 'utf8'})
      .map(name => join(folder, name).replaceAll('\\', '/'))
      .filter(file => ending.test(file) && !file.endsWith('.test.ts'))
      .flatMap(file => read(file, readFileSync(join(root, file), 'utf8'))),
  );
}
