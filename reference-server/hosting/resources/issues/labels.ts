/** Labels of repositories and organizations. */
import type {Label} from '../../../state/issues.ts';
import {removeLabel} from '../../../state/removal.ts';
import type {Ask} from '../../ask.ts';
import type {Fields} from '../../fields.ts';
import {organizationNamed, ownedOrganization, repositoryOfPath} from '../../lookups.ts';
import {pageReply} from '../../query.ts';
import {notFound, Refusal} from '../../refusal.ts';
import {created, noContent, ok} from '../../reply.ts';
import type {Reply} from '../../reply.ts';
import type {Route} from '../../route.ts';
import {showLabel} from '../../shapes/issue.ts';

/** Where labels live: the key of the home, and the repositories whose issues may carry them. */
interface Home {
  readonly key: string;
  readonly repositoryIds: readonly number[];
}

type FindHome = (ask: Ask) => Home;

const areas = ['issue'] as const;
const organizationAreas = ['organization'] as const;

export const labelRoutes: readonly Route[] = [
  ...labelRoutesAt('/repos/{owner}/{repo}/labels', {
    names: ['issueListLabels', 'issueCreateLabel', 'issueGetLabel', 'issueEditLabel', 'issueDeleteLabel'],
    areas,
    read: ask => homeOfRepository(repositoryOfPath(ask).id),
    write: ask => homeOfRepository(repositoryOfPath(ask, 'write').id),
  }),
  ...labelRoutesAt('/orgs/{org}/labels', {
    names: ['orgListLabels', 'orgCreateLabel', 'orgGetLabel', 'orgEditLabel', 'orgDeleteLabel'],
    areas: organizationAreas,
    read: ask => homeOfOrganization(ask, organizationNamed(ask, ask.param('org')).id),
    write: ask => homeOfOrganization(ask, ownedOrganization(ask).id),
  }),
];

function labelRoutesAt(
  path: string,
  {
    names,
    areas: needed,
    read,
    write,
  }: {names: readonly string[]; areas: Route['areas']; read: FindHome; write: FindHome},
): readonly Route[] {
  const [list = '', create = '', get = '', edit = '', remove = ''] = names;
  const one = `${path}/{id}`;
  const reading = {caller: 'anyone', areas: needed} as const;
  const writing = {caller: 'signed-in', areas: needed} as const;
  return [
    {...reading, operation: list, method: 'GET', path, answer: async ask => listLabels(ask, read(ask))},
    {...writing, operation: create, method: 'POST', path, answer: ask => createLabel(ask, write(ask))},
    {
      ...reading,
      operation: get,
      method: 'GET',
      path: one,
      answer: ask => ok(showLabel(ask, labelOfPath(ask, read(ask)))),
    },
    {...writing, operation: edit, method: 'PATCH', path: one, answer: ask => editLabel(ask, write(ask))},
    {...writing, operation: remove, method: 'DELETE', path: one, answer: ask => deleteLabel(ask, write(ask))},
  ];
}

function homeOfRepository(id: number): Home {
  return {key: `repository:${id}`, repositoryIds: [id]};
}

function homeOfOrganization({world: {state}}: Ask, id: number): Home {
  return {key: `organization:${id}`, repositoryIds: state.repositories.of(id).map(repository => repository.id)};
}

async function listLabels(ask: Ask, home: Home): Promise<Reply> {
  const labels = ask.world.state.labels.of(home.key).toSorted(orderOfQuery(ask, home));
  return pageReply(ask, labels, label => showLabel(ask, label));
}

type Order = (left: Label, right: Label) => number;

const byName: Order = (left, right) => (left.name < right.name ? -1 : left.name > right.name ? 1 : left.id - right.id);

/** Usual: by their names, or by how many issues have them. */
function orderOfQuery({query, world: {state}}: Ask, {repositoryIds}: Home): Order {
  const sort = query.get('sort');
  const counts = new Map<number, number>();
  if (sort === 'leastissues' || sort === 'mostissues')
    for (const id of repositoryIds.flatMap(repository => state.issues.of(repository)).flatMap(issue => issue.labelIds))
      counts.set(id, (counts.get(id) ?? 0) + 1);
  const issuesWith = ({id}: Label): number => counts.get(id) ?? 0;
  switch (sort) {
    case 'reversealphabetically':
      return (left, right) => byName(right, left);
    case 'leastissues':
      return (left, right) => issuesWith(left) - issuesWith(right) || left.id - right.id;
    case 'mostissues':
      return (left, right) => issuesWith(right) - issuesWith(left) || left.id - right.id;
    default:
      return byName;
  }
}

function createLabel(ask: Ask, home: Home): Reply {
  const fields = ask.fields();
  const name = fields.requiredText('name');
  const color = readColor(fields.requiredText('color'));
  if (ask.rules.needsExclusiveOption && fields.flag('exclusive') === undefined)
    throw new Refusal(422, '[exclusive]: must be given');
  const label = ask.world.state.labels.add(id => ({
    ...readDetails(ask, fields, undefined),
    id,
    home: home.key,
    name,
    color,
  }));
  return created(showLabel(ask, label));
}

/** Reads a colour with or without `#`, of three or six digits, into `#rrggbb`. */
function readColor(text: string): string {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text.trim())?.[1]?.toLowerCase();
  if (digits === undefined)
    throw new Refusal(422, `invalid color: ${text}; write six hexadecimal digits, such as 00aabb`);
  return digits.length === 6 ? `#${digits}` : digits.replaceAll(/\w/g, '$&$&').padStart(7, '#');
}

function readDetails(
  {rules}: Ask,
  fields: Fields,
  before: Label | undefined,
): Pick<Label, 'description' | 'isExclusive' | 'isArchived'> {
  return {
    description: fields.text('description') ?? before?.description ?? '',
    isExclusive: rules.exclusiveAfterEdit(before?.isExclusive ?? false, fields.flag('exclusive')),
    isArchived: fields.flag('is_archived') ?? before?.isArchived ?? false,
  };
}

/** Finds the label of the path by its id, or by its name when reading. */
function labelOfPath(ask: Ask, home: Home): Label {
  const wanted = ask.param('id');
  const labels = ask.world.state.labels.of(home.key);
  const label = /^\d+$/.test(wanted)
    ? labels.find(({id}) => id === Number(wanted))
    : labels.find(({name}) => name === wanted);
  if (label === undefined) throw notFound();
  return label;
}

function editLabel(ask: Ask, home: Home): Reply {
  const label = labelOfPath(ask, home);
  const fields = ask.fields();
  const name = fields.text('name');
  const color = fields.text('color');
  const edited = ask.world.state.labels.put({
    ...label,
    ...readDetails(ask, fields, label),
    name: name === undefined || name.trim() === '' ? label.name : name,
    color: color === undefined ? label.color : readColor(color),
  });
  return ok(showLabel(ask, edited));
}

function deleteLabel(ask: Ask, home: Home): Reply {
  const {state} = ask.world;
  const label = state.labels.of(home.key).find(({id}) => String(id) === ask.param('id'));
  if (label === undefined) throw notFound();
  removeLabel(state, label.id, home.repositoryIds);
  return noContent();
}
