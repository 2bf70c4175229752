// What a commit and a pull request changed, as text that git reads: modes, links, submodules, names, bytes that are no text, and files without an end of line.
import {inflateSync} from 'node:zlib';
import type {WorldReply} from '../../../model/property.ts';
import {isSuccess} from '../common/things.ts';
import {isSeen, gitLaw, gitStory, made, noise, packOf, pushes, updates, type GitHome} from './git-laws.ts';
import {gitObject, type WorkEntry} from './git-objects.ts';

const proves = 'EMPTY-GIT';
const lines = (...texts: readonly string[]): string => texts.map(text => `${text}\n`).join('');
const bytes = (length: number, seed: string): Buffer => Buffer.concat([Buffer.alloc(1), noise(length - 1, seed)]);
const program = {content: '#!/bin/sh\n', mode: '100755'};
const counted = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];
const moved = lines('first', 'second', 'third', 'fourth', 'fifth', 'sixth');

const before: Readonly<Record<string, WorkEntry>> = {
  'both.sh': lines(...counted),
  empty: '',
  'gone.bin': {content: bytes(18, 'gone')},
  'image.bin': {content: bytes(61, 'old')},
  'kept.txt': 'kept\n',
  'moved-from.txt': moved,
  'no-end.txt': 'no end',
  'no-program.sh': program,
  'run.sh': program.content,
  'sub-moved': {commit: '1f'.repeat(20)},
  'to-link': 'plain\n',
  'Grüße.txt': 'ü\n',
  'tab\tb.txt': 'a\n',
};

const after: Readonly<Record<string, WorkEntry>> = {
  'both.sh': {content: lines(...counted.map(word => (word === 'four' ? '4' : word))), mode: '100755'},
  empty: 'x\n',
  'folder/moved-to.txt': moved,
  'image.bin': {content: bytes(62, 'new')},
  'kept.txt': 'kept\n',
  'new-empty': {content: '', mode: '100755'},
  'new.bin': {content: bytes(15, 'made')},
  'no-end.txt': lines('no end', 'now'),
  'no-program.sh': program.content,
  'run.sh': program,
  'sub-moved': {commit: '3d'.repeat(20)},
  'sub-new': {commit: '2e'.repeat(20)},
  'to-link': {content: 'kept.txt', mode: '120000'},
  'Grüße.txt': 'ö\n',
};

/** How each file differs, as git diff(1) writes it. */
const changes = [
  `diff --git a/Grüße.txt b/Grüße.txt
index be761e0..d3b4b91 100644
--- a/Grüße.txt
+++ b/Grüße.txt
@@ -1 +1 @@
-ü
+ö
`,
  `diff --git a/both.sh b/both.sh
old mode 100644
new mode 100755
index b00a0f1..39b99e1
--- a/both.sh
+++ b/both.sh
@@ -1,7 +1,7 @@
 one
 two
 three
-four
+4
 five
 six
 seven
`,
  `diff --git a/empty b/empty
index e69de29..587be6b 100644
--- a/empty
+++ b/empty
@@ -0,0 +1 @@
+x
`,
  `diff --git a/moved-from.txt b/folder/moved-to.txt
similarity index 100%
rename from moved-from.txt
rename to folder/moved-to.txt
`,
  `diff --git a/gone.bin b/gone.bin
deleted file mode 100644
index 55a8a23..0000000
Binary files a/gone.bin and /dev/null differ
`,
  `diff --git a/image.bin b/image.bin
index 62c5b47..537694b 100644
Binary files a/image.bin and b/image.bin differ
`,
  `diff --git a/new-empty b/new-empty
new file mode 100755
index 0000000..e69de29
`,
  `diff --git a/new.bin b/new.bin
new file mode 100644
index 0000000..874a160
Binary files /dev/null and b/new.bin differ
`,
  `diff --git a/no-end.txt b/no-end.txt
index d514c78..07b1d20 100644
--- a/no-end.txt
+++ b/no-end.txt
@@ -1 +1,2 @@
-no end
\\ No newline at end of file
+no end
+now
`,
  `diff --git a/no-program.sh b/no-program.sh
old mode 100755
new mode 100644
`,
  `diff --git a/run.sh b/run.sh
old mode 100644
new mode 100755
`,
  `diff --git a/sub-moved b/sub-moved
index 1f1f1f1..3d3d3d3 160000
--- a/sub-moved
+++ b/sub-moved
@@ -1 +1 @@
-Subproject commit ${'1f'.repeat(20)}
+Subproject commit ${'3d'.repeat(20)}
`,
  `diff --git a/sub-new b/sub-new
new file mode 160000
index 0000000..2e2e2e2
--- /dev/null
+++ b/sub-new
@@ -0,0 +1 @@
+Subproject commit ${'2e'.repeat(20)}
`,
  `diff --git "a/tab\\tb.txt" "b/tab\\tb.txt"
deleted file mode 100644
index 7898192..0000000
--- "a/tab\\tb.txt"
+++ /dev/null
@@ -1 +0,0 @@
-a
`,
  `diff --git a/to-link b/to-link
deleted file mode 100644
index b9bca01..0000000
--- a/to-link
+++ /dev/null
@@ -1 +0,0 @@
-plain
`,
  `diff --git a/to-link b/to-link
new file mode 120000
index 0000000..72ad13c
--- /dev/null
+++ b/to-link
@@ -0,0 +1 @@
+kept.txt
\\ No newline at end of file
`,
];

