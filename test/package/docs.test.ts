// Holds the pages for readers against the program: commands and options that exist, links that lead somewhere, and no package of a stranger.
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {dirname, join, relative} from 'node:path';
import {fileURLToPath} from 'node:url';
import {Command} from 'commander';
import {describe, expect, test} from 'vitest';
import {verbs} from '../../runner/commands/verbs.ts';
import {docCommands, fences} from '../support/doc-fences.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
  ...readdirSync(join(root, 'docs')).flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
];
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Written by scripts from what runs said; their own tests keep them. */
const written = new Set(['docs/kill-matrix.md', 'docs/decoders.md']);

describe.each(pages)('%s', page => {
  test('its links lead somewhere', () => {
    const dead = [...textOf(page).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)].flatMap(
      ([, path = '', anchor]) => {
        const file = path === '' ? page : relative(root, join(root, dirname(page), path));
        if (!existsSync(join(root, file))) return [`${path}: no such file`];
        return anchor === undefined || anchorsOf(textOf(file)).has(anchor)
          ? []
          : [`${path}#${anchor}: no such heading`];
      },
    );
    expect(dead).toEqual([]);
  });

  test('fetches no package by a name that a stranger could take', () => {
    const risky = textOf(page).match(
      /npx (?!--no-install )[^\n`]*touchstone[^\n`]*|npm (?:i|install)[^\n`]* touchstone(?=[\s`@])/g,
    );
    expect(risky).toBeNull();
  });

  test('what is pasted runs in a clone, where nothing of the name is installed', () => {
    const bare = fences(textOf(page), 'sh').flatMap(({text}) => text.match(/^\s*touchstone [a-z].*$/gm) ?? []);
    expect(bare).toEqual([]);
  });

  test.skipIf(written.has(page))('its commands and their options exist', async () => {
    const blocks = fences(textOf(page)).filter(({language}) =>
      ['sh', 'yaml', 'groovy', 'dockerfile'].includes(language),
    );
    const problems: string[] = [];
    for (const {text, verb, options} of blocks.flatMap(({text}) => docCommands(text))) {
      const known = await optionsOf(verb);
      if (known === undefined) problems.push(`there is no command ${verb}: ${text}`);
      else problems.push(...options.filter(one => !known.has(one)).map(one => `${verb} has no ${one}: ${text}`));
    }
    expect(problems).toEqual([]);
  });
});

test('README names every command', () => {
  const named = new Set([...textOf('README.md').matchAll(/`([a-z]+)`/g)].map(([, name]) => name));
  expect(Object.keys(verbs).filter(verb => !named.has(verb))).toEqual([]);
});

test('README says why of each dependency', () => {
  const {dependencies, devDependencies} = JSON.parse(textOf('package.json')) as {
    readonly [kind: string]: {readonly [name: string]: string};
  };
  const reasons = /## Why each dependency([^]*)/.exec(textOf('README.md'))?.[1] ?? '';
  const named = new Set([...reasons.matchAll(/^\| ([^|]*) \|/gm)].flatMap(([, names = '']) => names.split(', ')));
  expect(Object.keys({...dependencies, ...devDependencies}).filter(name => !named.has(name))).toEqual([]);
});

test('the pages are looked at', () => {
  const commands = pages.flatMap(page => fences(textOf(page)).flatMap(({text}) => docCommands(text)));
  expect(commands.length).toBeGreaterThan(40);
  expect(docCommands('$ npx --no-install touchstone run a.yaml --seed 1 \\\n  --quiet   # --not-this\n')).toEqual([
    {text: 'run a.yaml --seed 1 --quiet', verb: 'run', options: ['--seed', '--quiet']},
  ]);
});

const kept = new Map<string, ReadonlySet<string>>();
async function optionsOf(verb: string): Promise<ReadonlySet<string> | undefined> {
  const known = kept.get(verb);
  if (known !== undefined || !Object.hasOwn(verbs, verb)) return known;
  const {configure} = (await verbs[verb]?.load()) ?? {configure: (command: Command) => command};
  const options = new Set(longOptions(configure(new Command())));
  kept.set(verb, options);
  return options;
}

function longOptions(command: Command): readonly string[] {
  return [
    // The text too: it names options of another form of the command, such as those of a finding of fuzz.
    ...(command.helpInformation().match(/--[a-z][\w-]*/g) ?? []),
    ...command.options.flatMap(({long}) => (typeof long === 'string' ? [long] : [])),
    ...command.commands.flatMap(longOptions),
  ];
}

/** Anchors as GitHub makes them of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const plain = text.replaceAll(/^```[^]*?^```/gm, '');
  return new Set(
    [...plain.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
