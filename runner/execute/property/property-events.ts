// What happens in one run of a property, as a list that only grows: its findings, its story and the case that it can be promoted to are functions of it.
import {growing} from '../../../base/lists/growing.ts';
import {type Json, type JsonObject} from '../../../model/json.ts';
import type {Basis, Finding} from '../../../model/verdict.ts';
import {expectedTrees, type RecordedStep, type StepFacts} from './recorded-step.ts';

/** One event. */
export type PropertyEvent =
  /** A law was looked at; a run that judged nothing shows nothing. */
  | {readonly kind: 'judged'}
  | {readonly kind: 'missed'; readonly findings: readonly Finding[]}
  /** A command of a model was run. */
  | {readonly kind: 'command'; readonly command: string}
  /** One sentence of the story. */
  | {readonly kind: 'told'; readonly sentence: string}
  /** A case has this under `given`. */
  | {readonly kind: 'given'; readonly name: string; readonly arranged: JsonObject}
  | {readonly kind: 'stepped'; readonly step: RecordedStep}
  | {readonly kind: 'answered'; readonly step: RecordedStep; readonly isSuccess: boolean}
  /** The context may be why this step was refused. */
  | {readonly kind: 'barred'; readonly step: RecordedStep}
  /** Without a success in this step the story says nothing: a case is blocked then. */
  | {readonly kind: 'needed'; readonly step: RecordedStep}
  /** Something was found in this step that the property did not ask about, such as a breach of the contract. */
  | {readonly kind: 'telling'; readonly step: RecordedStep}
  /** Something refers to what is at a pointer of the step's reply. */
  | {readonly kind: 'captured'; readonly step: RecordedStep; readonly name: string; readonly pointer: string}
  /** What was captured under this name was signed in with. */
  | {readonly kind: 'signed'; readonly name: string}
  /** The reply of a step was judged against a tree. */
  | {readonly kind: 'expected'; readonly step: RecordedStep; readonly basis: Basis; readonly tree: JsonObject}
  /** An inbox of the property has this name in a case. */
  | {readonly kind: 'inbox'; readonly name: string; readonly written: string}
  /** Why this run cannot be a case. */
  | {readonly kind: 'refused'; readonly why: string};

/** A list of events. */
export type PropertyEvents = readonly PropertyEvent[];

/** Gives what was missed, in order. */
export function missesIn(events: PropertyEvents): readonly Finding[] {
  return events.flatMap(event => (event.kind === 'missed' ? event.findings : []));
}

/** Gives the commands of a model that were run. */
export function commandsIn(events: PropertyEvents): readonly string[] {
  return events.flatMap(event => (event.kind === 'command' ? [event.command] : []));
}

/** Gives one sentence per arrangement, call or question; the index of a sentence is the step of what was said then. */
export function toldIn(events: PropertyEvents): readonly string[] {
  return events.flatMap(event => (event.kind === 'told' ? [event.sentence] : []));
}

/** Counts those sentences. */
export const countTold: (events: PropertyEvents) => number = growing<PropertyEvent, number>(
  () => 0,
  (count, event) => (event.kind === 'told' ? count + 1 : count),
);

/** Gives the steps, in order. */
export function stepsIn(events: PropertyEvents): readonly RecordedStep[] {
  return events.flatMap(event => (event.kind === 'stepped' ? [event.step] : []));
}

/** Gives the name of an inbox in a case, by its name in the property. */
export function inboxesIn(events: PropertyEvents): ReadonlyMap<string, string> {
  return new Map(events.flatMap(event => (event.kind === 'inbox' ? [[event.name, event.written] as const] : [])));
}

/** Gives everything that a case has under `given`. */
export function givenIn(events: PropertyEvents): readonly (readonly [string, Json])[] {
  return events.flatMap(event => (event.kind === 'given' ? [[event.name, event.arranged] as const] : []));
}

/** Gives the first reason why the run cannot be a case. */
export function refusalIn(events: PropertyEvents): string | undefined {
  return events.find(event => event.kind === 'refused')?.why;
}

/** Gives the names that a case captures values of a step under, with the pointer of each. */
export function capturesOf(events: PropertyEvents, step: RecordedStep): ReadonlyMap<string, string> {
  return capturesByStep(events).get(step) ?? new Map<string, string>();
}

/** Gives all names that a case captures values under. */
export function capturedNames(events: PropertyEvents): readonly string[] {
  return [...capturesByStep(events).values()].flatMap(captures => [...captures.keys()]);
}

const capturesByStep = growing<PropertyEvent, Map<RecordedStep, Map<string, string>>>(
  () => new Map<RecordedStep, Map<string, string>>(),
  (steps, event) => {
    if (event.kind !== 'captured') return steps;
    const captures = steps.get(event.step) ?? new Map<string, string>();
    return steps.set(event.step, captures.set(event.name, event.pointer));
  },
);

/** Gives what is known of a step. */
export function factsOf(events: PropertyEvents, step: RecordedStep): StepFacts {
  const signed = new Set(events.flatMap(event => (event.kind === 'signed' ? [event.name] : [])));
  const own = events.filter(event => 'step' in event && event.step === step);
  const answer = own.findLast(event => event.kind === 'answered');
  return {
    isSuccess: answer?.isSuccess ?? true,
    isNeeded: own.some(({kind}) => kind === 'needed'),
    isTelling: own.some(({kind}) => kind === 'telling'),
    captures: [...capturesOf(events, step)].map(([name, from]) =>
      signed.has(name) ? [name, {from, redact: true}] : [name, from],
    ),
    judged: {stated: expectedIn(own, 'stated'), usual: expectedIn(own, 'usual')},
  };
}

function expectedIn(events: PropertyEvents, basis: Basis): readonly JsonObject[] {
  return expectedTrees(
    events.flatMap(event => (event.kind === 'expected' && event.basis === basis ? [event.tree] : [])),
  );
}
