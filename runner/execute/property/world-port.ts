// The world as a property sees it: arrangements, calls, laws; everything is recorded so that a run can be told.
import type {JsonObject} from '../../../model/json.ts';
import type {TesteeQuestion} from '../../../model/peer.ts';
import type {PropertyWorld, WorldAnswer} from '../../../model/property.ts';
import {arrange, arrangeAll} from '../arrange/arrange.ts';
import type {Scope} from '../attempt/events.ts';
import {CaseEnded, ended} from '../attempt/failures.ts';
import {lookupIn} from '../attempt/names-in-scope.ts';
import {enter, type Story} from '../attempt/story.ts';
import {noneBeside, rememberRepository} from './beside.ts';
import {listeningWorld} from './deliveries.ts';
import {countTold} from './property-events.ts';
import {expectTree, judgeLaw} from './laws.ts';
import type {PropertyRun, WorldParts} from './property-run.ts';
import {question} from './ask-decoder.ts';
import {askInOrder} from './ask-in-order.ts';
import {resolve} from './reference-names.ts';
import {callOperation, isOffered, prepare, send} from './requests.ts';

/** Makes the world of one run. */
export function propertyWorld(story: Story, run: PropertyRun): PropertyWorld {
  const parts: WorldParts = {...run, story, heard: new WeakMap(), underWay: new Set(), beside: noneBeside()};
  const {record} = run;
  return {
    arrange: (...asked) => arranged(parts, ...asked),
    known: path => {
      const value = lookupIn(story, new Map())(path);
      if (value === undefined) throw ended('harness', `a property names ${path}, which there is not`);
      return record.known(path, value);
    },
    offers: operation => isOffered(parts, operation),
    skip: why => {
      throw new CaseEnded('skip', 'not-in-dialect', why);
    },
    call: (operation, request) => callOperation(parts, operation, request),
    request: (method, path, request) =>
      send(parts, {address: {method, path}, request, step: record.requested(method, path, request)}),
    ...listeningWorld(story, run),
    prepare: (operation, request) => prepare(parts, operation, request),
    expect: (...asked) => {
      expectTree(parts, ...asked);
    },
    law: (...asked) => {
      judgeLaw(parts, ...asked);
    },
    decode: (message, bytes, form = 'binary') => ask(parts, {kind: 'decode', message, form, bytes}),
    askInOrder: (...asked) => askInOrder(story, ...asked),
    encode: (message, value, form = 'binary') => ask(parts, {kind: 'encode', message, form, value}),
    count: command => {
      run.events.push({kind: 'command', command});
    },
  };
}

function ask(parts: WorldParts, asked: TesteeQuestion): Promise<WorldAnswer> {
  return question(parts, parts.record.asked(asked), asked);
}

async function arranged(
  parts: WorldParts,
  ...[name, inputs = {}, {called} = {}]: Parameters<PropertyWorld['arrange']>
): ReturnType<PropertyWorld['arrange']> {
  const {story, record, events} = parts;
  enter(story, {phase: 'arrange', step: countTold(events)});
  try {
    const plainInputs = resolve(inputs) as JsonObject;
    const outputs = await arrangedThere(parts, name, plainInputs);
    rememberRepository(parts, plainInputs, outputs);
    return record.arranged(name, inputs, outputs, {arrangement: story.run.contract.arrangements.get(name), called});
  } catch (problem) {
    record.refuse(`the arrangement "${name}" broke, and a case takes no step before everything is arranged`);
    throw problem;
  } finally {
    enter(story, {phase: 'act'});
  }
}

/** Makes something where the context of the run has it. */
async function arrangedThere(
  {story, context, drawn}: WorldParts,
  arrange_: string,
  inputs: JsonObject,
): Promise<JsonObject> {
  const name = 'made';
  const placed = drawn?.place({name, arrange: arrange_, inputs, pointer: ''}, context);
  if (placed === undefined) return arrange(story, arrange_, inputs);
  const scope: Scope = new Map();
  await arrangeAll(story, placed, scope);
  return scope.get(name) as JsonObject;
}
