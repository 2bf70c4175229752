// The circumstances in which a case runs besides the plain ones: who owns, who sees, who acts, and what is beside.

/** Every dimension with its values; the first value is the plain one. `settings` takes the names of variants as well. */
export const dimensions = {
  owner: ['user', 'organization'],
  visibility: ['public', 'private', 'in-limited-organization', 'in-private-organization'],
  actor: ['owner', 'collaborator', 'team-member', 'site-administrator'],
  subject: ['issue', 'pull-request'],
  history: ['new', 'edited', 'removed-before'],
  siblings: ['none', 'eleven'],
  twin: ['none', 'elsewhere'],
  settings: ['default', 'small-pages', 'few-repositories'],
} as const satisfies {readonly [name: string]: readonly string[]};

export type Dimension = keyof typeof dimensions;

/** The order in which values are set back to plain when a failure is narrowed. */
export const dimensionNames = Object.keys(dimensions) as readonly Dimension[];

/** The values that are not plain; an empty object is the plain context. */
export type Context = {readonly [name in Dimension]?: string};

/** How many values a run looks for: each case plain, each value once per statement, or pairs of values as well. */
export const contextLevels = ['plain', 'values', 'pairs'] as const;

export type ContextLevel = (typeof contextLevels)[number];

/** One value of one dimension. */
export interface ContextValue {
  readonly dimension: Dimension;
  readonly value: string;
}

/** The smallest context that has a value: some values need an organization as owner. */
export function contextWith({dimension, value}: ContextValue): Context {
  return {...(needsOrganization(value) ? {owner: 'organization'} : {}), [dimension]: value};
}

/** Tells whether a value can be had only where an organization owns the repository. */
export function needsOrganization(value: string | undefined): boolean {
  return value === 'team-member' || value?.startsWith('in-') === true;
}

/** Every value that is not plain. */
export const otherValues: readonly ContextValue[] = dimensionNames.flatMap(dimension =>
  dimensions[dimension].slice(1).map(value => ({dimension, value})),
);

/** Gives the values of a context, dimensions in alphabetical order. */
export function valuesOf(context: Context): readonly ContextValue[] {
  return dimensionNames
    .toSorted()
    .flatMap(dimension => (context[dimension] === undefined ? [] : [{dimension, value: context[dimension]}]));
}

/** Writes a context as it is in ids and on command lines: `actor=collaborator,owner=organization`; plain is ''. */
export function contextText(context: Context): string {
  return valuesOf(context)
    .map(({dimension, value}) => `${dimension}=${value}`)
    .join(',');
}

/** Gives the id of a case in a context. In the plain one it has no suffix. */
export function idInContext(id: string, context: Context): string {
  const text = contextText(context);
  return text === '' ? id : `${id}@${text}`;
}

const suffix = /@([a-z]+=[a-z0-9-]+(?:,[a-z]+=[a-z0-9-]+)*)$/;

/** Gives the id of a case without its context. */
export function idWithoutContext(id: string): string {
  return id.replace(suffix, '');
}

/** Gives the context that an id names; of an id without one, the plain context. */
export function contextOfId(id: string): Context {
  const text = suffix.exec(id)?.[1];
  const read = text === undefined ? undefined : readContext(text);
  return read?.kind === 'context' ? read.context : {};
}

/** Reads what `contextText` writes, in any order. */
export function readContext(
  text: string,
): {readonly kind: 'context'; readonly context: Context} | {readonly kind: 'unusable'; readonly why: string} {
  const context: {[name in Dimension]?: string} = {};
  for (const part of text.split(',').filter(one => one !== '')) {
    const [name = '', value = ''] = part.split('=', 2);
    const dimension = dimensionNames.find(one => one === name);
    if (dimension === undefined)
      return {kind: 'unusable', why: `unknown dimension "${name}"; dimensions are ${dimensionNames.join(', ')}`};
    const values: readonly string[] = dimensions[dimension];
    if (!values.includes(value))
      return {kind: 'unusable', why: `unknown value "${part}"; values of ${name} are ${values.join(', ')}`};
    if (value !== values[0]) context[dimension] = value;
  }
  return {kind: 'context', context};
}

/** Says a value in a phrase that follows "fails", and the plain value of its dimension in one that follows "passes". */
export function valueWords({dimension, value}: ContextValue): {readonly here: string; readonly plain: string} {
  const here = words[dimension][value] ?? `with ${dimension} ${value}`;
  return {here, plain: words[dimension][dimensions[dimension][0]] ?? `with ${dimension} ${dimensions[dimension][0]}`};
}

const words: {readonly [name in Dimension]: {readonly [value: string]: string}} = {
  owner: {user: 'where a user does', organization: 'where an organization owns the repository'},
  visibility: {
    public: 'where it is public',
    private: 'where the repository is private',
    'in-limited-organization': 'where the repository is in a limited organization',
    'in-private-organization': 'where the repository is in a private organization',
  },
  actor: {
    owner: 'for its owner',
    collaborator: 'for a collaborator with the right to it',
    'team-member': 'for a member of a team with the right to it',
    'site-administrator': 'for a site administrator',
  },
  subject: {issue: 'on an issue', 'pull-request': 'on a pull request'},
  history: {
    new: 'where it is new',
    edited: 'where things were edited and set back before',
    'removed-before': 'where another thing of the same name was removed before',
  },
  siblings: {none: 'without them', eleven: 'beside eleven more things of the same kind'},
  twin: {none: 'without it', elsewhere: 'where another repository has things of the same kind and name'},
  settings: {
    default: 'with the default settings',
    'small-pages': 'where the server has small pages',
    'few-repositories': 'where users may have few repositories',
  },
};
