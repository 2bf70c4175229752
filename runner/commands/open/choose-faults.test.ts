import {expect, test} from 'vitest';
import type {ReferenceFault} from '../../../model/machine.ts';
import {chooseFaults, isChoosing} from './choose-faults.ts';

function aFault(name: string, role: ReferenceFault['role'] = 'hosting'): ReferenceFault {
  return {role, name, requirement: 'R', basis: 'stated', says: 'Does it.', rules: [], carries: [], digest: name};
}

const known = [aFault('label-a'), aFault('label-b'), aFault('tag-a'), aFault('varint', 'overlay')];

test.each<[string, Parameters<typeof chooseFaults>[1], readonly string[]]>([
  ['nothing asked for', {}, ['label-a', 'label-b', 'tag-a', 'varint']],
  ['a name', {fault: ['tag-a']}, ['tag-a']],
  ['a pattern', {fault: ['label-*']}, ['label-a', 'label-b']],
  ['a pattern and a name, in the order of the list', {fault: ['varint', 'label-*']}, ['label-a', 'label-b', 'varint']],
  ['hosting', {hosting: true}, ['label-a', 'label-b', 'tag-a']],
  ['overlay', {overlay: true}, ['varint']],
  ['both roles', {hosting: true, overlay: true}, ['label-a', 'label-b', 'tag-a', 'varint']],
])('%s', (_name, options, names) => {
  expect(chooseFaults(known, options)).toMatchObject({kind: 'chosen', faults: names.map(name => ({name}))});
});

test('the parts hold every fault once', () => {
  const parts = [1, 2, 3].flatMap(index => {
    const choice = chooseFaults(known, {shard: {index, count: 3}});
    return choice.kind === 'chosen' ? choice.faults.map(({name}) => name) : [];
  });
  expect(parts.toSorted()).toEqual(known.map(({name}) => name).toSorted());
});

test.each<[Parameters<typeof chooseFaults>[1], string]>([
  [
    {fault: ['label-*', 'none', 'no-*']},
    'the reference has no fault none, no-*\n  npx --no-install touchstone prove --list lists them',
  ],
  [
    {fault: ['lable-a']},
    'the reference has no fault lable-a\n  did you mean "label-a"?\n  npx --no-install touchstone prove --list lists them',
  ],
  [
    {fault: ['varint'], hosting: true},
    'no fault is left to prove; leave one of --fault, --hosting, --overlay, --mesh and --shard out',
  ],
])('%j is refused', (options, why) => expect(chooseFaults(known, options)).toEqual({kind: 'refused', why}));

test.each<[Parameters<typeof isChoosing>[0], boolean]>([
  [{}, false],
  [{hosting: true, overlay: true}, true],
  [{hosting: true, overlay: true, mesh: true}, false],
  [{overlay: true}, true],
  [{fault: ['label-a']}, true],
  [{shard: {index: 1, count: 2}}, true],
])('%j leaves faults out: %s', (options, expected) => expect(isChoosing(options)).toBe(expected));
