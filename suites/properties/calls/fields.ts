// The law of fields: each field that is sent alone, or with each other one, reads back, and the fields that were not sent stay as they were.
import {isJsonList, isJsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import {
  property,
  type AnyProperty,
  type CallRequest,
  type PropertyWorld,
  type WithReferences,
  type WorldReply,
} from '../../../model/property.ts';
import {inAnyOrder} from '../common/in-any-order.ts';
import {isSameJson, isSuccess, plainValue, wordOf} from '../common/things.ts';
import {bodyOf, shownOf, type Field, type Form} from './field.ts';
import {Scene, type Params} from './scene.ts';
import {expectListed, expectSameView} from './views.ts';

/** The law of fields for one kind of thing. */
export function fieldsOf(form: Form, proves: string, needs: readonly string[]): AnyProperty {
  const names = [
    ...new Set([...form.create.fields, ...form.edit.fields].map(({name}) => name)),
    ...(form.logins ?? []),
  ];
  return property({
    id: `fields-of-${form.kind.replaceAll(' ', '-')}`,
    title: `fields of the ${form.kind} read back as they were sent, alone and with each other one, and what is not sent stays as it was`,
    proves: [proves],
    area: 'hosting',
    contexts: {fixed: {actor: 'each operation needs a right of its own'}},
    needs,
    ...(form.listen === undefined ? {} : {listen: form.listen}),
    runs: 1,
    floor: 1,
    input: inAnyOrder(names),
    check: async (world, order) => expectFields(world, form, {order, proves}),
  });
}

/** A text of its own. */
export function text(name: string): Field {
  return {name, values: [`one ${name}`, `another ${name}`]};
}

/** A text of its own that an edit can empty. */
export function emptied(name: string): Field {
  return {name, values: [`one ${name}`, '', `another ${name}`]};
}

/** A switch that is off when nothing is sent. */
export function off(name: string): Field {
  return {name, values: [true, false]};
}

/** A switch that is on when nothing is sent. */
export function on(name: string): Field {
  return {name, values: [false, true]};
}

/** A switch that is on when nothing is sent, and with which other fields come and go. */
export function unit(name: string): Field {
  return {...on(name), isSwitch: true};
}

/** The login name of whoever is shown. */
export function loginOf(owner: Json | undefined): Json {
  return owner !== undefined && isJsonObject(owner) && !isJsonList(owner) ? (owner['login'] ?? null) : null;
}

/** Two addresses of pages. */
export function address(name: string): Field {
  return {name, values: ['http://127.0.0.1/one', 'http://127.0.0.1/two']};
}

/** Makes things with each field alone and with all, and edits one with each field alone, with each other one, and with all. */
export async function expectFields(
  world: PropertyWorld,
  form: Form,
  {
    order,
    proves,
    scene = new Scene(world),
  }: {readonly order: readonly string[]; readonly proves: string; readonly scene?: Scene},
): Promise<void> {
  const lists = (form.logins ?? []).map((name): Field => ({name, values: [[world.known('actors.alice.login')], []]}));
  const created = sorted([...form.create.fields, ...lists], order);
  const edited = sorted([...form.edit.fields, ...lists], order);
  const plain = await make(world, scene, form, []);
  const known = [...new Set([...created, ...edited])];
  expectShown(world, plain, {kind: form.kind, fields: known});
  for (const fields of [...created.map(field => [field]), ...(created.length > 1 ? [created] : [])]) {
    const made = await make(world, scene, form, fields);
    expectSameView(world, made.made, {
      told: `the answer to ${form.create.operation}`,
      read: form.read,
      by: made.shown,
      fields,
    });
    expectSent(world, made.reply, form.create.operation, {fields});
    expectKept(world, made.reply, form.create.operation, {
      sent: fields,
      kept: created.filter(field => !fields.includes(field)),
      before: plain.shown,
    });
  }
  if (edited.length === 0) return;
  await expectRefusedEdit(world, form, {thing: plain, fields: edited});
  let {shown} = plain;
  const turns = new Map<Field, number>();
  for (const fields of groups(edited)) {
    // Where all fields are sent at once that change nothing but themselves, what is beside the thing is looked at too.
    const beside =
      fields.length === edited.filter(({isSwitch}) => isSwitch !== true).length ? {looksBeside: proves} : {};
    const [answer, step] = await edit(world, form, {thing: {...plain, shown}, fields, turns, beside});
    expectSameView(world, answer, {
      told: `the answer to ${form.edit.operation}`,
      read: form.read,
      by: bodyOf(step),
      fields: edited,
    });
    expectSent(world, step, form.edit.operation, {fields, turns});
    const kept = edited.filter(field => !fields.includes(field));
    expectKept(world, step, form.edit.operation, {sent: fields, kept, before: shown});
    shown = bodyOf(step);
  }
  await expectListed(world, form, {home: plain.home, shown, fields: known});
}

// What shows none of its fields would hold every law on them.
function expectShown(
  world: PropertyWorld,
  {shown}: Made,
  {kind, fields}: {readonly kind: string; readonly fields: readonly Field[]},
): void {
  world.law(
    fields.some(field => shownOf(field, shown) !== undefined),
    {path: '', message: `the ${kind} shows none of its fields (expected at least one of ${namesOf(fields)})`},
    {usual: true, unwritable: 'it looks for any one of several fields'},
  );
}

/** Each alone, each with the next one, all that switch no others, and all of them. */
function groups(fields: readonly Field[]): readonly (readonly Field[])[] {
  const alone = fields.map(field => [field]);
  const still = fields.filter(({isSwitch}) => isSwitch !== true);
  const ofStill = still.length > 1 && still.length < fields.length ? [still] : [];
  const pairs = fields.length > 2 ? fields.map((field, at) => [field, fields[(at + 1) % fields.length] ?? field]) : [];
  return [...alone, ...pairs, ...ofStill, ...(fields.length > 1 ? [fields] : [])];
}

interface Made {
  /** Where it was made. */
  readonly home: Params;
  readonly made: WorldReply;
  readonly params: Params;
  readonly reply: WorldReply;
  readonly shown: JsonObject;
}

async function make(world: PropertyWorld, scene: Scene, form: Form, fields: readonly Field[]): Promise<Made> {
  const {operation, next} = form.create;
  const as = form.as ?? 'alice';
  const {params, body} = await next(scene);
  world.count(`${operation} ${namesOf(fields)}`);
  const sent = {...body, ...Object.fromEntries(fields.map(({name, values}) => [name, values[0]]))};
  const made = await world.call(operation, {
    as,
    params,
    body: sent,
    say: `${as} makes the ${form.kind} with ${namesOf(fields)}`,
  });
  world.expect(made, {status: '2xx'}, {usual: true});
  const at = form.at(params, bodyOf(made));
  const reply = await world.call(form.read, {as, params: at, say: `${as} reads the ${form.kind}`});
  world.expect(reply, {status: '2xx'}, {usual: true});
  return {home: params, made, params: at, reply, shown: bodyOf(reply)};
}

async function edit(
  world: PropertyWorld,
  form: Form,
  {
    thing,
    fields,
    turns,
    beside,
  }: {
    readonly thing: Made;
    readonly fields: readonly Field[];
    readonly turns: Map<Field, number>;
    readonly beside: Pick<CallRequest, 'looksBeside'>;
  },
): Promise<readonly [answer: WorldReply, read: WorldReply]> {
  const {operation, always} = form.edit;
  const as = form.as ?? 'alice';
  world.count(`${operation} ${namesOf(fields)}`);
  for (const field of fields) turns.set(field, (turns.get(field) ?? 0) + 1);
  const body = {
    ...always?.(thing.shown),
    ...Object.fromEntries(fields.map(field => [field.name, valueOf(field, turns)])),
  };
  const say = `${as} edits ${namesOf(fields)} of the ${form.kind}`;
  const edited = await world.call(operation, {...beside, as, params: thing.params, body, say});
  world.expect(edited, {status: '2xx'}, {usual: true});
  return [edited, await world.call(form.read, {as, params: thing.params, say: `${as} reads the ${form.kind}`})];
}

// What a reader of the thing may not edit stays as it was.
async function expectRefusedEdit(
  world: PropertyWorld,
  form: Form,
  {thing, fields}: {readonly thing: Made; readonly fields: readonly Field[]},
): Promise<void> {
  const {operation, always} = form.edit;
  const body = {
    ...always?.(thing.shown),
    ...Object.fromEntries(fields.map(({name, values}) => [name, values[0]])),
  };
  world.count(`refuse ${operation}`);
  const say = `bob, who may not, edits ${namesOf(fields)} of the ${form.kind}`;
  const refused = await world.call(operation, {as: 'bob', params: thing.params, body, say});
  if (refused.status < 400) return;
  const as = form.as ?? 'alice';
  const reply = await world.call(form.read, {as, params: thing.params, say: `${as} reads the ${form.kind}`});
  if (!isSuccess(reply)) return;
  for (const field of fields) {
    const [wanted, shown] = [shownOf(field, thing.shown), shownOf(field, bodyOf(reply))];
    if (wanted === undefined || shown === undefined) continue;
    const message = `${operation} was refused with ${String(refused.status)}, and ${field.name} reads ${wordOf(shown)} after it (expected ${wordOf(wanted)}, as before)`;
    judge(world, {field, reply, message, wanted, shown});
  }
}

function expectSent(
  world: PropertyWorld,
  reply: WorldReply,
  operation: string,
  {fields, turns}: {readonly fields: readonly Field[]; readonly turns?: ReadonlyMap<Field, number>},
): void {
  if (!isSuccess(reply)) return;
  for (const field of fields) {
    const wanted = plainValue(turns === undefined ? field.values[0] : valueOf(field, turns));
    const shown = shownOf(field, bodyOf(reply));
    // A server that does not know a field does not show it.
    if (shown === undefined) continue;
    const message = `${operation} with ${namesOf(fields)}: ${field.name} reads back as ${wordOf(shown)} (expected ${wordOf(wanted)}, as it was sent)`;
    judge(world, {field, reply, message, wanted, shown});
  }
}

function expectKept(
  world: PropertyWorld,
  reply: WorldReply,
  operation: string,
  {sent, kept, before}: {readonly sent: readonly Field[]; readonly kept: readonly Field[]; readonly before: JsonObject},
): void {
  if (!isSuccess(reply)) return;
  for (const field of kept) {
    const [wanted, shown] = [shownOf(field, before), shownOf(field, bodyOf(reply))];
    if (wanted === undefined || shown === undefined) continue;
    const message = `${operation} with ${namesOf(sent)}: ${field.name} was not sent and reads ${wordOf(shown)} (expected ${wordOf(wanted)}, as without it)`;
    judge(world, {field, reply, message, wanted, shown});
  }
}

function judge(
  world: PropertyWorld,
  {
    field,
    reply,
    message,
    wanted,
    shown,
  }: {
    readonly field: Field;
    readonly reply: WorldReply;
    readonly message: string;
    readonly wanted: Json;
    readonly shown: Json;
  },
): void {
  const tree = {body: {[field.name]: {$eq: wanted}}};
  const how =
    field.shown === undefined ? {written: {reply, tree}} : {unwritable: 'it is shown in another form than it is sent'};
  const finding = {path: `/${field.name}`, message, expected: wanted, actual: shown};
  world.law(isSameJson(shown, wanted), finding, {usual: true, ...how});
}

function valueOf(field: Field, turns: ReadonlyMap<Field, number>): WithReferences {
  return field.values[((turns.get(field) ?? 1) - 1) % field.values.length] ?? null;
}

function sorted(fields: readonly Field[], order: readonly string[]): readonly Field[] {
  return order.flatMap(name => fields.filter(field => field.name === name));
}

function namesOf(fields: readonly Field[]): string {
  return fields.length === 0 ? 'no optional field' : fields.map(({name}) => name).join(' and ');
}