const header = `From 6e7968c872406c2a5b11a0964bad6ac4c05106f6 Mon Sep 17 00:00:00 2001
From: Ada Lovelace <ada@example.org>
Date: Fri, 18 Mar 2005 07:28:31 +0530
Subject: [PATCH] =?UTF-8?q?Second,=20f=C3=BCr=20alle?=
MIME-Version: 1.0
Content-Type: text/plain; charset=UTF-8
Content-Transfer-Encoding: 8bit

And why.
---
 Grüße.txt                             |   2 +-
 both.sh                               |   2 +-
 empty                                 |   1 +
 moved-from.txt => folder/moved-to.txt |   0
 gone.bin                              | Bin 18 -> 0 bytes
 image.bin                             | Bin 61 -> 62 bytes
 new-empty                             |   0
 new.bin                               | Bin 0 -> 15 bytes
 no-end.txt                            |   3 ++-
 no-program.sh                         |   0
 run.sh                                |   0
 sub-moved                             |   2 +-
 sub-new                               |   1 +
 "tab\\tb.txt"                          |   1 -
 to-link                               |   2 +-
 15 files changed, 8 insertions(+), 6 deletions(-)
 mode change 100644 => 100755 both.sh
 rename moved-from.txt => folder/moved-to.txt (100%)
 delete mode 100644 gone.bin
 create mode 100755 new-empty
 create mode 100644 new.bin
 mode change 100755 => 100644 no-program.sh
 mode change 100644 => 100755 run.sh
 create mode 160000 sub-new
 delete mode 100644 "tab\\tb.txt"
 mode change 100644 => 120000 to-link

`;

export const patchesAreShown = gitStory(
  {
    id: 'patches-are-what-git-writes',
    title:
      'what a commit and a pull request changed can be had as git writes it: modes, links, submodules, moved files, bytes, names and ends of lines',
    proves: [proves, 'PULL-FILES'],
    needs: ['pull-requests'],
    requestsPerRun: 10,
  },
  async ({home, main, world}) => {
    const {place} = home;
    const first = made(before, 'First\n');
    const second = made(after, 'Second, für alle\n\nAnd why.\n', {parents: [first]});
    const refs = {[`refs/heads/${main}`]: {to: first.oid}, 'refs/heads/topic': {to: second.oid}};
    const pack = packOf(first.objects, second.objects);
    if (!(await pushes(home, {refs: updates(refs), pack, say: 'git pushes two branches', proves}))) return;
    await isSeen(home);
    const pull = await world.prepare('repoCreatePullRequest', {
      params: place,
      body: {title: 'Of git', head: 'topic', base: main},
      say: 'alice makes a pull request',
    });
    const listed = await world.call('repoGetPullRequestFiles', {
      params: {...place, index: pull.at('/number')},
      say: 'alice lists the files of the pull request',
    });
    const file = {filename: 'folder/moved-to.txt', previous_filename: 'moved-from.txt', status: 'renamed'};
    world.expect(listed, {proves: 'PULL-FILES', status: 200, body: {$contains: file}}, {usual: true});
    const sources = [
      ['repoDownloadCommitDiffOrPatch', {sha: second.oid}, 'commit'],
      ['repoDownloadPullDiffOrPatch', {index: pull.at('/number')}, 'pull request'],
    ] as const;
    for (const [operation, which, what] of sources)
      for (const diffType of ['diff', 'patch'] as const) {
        const reply = await world.call(operation, {
          params: {...place, ...which, diffType},
          say: `alice reads the ${diffType} of the ${what}`,
        });
        world.expect(reply, {proves, status: 200}, {usual: true});
        if (isSuccess(reply)) shows(home, reply, {diffType, what});
      }
  },
);

