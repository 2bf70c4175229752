// One thing has one look: what makes it, what edits it and the list that it is in show the same as what reads it alone.
import type {JsonObject} from '../../../model/json.ts';
import type {PropertyWorld, WorldReply} from '../../../model/property.ts';
import {isSameJson, isSuccess, itemsOf, wordOf} from '../common/things.ts';
import {bodyOf, shownOf, type Field, type Form} from './field.ts';
import type {Params} from './scene.ts';

/** Fields that another view shows too are the same there. */
export function expectSameView(
  world: PropertyWorld,
  reply: WorldReply,
  {
    told,
    read,
    by,
    fields,
    thing = bodyOf(reply),
  }: {
    readonly told: string;
    readonly read: string;
    /** What it shows. */
    readonly by: JsonObject;
    readonly fields: readonly Field[];
    readonly thing?: JsonObject;
  },
): void {
  if (!isSuccess(reply)) return;
  for (const field of fields) {
    const [wanted, shown] = [shownOf(field, by), shownOf(field, thing)];
    if (wanted === undefined || shown === undefined) continue;
    world.law(
      isSameJson(shown, wanted),
      {
        path: `/${field.name}`,
        message: `${told} shows the ${field.name} ${wordOf(shown)} (expected ${wordOf(wanted)}, as ${read} shows it)`,
        expected: wanted,
        actual: shown,
      },
      {usual: true, unwritable: 'it compares two replies'},
    );
  }
}

/** The list that it is in shows it as it is; where the page is too short for it, nothing is said. */
export async function expectListed(
  world: PropertyWorld,
  {kind, list, read, as = 'alice'}: Form,
  {home, shown, fields}: {readonly home: Params; readonly shown: JsonObject; readonly fields: readonly Field[]},
): Promise<void> {
  if (list === undefined || !world.offers(list[0])) return;
  const [operation, more = {}] = list;
  world.count(operation);
  const reply = await world.call(operation, {
    as,
    params: {...home, ...more},
    say: `${as} lists what the ${kind} is in`,
  });
  const key = identities.find(name => shown[name] !== undefined);
  const thing = itemsOf(reply).find(item => key !== undefined && item[key] === shown[key]);
  if (thing === undefined) return;
  // What tells when it was made and changed is the same wherever it is shown.
  const times = ['created_at', 'updated_at'].map((name): Field => ({name, values: ['', '']}));
  expectSameView(world, reply, {told: operation, read, by: shown, fields: [...fields, ...times], thing});
}

/** What tells it from the others: the first of these that it has. */
const identities = ['id', 'rule_name', 'name'];
