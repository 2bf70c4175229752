// Labels that are edited: what an edit keeps, and that a label made exclusive later takes its scope like any other.
import fc from 'fast-check';
import {property, type PropertyWorld, type Reference} from '../../model/property.ts';
import {part, placeOf, type Place} from './common/things.ts';

interface Drawn {
  readonly scope: string;
  /** Which of the labels are made exclusive by an edit; the others were made so. */
  readonly isEdited: readonly boolean[];
  /** In which order they are added to the issue, by index. */
  readonly order: readonly number[];
}

const count = 3;

export const editedLabelsTakeTheirScope = property({
  id: 'edited-labels-take-their-scope',
  title: 'a label that an edit makes exclusive keeps name and colour, and the next one of its scope takes its place',
  proves: ['LABEL-OPTION', 'LABEL-EXCLUSIVE', 'LABEL-REPLACE'],
  area: 'hosting',
  contexts: {right: 'write'},
  needs: ['labels', 'issues', 'repositories'],
  runs: 2,
  floor: 1,
  input: fc.record<Drawn>({
    scope: fc.constantFrom('a', 'a/b', 'ä'),
    isEdited: fc.array(fc.boolean(), {minLength: count - 1, maxLength: count - 1}).map(more => [true, ...more]),
    order: fc.shuffledSubarray([0, 1, 2], {minLength: 2}),
  }),
  check: async (world, {scope, isEdited, order}) => {
    const repo = await world.arrange('repository', {auto_init: false});
    const issue = await world.arrange('issue', {repo});
    const place = placeOf(repo);
    const params = {...place, index: part(issue, 'number')};
    const labels: {readonly name: string; readonly id: Reference}[] = [];
    for (const [index, isLater] of isEdited.entries()) {
      const name = `${scope}/${String(index + 1)}`;
      labels.push({name, id: await makeLabel(world, place, {name, isLater})});
    }
    for (const index of order) {
      const {name, id} = labels[index] ?? {name: '', id: 0};
      world.count('add');
      const added = await world.call('issueAddLabel', {params, body: {labels: [id]}, say: `add ${name} to the issue`});
      world.expect(added, {proves: 'LABEL-REPLACE', status: '2xx'});
      const shown = await world.call('issueGetLabels', {
        as: 'bob',
        params,
        say: `bob reads the labels of the issue: ${name} must be the only one`,
      });
      world.expect(shown, {proves: 'LABEL-EXCLUSIVE', status: '2xx', at: {'$[*].name': [name]}});
    }
  },
});

async function makeLabel(
  world: PropertyWorld,
  place: Place,
  {name, isLater}: {readonly name: string; readonly isLater: boolean},
): Promise<Reference> {
  world.count(isLater ? 'make exclusive by an edit' : 'make exclusive');
  const made = await world.call('issueCreateLabel', {
    params: place,
    body: {name, color: '00aabb', exclusive: !isLater},
    say: `create label ${name}${isLater ? '' : ' exclusive'}`,
  });
  world.expect(made, {proves: 'LABEL-OPTION', status: '2xx'});
  const id = made.at('/id');
  if (!isLater) return id;
  const edited = await world.call('issueEditLabel', {
    params: {...place, id},
    body: {exclusive: true},
    say: `edit label ${name} to be exclusive`,
  });
  world.expect(edited, {proves: 'LABEL-OPTION', status: '2xx'});
  const shown = await world.call('issueGetLabel', {as: 'bob', params: {...place, id}, say: `bob reads label ${name}`});
  world.expect(shown, {proves: 'LABEL-OPTION', status: '2xx', body: {exclusive: true}});
  world.expect(shown, {body: {name, color: made.at('/color')}}, {usual: true});
  return id;
}
