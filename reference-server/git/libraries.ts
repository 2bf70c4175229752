/** Loads the libraries that read and write git. They are CommonJS: `import` looks through their text for names to export, which costs more than loading them. */
import {createRequire} from 'node:module';
import type * as Diff from 'diff';
import type * as Git from 'isomorphic-git';

const require = createRequire(import.meta.url);

export const git = require('isomorphic-git') as typeof Git;

export const {diffLines, structuredPatch} = require('diff') as typeof Diff;