function shows(
  home: GitHome,
  {bytes: came}: Pick<WorldReply, 'bytes'>,
  {diffType, what: source}: {readonly diffType: 'diff' | 'patch'; readonly what: string},
): void {
  const [begin = '', ...parts] = Buffer.from(came)
    .toString()
    // The release of git that wrote it.
    .replace(/\n-- \n[^\n]*\n*$/, '\n')
    // What comes before the first file is empty, or a text of its own.
    .replace(/^(?=diff --git )/, '\n')
    .split(/^(?=diff --git )/m);
  const where = `the ${diffType} of the ${source}`;
  const isSame = (got: string, wanted: string, what: string): void => {
    const difference = differenceOf(got, wanted);
    gitLaw(home, proves, difference === undefined, `${what}: ${difference ?? ''}`);
  };
  const names = [...new Set(changes.map(text => text.slice(0, text.indexOf('\n'))))];
  for (const name of names) {
    const of = (text: string): boolean => text.startsWith(`${name}\n`);
    const wanted = changes.filter(of).map(text => (diffType === 'diff' ? text : inFull(text)));
    isSame(parts.filter(of).map(readable).join(''), wanted.join(''), `what ${where} says of ${nameIn(name)}`);
  }
  const others = parts.map(text => text.slice(0, text.indexOf('\n'))).filter(name => !names.includes(name));
  gitLaw(home, proves, others.length === 0, `${where} has ${clipped(others.join(', '))}, of which nothing changed`);
  const inOneForm = (text: string): string => text.trim().replaceAll(/ +/g, ' ');
  isSame(inOneForm(begin), diffType === 'diff' ? '' : inOneForm(header), `what ${where} says before the first file`);
}

/** Says where two texts differ first; nothing of texts that are the same. */
function differenceOf(got: string, wanted: string): string | undefined {
  if (got === wanted) return undefined;
  const [told, expected] = [got.split('\n'), wanted.split('\n')];
  const miss = expected.findIndex((line, at) => told[at] !== line);
  const at = miss < 0 ? expected.length : miss;
  const shown = (line: string | undefined): string => (line === undefined ? 'missing' : JSON.stringify(clipped(line)));
  return `line ${String(at + 1)} is ${shown(told[at])}, git writes ${shown(expected[at] ?? '')}`;
}

/** Lines of a server may be long. */
const clipped = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);
const nameIn = (line: string): string => line.replace('diff --git ', '');

/** Names of objects as short as in a small repository, and bytes by the name of what they are. */
function readable(text: string): string {
  const [head = '', ...binary] = text.split(/^(?:GIT binary patch\n)?(?=literal \d)/m);
  const short = head.replaceAll(/^index ([0-9a-f]{7})[0-9a-f]*\.\.([0-9a-f]{7})[0-9a-f]*/gm, 'index $1..$2');
  return short + binary.map(contentOf).join('');
}

/** A change of bytes as a patch has it that can be applied: the whole new content, and the old one. */
function inFull(text: string): string {
  if (!text.includes('\nBinary files ')) return text;
  const [head = ''] = text.split(/^Binary files /m);
  const [, old = '', fresh = ''] = /^index (\w+)\.\.(\w+)/m.exec(head) ?? [];
  const size = (files: Readonly<Record<string, WorkEntry>>, oid: string): string => {
    const found = Object.values(files)
      .flatMap(entry => (typeof entry === 'object' && 'content' in entry ? [Buffer.from(entry.content)] : []))
      .find(content => gitObject('blob', content).oid.startsWith(oid));
    return found === undefined
      ? `literal 0: ${gitObject('blob', '').oid.slice(0, 7)}\n`
      : `literal ${String(found.byteLength)}: ${oid}\n`;
  };
  return head + size(after, fresh) + size(before, old);
}

const lengths = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/** Reads one content of a binary patch (git-apply(1)): lines of a letter for their length and of groups of five letters for four bytes each. */
function contentOf(text: string): string {
  const [size = '', ...rows] = text.trimEnd().split('\n');
  const deflated = rows.map(row => {
    const [letter = '', ...letters] = row;
    const length = lengths.indexOf(letter) + 1;
    const values = letters.map(one => alphabet.indexOf(one));
    if (length === 0 || values.includes(-1) || letters.length !== Math.ceil(length / 4) * 5) return undefined;
    const groups = Array.from({length: letters.length / 5}, (_, at) =>
      values.slice(at * 5, at * 5 + 5).reduce((sum, value) => sum * 85 + value, 0),
    );
    if (groups.some(group => group >= 2 ** 32)) return undefined;
    const bytesOf = Buffer.alloc(groups.length * 4);
    for (const [at, group] of groups.entries()) bytesOf.writeUInt32BE(group, at * 4);
    return bytesOf.subarray(0, length);
  });
  const odd = deflated.indexOf(undefined);
  if (odd >= 0) return `${size}: its line ${JSON.stringify(clipped(rows[odd] ?? ''))} is none of a binary patch\n`;
  try {
    const content = inflateSync(Buffer.concat(deflated.flatMap(one => one ?? [])), {maxOutputLength: 65_536});
    return `literal ${String(content.byteLength)}${size === `literal ${String(content.byteLength)}` ? '' : `, said to be ${size}`}: ${gitObject('blob', content).oid.slice(0, 7)}\n`;
  } catch {
    return `${size}: what cannot be inflated\n`;
  }
}
