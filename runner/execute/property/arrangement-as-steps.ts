// Writes an arrangement as steps of a case: what a story arranges out of an earlier answer cannot stand in its `given`.
import type {Arrangement, ArrangementStep} from '../../../model/arrangement.ts';
import {jsonObject, type Json, type JsonObject} from '../../../model/json.ts';
import type {StepAuth} from '../../../model/suite.ts';
import {lookUp, readTemplate, substitute} from '../../../model/template.ts';

/** What the steps are made of, written as a case says it. */
export interface ArrangedLater {
  readonly arrangement: Arrangement;
  readonly inputs: JsonObject;
  /** A template that stands for a text that nothing else in the case has. */
  readonly unique: string;
}

/** Takes a step and gives what captures from its reply: a name for a pointer. */
export type TakeStep = (written: JsonObject) => (pointer: string) => string;

/** Whether every part of an arrangement is something that a plain step can say. */
export function canBeSteps({given, signIn, steps}: Arrangement): boolean {
  return given.length === 0 && signIn === undefined && steps.every(isPlain);
}

function isPlain({query, body, auth, status, capture, otherwise}: ArrangementStep): boolean {
  return (
    Object.keys(query).length === 0 &&
    (body === undefined || body.kind === 'json') &&
    auth?.kind !== 'signature' &&
    (status === undefined || status === '2xx') &&
    otherwise === undefined &&
    Object.values(capture).every(({from}) => 'pointer' in from)
  );
}

/** Hands the steps on, in order, and gives how a case says each output; nothing is captured before it is asked for. */
export function arrangementAsSteps(
  {arrangement, inputs, unique}: ArrangedLater,
  take: TakeStep,
): {readonly [output: string]: () => Json} {
  const known = new Map<string, () => Json>();
  const lookup = (path: string): Json | undefined => {
    const [root = '', ...rest] = path.split('.');
    if (root === 'random') return unique;
    const value = known.get(root)?.();
    // What else there is, such as `actors.alice.login`, a case knows under the same name.
    if (value === undefined) return `\${${path}}`;
    return rest.length === 0 ? value : partOf(value, rest.join('.'));
  };
  for (const [name, {default: usual}] of Object.entries(arrangement.inputs)) {
    const value = inputs[name] ?? (usual === undefined ? undefined : substitute(usual, lookup));
    if (value !== undefined) known.set(name, () => value);
  }
  for (const step of arrangement.steps) {
    const capture = take(writtenStep(step, lookup));
    for (const [name, {from}] of Object.entries(step.capture))
      if ('pointer' in from) known.set(name, () => `\${${capture(from.pointer)}}`);
  }
  return Object.fromEntries(
    Object.entries(arrangement.outputs).map(([output, tree]) => [output, () => substitute(tree, lookup)]),
  );
}

// Of what is itself a name in the case, a part is a longer name.
function partOf(value: Json, path: string): Json | undefined {
  const template = typeof value === 'string' ? readTemplate(value) : undefined;
  return template?.kind === 'value' ? `\${${template.path}.${path}}` : lookUp(value, path);
}

function writtenStep(
  {as, call, params, body, auth}: ArrangementStep,
  lookup: (path: string) => Json | undefined,
): JsonObject {
  const signed = writtenAuth(auth);
  return jsonObject([
    ['as', substitute(as, lookup)],
    ['call', call],
    ...(signed === undefined ? [] : [['auth', substitute(signed, lookup)] as const]),
    ...(Object.keys(params).length === 0 ? [] : [['params', substitute(params, lookup)] as const]),
    ...(body?.kind === 'json' ? [['body', substitute(body.value, lookup)] as const] : []),
  ]);
}

function writtenAuth(auth: StepAuth | undefined): Json | undefined {
  switch (auth?.kind) {
    case 'actor-basic':
      return 'basic';
    case 'none':
      return 'none';
    case 'token':
    case 'bearer':
      return {[auth.kind]: auth.token};
    case 'header':
    case 'query':
      return {[auth.kind]: {[auth.name]: auth.value}};
    case 'basic':
      return {basic: {user: auth.user, password: auth.password}};
    case 'cookie':
      return {cookie: auth.cookie};
    case 'actor-token':
    case 'signature':
    case undefined:
      return undefined;
  }
}
