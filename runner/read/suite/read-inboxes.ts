// Reads `listen:`, the webhook inboxes of a case, and checks that what comes to them can be judged.
import type {CaseDefinition, DeliveriesStep, Expectation} from '../../../model/suite.ts';
import {asTexts, entryOf, itemsOf, note, type Place} from '../../../base/yaml/yaml-place.ts';
import {checkName} from './read-given.ts';
import {partsBinding, type Binding} from '../validate/template-scope.ts';

/** The inboxes of a case, and what their names stand for in templates. */
export interface ReadInboxes {
  readonly inboxes: readonly string[];
  readonly bindings: ReadonlyMap<string, Binding>;
}

/** Reads the list; `taken` are names that are given already. */
export function readInboxes(place: Place | undefined, taken: ReadonlySet<string>): ReadInboxes {
  const items = place === undefined ? [] : asTexts(place, '"listen"');
  const inboxes = new Set<string>();
  for (const item of items) {
    checkName(item, item.value);
    if (inboxes.has(item.value)) note(item, `the inbox "${item.value}" appears twice`, 'take one of the two away');
    if (taken.has(item.value))
      note(item, `the inbox "${item.value}" would hide what is given under this name`, 'choose another name');
    inboxes.add(item.value);
  }
  const bindings = [...inboxes].map(
    name => [name, partsBinding(`inbox "${name}"`, 'values of an inbox', ['url', 'secret'])] as const,
  );
  return {inboxes: [...inboxes], bindings: new Map(bindings)};
}

/** An inbox that nobody asks about shows nothing; and that nothing came shows nothing unless something else did. */
export function checkInboxes(
  place: Place,
  {listen, steps, area}: Pick<CaseDefinition, 'listen' | 'steps' | 'area'>,
): void {
  const list = entryOf(place, 'listen');
  if (list !== undefined && area !== 'hosting')
    note(list, '"listen" needs a hosting server to be called by', 'take "listen" away', 'key');
  const asked = steps.filter(step => step.kind === 'deliveries');
  if (list !== undefined) {
    for (const item of itemsOf(list)) {
      if (typeof item.value === 'string' && listen.includes(item.value) && asked.every(({of}) => of !== item.value))
        note(item, `no step asks for deliveries of "${item.value}"`, 'add a step "deliveries: {of: …}"');
    }
  }
  const shown = new Set<string>();
  for (const step of asked) {
    if (!isAbsence(step)) shown.add(step.of);
    else if (!shown.has(step.of))
      note(
        {...place, pointer: step.pointer},
        `that nothing came to "${step.of}" shows nothing, because nothing else came to it before`,
        'do something that must be delivered after what must not, and expect that in a step before this one',
      );
  }
}

function isAbsence({expect, usual}: DeliveriesStep): boolean {
  return [...expect, ...usual].some(isNone);
}

function isNone(expectation: Expectation | undefined): boolean {
  return expectation?.count === 0;
}
